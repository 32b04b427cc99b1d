#: id = 13.1.3-forward
#: title = What Python still runs
#: dialect = torch
#: numbers hidden = 7, 8
import torch
from torch import nn

class Talkative(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 10)
        self.second = nn.Linear(10, 2)

    def forward(self, x):
        print('x:', x.shape)
        hidden = torch.relu(self.first(x))
        print('hidden:', hidden.shape)
        return self.second(hidden)

net = Talkative()
x = torch.randn(1, 4)
print('first call', net(x))
print('second call', net(x))

traced = torch.jit.trace(net, x)  # Runs forward once more and keeps its operations
print('traced', traced(x))
print('and again', traced(x))
