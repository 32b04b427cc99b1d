"""mxnet.nd, the interface of the book's first edition; `F` of hybrid_forward() while a net is not compiled."""

import _overlap
from mxnet import emit, making, operators
from mxnet.array_type import INSTEAD, Array
from overlap_dialect.arguments import expect_array, missing, size_of
from overlap_dialect.operators import binary, product, unary
from overlap_dialect.saving import save_params


class NDArray(Array):
    __slots__ = ()
    module = promotion = "nd"

    @property
    def shape(self):
        return self.extents or (1,)  # nd has no zero-dimensional arrays

    def __repr__(self):
        shape = "x".join(map(str, self.shape))
        return f'\n{self.text(" ", 0)}\n<NDArray {shape} @{self.context}>'

    __str__ = __repr__


ones = making.fill(NDArray, "ones", 1.0)
zeros = making.fill(NDArray, "zeros", 0.0)
empty = making.fill(NDArray, "empty", 0.0)


def full(shape, val, ctx=None, dtype=None):
    return making.make(NDArray, "Fill", "full", size_of((), shape), ctx, None, dtype, val)


def array(source_array, ctx=None, dtype=None):
    return making.array_from(NDArray, source_array, dtype, ctx)


def arange(start, stop=None, step=1.0, repeat=None, ctx=None, dtype=None):
    return making.counted(NDArray, (start,) if stop is None else (start, stop, step), dtype, ctx, None)


def eye(N, ctx=None, dtype=None):
    return making.make(NDArray, "Identity", "eye", (N, N), ctx, None, dtype)


def ones_like(data):
    expect_array(data, "data", "ones_like", "NDArray")
    return ones(data.shape, data.context, data.dtype)


def zeros_like(data):
    expect_array(data, "data", "zeros_like", "NDArray")
    return zeros(data.shape, data.context, data.dtype)


def identity(data):
    expect_array(data, "data", "identity", "NDArray")
    return data.copy()


def stop_gradient(data):
    expect_array(data, "data", "BlockGrad", "NDArray")
    return data.detach()


BlockGrad = stop_gradient


def save(fname, data):
    """Writes a dictionary, a list or one array in MXNet's format."""
    if isinstance(data, NDArray):
        data = [data]
    pairs = data if isinstance(data, dict) else {str(i): array for i, array in enumerate(data)}
    save_params(fname, pairs, "save()")


def load(fname):
    """Reads a file of save(): returns a list if all names are numbers, else a dictionary."""
    loaded = {
        name: _overlap.from_values(NDArray, shape, 0, values)
        for name, (shape, values) in _overlap.load_params(fname).items()
    }
    if all(name.isdigit() for name in loaded):
        return [loaded[name] for name in sorted(loaded, key=int)]
    return loaded


def waitall():
    """Waits for all operations on all devices."""
    _overlap.wait_all("nd.waitall()")


globals().update(emit.functions(emit.of_call))
# Native functions instead of Python ones: operators that programs call often, and those that accept a number.
for _op in ("Relu", "Exp", "Log", "Sqrt", "Sin", "Cos", "Tanh", "Sigmoid", "Abs", "Square", "Sign"):
    globals()[_op.lower()] = unary(_op, _op.lower(), f"nd.{_op.lower()}({{0}})")
add = elemwise_add = broadcast_add = binary("Add", "AddScalar", "add", "nd.add({0}, {1})")
multiply = elemwise_mul = broadcast_mul = binary("Multiply", "MultiplyScalar", "multiply", "nd.multiply({0}, {1})")
dot = _dot = product("dot", "nd.dot({0}, {1})")
del _op


def dot(lhs, rhs, transpose_a=False, transpose_b=False):
    if transpose_a or transpose_b:
        return operators.dot(emit.of_call, lhs, rhs, transpose_a, transpose_b)
    return _dot(lhs, rhs)


from mxnet import nd_random as random  # noqa: needs NDArray


def __getattr__(name):
    raise missing("mxnet.nd", name, INSTEAD, globals())
