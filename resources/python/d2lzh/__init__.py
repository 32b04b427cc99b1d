"""The package of the book's first Chinese edition."""

import time

import _overlap
import mxnet as mx
from mxnet import autograd, nd  # noqa: programs use d2l.nd
from mxnet.gluon import loss as gloss  # noqa
from mxnet.gluon import data as gdata
from mxnet.gluon import nn
from mxnet.gluon import utils as gutils
from overlap_dialect.arguments import missing
from overlap_dialect.training import expect_rate, tell_accuracy


class Benchmark:
    def __init__(self, prefix=None):
        self.prefix = prefix + " " if prefix else ""

    def __enter__(self):
        self.start = time.time()

    def __exit__(self, *args):
        print("%stime: %.4f sec" % (self.prefix, time.time() - self.start))


def try_gpu():
    return mx.gpu() if mx.context.num_gpus() > 0 else mx.cpu()


def try_all_gpus():
    """All GPUs, or the CPU if the machine has none."""
    return [mx.gpu(i) for i in range(mx.context.num_gpus())] or [mx.cpu()]


# -- data


def load_data_fashion_mnist(batch_size, resize=None, root=""):
    """Training data in shuffled batches, test data in order."""
    steps = [] if resize is None else [gdata.vision.transforms.Resize(resize)]
    to_tensor = gdata.vision.transforms.Compose(steps + [gdata.vision.transforms.ToTensor()])

    def batches(train):
        pictures = gdata.vision.FashionMNIST(root=root, train=train)
        return gdata.DataLoader(
            pictures.transform_first(to_tensor),
            min(batch_size, len(pictures)) if not train else batch_size,
            shuffle=train,
        )

    return batches(True), batches(False)


def _get_batch(batch, ctx):
    """Returns (features, labels, number of examples); features and labels are split over the devices."""
    features, labels = batch
    if labels.dtype != features.dtype:
        labels = labels.astype(features.dtype)
    return (gutils.split_and_load(features, ctx), gutils.split_and_load(labels, ctx), features.shape[0])


def evaluate_accuracy(data_iter, net, ctx=None):
    """The fraction of examples that the net classifies correctly; waits after each batch, as the book does."""
    devices = [mx.cpu()] if ctx is None else [ctx] if isinstance(ctx, mx.Context) else list(ctx)
    right, count = nd.array([0]), 0
    before = _overlap.phase("evaluate")
    try:
        for batch in data_iter:
            for X, y in zip(*_get_batch(batch, devices)[:2]):
                y = y.astype("float32")
                right += (net(X).argmax(axis=1) == y).sum().copyto(mx.cpu())
                count += y.size
            right.wait_to_read()
        accuracy = right.asscalar() / count
    finally:
        _overlap.phase(before)
    return tell_accuracy(accuracy)


# -- training by hand


def sgd(params, lr, batch_size):
    """One step of stochastic gradient descent."""
    expect_rate(lr)
    before = _overlap.phase("update")
    for param in params:
        param[:] = param - lr * param.grad / batch_size
    _overlap.phase(before)


def linreg(X, w, b):
    return nd.dot(X, w) + b


def squared_loss(y_hat, y):
    return (y_hat - y.reshape(y_hat.shape)) ** 2 / 2


# -- nets


class Residual(nn.Block):
    """Two convolutions and a skip connection, which is a convolution itself if use_1x1conv is set."""

    def __init__(self, num_channels, use_1x1conv=False, strides=1, **kwargs):
        super().__init__(**kwargs)
        self.conv1 = nn.Conv2D(num_channels, kernel_size=3, padding=1, strides=strides)
        self.conv2 = nn.Conv2D(num_channels, kernel_size=3, padding=1)
        self.conv3 = nn.Conv2D(num_channels, kernel_size=1, strides=strides) if use_1x1conv else None
        self.bn1, self.bn2 = nn.BatchNorm(), nn.BatchNorm()

    def forward(self, X):
        main = self.bn2(self.conv2(nd.relu(self.bn1(self.conv1(X)))))
        around = X if self.conv3 is None else self.conv3(X)
        return nd.relu(main + around)


def resnet18(num_classes):
    """ResNet-18 for small images: the first convolution has a 3x3 kernel, and no pooling follows it."""
    net = nn.Sequential()
    net.add(nn.Conv2D(64, kernel_size=3, strides=1, padding=1), nn.BatchNorm(), nn.Activation("relu"))
    for stage, channels in enumerate((64, 128, 256, 512)):
        block = nn.Sequential()
        for i in range(2):
            shrinks = stage > 0 and i == 0
            block.add(Residual(channels, use_1x1conv=shrinks, strides=2 if shrinks else 1))
        net.add(block)
    net.add(nn.GlobalAvgPool2D(), nn.Dense(num_classes))
    return net


def __getattr__(name):
    raise missing(
        "d2lzh",
        name,
        "there are Benchmark, try_gpu, try_all_gpus, load_data_fashion_mnist, "
        "evaluate_accuracy, sgd, linreg, squared_loss, Residual and resnet18",
    )
