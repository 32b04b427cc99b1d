"""The default type, the limits of types, and older names of tensors of a type."""

import types

import torch
from overlap_dialect.arguments import FLOAT32, INT64


def get_default_dtype():
    return torch.float32


def set_default_dtype(d):
    if torch._type_index(d) != FLOAT32:
        raise TypeError(f"only floating-point types are supported as the default type, not {d!r}")


def finfo(type=None):
    if torch._type_index(type) != FLOAT32:
        raise TypeError(f"torch.finfo() requires a floating point input type. Use torch.iinfo to handle '{type!r}'")
    most, least = (2 - 2.0**-23) * 2.0**127, 2.0**-126
    return types.SimpleNamespace(
        bits=32,
        eps=2.0**-23,
        max=most,
        min=-most,
        tiny=least,
        smallest_normal=least,
        resolution=1e-6,
        dtype="float32",
    )


def iinfo(type):
    if torch._type_index(type) != INT64:
        raise TypeError(f"torch.iinfo() requires an integer input type. Use torch.finfo to handle '{type!r}'")
    return types.SimpleNamespace(bits=64, max=2**63 - 1, min=-(2**63), dtype="int64")


def is_floating_point(input):
    return input.is_floating_point()


def FloatTensor(*args):
    return torch.Tensor(*args)


def LongTensor(data):
    return torch.tensor(data, dtype=torch.int64)


def BoolTensor(data):
    return torch.tensor(data, dtype=torch.bool)
