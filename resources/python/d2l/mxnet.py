"""The book's helpers for MXNet."""

import _overlap
from d2lzh import Residual, load_data_fashion_mnist, resnet18, sgd  # noqa: re-exported, the same in every edition
from mxnet import gluon, np, npx
from overlap_dialect.arguments import missing
from overlap_dialect.measuring import Benchmark, Timer  # noqa: part of the package
from overlap_dialect.training import Accumulator, Animator, tell_accuracy  # noqa


def cpu():
    return npx.cpu()


def gpu(i=0):
    return npx.gpu(i)


def num_gpus():
    return npx.num_gpus()


def try_gpu(i=0):
    """gpu(i) if it exists, otherwise cpu()."""
    return npx.gpu(i) if npx.num_gpus() >= i + 1 else npx.cpu()


def try_all_gpus():
    """All GPUs of the machine; an empty list if it has none."""
    return [npx.gpu(i) for i in range(npx.num_gpus())]


ones, zeros, tensor, arange, eye, matmul = (np.ones, np.zeros, np.array, np.arange, np.eye, np.dot)


def numpy(x):
    return x.asnumpy()


def size(a):
    return a.size


# -- data


def split_batch(X, y, devices):
    """Splits a batch: one part of the features and labels for each device."""
    if X.shape[0] != y.shape[0]:
        raise ValueError(f"there are {X.shape[0]} rows of features and {y.shape[0]} labels")
    return gluon.utils.split_and_load(X, devices), gluon.utils.split_and_load(y, devices)


# -- training by hand


def linreg(X, w, b):
    return np.dot(X, w) + b


def squared_loss(y_hat, y):
    return (y_hat - y.reshape(y_hat.shape)) ** 2 / 2


def accuracy(y_hat, y):
    """Counts the correct predictions."""
    if len(y_hat.shape) > 1 and y_hat.shape[1] > 1:
        y_hat = y_hat.argmax(axis=1)
    return float((y_hat.astype(y.dtype) == y).sum())


def evaluate_accuracy(net, data_iter):
    """The fraction of examples that the net classifies correctly, computed on the CPU."""
    return evaluate_accuracy_gpu(net, data_iter, cpu())


def evaluate_accuracy_gpu(net, data_iter, device=None):
    """The fraction of examples that the net classifies correctly, computed on the device of its parameters."""
    if device is None:
        device = next(iter(net.collect_params().values())).list_ctx()[0]
    metric = Accumulator(2)
    before = _overlap.phase("evaluate")
    try:
        for X, y in data_iter:
            X, y = X.as_in_ctx(device), y.as_in_ctx(device)
            metric.add(accuracy(net(X), y), y.size)
    finally:
        _overlap.phase(before)
    return tell_accuracy(metric[0] / metric[1])


def evaluate_accuracy_gpus(net, data_iter, split_f=split_batch):
    """Like evaluate_accuracy_gpu(), with each batch split over the devices of the net."""
    devices = next(iter(net.collect_params().values())).list_ctx()
    metric = Accumulator(2)
    for features, labels in data_iter:
        shards = split_f(features, labels, devices)
        predictions = [net(X) for X in shards[0]]
        metric.add(sum(accuracy(one, y) for one, y in zip(predictions, shards[1])), labels.size)
    return tell_accuracy(metric[0] / metric[1])


astype, reshape, reduce_sum, reduce_mean, argmax = (
    lambda x, *args, **kwargs: x.astype(*args, **kwargs),
    lambda x, *args, **kwargs: x.reshape(*args, **kwargs),
    lambda x, *args, **kwargs: x.sum(*args, **kwargs),
    lambda x, *args, **kwargs: x.mean(*args, **kwargs),
    lambda x, *args, **kwargs: x.argmax(*args, **kwargs),
)


def __getattr__(name):
    raise missing(
        "d2l",
        name,
        "there are Benchmark, Timer, the devices, load_data_fashion_mnist, split_batch, sgd, "
        "accuracy, evaluate_accuracy and its kin, Accumulator, Animator, Residual and resnet18",
    )
