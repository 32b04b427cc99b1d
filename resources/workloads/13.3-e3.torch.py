#: id = 13.3-e3
#: title = Exercise 3: CPU, GPU and copies at once
#: section = 13.3, exercise 3
#: group = 13.3 Automatic parallelism
#: order = 72
#: dialect = torch
#: machine = m60-2019
#: values = timing
#: parameter products = 10 | products | 1..100000
#: parameter hostMemory = framework | host memory | framework,pageable,pageable-warm,pinned-cold,pinned
#: parameter copies = framework | copies on | framework,own,current
#: numbers products = 8
#: note = PyTorch computes on the CPU in the program's own thread, so the GPU's work has to be issued first.
#: try Separate stream = set copies=own | On a separate stream {hiddenAfter} of the copying hides instead of {hiddenBefore}. The block reads {before} now and {after} then. | all at once
#: try Flip line 27 = flip 27 | If each copy makes the program wait, the CPU begins only after the last copy: the block reads {after} instead of {before}.
import time

import overlap
import torch
from d2l import torch as d2l
side = 6000 if torch.cuda.is_available() else 1500  # Without a GPU the CPU does its work
def run(x):
    return [x.mm(x) for _ in range(10)]

def copy_to_cpu(x, non_blocking=False):
    return [y.to('cpu', non_blocking=non_blocking) for y in x]

x_cpu = torch.rand(size=(2000, 2000))
x_gpu = torch.rand(size=(side, side), device=d2l.try_gpu())
run(x_cpu)  # Warm-up of both
run(x_gpu)
torch.cuda.synchronize()

with d2l.Benchmark('one after the other'):
    run(x_cpu)
    y = run(x_gpu)
    torch.cuda.synchronize()
    y_cpu = copy_to_cpu(y)

with d2l.Benchmark('all at once'):
    y = run(x_gpu)
    y_cpu = copy_to_cpu(y, True)
    run(x_cpu)
    torch.cuda.synchronize()

for n in range(side // 6, side + 1, side // 6):  # How large is the GPU's part?
    x_gpu = torch.rand(size=(n, n), device=d2l.try_gpu())
    torch.cuda.synchronize()
    start = time.time()
    run(x_cpu)
    y = run(x_gpu)
    torch.cuda.synchronize()
    y_cpu = copy_to_cpu(y)
    overlap.plot('one after the other, ms', n, 1000 * (time.time() - start))
    start = time.time()
    y = run(x_gpu)
    y_cpu = copy_to_cpu(y, True)
    run(x_cpu)
    torch.cuda.synchronize()
    overlap.plot('all at once, ms', n, 1000 * (time.time() - start))
