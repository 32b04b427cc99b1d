#: id = 13.5.6
#: title = LeNet, data parallel
#: section = 13.5.6
#: group = 13.5 Training on multiple GPUs
#: order = 83
#: dialect = mxnet
#: machine = book-v100
#: values = timing
#: parameter batch = 256 | batch | 1..60000
#: parameter epochs = 4 | epochs | 1..1000
#: parameter lr = 0.2 | learning rate | 0.0..10.0
#: parameter images = 60000 | training images | 1..60000 | the first images of the set; one sixth as many are used for testing
#: parameter devices = all | devices | all,cpu | all: GPUs where the machine has them; cpu: contexts of the CPU
#: numbers batch = 64, 65
#: numbers epochs = 56
#: numbers lr = 64, 65
#: book 1 GPU, epoch 1 = 1.5
#: book 1 GPU, epoch 2 = 1.4
#: book 1 GPU, epoch 3 = 1.4
#: book 1 GPU, epoch 4 = 1.4
#: book 2 GPU, epoch 1 = 2.6
#: book 2 GPU, epoch 2 = 2.6
#: book 2 GPU, epoch 3 = 2.4
#: book 2 GPU, epoch 4 = 2.5
#: note = 13 MFLOP per image, which is little for a GPU. One thread issues the work of all GPUs: the operations of a batch once for each GPU and its part of the images.
#: try Batch 512 = set batch=512 | With 512 images per batch instead of {batch}, the last epoch takes {after} instead of {before}.
import d2lzh as d2l
import mxnet as mx
from mxnet import autograd, gluon, nd

kind = 'gpu' if mx.context.num_gpus() > 0 else 'cpu'  # cpu(0) and cpu(1) share the cores
shapes = [(20, 1, 3, 3), (50, 20, 5, 5), (800, 128), (128, 10)]
initial = []
for shape, outputs in zip(shapes, (20, 50, 128, 10)):
    initial += [nd.random.normal(scale=0.01, shape=shape), nd.zeros(outputs)]

def lenet(images, weights):
    w1, b1, w2, b2, w3, b3, w4, b4 = weights
    maps = nd.relu(nd.Convolution(images, w1, b1, kernel=(3, 3), num_filter=20))
    maps = nd.Pooling(maps, pool_type='avg', kernel=(2, 2), stride=(2, 2))
    maps = nd.relu(nd.Convolution(maps, w2, b2, kernel=(5, 5), num_filter=50))
    maps = nd.Pooling(maps, pool_type='avg', kernel=(2, 2), stride=(2, 2))
    hidden = nd.relu(nd.dot(nd.flatten(maps), w3) + b3)
    return nd.dot(hidden, w4) + b4

loss = gluon.loss.SoftmaxCrossEntropyLoss()

def replica(device):
    weights = [value.copyto(device) for value in initial]
    for weight in weights:
        weight.attach_grad()
    return weights

def split_and_load(batch, devices):
    share, rest = divmod(batch.shape[0], len(devices))
    assert rest == 0, f'{batch.shape[0]} rows do not split evenly over {len(devices)} devices'
    return [batch[k * share:(k + 1) * share].as_in_context(device)
            for k, device in enumerate(devices)]

def allreduce(arrays):
    first, *others = arrays
    for other in others:
        first += other.copyto(first.context)
    for other in others:
        first.copyto(other)

def train_batch(images, labels, replicas, devices, lr):
    shards = zip(split_and_load(images, devices), split_and_load(labels, devices), replicas)
    with autograd.record():
        losses = [loss(lenet(x, weights), y) for x, y, weights in shards]
    for one in losses:
        one.backward()
    for same in zip(*replicas):  # One parameter on every device
        allreduce([weight.grad for weight in same])
    for weights in replicas:
        d2l.sgd(weights, lr, images.shape[0])

def train(gpus, batch_size, lr):
    batches, test_batches = d2l.load_data_fashion_mnist(batch_size)
    devices = [mx.Context(kind, g) for g in range(gpus)]
    replicas = [replica(device) for device in devices]
    for epoch in range(4):
        with d2l.Benchmark(f'{gpus} {kind.upper()}, epoch {epoch + 1}'):
            for images, labels in batches:
                train_batch(images, labels, replicas, devices, lr)
                nd.waitall()
        accuracy = d2l.evaluate_accuracy(test_batches, lambda x: lenet(x, replicas[0]), devices[0])
        print(f'epoch {epoch + 1}, test accuracy {accuracy:.2f}')

train(gpus=1, batch_size=256, lr=0.2)
train(gpus=2, batch_size=256, lr=0.2)
