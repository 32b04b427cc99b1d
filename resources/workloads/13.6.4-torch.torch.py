#: id = 13.6.4-torch
#: title = ResNet-18 (PyTorch)
#: section = 13.6.4
#: group = 13.6 Concise implementation
#: order = 91
#: dialect = torch
#: machine = book-v100
#: values = timing
#: parameter batch = 256 | batch per GPU | 1..60000
#: parameter epochs = 4 | epochs | 1..1000
#: parameter lr = 0.1 | learning rate on one GPU | 0.0..10.0
#: parameter lr2 = 0.2 | on two | 0.0..10.0
#: parameter images = 60000 | training images | 1..60000 | the first images of the set; one sixth as many are used for testing
#: parameter devices = all | devices | all,cpu | all: GPUs where the machine has them; cpu: the CPU instead
#: numbers batch = 46, 47
#: numbers epochs = 33
#: numbers lr = 46
#: numbers lr2 = 47
#: note = DataParallel copies the net to every GPU in every step, splits the batch, and gathers results and gradients on the first GPU, which therefore has more to do and to hold than the others.
import torch
from d2l import torch as d2l
from torch import nn

kind = 'GPU' if torch.cuda.is_available() else 'CPU'

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
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 10))

def small_weights(layer):
    if isinstance(layer, (nn.Conv2d, nn.Linear)):
        nn.init.normal_(layer.weight, std=0.01)

loss = nn.CrossEntropyLoss()

def train(gpus, batch_size, lr):
    batches, test_batches = d2l.load_data_fashion_mnist(batch_size)
    devices = [d2l.try_gpu(g) for g in range(gpus)]
    net = resnet18().apply(small_weights).to(devices[0])
    net = nn.DataParallel(net, device_ids=devices)
    optimizer = torch.optim.SGD(net.parameters(), lr)
    for epoch in range(4):
        net.train()
        with d2l.Benchmark(f'{gpus} {kind}, epoch {epoch + 1}'):
            for images, labels in batches:
                optimizer.zero_grad()
                images, labels = images.to(devices[0]), labels.to(devices[0])
                loss(net(images), labels).backward()
                optimizer.step()
            if kind == 'GPU':
                torch.cuda.synchronize()
        accuracy = d2l.evaluate_accuracy_gpu(net, test_batches)
        print(f'epoch {epoch + 1}, test accuracy {accuracy:.2f}')

train(gpus=1, batch_size=256, lr=0.1)
train(gpus=2, batch_size=2 * 256, lr=0.2)
