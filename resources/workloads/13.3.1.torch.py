#: id = 13.3.1
#: title = Parallel computation on GPUs
#: section = 13.3.1
#: group = 13.3 Automatic parallelism
#: order = 40
#: dialect = torch
#: machine = book-v100
#: values = timing
#: parameter n = 4000 | n | 1..20000
#: parameter products = 50 | products | 1..100000
#: parameter devices = all | GPUs | 0,1
#: numbers n = 5, 6
#: numbers products = 3
#: book GPU1 time = 0.4967
#: book GPU2 time = 0.5151
#: book GPU1 & GPU2 = 0.5000
#: note = {2*n**3:FLOP}, {4*n*n:B} each. The book's text says 10 products, its code runs 50.
#: try Flip line 15 = flip 15 | Without it, `GPU1 time` reads {after}: the clock then stops once the products are issued, whether or not they are computed. | GPU1 time
#: try All devices = set synchronize=all | `torch.cuda.synchronize()` waits for the current device only. If it waits for all, `GPU1 & GPU2` reads {after} instead of {before}. | GPU1 & GPU2
devices = d2l.try_all_gpus()
def run(x):
    return [x.mm(x) for _ in range(50)]

x_gpu1 = torch.rand(size=(4000, 4000), device=devices[0])
x_gpu2 = torch.rand(size=(4000, 4000), device=devices[1])

run(x_gpu1)
run(x_gpu2)  # Warm-up all devices
torch.cuda.synchronize(devices[0])
torch.cuda.synchronize(devices[1])

with d2l.Benchmark('GPU1 time'):
    run(x_gpu1)
    torch.cuda.synchronize(devices[0])

with d2l.Benchmark('GPU2 time'):
    run(x_gpu2)
    torch.cuda.synchronize(devices[1])

with d2l.Benchmark('GPU1 & GPU2'):
    run(x_gpu1)
    run(x_gpu2)
    torch.cuda.synchronize()
