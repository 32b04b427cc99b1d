#: id = 13.3-e4
#: title = Exercise 4: use a profiler
#: dialect = torch
#: numbers n = 11, 12
#: numbers products = 6
#: note = The clock gives one number, PyTorch's profiler a table. The timeline shows more: which lane is busy, where it waits, and what the program itself does meanwhile. Read busy, idle and critical path on the right.
#: try Flip line 19 = flip 19 | Without this wait the second block also covers what is left of the first one's work: it reads {after} instead of {before}.
import torch
from d2l import torch as d2l
from torch.profiler import profile
devices = d2l.try_all_gpus()
def run(x):
    return [x.mm(x) for _ in range(10)]

def copy_to_cpu(x):
    return [y.to('cpu', non_blocking=True) for y in x]

x_1 = torch.rand(size=(4000, 4000), device=devices[0])
x_2 = torch.rand(size=(4000, 4000), device=devices[1])
for device in devices[:2]:
    torch.cuda.synchronize(device)

with profile() as seen:
    with d2l.Benchmark('one GPU works'):
        y_1 = run(x_1)
        torch.cuda.synchronize(devices[0])
    with d2l.Benchmark('both work, one copies'):
        y_1 = run(x_1)
        y_2 = run(x_2)
        copy_to_cpu(y_1)
        torch.cuda.synchronize(devices[0])
        torch.cuda.synchronize(devices[1])
print(seen.key_averages().table(sort_by='cuda_time_total', row_limit=5))
