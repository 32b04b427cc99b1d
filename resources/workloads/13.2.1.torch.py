#: id = 13.2.1
#: title = NumPy and a framework
#: section = 13.2.1
#: group = 13.2 Asynchronous computation
#: order = 10
#: dialect = torch
#: machine = book-v100
#: values = timing
#: parameter n = 1000 | matrix side | 1..20000
#: parameter products = 10 | products | 1..10000
#: numbers n = 2, 8, 13, 18
#: numbers products = 7, 12, 17
#: note = {2*n**3:FLOP} per product. The second loop stops the clock once its work is issued. A wait in the third one also covers what is left of the second.
#: try Flip line 21 = flip 21 | Without this wait the last block's clock stops once its work is issued: it reads {after} instead of {before}.
device = d2l.try_gpu()
a = torch.randn(size=(1000, 1000), device=device)
b = torch.mm(a, a)  # Warm-up
torch.cuda.synchronize(device)

with d2l.Benchmark('numpy'):
    for _ in range(10):
        a = numpy.random.normal(size=(1000, 1000))
        b = numpy.dot(a, a)

with d2l.Benchmark('torch'):
    for _ in range(10):
        a = torch.randn(size=(1000, 1000), device=device)
        b = torch.mm(a, a)

with d2l.Benchmark('torch, waited for'):
    for _ in range(10):
        a = torch.randn(size=(1000, 1000), device=device)
        b = torch.mm(a, a)

    torch.cuda.synchronize(device)
