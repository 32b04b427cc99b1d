"""mxnet.npx: devices, waits and layer operators for mxnet.np."""

import _overlap
from mxnet import emit
from mxnet import nd_random as random  # noqa: npx.random.seed
from mxnet.operators import NPX
from mxnet.context import cpu, cpu_pinned, current_device, gpu, num_gpus  # noqa: part of the package
from overlap_dialect.arguments import missing
from overlap_dialect.operators import unary

_functions = emit.functions(emit.of_call)
globals().update({name: _functions[old] for name, old in NPX.items()})
relu = unary("Relu", "relu", "npx.relu({0})")
sigmoid = unary("Sigmoid", "sigmoid", "npx.sigmoid({0})")


def waitall():
    """Waits for all operations on all devices."""
    _overlap.wait_all("npx.waitall()")


def set_np(shape=True, array=True, dtype=False):
    _overlap.set_np(True)


def reset_np():
    _overlap.set_np(False)


def save(file, arr):
    """Writes a dictionary, a list or one array in MXNet's format."""
    from mxnet import ndarray

    ndarray.save(file, [arr] if isinstance(arr, _overlap.Tensor) else arr)


def is_np_array():
    return _overlap.is_np()


is_np_shape = is_np_array


def __getattr__(name):
    raise missing("mxnet.npx", name, "there are cpu, gpu, num_gpus, waitall, set_np and the operators of layers")
