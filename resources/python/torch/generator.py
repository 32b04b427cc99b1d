"""Random orders, and generators of random numbers that a program passes."""

import os
import random

import _overlap
import torch
from overlap_dialect.arguments import missing


class Generator:
    """Random numbers that are independent of the others: randperm(), random_split() and DataLoader() take one."""

    def __init__(self, device='cpu'):
        self.device = torch.device(device)
        self.manual_seed(67280421310721)  # PyTorch's

    def manual_seed(self, seed):
        self._seed, self._random = int(seed), random.Random(int(seed))
        return self

    def seed(self):
        self.manual_seed(int.from_bytes(os.urandom(8), 'little'))
        return self._seed

    def initial_seed(self):
        return self._seed

    def __getattr__(self, name):
        raise missing('Generator', name, 'there are manual_seed, seed, initial_seed and device')


def order(count, generator=None):
    """The numbers below `count` in a random order."""
    if generator is None:
        return list(_overlap.Order(count, True).rows)
    return generator._random.sample(range(count), count)
