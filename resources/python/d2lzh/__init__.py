"""The package of the book's first Chinese edition."""

import time

import mxnet as mx
from overlap_dialect.arguments import missing


class Benchmark():
    def __init__(self, prefix=None):
        self.prefix = prefix + ' ' if prefix else ''

    def __enter__(self):
        self.start = time.time()

    def __exit__(self, *args):
        print('%stime: %.4f sec' % (self.prefix, time.time() - self.start))


def try_gpu():
    return mx.gpu() if mx.context.num_gpus() > 0 else mx.cpu()


def try_all_gpus():
    """All GPUs, or the CPU where there is none."""
    return [mx.gpu(i) for i in range(mx.context.num_gpus())] or [mx.cpu()]


def __getattr__(name):
    raise missing('d2lzh', name, 'there are Benchmark, try_gpu and try_all_gpus')
