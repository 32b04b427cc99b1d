#: id = 13.2.2-cpu
#: title = A CPU has nothing to wait for
#: section = 13.2.2
#: group = 13.2 Asynchronous computation
#: order = 21
#: dialect = torch
#: machine = book-v100
#: parameter n = 2000 | matrix side | 1..20000
#: numbers n = 3, 7, 13
#: note = PyTorch computes on the CPU inside the call, so reading a value there waits for nothing. On the GPU the call only issues the work, and the wait comes with the value.
#: try n = 1000 = set n=1000 | With matrices of side 1000 instead of {n} the GPU's second block reads {after} instead of {before}. | GPU: the value
cpu, gpu = torch.device('cpu'), d2l.try_gpu()
for device in (cpu, gpu):
    x = torch.rand(size=(2000, 2000), device=device)
    torch.mm(x, x)  # Warm-up
torch.cuda.synchronize()

x = torch.rand(size=(2000, 2000))
with d2l.Benchmark('CPU: the call'):
    y = torch.mm(x, x)
with d2l.Benchmark('CPU: the value'):
    y[0, 0].item()

x = torch.rand(size=(2000, 2000), device=gpu)
torch.cuda.synchronize()
with d2l.Benchmark('GPU: the call'):
    y = torch.mm(x, x)
with d2l.Benchmark('GPU: the value'):
    y[0, 0].item()
