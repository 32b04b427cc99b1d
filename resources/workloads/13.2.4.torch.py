#: id = 13.2.4
#: title = Asynchrony and memory
#: dialect = torch
#: numbers batches = 27, 32, 38
#: numbers batch = 15, 16
#: numbers lr = 10
#: machine = book-v100
#: note = PyTorch reserves memory when work is issued, and what is issued later on the same stream may have it again at once. So batches that wait for their turn cost no memory here: compare the memory with MXNet's, where each can be allocated long before it is trained.
#: try Flip line 28 = flip 28 | Without the wait in the first loop its clock stops once all batches are issued: it reads {after} instead of {before}. | each batch waited for
#: try 50 batches = set batches=50 | With 50 batches instead of {batches} issuing them takes {after} instead of {before}. | batches issued
import torch
from d2l import torch as d2l
from torch import nn

device = d2l.try_gpu()
net = nn.Sequential(
    nn.Linear(512, 2048), nn.ReLU(),
    nn.Linear(2048, 512), nn.ReLU(),
    nn.Linear(512, 1)).to(device)
trainer = torch.optim.SGD(net.parameters(), lr=0.005)
loss = nn.MSELoss()
previous = None

def train():
    X = torch.randn(1024, 512, device=device)
    y = torch.ones(1024, 1, device=device)
    l = loss(net(X), y)
    trainer.zero_grad()
    l.backward()
    trainer.step()
    return l

train()
torch.cuda.synchronize()

with d2l.Benchmark('each batch waited for'):
    for i in range(100):
        train().item()
torch.cuda.synchronize()

with d2l.Benchmark('batches issued'):
    for i in range(100):
        train()
with d2l.Benchmark('and then trained'):
    torch.cuda.synchronize()

with d2l.Benchmark('one batch ahead'):
    for i in range(100):
        l = train()
        done = torch.cuda.Event()
        done.record()
        if previous is not None:
            previous.synchronize()
        previous = done
    torch.cuda.synchronize()
