#: id = 13.1.3-torchscript
#: title = TorchScript
#: section = 13.1.3
#: group = 13.1 Compilers and interpreters
#: order = 3
#: dialect = torch
#: machine = book-v100
#: values = timing
#: parameter calls = 1000 | forward passes | 1..100000
#: parameter inputs = 512 | inputs | 1..10000
#: numbers calls = 13, 19
#: numbers inputs = 6, 9
#: note = On a CPU PyTorch's operations are done when their calls return, so nothing waits at the end of a block.
#: try 2000 passes = set calls=2000 | With 2000 passes instead of {calls} the scripted net takes {after} instead of {before}.
import torch
from d2l import torch as d2l
from torch import nn

net = nn.Sequential(
    nn.Linear(512, 256), nn.ReLU(),
    nn.Linear(256, 128), nn.ReLU(),
    nn.Linear(128, 2))
x = torch.randn(1, 512)
net(x)

with d2l.Benchmark('before scripting'):
    for _ in range(1000):
        y = net(x)

scripted = torch.jit.script(net)
scripted(x)  # The first call compiles
with d2l.Benchmark('after scripting'):
    for _ in range(1000):
        y = scripted(x)
