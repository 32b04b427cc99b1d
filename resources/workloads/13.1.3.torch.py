#: id = 13.1.3
#: title = A net compiled once
#: dialect = torch
#: numbers calls = 15, 23
#: numbers inputs = 7, 10
#: machine = book-v100
#: note = One row passes three layers, the first of {512*inputs:FLOP}. Every operation has to be issued, however small it is: compiled, the kernels of a pass become one launch.
#: try 2000 passes = set calls=2000 | With 2000 passes instead of {calls} the compiled net takes {after} instead of {before}.
import torch
from d2l import torch as d2l
from torch import nn

device = d2l.try_gpu()
net = nn.Sequential(
    nn.Linear(512, 256), nn.ReLU(),
    nn.Linear(256, 128), nn.ReLU(),
    nn.Linear(128, 2)).to(device)
x = torch.randn(1, 512, device=device)
net(x)
torch.cuda.synchronize()

with d2l.Benchmark('before compiling'):
    for _ in range(1000):
        y = net(x)
    torch.cuda.synchronize()

compiled = torch.compile(net, mode='reduce-overhead')
compiled(x)  # The first call compiles
torch.cuda.synchronize()
with d2l.Benchmark('after compiling'):
    for _ in range(1000):
        y = compiled(x)
    torch.cuda.synchronize()
