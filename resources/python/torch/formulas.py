"""Functions that are one kernel in PyTorch, each written as a formula of graph values: a call is one operation.

A parameter of a formula is a tensor or a number, whichever the program passes."""

import inspect
import math

import _overlap
import torch
from overlap_dialect import operators
from overlap_dialect.arguments import FLOAT32, INT64, expect_array, named, refuse, type_of
from overlap_dialect.reading import seen_range
from torch.composed import at_least, at_most, composed, erf, step
from torch.issuing import axis_bits, labelled, together


def kernel(name, formula):
    """Makes a function of a formula."""
    signature = inspect.signature(formula)

    def function(*args, **options):
        given = signature.bind(*args, **options)
        given.apply_defaults()
        values = given.arguments
        tensors = [key for key, one in values.items() if hasattr(one, "extents")]
        if not tensors:
            expect_array(next(iter(values.values())), "input", name)
        numbers = {key: one for key, one in values.items() if key not in tensors}
        for key, one in numbers.items():
            if one is not None and not isinstance(one, (int, float)):
                expect_array(one, key, name)

        def issued(*values, **numbers):
            return formula(**dict(zip(tensors, values)), **numbers)

        found = together(*(values[key] for key in tensors))
        return composed(issued, found, name, name + "({0}, ...)" if len(values) > 1 else name + "({0})", **numbers)

    return named(function, name)


def chosen(condition, yes, no):
    """Selects by a condition without arithmetic on the value that is not selected, which may be infinite."""
    shape = condition.extents
    for one in (yes, no):
        shape = shape if isinstance(one, (int, float)) else tuple(_overlap.infer("Add", [shape, one.extents])[0])
    rows = [step("Reshape", _spread(one, shape, condition), shape=(math.prod(shape), 1)) for one in (no, yes)]
    index = step("Reshape", _spread(condition, shape, condition), shape=(math.prod(shape),))
    return step("Reshape", step("Pick", step("Concat", *rows, axes=2), index), shape=shape)


def _spread(value, shape, like):
    if isinstance(value, (int, float)):
        return like.made("Fill", shape, scalars=(value,))
    return value if value.extents == shape else step("Broadcast", value, shape=shape)


def above(x, number):
    return step("GreaterScalar", x, scalars=(number,))


def below(x, number):
    return step("LessScalar", x, scalars=(number,))


def equals(x, number):
    return step("EqualScalar", x, scalars=(number,))


def _log1p(input):
    """Kahan's: the error of 1 + x is in the logarithm and in the quotient."""
    sum = input + 1
    rest = sum - 1
    is_zero = equals(rest, 0.0)
    return sum.log() * (at_most(input, 1e30) / at_most(rest + is_zero, 1e30)) + is_zero * input


def _expm1(input):
    return (input / 2).tanh() * (input.exp() + 1)


def _expm1_below_0(x):
    return at_most(x, 0.0).exp() - 1


def _above_0(x):
    """max(x, 0), whose derivative at 0 is half, as that of the smooth functions it is a part of."""
    return (x + x.abs()) / 2


def _tail(x):
    return ((-x.abs()).exp() + 1).log()


def _softplus(input, beta=1, threshold=20):
    """Without the threshold, above which PyTorch returns x: the difference is less than float32 shows there."""
    z = input * beta
    return (_above_0(z) + _tail(z)) / beta


def _hardtanh(input, min_val=-1.0, max_val=1.0):
    return at_most(at_least(input, min_val), max_val)


def _near(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    error = (input - other).abs()
    is_near = step("LessEqual", error, other.abs() * rtol + atol) * below(error, math.inf)
    is_same = step("Equal", input, other)
    if equal_nan:
        is_same = step("Maximum", is_same, step("NotEqual", input, input) * step("NotEqual", other, other))
    return step("Maximum", is_near, is_same)


def _numbered(input, nan=0.0, posinf=None, neginf=None):
    most = (2 - 2.0**-23) * 2.0**127
    high = chosen(equals(input, math.inf), most if posinf is None else posinf, input)
    low = chosen(equals(input, -math.inf), -most if neginf is None else neginf, high)
    return chosen(step("NotEqual", input, input), nan, low)


def _binary_cross_entropy(input, target):
    """The logarithm is at least -100, as in PyTorch."""
    yes, no = at_least(input.log(), -100.0), at_least((-input + 1).log(), -100.0)
    return -(target * yes) - (-target + 1) * no


def _with_logits(input, target, pos_weight=None):
    """Without exp() of large numbers, which would overflow."""
    losses = _above_0(input) - input * target + _tail(input)
    return losses if pos_weight is None else losses + (pos_weight - 1) * target * _softplus(-input)


def _huber(input, target, delta=1.0):
    """d² / 2 below delta, delta (d - delta / 2) above."""
    distance = (input - target).abs()
    bounded = at_most(distance, delta)
    return bounded * (distance - bounded * 0.5)


def _smooth_l1(input, target, beta=1.0):
    return _huber(input, target, beta) / beta if beta else (input - target).abs()


def _prelu(input, weight):
    """`weight`: one number, or one for each channel."""
    rank = len(input.extents)
    shape = (-1,) if weight.extents == (1,) or rank < 2 else (weight.extents[0], *(1,) * (rank - 2))
    slope = weight if shape == (-1,) else step("Reshape", weight, shape=shape)
    return input.relu() + at_most(input, 0.0) * slope


# Giles, Approximating the erfinv function (GPU Computing Gems, 2011): coefficients for the middle and for the tails.
MIDDLE = (
    2.81022636e-08,
    3.43273939e-07,
    -3.5233877e-06,
    -4.39150654e-06,
    0.00021858087,
    -0.00125372503,
    -0.00417768164,
    0.246640727,
    1.50140941,
)
TAILS = (
    -0.000200214257,
    0.000100950558,
    0.00134934322,
    -0.00367342844,
    0.00573950773,
    -0.0076224613,
    0.00943887047,
    1.00167406,
    2.83297682,
)


def _erfinv(input):
    size = -((1.0 - input) * (input + 1)).log()
    middle, tails = size - 2.5, size.sqrt() - 3.0
    sums = []
    for place, factors in ((middle, MIDDLE), (tails, TAILS)):
        sum_ = place * factors[0] + factors[1]
        for factor in factors[2:]:
            sum_ = sum_ * place + factor
        sums.append(sum_)
    return chosen(below(size, 5.0), *sums) * input


SELU_ALPHA, SELU_SCALE = 1.6732632423543772, 1.0507009873554805

# Functions of torch, which are methods of tensors too.
ELEMENTWISE = {
    "rsqrt": lambda input: input**-0.5,
    "reciprocal": lambda input: input**-1.0,
    "log2": lambda input: input.log() / math.log(2),
    "log10": lambda input: input.log() / math.log(10),
    "log1p": _log1p,
    "exp2": lambda input: step("Exp", input, scalars=(2.0,)),
    "expm1": _expm1,
    "sinh": lambda input: _expm1(input) * ((-input).exp() + 1) / 2,
    "cosh": lambda input: (input.exp() + (-input).exp()) / 2,
    "tan": lambda input: input.sin() / input.cos(),
    "erf": erf,
    "erfc": lambda input: -erf(input) + 1,
    "erfinv": _erfinv,
    "isnan": lambda input: step("NotEqual", input, input),
    "isinf": lambda input: step("Maximum", equals(input, math.inf), equals(input, -math.inf)),
    "isfinite": lambda input: above(input, -math.inf) * below(input, math.inf),
    "isclose": _near,
    "nan_to_num": _numbered,
    "lerp": lambda input, end, weight: input + (end - input) * weight,
    "addcmul": lambda input, tensor1, tensor2, value=1: input + tensor1 * tensor2 * value,
    "addcdiv": lambda input, tensor1, tensor2, value=1: input + tensor1 / tensor2 * value,
    "hypot": lambda input, other: (input.square() + other.square()).sqrt(),
    "logaddexp": lambda input, other: step("Maximum", input, other, scalars=(0.5,))
    + ((-(input - other).abs()).exp() + 1).log(),
    "logical_and": lambda input, other: _truth(input) * _truth(other),
    "logical_or": lambda input, other: step("Maximum", _truth(input), _truth(other)),
    "logical_xor": lambda input, other: step("NotEqual", _truth(input), _truth(other)),
}
# Functions of torch.nn.functional.
ACTIVATIONS = {
    "elu": lambda input, alpha=1.0: input.relu() + _expm1_below_0(input) * alpha,
    "celu": lambda input, alpha=1.0: input.relu() + _expm1_below_0(input / alpha) * alpha,
    "selu": lambda input: (input.relu() + _expm1_below_0(input) * SELU_ALPHA) * SELU_SCALE,
    "relu6": lambda input: _hardtanh(input, 0.0, 6.0),
    "hardtanh": _hardtanh,
    "hardsigmoid": lambda input: _hardtanh(input + 3, 0.0, 6.0) / 6,
    "hardswish": lambda input: input * _hardtanh(input + 3, 0.0, 6.0) / 6,
    "softplus": _softplus,
    "softsign": lambda input: input / (input.abs() + 1),
    "logsigmoid": lambda input: -_softplus(-input),
    "mish": lambda input: input * _softplus(input).tanh(),
    "tanhshrink": lambda input: input - input.tanh(),
    "threshold": lambda input, threshold, value: chosen(above(input, threshold), input, value),
    "prelu": _prelu,
}
# The elementwise part of losses, whose mean or sum is a separate kernel.
LOSSES = {
    "mse_loss": lambda input, target: (input - target).square(),
    "smooth_l1_loss": _smooth_l1,
    "huber_loss": _huber,
    "binary_cross_entropy": _binary_cross_entropy,
    "binary_cross_entropy_with_logits": _with_logits,
}


def _truth(x):
    return step("NotEqualScalar", x, scalars=(0.0,))


FUNCTIONS = {name: kernel(name, formula) for name, formula in ELEMENTWISE.items()}

# -- powers


def _power_of_each(input, exponent, numbers):
    """`numbers`: those that are in the exponent."""
    made = input ** numbers[0]
    for number in numbers[1:]:
        made = chosen(equals(exponent, number), input**number, made)
    return made


def _power(input, exponent):
    """By exp() and log(), of a negative number for whole exponents only."""
    size = (exponent * input.abs().log()).exp()
    is_whole = step("Equal", step("Copy", exponent, scalars=(1.0,)), exponent)
    half = exponent / 2
    is_odd = step("NotEqual", step("Copy", half, scalars=(1.0,)), half)
    below_0 = chosen(is_whole, chosen(is_odd, -size, size), math.nan)
    is_both_0 = equals(exponent, 0.0) * equals(input, 0.0)
    return chosen(is_both_0, 1.0, chosen(below(input, 0.0), below_0, size))


def _quotient(input, other, rounds_down):
    """The whole part of the quotient."""
    quotient = input / other
    whole = step("Copy", quotient, scalars=(1.0,))
    return chosen(step("Less", quotient, whole), whole - 1, whole) if rounds_down else whole


_whole = {name: kernel(name, _quotient) for name in ("floor_divide", "fmod", "remainder")}
_rest = {name: kernel(name, lambda input, other, quotient: input - quotient * other) for name in ("fmod", "remainder")}


def floor_divide(self, other):
    if self.type_index == INT64 and (not torch.is_tensor(other) or other.type_index == INT64):
        return operators.floor_divide(self, other)
    with torch.no_grad():
        return _whole["floor_divide"](self, other, True)


def _modulo(name, rounds_down):
    def function(input, other):
        """The quotient has no gradient, and is a kernel of its own; PyTorch has one."""
        if rounds_down and input.type_index == INT64 and (not torch.is_tensor(other) or other.type_index == INT64):
            return operators.remainder(input, other)
        with torch.no_grad():
            quotient = _whole[name](input, other, rounds_down)
        return _rest[name](input, other, quotient)

    return named(function, name)


remainder, fmod = _modulo("remainder", True), _modulo("fmod", False)

MOST_POWERS = 8


def power(self, exponent):
    if not isinstance(exponent, _overlap.Tensor):
        return operators.power(self, exponent)
    self, exponent = together(self, exponent)
    seen = seen_range(exponent) if exponent.type_index == INT64 else None
    if seen is not None and exponent.elements and seen[1] - seen[0] < MOST_POWERS:
        numbers = tuple(range(int(seen[0]), int(seen[1]) + 1))
        return composed(_power_of_each, (self, exponent), "pow", "{0}.pow({1})", numbers=numbers)
    return composed(_power, (self, exponent.type(torch.float32)), "pow", "{0}.pow({1})")


# -- selection

_clamp = kernel("clamp", lambda input, min, max: at_most(at_least(input, min), max))
_where = kernel("where", lambda condition, input, other: chosen(condition, input, other))


def clamp(input, min=None, max=None):
    if min is None and max is None:
        raise ValueError("At least one of min or max must not be None")
    if max is None:
        return torch.Tensor._at_least(input, min)
    return torch.Tensor._at_most(input, max) if min is None else _clamp(input, min, max)


def where(condition, input=None, other=None):
    """Selects each element from `input` if the condition is true, else from `other`. Only the selected element gets a
    gradient."""
    expect_array(condition, "condition", "where")
    if input is None and other is None:
        return condition.nonzero(as_tuple=True)
    if condition.dtype is not torch.bool:
        raise RuntimeError(
            f"where expected condition to be a boolean tensor, but got a tensor with dtype {condition.dtype!r}"
        )
    values = together(condition, input, other)[1:]
    index = min(v.type_index if torch.is_tensor(v) else type_of(v) for v in values)
    for i, one in enumerate(values):
        if torch.is_tensor(one):
            values[i] = one.type(torch._DTYPES[index])
        elif index != FLOAT32:
            values[i] = torch.full((), one, dtype=torch._DTYPES[index], device=condition.device)
        else:
            values[i] = float(one)
    return labelled(_where(condition, *values), "torch.where({0}, ...)", condition)


# -- reductions


def _axes(data, dim, name):
    """The reduced axes as bits: all of them without `dim`."""
    return axis_bits(tuple(range(len(data.extents))) if dim is None or dim == () else dim, data, name)


def _spread_out(x, axes, divisor, keep, root):
    """The variance, or its root, which is computed by the norm: its gradient is 0 if all elements are equal."""
    distance = x - step("Mean", x, axes=axes, keep_axes=True)
    if root:
        return step("Norm", distance, axes=axes, keep_axes=keep) / math.sqrt(divisor)
    return step("Sum", distance.square(), axes=axes, keep_axes=keep) / divisor


def _deviation(name, root, with_mean):
    def function(input, dim=None, unbiased=True, keepdim=False, correction=None):
        """`unbiased` divides by n - 1 instead of n; var(False) reduces all axes."""
        if isinstance(dim, bool):
            dim, unbiased = None, dim
        bits = _axes(input, dim, name)
        count = math.prod(extent for i, extent in enumerate(input.extents) if bits >> i & 1)
        divisor = float(max(count - (int(unbiased) if correction is None else correction), 0))
        if not divisor or not input.elements:
            mean = input.mean() if dim is None else input.mean(dim, keepdim)
            made = mean * math.nan
        elif not input.extents:
            made = (input - input) / divisor
        else:
            text = f"{{0}}.{name}()"
            made = composed(
                _spread_out, (input,), name, text, axes=bits, divisor=divisor, keep=bool(keepdim), root=root
            )
        if not with_mean:
            return made
        return made, input.mean(dim, keepdim)

    return named(function, name)


var, std = _deviation("var", False, False), _deviation("std", True, False)
var_mean, std_mean = _deviation("var_mean", False, True), _deviation("std_mean", True, True)


def _norm(x, p, axes, keep):
    size = x.abs()
    if math.isinf(p):
        made = step("Max", size if p > 0 else -size, axes=axes, keep_axes=keep, scalars=(1.0,))
        return made if p > 0 else -made
    if p == 0:
        return step("Sum", _truth(x) / 1.0, axes=axes, keep_axes=keep)
    return step("Sum", size if p == 1 else size**p, axes=axes, keep_axes=keep) ** (1 / p)


def vector_norm(x, ord=2, dim=None, keepdim=False, dtype=None):
    """The norm of all elements, or along axes."""
    refuse("vector_norm", {"dtype": dtype})
    if ord == 2:
        return x._norm(dim, keepdim)
    if not x.extents:
        return x.abs()
    bits = _axes(x, dim, "norm")
    return composed(_norm, (x,), "norm", "{0}.norm()", p=float(ord), axes=bits, keep=bool(keepdim))


def _over_axis(x, axis, is_log):
    """The softmax, or its logarithm; the maximum is subtracted, so that exp() does not overflow."""
    bits = 1 << axis
    distance = x - step("Max", x, axes=bits, keep_axes=True, scalars=(1.0,))
    sum_ = step("Sum", distance.exp(), axes=bits, keep_axes=True)
    return distance - sum_.log() if is_log else distance.exp() / sum_


def over_axis(input, axis, name):
    return composed(_over_axis, (input,), name, f"{name}({{0}}, {axis})", axis=axis, is_log=name == "log_softmax")


def amax(input, dim=(), keepdim=False):
    return input._max(None if dim == () else dim, keepdim)


def amin(input, dim=(), keepdim=False):
    bits = _axes(input, dim, "amin")
    if not input.extents:
        return input.clone()
    return composed(_least, (input,), "amin", "{0}.amin()", axes=bits, keep=bool(keepdim))


def _least(x, axes, keep):
    return -step("Max", -x, axes=axes, keep_axes=keep, scalars=(1.0,))


def count_nonzero(input, dim=None):
    return (input != 0).sum(dim)


def nansum(input, dim=None, keepdim=False):
    return torch.where(torch.isnan(input), 0.0, input).sum(dim, keepdim)


def nanmean(input, dim=None, keepdim=False):
    return nansum(input, dim, keepdim) / (input == input).sum(dim, keepdim)


# -- places


def _triangle(name, keeps):
    def formula(input, diagonal):
        rows, columns = input.extents[-2:]
        row = step("Reshape", input.made("Arange", (rows,), scalars=(float(-diagonal), -1.0)), shape=(rows, 1))
        place = step("Add", row, input.made("Arange", (columns,), scalars=(0.0, 1.0)))  # column - row - diagonal
        return chosen(step(keeps, place, scalars=(0.0,)), input, 0.0)

    def function(input, diagonal=0):
        if len(input.extents) < 2:
            raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions")
        data = input.type(torch.float32)
        return composed(formula, (data,), name, "{0}." + name + "()", diagonal=diagonal).type(input.dtype)

    return named(function, name)


tril, triu = _triangle("tril", "LessEqualScalar"), _triangle("triu", "GreaterEqualScalar")


def _flip(x, axes):
    for axis in axes:
        size = x.extents[axis]
        x = step("Gather", x, x.made("Arange", (size,), scalars=(size - 1.0, -1.0)), axes=1 << axis)
    return x


def flip(input, *dims):
    dims = tuple(dims[0]) if len(dims) == 1 and isinstance(dims[0], (tuple, list)) else dims
    if len({dim % len(input.extents) for dim in dims}) < len(dims):
        raise RuntimeError(f"dim {dims[0]} appears multiple times in the list of dims")
    axes = tuple(axis_bits(dim, input, "flip").bit_length() - 1 for dim in dims)
    return composed(_flip, (input,), "flip", "{0}.flip(...)", axes=axes) if axes else input.clone()


def _repeated(x, counts):
    """Repeats the whole (count > 0) or each element (count < 0) along axes."""
    for axis, count in counts:
        before, size, after = math.prod(x.extents[:axis]), x.extents[axis], math.prod(x.extents[axis + 1 :])
        many = abs(count)
        shape = (before, 1, size, after) if count > 0 else (before, size, 1, after)
        wide = (before, many, size, after) if count > 0 else (before, size, many, after)
        result = (*x.extents[:axis], size * many, *x.extents[axis + 1 :])
        x = step("Reshape", step("Broadcast", step("Reshape", x, shape=shape), shape=wide), shape=result)
    return x


def repeated(input, counts, name):
    """`counts`: (axis, count); see _repeated()."""
    counts = tuple((axis, count) for axis, count in counts if count not in (1, -1))
    if not counts:
        return input.clone()
    return composed(_repeated, (input,), name, f"{{0}}.{name}(...)", counts=counts)


def repeat(input, *sizes):
    sizes = tuple(sizes[0]) if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)) else sizes
    if len(sizes) < len(input.extents):
        raise RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
    if any(size < 0 for size in sizes):
        raise RuntimeError(f"Trying to create tensor with negative dimension: {list(sizes)}")
    data = input.reshape((1,) * (len(sizes) - len(input.extents)) + tuple(input.extents))
    if 0 in sizes:
        return data.new_zeros([own * size for own, size in zip(data.extents, sizes)])
    return repeated(data, enumerate(sizes), "repeat")


def tile(input, *dims):
    dims = tuple(dims[0]) if len(dims) == 1 and isinstance(dims[0], (tuple, list)) else dims
    return repeat(input, *(1,) * (len(input.extents) - len(dims)), *dims)


def repeat_interleave(input, repeats, dim=None):
    """Repeats each element; `repeats` is a number, or one for each element, which the program reads."""
    data, axis = (input.reshape(-1), 0) if dim is None else (input, axis_bits(dim, input, "x").bit_length() - 1)
    if isinstance(repeats, int):
        return repeated(data, [(axis, -repeats)], "repeat_interleave")
    counts = repeats.tolist() if torch.is_tensor(repeats) else list(repeats)
    rows = [row for row, count in enumerate(counts) for _ in range(count)]
    return data.index_select(axis, torch.tensor(rows, dtype=torch.int64, device=data.device))
