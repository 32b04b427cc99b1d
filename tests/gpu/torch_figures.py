"""Rates of PyTorch and of Overlap from one listing: this file runs under both, `python3 torch_figures.py` and
`overlap-run torch_figures.py --machine this-computer`. Prints one line for each: name, rate, unit. With the argument
`deterministic`, PyTorch uses only algorithms whose bits are the same in each run, as Overlap does; another argument
selects the rates whose names contain it."""
import sys
import time

import torch
from torch import nn

if 'deterministic' in sys.argv[1:]:
    torch.backends.cudnn.deterministic = True
device = torch.device('cuda:0' if torch.cuda.is_available() else 'cpu')
is_gpu = torch.cuda.is_available()
n, products = (4000, 50) if is_gpu else (256, 5)
batch, steps = (256, 40) if is_gpu else (8, 2)
width = 64 if is_gpu else 8


def wait():
    if is_gpu:
        torch.cuda.synchronize(device)


def rate(work, amount):
    """Best rate of three runs, after one warm-up run."""
    best = 0.0
    for turn in range(4):
        wait()
        begin = time.time()
        work()
        wait()
        seconds = time.time() - begin
        if turn > 0:
            best = max(best, amount / max(seconds, 1e-9))
    return best


class Residual(nn.Module):
    def __init__(self, before, after, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(before, after, kernel_size=3, padding=1, stride=stride)
        self.conv2 = nn.Conv2d(after, after, kernel_size=3, padding=1)
        self.conv3 = nn.Conv2d(before, after, kernel_size=1, stride=stride) if before != after else None
        self.bn1 = nn.BatchNorm2d(after)
        self.bn2 = nn.BatchNorm2d(after)
        self.relu = nn.ReLU()

    def forward(self, x):
        y = self.bn2(self.conv2(self.relu(self.bn1(self.conv1(x)))))
        if self.conv3 is not None:
            x = self.conv3(x)
        return self.relu(y + x)


def lenet():
    return nn.Sequential(
        nn.Conv2d(1, 20, kernel_size=3),
        nn.ReLU(),
        nn.AvgPool2d(2),
        nn.Conv2d(20, 50, kernel_size=5),
        nn.ReLU(),
        nn.AvgPool2d(2),
        nn.Flatten(),
        nn.Linear(800, 128),
        nn.ReLU(),
        nn.Linear(128, 10),
    )


def resnet18():
    layers = [nn.Conv2d(1, width, kernel_size=3, padding=1), nn.BatchNorm2d(width), nn.ReLU()]
    channels = width
    for stage in range(4):
        after = width * 2**stage
        layers.append(Residual(channels, after, 2 if stage > 0 else 1))
        layers.append(Residual(after, after, 1))
        channels = after
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, 10))


def training(net):
    images = torch.rand(batch, 1, 28, 28, device=device)
    labels = torch.zeros(batch, dtype=torch.int64, device=device)
    net = net.to(device)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    loss = nn.CrossEntropyLoss()

    def work():
        for step in range(steps):
            optimizer.zero_grad()
            loss(net(images), labels).backward()
            optimizer.step()

    return work


a = torch.rand(n, n, device=device)


def multiply():
    results = []
    for i in range(products):
        results.append(torch.mm(a, a))


def show(name, work, amount, unit):
    """Prints a rate. `work` returns the function to measure."""
    words = [word for word in sys.argv[1:] if word != 'deterministic']
    if all(word in name for word in words):
        print(name, rate(work(), amount), unit, flush=True)


show('products', lambda: multiply, products, 'products/s')
show('LeNet', lambda: training(lenet()), batch * steps, 'images/s')
show('ResNet-18', lambda: training(resnet18()), batch * steps, 'images/s')
