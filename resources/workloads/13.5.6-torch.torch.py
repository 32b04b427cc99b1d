#: id = 13.5.6-torch
#: title = LeNet, data parallel (PyTorch)
#: section = 13.5.6
#: group = 13.5 Training on multiple GPUs
#: order = 84
#: dialect = torch
#: machine = book-v100
#: values = timing
#: parameter batch = 256 | batch | 1..60000
#: parameter epochs = 4 | epochs | 1..1000
#: parameter lr = 0.2 | learning rate | 0.0..10.0
#: parameter images = 60000 | training images | 1..60000 | the first images of the set; one sixth as many are used for testing
#: parameter devices = all | devices | all,cpu | all: GPUs where the machine has them; cpu: the CPU instead
#: numbers batch = 57, 58
#: numbers epochs = 48
#: numbers lr = 57, 58
#: note = One thread issues the work of all GPUs. torch.cuda.synchronize() waits for the current one alone; the others are waited for when their gradients are copied.
#: try Batch 512 = set batch=512 | With 512 images per batch instead of {batch}, the last epoch takes {after} instead of {before}.
import torch
from d2l import torch as d2l
from torch import nn
from torch.nn import functional as F

kind = 'GPU' if torch.cuda.is_available() else 'CPU'  # Two replicas share the CPU
shapes = [(20, 1, 3, 3), (50, 20, 5, 5), (800, 128), (128, 10)]
initial = []
for shape, outputs in zip(shapes, (20, 50, 128, 10)):
    initial += [torch.randn(shape) * 0.01, torch.zeros(outputs)]
loss = nn.CrossEntropyLoss()

def lenet(images, weights):
    w1, b1, w2, b2, w3, b3, w4, b4 = weights
    maps = F.avg_pool2d(F.relu(F.conv2d(images, w1, b1)), 2)
    maps = F.avg_pool2d(F.relu(F.conv2d(maps, w2, b2)), 2)
    hidden = F.relu(maps.flatten(1) @ w3 + b3)
    return hidden @ w4 + b4

def replica(device):
    return [value.clone().to(device).requires_grad_() for value in initial]

def split(batch, devices):
    return [part.to(device) for part, device in zip(batch.chunk(len(devices)), devices)]

def allreduce(gradients):
    first, *others = gradients
    for other in others:
        first += other.to(first.device)
    for other in others:
        other.copy_(first)

def train_batch(images, labels, replicas, devices, lr):
    shards = zip(split(images, devices), split(labels, devices), replicas)
    losses = [loss(lenet(x, weights), y) for x, y, weights in shards]
    for one in losses:
        one.backward()
    with torch.no_grad():
        for same in zip(*replicas):  # One parameter on every device
            allreduce([weight.grad for weight in same])
    for weights in replicas:
        d2l.sgd(weights, lr, len(devices))  # A sum of means

def train(gpus, batch_size, lr):
    batches, test_batches = d2l.load_data_fashion_mnist(batch_size)
    devices = [d2l.try_gpu(g) for g in range(gpus)]
    replicas = [replica(device) for device in devices]
    for epoch in range(4):
        with d2l.Benchmark(f'{gpus} {kind}, epoch {epoch + 1}'):
            for images, labels in batches:
                train_batch(images, labels, replicas, devices, lr)
                if kind == 'GPU':
                    torch.cuda.synchronize()
        accuracy = d2l.evaluate_accuracy_gpu(lambda x: lenet(x, replicas[0]), test_batches, devices[0])
        print(f'epoch {epoch + 1}, test accuracy {accuracy:.2f}')

train(gpus=1, batch_size=256, lr=0.2)
train(gpus=2, batch_size=256, lr=0.2)
