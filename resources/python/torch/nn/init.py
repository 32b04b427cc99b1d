"""torch.nn.init: initialises tensors in place."""

import math

import _overlap
import torch
from overlap_dialect.arguments import missing, refuse
from overlap_dialect.operators import OPERATORS
from torch.composed import composed, step


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
    if len(shape) < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    window = math.prod(shape[2:])
    return shape[1] * window, shape[0] * window


def xavier_uniform_(tensor, gain=1.0):
    bound = gain * math.sqrt(6.0 / sum(fans(tensor.extents)))
    return _write(tensor, "RandomUniform", -bound, bound, "xavier_uniform_")


def xavier_normal_(tensor, gain=1.0):
    return _write(tensor, "RandomNormal", 0.0, gain * math.sqrt(2.0 / sum(fans(tensor.extents))), "xavier_normal_")


GAINS = {"linear": 1.0, "sigmoid": 1.0, "conv1d": 1.0, "conv2d": 1.0, "tanh": 5 / 3, "relu": math.sqrt(2), "selu": 0.75}


def calculate_gain(nonlinearity, param=None):
    if nonlinearity == "leaky_relu":
        return math.sqrt(2 / (1 + (0.01 if param is None else param) ** 2))
    if nonlinearity not in GAINS:
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
    return GAINS[nonlinearity]


def _deviation(tensor, a, mode, nonlinearity):
    """The standard deviation that keeps that of the data (He et al., 2015)."""
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"Mode {mode} not supported, please use one of ['fan_in', 'fan_out']")
    return calculate_gain(nonlinearity, a) / math.sqrt(fans(tensor.extents)[mode == "fan_out"])


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    return _write(tensor, "RandomNormal", 0.0, _deviation(tensor, a, mode, nonlinearity), "kaiming_normal_")


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    bound = math.sqrt(3.0) * _deviation(tensor, a, mode, nonlinearity)
    return _write(tensor, "RandomUniform", -bound, bound, "kaiming_uniform_")


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    """A normal distribution between a and b, by the inverse of its distribution function."""
    refuse("trunc_normal_", {"generator": generator})
    low, high = (math.erf((bound - mean) / std / math.sqrt(2)) for bound in (a, b))
    _write(tensor, "RandomUniform", low, high, "trunc_normal_")
    with torch.no_grad():
        return tensor.copy_((torch.erfinv(tensor) * (std * math.sqrt(2)) + mean).clamp(a, b))


STEPS = 40  # each multiplies a small singular value by 1.5; 40 are enough for one of 1e-6 of the norm


def _orthogonal(x, gain):
    """The closest matrix with orthonormal rows, of a normal matrix one of all such, each as likely (Newton and Schulz'
    iteration; PyTorch factorises)."""
    x = x / step("Norm", x)
    for _ in range(STEPS):
        product = step("MatMul", step("MatMul", x, step("Transpose", x)), x)
        x = x * 1.5 - product * 0.5
    return x * gain


def orthogonal_(tensor, gain=1, generator=None):
    refuse("orthogonal_", {"generator": generator})
    if len(tensor.extents) < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if not tensor.elements:
        return tensor
    with torch.no_grad():
        rows = torch.randn(tensor.extents[0], tensor.elements // tensor.extents[0])
        turns = rows.extents[0] > rows.extents[1]
        made = composed(
            _orthogonal, (rows.t() if turns else rows,), "orthogonal_", "nn.init.orthogonal_(...)", gain=gain
        )
        return tensor.copy_((made.t() if turns else made).reshape(tensor.extents))


def eye_(tensor):
    if len(tensor.extents) != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    with torch.no_grad():
        return _write(tensor, "Fill", 0.0, 0.0, "eye_").fill_diagonal_(1.0)


def __getattr__(name):
    raise missing(
        "torch.nn.init",
        name,
        "there are normal_, uniform_, trunc_normal_, constant_, zeros_, ones_, eye_, orthogonal_, calculate_gain, "
        "xavier_uniform_, xavier_normal_, kaiming_uniform_ and kaiming_normal_",
    )
