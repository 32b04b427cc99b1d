#: id = 13.6-ddp
#: title = ResNet-18, one process per GPU (PyTorch)
#: section = 13.6
#: group = 13.6 Concise implementation
#: order = 92
#: dialect = torch
#: machine = h100-8
#: values = timing
#: parameter ranks = 8 | ranks | 1..64
#: parameter batch = 256 | batch per rank | 1..60000
#: parameter epochs = 1 | epochs | 1..1000
#: parameter lr = 0.1 | learning rate per rank | 0.0..10.0
#: parameter bucket = 25 | MiB per bucket of gradients | 1..1000
#: parameter images = 60000 | training images | 1..60000 | the first images of the set; one sixth as many are used for testing
#: parameter overlap = on | exchange during backward | on,off | on: while backward() computes further gradients; off: after it
#: numbers batch = 28
#: numbers bucket = 29
#: numbers lr = 30
#: numbers epochs = 33
#: note = Each rank is a process with its own GPU: overlap-run 13.6-ddp --ranks 8. By default the gradients of the last layers, which backward() computes first, are exchanged while it computes those of the first layers. DistributedDataParallel waits for them by itself: the switch is the parameter "exchange during backward", not a line.
import torch
import torch.distributed as dist
from d2l import torch as d2l
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler

dist.init_process_group('nccl' if torch.cuda.is_available() else 'gloo')
rank, ranks = dist.get_rank(), dist.get_world_size()
device = d2l.try_gpu(dist.get_node_local_rank(fallback_rank=0))

def stage(before, channels):
    halves = channels > before
    return nn.Sequential(
        d2l.Residual(before, channels, use_1x1conv=halves, strides=2 if halves else 1),
        d2l.Residual(channels, channels))

def resnet18():
    layers = [nn.Conv2d(1, 64, kernel_size=3, padding=1), nn.BatchNorm2d(64), nn.ReLU(), stage(64, 64)]
    channels = 64
    while channels < 512:
        layers.append(stage(channels, 2 * channels))
        channels *= 2
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d((1, 1)), nn.Flatten(), nn.Linear(512, 10))

data = d2l.FashionMNIST().train
sampler = DistributedSampler(data)
batches = DataLoader(data, batch_size=256, sampler=sampler)
net = DistributedDataParallel(resnet18().to(device), bucket_cap_mb=25)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1 * ranks)
loss = nn.CrossEntropyLoss()

for epoch in range(1):
    sampler.set_epoch(epoch)
    with d2l.Benchmark(f'rank {rank} of {ranks}, epoch {epoch + 1}'):
        for images, labels in batches:
            images, labels = images.to(device), labels.to(device)
            optimizer.zero_grad()
            loss(net(images), labels).backward()
            optimizer.step()
        dist.barrier()
dist.destroy_process_group()
