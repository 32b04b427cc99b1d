"""mxnet.np.random"""

import _overlap
from mxnet import making
from overlap_dialect.arguments import missing, size_of


def _kind():
    from mxnet.np import ndarray

    return ndarray


def uniform(low=0.0, high=1.0, size=None, dtype=None, ctx=None, device=None, **options):
    return making.make(
        _kind(), 'RandomUniform', 'random.uniform', size_of((), size or ()), ctx, device, dtype, low, high, **options
    )


def normal(loc=0.0, scale=1.0, size=None, dtype=None, ctx=None, device=None, **options):
    return making.make(
        _kind(), 'RandomNormal', 'random.normal', size_of((), size or ()), ctx, device, dtype, loc, scale, **options
    )


def rand(*size, **options):
    return uniform(size=size, **options)


def randn(*size, **options):
    return normal(size=size, **options)


def seed(seed=None):
    _overlap.seed(seed or 0)


def __getattr__(name):
    raise missing('mxnet.np.random', name, 'there are uniform, normal, rand, randn and seed')
