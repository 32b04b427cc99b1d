#: id = 13.5-ddp
#: title = LeNet, one process per GPU (PyTorch)
#: section = 13.5
#: group = 13.5 Training on multiple GPUs
#: order = 85
#: dialect = torch
#: machine = a100-4
#: values = timing
#: parameter ranks = 4 | ranks | 1..64
#: parameter batch = 256 | batch of all ranks | 1..60000
#: parameter epochs = 4 | epochs | 1..1000
#: parameter lr = 0.2 | learning rate | 0.0..10.0
#: parameter images = 60000 | training images | 1..60000 | the first images of the set; one sixth as many are used for testing
#: parameter overlap = on | exchange during backward | on,off | on: while backward() computes further gradients; off: after it
#: numbers batch = 14
#: numbers lr = 21
#: numbers epochs = 24
#: note = Each rank is a process with its own GPU and part of the data: overlap-run 13.5-ddp --ranks 4. DistributedDataParallel averages the gradients, by default while backward() still computes others.
import torch
import torch.distributed as dist
from d2l import torch as d2l
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler

dist.init_process_group('nccl' if torch.cuda.is_available() else 'gloo')
rank, ranks = dist.get_rank(), dist.get_world_size()
device = d2l.try_gpu(dist.get_node_local_rank(fallback_rank=0))

data = d2l.FashionMNIST().train
sampler = DistributedSampler(data)  # Every rank takes other images
batches = DataLoader(data, batch_size=256 // ranks, sampler=sampler)

lenet = nn.Sequential(
    nn.Conv2d(1, 20, kernel_size=3), nn.ReLU(), nn.AvgPool2d(2),
    nn.Conv2d(20, 50, kernel_size=5), nn.ReLU(), nn.AvgPool2d(2),
    nn.Flatten(), nn.Linear(800, 128), nn.ReLU(), nn.Linear(128, 10))
net = DistributedDataParallel(lenet.to(device))  # Starts from the weights of rank 0
optimizer = torch.optim.SGD(net.parameters(), lr=0.2)
loss = nn.CrossEntropyLoss()

for epoch in range(4):
    sampler.set_epoch(epoch)
    with d2l.Benchmark(f'rank {rank} of {ranks}, epoch {epoch + 1}'):
        for images, labels in batches:
            images, labels = images.to(device), labels.to(device)
            optimizer.zero_grad()
            error = loss(net(images), labels)
            error.backward()  # Averages the gradients bucket by bucket
            optimizer.step()
        dist.barrier()
    work = dist.all_reduce(error, dist.ReduceOp.AVG, async_op=True)
    work.wait()
    if rank == 0:
        print(f'epoch {epoch + 1}, loss {error.item():.3f}')
dist.destroy_process_group()
