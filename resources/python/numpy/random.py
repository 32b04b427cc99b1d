"""Random numbers of NumPy's stand-in; the same generator as everywhere in a run."""

import _overlap
from overlap_dialect.arguments import missing, size_of


def _made(op, size, first, second, name):
    import numpy
    if size is None:
        return numpy.made(op, (), first, second, name).item()
    return numpy.made(op, size_of((size,), None), first, second, name)


def normal(loc=0.0, scale=1.0, size=None):
    return _made('RandomNormal', size, loc, scale, 'random.normal')


def uniform(low=0.0, high=1.0, size=None):
    return _made('RandomUniform', size, low, high, 'random.uniform')


def randn(*shape):
    return normal(size=shape or None)


def rand(*shape):
    return uniform(size=shape or None)


def seed(seed=0):
    _overlap.seed(seed)


def __getattr__(name):
    raise missing('numpy.random', name, 'there are normal, uniform, rand, randn and seed')
