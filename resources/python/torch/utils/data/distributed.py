"""torch.utils.data.distributed: the part of a data set that belongs to one rank."""

import math

import _overlap
import torch
from overlap_dialect.arguments import missing
from torch.utils.data import Sampler


class DistributedSampler(Sampler):
    """Rows rank, rank + n, rank + 2 n… of the data set in an order that is the same on all n ranks."""

    def __init__(self, dataset, num_replicas=None, rank=None, shuffle=True, seed=0, drop_last=False):
        count = torch.distributed.get_world_size() if num_replicas is None else num_replicas
        own = torch.distributed.get_rank() if rank is None else rank
        if not 0 <= own < count:
            raise ValueError(f"Invalid rank {own}, rank should be in the interval [0, {count - 1}]")
        self.dataset, self.num_replicas, self.rank = dataset, count, own
        self.shuffle, self.seed, self.drop_last, self.epoch = shuffle, seed, drop_last, 0
        rows = len(dataset)
        self.num_samples = rows // count if drop_last else math.ceil(rows / count)
        self.total_size = self.num_samples * count

    def __iter__(self):
        return iter(self.rows())

    def __len__(self):
        return self.num_samples

    def set_epoch(self, epoch):
        self.epoch = epoch

    def rows(self):
        rows = _overlap.Order(len(self.dataset), self.shuffle, self.seed + self.epoch).rows
        while len(rows) < self.total_size:  # every rank gets the same number of rows
            rows += rows[: self.total_size - len(rows)]
        return rows[self.rank : self.total_size : self.num_replicas]


def __getattr__(name):
    raise missing("torch.utils.data.distributed", name, "there is DistributedSampler")
