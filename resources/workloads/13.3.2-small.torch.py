#: id = 13.3.2-small
#: title = On a card of 4 GB
#: section = 13.3.2
#: group = 13.3 Automatic parallelism
#: order = 51
#: dialect = torch
#: machine = card-4gb
#: values = timing
#: parameter n = 4000 | n | 1..20000
#: parameter products = 50 | products | 1..100000
#: parameter hostMemory = framework | host memory | framework,pageable,pageable-warm,pinned-cold,pinned
#: parameter copies = framework | copies on | framework,own,current
#: numbers n = 12
#: numbers products = 5
#: note = {4*n*n:B} per product. PyTorch takes their memory when they are issued, long before they are computed, MXNet when each is computed.
#: try 44 products = set products=44 | With 44 products instead of {products} the block reads {after} instead of {before}. | Run on GPU1
import torch
from d2l import torch as d2l

def run(x):
    return [x.mm(x) for _ in range(50)]

def copy_to_cpu(x, non_blocking=False):
    return [y.to('cpu', non_blocking=non_blocking) for y in x]

devices = d2l.try_all_gpus()

x_gpu1 = torch.rand(size=(4000, 4000), device=devices[0])

with d2l.Benchmark('Run on GPU1'):
    y = run(x_gpu1)
    torch.cuda.synchronize()

with d2l.Benchmark('Copy to CPU'):
    y_cpu = copy_to_cpu(y)
    torch.cuda.synchronize()
