#: id = 13.3.2-what-if
#: title = Eight ways to copy
#: section = 13.3.2
#: group = 13.3 Automatic parallelism
#: order = 52
#: dialect = torch
#: machine = book-v100
#: values = timing
#: parameter n = 4000 | n | 1..20000
#: parameter products = 50 | products | 1..100000
#: parameter copies = framework | copies on | framework,own
#: numbers n = 13
#: numbers products = 8
#: note = Products and copies once, by kind of host memory and by stream. On the current stream a copy runs after all products that were issued before it; on a separate stream it can start once its product is computed. Pinned memory from a pool needs no work on pages.
#: try Separate stream = set copies=own | On a separate stream {hiddenAfter} of the copying hides instead of {hiddenBefore}. The block reads {before} now and {after} then.
#: try Pin memory = set hostMemory=pinned | Pinned host memory from a pool needs no work on pages: the block reads {after} instead of {before}, with {hiddenAfter} of the copying hidden.
# Host memory is pageable at first, which is not what PyTorch chooses for these copies
#: parameter hostMemory = pageable | host memory | pageable,pageable-warm,pinned-cold,pinned
import torch
from d2l import torch as d2l

devices = d2l.try_all_gpus()
def run(x):
    return [x.mm(x) for _ in range(50)]

def copy_to_cpu(x, non_blocking=False):
    return [y.to('cpu', non_blocking=non_blocking) for y in x]

x_gpu1 = torch.rand(size=(4000, 4000), device=devices[0])
run(x_gpu1)  # Warm-up
torch.cuda.synchronize()

with d2l.Benchmark('Run and copy'):
    y = run(x_gpu1)
    y_cpu = copy_to_cpu(y, True)
    torch.cuda.synchronize()
