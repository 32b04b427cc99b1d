#: id = 13.2.1-queue
#: title = Queued is not finished
#: dialect = torch
#: numbers n = 6
#: machine = book-v100
#: try n = 4000 = set n=4000 | With matrices of side 4000 instead of {n} the second block reads {after} instead of {before}. | Workloads are finished.
device = d2l.try_gpu()
torch.mm(torch.ones((2, 2), device=device), torch.ones((2, 2), device=device))  # Warm-up
torch.cuda.synchronize()

with d2l.Benchmark('Workloads are queued.'):
    x = torch.rand(size=(2000, 2000), device=device)
    y = torch.mm(x, x).sum()

with d2l.Benchmark('Workloads are finished.'):
    print('sum =', y)
