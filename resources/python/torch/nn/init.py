"""torch.nn.init: initialises tensors in place."""

import math

import _overlap
import torch
from overlap_dialect.arguments import missing
from overlap_dialect.operators import OPERATORS


def _write(tensor, op, first, second, name):
    if tensor.__class__.__name__ == "UninitializedParameter":
        tensor.initial = (op, first, second, name)
        return tensor
    with torch.no_grad():
        values = _overlap.create(
            torch.Tensor,
            OPERATORS[op],
            tensor.extents,
            -1,
            tensor.type_index,
            first,
            second,
            name,
            f"nn.init.{name}(...)",
        )
        tensor.copy_(values)
    return tensor


def normal_(tensor, mean=0.0, std=1.0):
    return _write(tensor, "RandomNormal", mean, std, "normal_")


def uniform_(tensor, a=0.0, b=1.0):
    return _write(tensor, "RandomUniform", a, b, "uniform_")


def constant_(tensor, val):
    return _write(tensor, "Fill", val, 0.0, "constant_")


def zeros_(tensor):
    return _write(tensor, "Fill", 0.0, 0.0, "zeros_")


def ones_(tensor):
    return _write(tensor, "Fill", 1.0, 0.0, "ones_")


def fans(shape):
    """Returns (fan in, fan out)."""
    window = math.prod(shape[2:])
    return shape[1] * window, shape[0] * window


def xavier_uniform_(tensor, gain=1.0):
    bound = gain * math.sqrt(6.0 / sum(fans(tensor.extents)))
    return _write(tensor, "RandomUniform", -bound, bound, "xavier_uniform_")


def __getattr__(name):
    raise missing("torch.nn.init", name, "there are normal_, uniform_, constant_, zeros_, ones_ and xavier_uniform_")
