#: id = 13.3-copy
#: title = Copies behind the products
#: dialect = torch
#: numbers products = 2, 17
#: note = 432 GFLOP and 137 MiB each. On a stream of their own and into pinned memory, the copy of one result can run while the next one is computed; that of the last has nothing to hide behind.
#: try Flip line 24 = flip 24 | Without this wait the first block's clock stops once its work is issued: it reads {after} instead of {before}. | Run on GPU.
#: try 20 products = set products=20 | With 20 products instead of {products} the last block reads {after} instead of {before}.
def run(x):
    return [x.mm(x) for _ in range(10)]

def copy_to_cpu(x):
    for y, target in zip(x, pinned):
        target.copy_(y, non_blocking=True)

def run_and_copy(x):  # Each copy waits for its product only
    for target in pinned:
        y = x.mm(x)
        copies.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(copies):
            target.copy_(y, non_blocking=True)
            y.record_stream(copies)

x_gpu = torch.rand(size=(6000, 6000), device=d2l.try_gpu())
pinned = [torch.empty(6000, 6000, pin_memory=True) for _ in range(10)]
copies = torch.cuda.Stream()
run(x_gpu)  # Warm-up
torch.cuda.synchronize()

with d2l.Benchmark('Run on GPU.'):
    y = run(x_gpu)
    torch.cuda.synchronize()

with d2l.Benchmark('Then copy to CPU.'):
    copy_to_cpu(y)
    torch.cuda.synchronize()

with d2l.Benchmark('Run and copy in parallel.'):
    run_and_copy(x_gpu)
    torch.cuda.synchronize()
