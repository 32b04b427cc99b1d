#: id = 13.2.2
#: title = Calls that make the program wait
#: dialect = torch
#: numbers n = 2
#: machine = book-v100
#: try Flip line 16 = flip 16 | Without synchronize the clock stops once both products are issued: the block reads {after} instead of {before}. | synchronize
device = d2l.try_gpu()
x = torch.rand(size=(2000, 2000), device=device)
torch.mm(x, x)  # Warm-up
torch.cuda.synchronize()

with d2l.Benchmark('event'):
    y = torch.mm(x, x)
    done = torch.cuda.Event()
    done.record()
    z = torch.mm(x, x)  # The wait for the event does not cover it
    done.synchronize()
torch.cuda.synchronize()
with d2l.Benchmark('synchronize'):
    y = torch.mm(x, x)
    z = torch.mm(x, x)
    torch.cuda.synchronize()
with d2l.Benchmark('cpu'):
    y = torch.mm(x, x)
    y.cpu()
with d2l.Benchmark('item'):
    y = torch.mm(x, x)
    y.norm().item()
with d2l.Benchmark('print'):
    y = torch.mm(x, x).sum()
    print(y)
