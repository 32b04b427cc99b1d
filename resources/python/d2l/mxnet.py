"""The book's helpers for MXNet."""

from mxnet import np, npx
from overlap_dialect.arguments import missing
from overlap_dialect.measuring import Benchmark, Timer  # noqa: part of the package


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
    """All GPUs; none: an empty list."""
    return [npx.gpu(i) for i in range(npx.num_gpus())]


ones, zeros, tensor, arange, eye, matmul = np.ones, np.zeros, np.array, np.arange, np.eye, np.dot


def numpy(x):
    return x.asnumpy()


def size(a):
    return a.size


def __getattr__(name):
    raise missing('d2l', name, 'there are Benchmark, Timer, cpu, gpu, num_gpus, try_gpu and try_all_gpus')
