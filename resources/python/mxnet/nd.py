"""mxnet.nd, the interface of the book's first edition."""

import _overlap
from mxnet import making
from mxnet.array_type import INSTEAD, Array
from overlap_dialect.arguments import missing, size_of
from overlap_dialect.operators import binary, product, reduction, unary


class NDArray(Array):
    __slots__ = ()
    module = 'nd'

    @property
    def shape(self):
        return self.extents or (1,)  # nd has no arrays without axes

    def __repr__(self):
        shape = 'x'.join(map(str, self.shape))
        return f'\n{self.text(" ", 0)}\n<NDArray {shape} @{self.context}>'

    __str__ = __repr__


ones = making.fill(NDArray, 'ones', 1.0)
zeros = making.fill(NDArray, 'zeros', 0.0)
empty = making.fill(NDArray, 'empty', 0.0)


def full(shape, val, dtype=None, ctx=None):
    return making.make(NDArray, 'Fill', 'full', size_of((), shape), ctx, None, dtype, val)


def array(source_array, ctx=None, dtype=None):
    return making.array_from(NDArray, source_array, dtype, ctx)


def arange(start, stop=None, step=1.0, repeat=None, ctx=None, dtype=None):
    return making.counted(NDArray, (start,) if stop is None else (start, stop, step), dtype, ctx, None)


def eye(N, ctx=None, dtype=None):
    return making.make(NDArray, 'Identity', 'eye', (N, N), ctx, None, dtype)


def ones_like(data):
    return ones(data.shape, ctx=data.context)


def zeros_like(data):
    return zeros(data.shape, ctx=data.context)


def waitall():
    """Waits for every operation of every device."""
    _overlap.wait_all('nd.waitall()')


dot = product('dot', 'nd.dot({0}, {1})')
add = elemwise_add = broadcast_add = binary('Add', 'AddScalar', 'add', 'nd.add({0}, {1})')
subtract = binary('Subtract', 'AddScalar', 'subtract', 'nd.subtract({0}, {1})', negate=True)
multiply = elemwise_mul = binary('Multiply', 'MultiplyScalar', 'multiply', 'nd.multiply({0}, {1})')
divide = binary('Divide', 'DivideScalar', 'divide', 'nd.divide({0}, {1})')
maximum = binary('Maximum', 'Maximum', 'maximum', 'nd.maximum({0}, {1})')
for _op in ('Relu', 'Exp', 'Log', 'Sqrt', 'Tanh', 'Sigmoid', 'Abs', 'Transpose'):
    globals()[_op.lower()] = unary(_op, _op.lower(), f'nd.{_op.lower()}({{0}})')
for _op in ('Sum', 'Mean', 'Norm', 'Max'):
    globals()[_op.lower()] = reduction(_op, _op.lower(), f'nd.{_op.lower()}({{0}})')
del _op

from mxnet import nd_random as random  # noqa: needs NDArray


def __getattr__(name):
    raise missing('mxnet.nd', name, INSTEAD)
