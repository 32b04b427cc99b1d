#: id = 13.2.3
#: title = A wait in the loop
#: dialect = torch
#: numbers n = 2
#: numbers iterations = 6, 10
#: machine = book-v100
#: try Flip line 8 = flip 8 | Without the wait in the loop the first block's clock stops once all additions are issued: it reads {after} instead of {before}. | synchronous
device = d2l.try_gpu()
x = torch.ones((2000, 2000), device=device)
torch.cuda.synchronize()

with d2l.Benchmark('synchronous'):
    for _ in range(1000):
        y = x + 1
        torch.cuda.synchronize()
with d2l.Benchmark('asynchronous'):
    for _ in range(1000):
        y = x + 1
    torch.cuda.synchronize()
