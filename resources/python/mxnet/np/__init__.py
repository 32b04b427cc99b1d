"""mxnet.np: arrays with NumPy's interface on any device."""

import math

from mxnet import emit, making, operators
from mxnet.array_type import INSTEAD, Array
from overlap_dialect.arguments import INT64, expect_array, missing, size_of
from overlap_dialect.operators import binary, product, unary

float32, float64, int32, int64, bool_ = map(making.Type, ("float32", "float64", "int32", "int64", "bool"))
pi, inf, nan = math.pi, math.inf, math.nan


class ndarray(Array):
    __slots__ = ()
    module = promotion = "np"

    def __repr__(self):
        what = ", dtype=int64" if self.type_index == INT64 else ""
        where = f", ctx={self.context}" if self.ordinal >= 0 else ""
        return f'array({self.text(", ", 6)}{what}{where})'

    def __str__(self):
        where = f" @{self.context}" if self.ordinal >= 0 else ""
        return self.text(" ", 0) + where


ones = making.fill(ndarray, "ones", 1.0)
zeros = making.fill(ndarray, "zeros", 0.0)
empty = making.fill(ndarray, "empty", 0.0)


def full(shape, fill_value, dtype=None, ctx=None, device=None):
    return making.make(ndarray, "Fill", "full", size_of((), shape), ctx, device, dtype, fill_value)


def array(object, dtype=None, ctx=None, device=None):
    return making.array_from(ndarray, object, dtype, ctx, device)


def arange(start, stop=None, step=1, dtype=None, ctx=None, device=None):
    return making.counted(ndarray, (start,) if stop is None else (start, stop, step), dtype, ctx, device)


def eye(N, dtype=None, ctx=None, device=None):
    return making.make(ndarray, "Identity", "eye", (N, N), ctx, device, dtype)


def ones_like(a):
    expect_array(a, "a", "ones_like", "ndarray")
    return ones(a.shape, a.dtype, a.ctx)


def zeros_like(a):
    expect_array(a, "a", "zeros_like", "ndarray")
    return zeros(a.shape, a.dtype, a.ctx)


dot = product("dot", "np.dot({0}, {1})")
matmul = product("matmul", "np.matmul({0}, {1})")
add = binary("Add", "AddScalar", "add", "np.add({0}, {1})")
subtract = binary("Subtract", "AddScalar", "subtract", "np.subtract({0}, {1})", negate=True)
multiply = binary("Multiply", "MultiplyScalar", "multiply", "np.multiply({0}, {1})")
divide = true_divide = binary("Divide", "DivideScalar", "divide", "np.divide({0}, {1})")
maximum = binary("Maximum", "MaximumScalar", "maximum", "np.maximum({0}, {1})")
for _op in ("Exp", "Log", "Sqrt", "Sin", "Cos", "Tanh", "Abs", "Square", "Sign"):
    globals()[_op.lower()] = unary(_op, _op.lower(), f"np.{_op.lower()}({{0}})")
_functions = emit.functions(emit.of_call)
sum, mean, max, argmax = (_functions[name] for name in ("sum", "mean", "max", "argmax"))
expand_dims, squeeze, reshape, minimum = (_functions[name] for name in ("expand_dims", "squeeze", "reshape", "minimum"))
transpose, swapaxes = _functions["transpose"], _functions["swapaxes"]
equal, greater, less = (_functions[name] for name in ("equal", "greater", "lesser"))
broadcast_to, clip = _functions["broadcast_to"], _functions["clip"]
del _op, _functions


def take(a, indices, axis=None, mode="clip"):
    expect_array(a, "a", "take", "ndarray")
    return operators.take(emit.of_call, a if axis is not None else a.reshape(-1), indices, axis or 0, mode)


def concatenate(seq, axis=0):
    return operators.concat(emit.of_call, *seq, dim=axis)


def stack(arrays, axis=0):
    return operators.stack(emit.of_call, *arrays, axis=axis)


from mxnet.np import linalg, random  # noqa: need ndarray


def __getattr__(name):
    raise missing("mxnet.np", name, INSTEAD, globals())
