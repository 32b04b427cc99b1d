"""The book's helpers for PyTorch."""

import _overlap
import torch
from overlap_dialect.arguments import missing
from overlap_dialect.measuring import Benchmark, Timer  # noqa: part of the package
from overlap_dialect.pictures import Pictures
from overlap_dialect.training import Accumulator, Animator  # noqa: part of the package
from overlap_dialect.training import batches, expect_batch_size, expect_rate, tell_accuracy
from torch import nn
from torch.utils.data import DataLoader, Dataset


def cpu():
    return torch.device("cpu")


def gpu(i=0):
    return torch.device(f"cuda:{i}")


def num_gpus():
    return torch.cuda.device_count()


def try_gpu(i=0):
    """gpu(i) if it exists, otherwise cpu()."""
    return gpu(i) if num_gpus() >= i + 1 else cpu()


def try_all_gpus():
    """All GPUs of the machine; an empty list if it has none."""
    return [gpu(i) for i in range(num_gpus())]


ones, zeros, tensor, rand, randn, arange, eye, matmul = (
    torch.ones,
    torch.zeros,
    torch.tensor,
    torch.rand,
    torch.randn,
    torch.arange,
    torch.eye,
    torch.matmul,
)


def numpy(x):
    return x.detach().numpy()


def size(a):
    return a.numel()


# -- data


class _Loader:
    """Batches of Fashion-MNIST; training batches are shuffled."""

    def __init__(self, batch_size, train):
        self._pictures, self._train = Pictures(torch.Tensor, "", train), train
        self._batch_size = batch_size if train else min(batch_size, self._pictures.count)
        expect_batch_size(self._batch_size, self._pictures.count)

    def __len__(self):
        return -(-self._pictures.count // self._batch_size)

    def __iter__(self):
        return batches(
            self._pictures.count,
            self._batch_size,
            self._train,
            True,
            lambda order, begin, count: self._pictures.batch(order, begin, count, True),
        )


class _Images(Dataset):
    """Fashion-MNIST as a data set: a row is (image, label)."""

    def __init__(self, train):
        self._pictures = Pictures(torch.Tensor, "", train)

    def __len__(self):
        return self._pictures.count

    def __getitem__(self, index):
        image, label = self._batch_of(_overlap.Order([index]), 0, 1)
        return image[0], label[0]

    def _batch_of(self, order, begin, count):
        return self._pictures.batch(order, begin, count, True)


class FashionMNIST:
    """The data sets `train` and `val`."""

    def __init__(self, batch_size=64, resize=(28, 28)):
        if tuple(resize) != (28, 28):
            raise NotImplementedError("resize is not supported: the pictures stay 28 by 28; leave it out")
        self.batch_size, self.train, self.val = batch_size, _Images(True), _Images(False)

    def train_dataloader(self):
        return DataLoader(self.train, self.batch_size, shuffle=True)

    def val_dataloader(self):
        return DataLoader(self.val, self.batch_size, shuffle=False)


def load_data_fashion_mnist(batch_size, resize=None):
    """Training data in shuffled batches, test data in order."""
    if resize is not None:
        raise NotImplementedError(
            "resize is not supported: the nets of this chapter take the pictures as they are, " "28 by 28; leave it out"
        )
    return _Loader(batch_size, True), _Loader(batch_size, False)


def split_batch(X, y, devices):
    """Splits a batch: one part of the features and labels for each device."""
    if X.shape[0] != y.shape[0]:
        raise ValueError(f"there are {X.shape[0]} rows of features and {y.shape[0]} labels")
    return nn.parallel.scatter(X, devices), nn.parallel.scatter(y, devices)


# -- training by hand


def sgd(params, lr, batch_size):
    """One step of stochastic gradient descent; gradients are zero afterwards."""
    expect_rate(lr)
    before = _overlap.phase("update")
    with torch.no_grad():
        for param in params:
            param -= lr * param.grad / batch_size
            param.grad.zero_()
    _overlap.phase(before)


def linreg(X, w, b):
    return torch.matmul(X, w) + b


def squared_loss(y_hat, y):
    return (y_hat - y.reshape(y_hat.shape)) ** 2 / 2


def accuracy(y_hat, y):
    """Counts the correct predictions."""
    if len(y_hat.shape) > 1 and y_hat.shape[1] > 1:
        y_hat = y_hat.argmax(dim=1)
    return float((y_hat.type(y.dtype) == y).sum())


def evaluate_accuracy_gpu(net, data_iter, device=None):
    """The fraction of examples that the net classifies correctly, computed on the device of its parameters."""
    if isinstance(net, nn.Module):
        net.eval()
        device = next(iter(net.parameters())).device if device is None else device
    metric = Accumulator(2)
    before = _overlap.phase("evaluate")
    try:
        with torch.no_grad():
            for X, y in data_iter:
                X, y = X.to(device), y.to(device)
                metric.add(accuracy(net(X), y), y.numel())
    finally:
        _overlap.phase(before)
    return tell_accuracy(metric[0] / metric[1])


def evaluate_accuracy(net, data_iter):
    """Like evaluate_accuracy_gpu(), on the CPU."""
    return evaluate_accuracy_gpu(net, data_iter, cpu())


# -- nets


class Residual(nn.Module):
    """Two convolutions and a skip connection, which is a convolution itself if use_1x1conv is set.

    Residual(channels), or Residual(input_channels, channels) as in the Chinese edition.
    """

    def __init__(self, *channels, use_1x1conv=False, strides=1):
        super().__init__()
        if len(channels) not in (1, 2):
            raise TypeError(
                f"Residual() takes the channels that come out, or before them those that come in, not " f"{channels}"
            )
        out = channels[-1]

        def convolution(before, kernel_size, **window):
            return (
                nn.LazyConv2d(out, kernel_size, **window)
                if before is None
                else nn.Conv2d(before, out, kernel_size, **window)
            )

        first = channels[0] if len(channels) == 2 else None
        second = out if len(channels) == 2 else None
        self.conv1 = convolution(first, 3, padding=1, stride=strides)
        self.conv2 = convolution(second, 3, padding=1)
        self.conv3 = convolution(first, 1, stride=strides) if use_1x1conv else None
        self.bn1, self.bn2 = (
            (nn.BatchNorm2d(out), nn.BatchNorm2d(out))
            if second is not None
            else (nn.LazyBatchNorm2d(), nn.LazyBatchNorm2d())
        )

    def forward(self, X):
        main = self.bn2(self.conv2(nn.functional.relu(self.bn1(self.conv1(X)))))
        around = X if self.conv3 is None else self.conv3(X)
        return nn.functional.relu(main + around)


def resnet18(num_classes, in_channels=1):
    """ResNet-18 for small images: the first convolution has a 3x3 kernel, and no pooling follows it."""
    blocks = [
        nn.Sequential(nn.Conv2d(in_channels, 64, kernel_size=3, stride=1, padding=1), nn.BatchNorm2d(64), nn.ReLU())
    ]
    before = 64
    for channels in (64, 128, 256, 512):
        shrinks = channels > 64
        blocks.append(
            nn.Sequential(
                Residual(before, channels, use_1x1conv=shrinks, strides=2 if shrinks else 1),
                Residual(channels, channels),
            )
        )
        before = channels
    return nn.Sequential(*blocks, nn.AdaptiveAvgPool2d((1, 1)), nn.Flatten(), nn.Linear(512, num_classes))


def __getattr__(name):
    raise missing(
        "d2l",
        name,
        "there are Benchmark, Timer, the devices, load_data_fashion_mnist, split_batch, sgd, "
        "accuracy, evaluate_accuracy and its kin, Accumulator, Animator, Residual and resnet18",
    )
