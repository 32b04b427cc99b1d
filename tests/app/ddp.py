"""Six steps of a net on two ranks; torch_oracle.py compares the output with that of PyTorch."""
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def numbers(*shape):
    """The same in every framework, between -1 and 1."""
    count = torch.Size(shape).numel()
    return torch.sin(torch.arange(count, dtype=torch.float32) * 1.7).reshape(shape)


dist.init_process_group('gloo')
rank, world = dist.get_rank(), dist.get_world_size()
net = nn.Sequential(
    nn.Conv2d(1, 6, 5, padding=2),
    nn.ReLU(),
    nn.MaxPool2d(2),
    nn.Conv2d(6, 16, 5),
    nn.ReLU(),
    nn.AvgPool2d(2),
    nn.Flatten(),
    nn.Linear(16 * 5 * 5, 84),
    nn.Tanh(),
    nn.Linear(84, 10),
)
with torch.no_grad():
    for parameter in net.parameters():
        parameter.copy_(numbers(*parameter.shape) * 0.3 / max(1, parameter[0].numel()) ** 0.5)
model = DistributedDataParallel(net)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-3)
loss = nn.CrossEntropyLoss()
images, labels = numbers(64, 1, 28, 28), torch.arange(64) % 10
for step in range(6):
    first = (step * 16 + rank * 8) % 64
    optimizer.zero_grad()
    value = loss(model(images[first : first + 8]), labels[first : first + 8])
    value.backward()
    optimizer.step()
    total = value.detach().clone()
    dist.all_reduce(total)
    if rank == 0:
        print(f'{total.item() / world:.9g}')
if rank == 0:
    for name, parameter in net.named_parameters():
        print(name, f'{parameter.detach().sum().item():.9g} {parameter.detach().abs().max().item():.9g}')
dist.destroy_process_group()
