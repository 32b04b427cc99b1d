"""Trains one of the networks in several processes; rank 0 prints the median time of a step in milliseconds.

    ddp_training.py NETWORK BATCH STEPS

Runs under PyTorch, with RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT in the environment, and under overlap-run."""

import sys
import time

import torch
import torch.distributed as dist
from networks import lenet, resnet18
from torch import nn
from torch.nn.parallel import DistributedDataParallel

batch, steps = int(sys.argv[2]), int(sys.argv[3])
dist.init_process_group("gloo")
torch.manual_seed(dist.get_rank())
made, shape, classes = {"lenet": lenet, "resnet18": resnet18}[sys.argv[1]]()
net = DistributedDataParallel(made)
sgd = torch.optim.SGD(net.parameters(), 0.01)
loss = nn.CrossEntropyLoss()
x, target = torch.rand(batch, *shape[1:]), torch.randint(classes, (batch,))
times = []
for i in range(steps + 2):
    dist.barrier()
    begin = time.perf_counter()
    sgd.zero_grad()
    loss(net(x), target).backward()
    sgd.step()
    times.append(time.perf_counter() - begin)
if dist.get_rank() == 0:
    print("step", 1e3 * sorted(times[2:])[steps // 2], flush=True)
dist.destroy_process_group()
