"""mxnet.nd.random"""

import _overlap
from mxnet import making
from overlap_dialect.arguments import missing, size_of


def _kind():
    from mxnet.nd import NDArray

    return NDArray


def uniform(low=0, high=1, shape=(1,), dtype=None, ctx=None, **options):
    return making.make(
        _kind(), 'RandomUniform', 'random.uniform', size_of((), shape), ctx, None, dtype, low, high, **options
    )


def normal(loc=0, scale=1, shape=(1,), dtype=None, ctx=None, **options):
    return making.make(
        _kind(), 'RandomNormal', 'random.normal', size_of((), shape), ctx, None, dtype, loc, scale, **options
    )


def randn(*shape, loc=0, scale=1, ctx=None, dtype=None):
    return normal(loc, scale, shape or (1,), dtype, ctx)


def seed(seed_state, ctx='all'):
    if not isinstance(seed_state, int):
        raise ValueError(f'seed_state must be int, not {seed_state!r}')
    _overlap.seed(seed_state)


def __getattr__(name):
    raise missing('mxnet.nd.random', name, 'there are uniform, normal, randn and seed')
