#: id = 13.6.4
#: title = ResNet-18
#: section = 13.6.4
#: group = 13.6 Concise implementation
#: order = 90
#: dialect = mxnet
#: machine = book-v100
#: values = timing
#: parameter batch = 256 | batch per GPU | 1..60000
#: parameter epochs = 4 | epochs | 1..1000
#: parameter lr = 0.1 | learning rate on one GPU | 0.0..10.0
#: parameter lr2 = 0.2 | on two | 0.0..10.0
#: parameter images = 60000 | training images | 1..60000 | the first images of the set; one sixth as many are used for testing
#: parameter devices = all | devices | all,cpu | all: GPUs where the machine has them; cpu: contexts of the CPU
#: numbers batch = 43, 44
#: numbers epochs = 29
#: numbers lr = 43
#: numbers lr2 = 44
#: book 1 GPU, epoch 1 = 14.0
#: book 1 GPU, epoch 2 = 12.9
#: book 1 GPU, epoch 3 = 13.0
#: book 1 GPU, epoch 4 = 13.0
#: book 2 GPU, epoch 1 = 7.3
#: book 2 GPU, epoch 2 = 6.7
#: book 2 GPU, epoch 3 = 6.7
#: book 2 GPU, epoch 4 = 6.7
#: note = 2.7 GFLOP per image, about 200 times those of LeNet. The gradients of a layer can be summed while the backward pass computes those of the layers before it. Two GPUs train twice the images per step.
import d2lzh as d2l
import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import nn

kind = 'gpu' if mx.context.num_gpus() > 0 else 'cpu'  # cpu(0) and cpu(1) share the cores

def stage(channels):
    halves = channels > 64
    blocks = nn.Sequential()
    blocks.add(d2l.Residual(channels, use_1x1conv=halves, strides=2 if halves else 1),
               d2l.Residual(channels))
    return blocks

net = nn.Sequential()
net.add(nn.Conv2D(64, kernel_size=3, strides=1, padding=1), nn.BatchNorm(), nn.Activation('relu'))
channels = 64
while channels <= 512:
    net.add(stage(channels))
    channels *= 2
net.add(nn.GlobalAvgPool2D(), nn.Dense(10))
loss = gluon.loss.SoftmaxCrossEntropyLoss()

def train(gpus, batch_size, lr):
    batches, test_batches = d2l.load_data_fashion_mnist(batch_size)
    devices = [mx.Context(kind, g) for g in range(gpus)]
    net.initialize(init=init.Normal(sigma=0.01), ctx=devices, force_reinit=True)
    trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': lr})
    for epoch in range(4):
        with d2l.Benchmark(f'{gpus} {kind.upper()}, epoch {epoch + 1}'):
            for images, labels in batches:
                shards = zip(gluon.utils.split_and_load(images, devices),
                             gluon.utils.split_and_load(labels, devices))
                with autograd.record():
                    losses = [loss(net(x), y) for x, y in shards]
                for one in losses:
                    one.backward()
                trainer.step(batch_size)
            nd.waitall()
        accuracy = d2l.evaluate_accuracy(test_batches, net, devices[0])
        print(f'epoch {epoch + 1}, test accuracy {accuracy:.2f}')

train(gpus=1, batch_size=256, lr=0.1)
train(gpus=2, batch_size=2 * 256, lr=0.2)
