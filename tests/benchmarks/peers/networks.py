"""Networks of the chapter as usually written in PyTorch: each with the shape of its input and the number of classes."""

import torch
from torch import nn


class Residual(nn.Module):
    def __init__(self, inputs, channels, stride=1, widens=False):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, channels, 3, stride, 1)
        self.bn1 = nn.BatchNorm2d(channels)
        self.conv2 = nn.Conv2d(channels, channels, 3, 1, 1)
        self.bn2 = nn.BatchNorm2d(channels)
        self.conv3 = nn.Conv2d(inputs, channels, 1, stride) if widens else None

    def forward(self, x):
        y = torch.relu(self.bn1(self.conv1(x)))
        y = self.bn2(self.conv2(y))
        return torch.relu(y + (self.conv3(x) if self.conv3 else x))


def lenet():
    net = nn.Sequential(
        nn.Conv2d(1, 20, 3),
        nn.ReLU(),
        nn.AvgPool2d(2, 2),
        nn.Conv2d(20, 50, 5),
        nn.ReLU(),
        nn.AvgPool2d(2, 2),
        nn.Flatten(),
        nn.Linear(800, 128),
        nn.ReLU(),
        nn.Linear(128, 10),
    )
    return net, (256, 1, 28, 28), 10


def resnet18():
    layers = [nn.Conv2d(1, 64, 3, 1, 1), nn.BatchNorm2d(64), nn.ReLU()]
    inputs = 64
    for channels in (64, 128, 256, 512):
        first = channels == 64
        layers += [Residual(inputs, channels, 1 if first else 2, not first), Residual(channels, channels)]
        inputs = channels
    net = nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 10))
    return net, (32, 1, 28, 28), 10


def mlp():
    net = nn.Sequential(nn.Linear(512, 2048), nn.ReLU(), nn.Linear(2048, 512), nn.ReLU(), nn.Linear(512, 1))
    return net, (1024, 512), 1
