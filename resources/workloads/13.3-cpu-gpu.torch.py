#: id = 13.3-cpu-gpu
#: title = CPU and GPU together
#: dialect = torch
#: numbers products = 2
#: note = 16 GFLOP per product on the CPU, 432 GFLOP on the GPU. PyTorch computes on the CPU in the program's own thread, so the two work at once only if the GPU's work is issued first.
#: try Flip line 15 = flip 15 | Without this wait the second block's clock stops once its work is issued: it reads {after} instead of {before}. | Then run on GPU.
def run(x):
    return [x.mm(x) for _ in range(10)]

x_cpu = torch.rand(size=(2000, 2000))
x_gpu = torch.rand(size=(6000, 6000), device=d2l.try_gpu())
run(x_cpu)  # Warm-up of both
run(x_gpu)
torch.cuda.synchronize()

with d2l.Benchmark('Run on CPU.'):
    run(x_cpu)

with d2l.Benchmark('Then run on GPU.'):
    run(x_gpu)
    torch.cuda.synchronize()

with d2l.Benchmark('Run on both, the CPU first.'):
    run(x_cpu)
    run(x_gpu)
    torch.cuda.synchronize()

with d2l.Benchmark('Run on both CPU and GPU in parallel.'):
    run(x_gpu)
    run(x_cpu)
    torch.cuda.synchronize()
