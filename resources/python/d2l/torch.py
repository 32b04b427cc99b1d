"""The book's helpers for PyTorch."""

import torch
from overlap_dialect.arguments import missing
from overlap_dialect.measuring import Benchmark, Timer  # noqa: part of the package


def cpu():
    return torch.device('cpu')


def gpu(i=0):
    return torch.device(f'cuda:{i}')


def num_gpus():
    return torch.cuda.device_count()


def try_gpu(i=0):
    """gpu(i) if it exists, otherwise cpu()."""
    return gpu(i) if num_gpus() >= i + 1 else cpu()


def try_all_gpus():
    """All GPUs; none: an empty list."""
    return [gpu(i) for i in range(num_gpus())]


ones, zeros, tensor, rand, randn, arange, eye, matmul = (
    torch.ones, torch.zeros, torch.tensor, torch.rand, torch.randn, torch.arange, torch.eye, torch.matmul)


def numpy(x):
    return x.detach().numpy()


def size(a):
    return a.numel()


def __getattr__(name):
    raise missing('d2l', name, 'there are Benchmark, Timer, cpu, gpu, num_gpus, try_gpu and try_all_gpus')
