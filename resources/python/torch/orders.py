"""Functions that order, turn and select elements, and others that are sequences of operations here."""

import builtins
import math

import _overlap
import torch
from overlap_dialect.arguments import FLOAT32, refuse
from torch.issuing import axis_bits, labelled, one_call
from torch.tensor_type import Extreme

LARGEST_ORDER = 1 << 26  # limit on the comparisons of one call, each of which needs memory


class Sorted(Extreme):
    name = "sort"


class Top(Extreme):
    name = "topk"


def _order(data, axis, descending, name):
    """The indices that sort along an axis; equal elements keep their order. The engine has no sorting operator, so each
    element is compared with all others of its row, and the number of those before it is its place."""
    size = data.extents[axis]
    if data.elements * size > LARGEST_ORDER:
        raise NotImplementedError(
            f"{name}() compares all pairs of elements here, which {data.elements // size} x {size} x {size} are too "
            f"many for; sort fewer, or in NumPy: torch.from_numpy(np.sort(x.cpu().numpy()))"
        )
    keys = data.type(torch.float32)
    keys = torch.where(keys.isnan(), math.inf, keys) if data.type_index == FLOAT32 else keys
    mine, other = keys.unsqueeze(axis + 1), keys.unsqueeze(axis)
    places = torch.arange(size, device=data.device)
    shape = [1] * (len(keys.extents) + 1)
    shape[axis], shape[axis + 1] = size, 1
    own = places.reshape(shape)
    shape[axis], shape[axis + 1] = 1, size
    is_before = places.reshape(shape) < own
    comes_first = other > mine if descending else other < mine
    ranks = (comes_first | ((other == mine) & is_before)).sum(axis + 1)
    shape = [size if i == axis else 1 for i in range(len(keys.extents))]
    numbers = places.reshape(shape).expand(*keys.extents)
    return torch.zeros(keys.extents, dtype=torch.int64, device=data.device).scatter_(axis, ranks, numbers)


def _ordered_by(data, dim, descending, name):
    axis = axis_bits(dim, data, name).bit_length() - 1
    with torch.no_grad():
        return axis, _order(data.detach(), axis, descending, name)


def sort(input, dim=-1, descending=False, stable=False):
    if not input.extents:
        return Sorted((input.clone(), torch.zeros((), dtype=torch.int64, device=input.device)))
    axis, order = _ordered_by(input, dim, descending, "sort")
    return Sorted((labelled(input.gather(axis, order), "{0}.sort()", input), order))


def argsort(input, dim=-1, descending=False, stable=False):
    return sort(input, dim, descending).indices


def topk(input, k, dim=-1, largest=True, sorted=True):
    size = input.extents[axis_bits(dim, input, "topk").bit_length() - 1] if input.extents else 1
    if not 0 <= k <= size:
        raise RuntimeError("selected index k out of range")
    axis, order = _ordered_by(input, dim, largest, "topk")
    first = order[(slice(None),) * axis + (slice(k),)]
    return Top((labelled(input.gather(axis, first), f"{{0}}.topk({k})", input), first))


class Median(Extreme):
    name = "median"


def median(input, dim=None, keepdim=False):
    """The lower one of two in the middle; NaN if there is one."""
    if dim is None and not input.elements:
        return torch.tensor(math.nan, device=input.device)
    if dim is None:
        return labelled(median(input.reshape(-1), 0).values, "{0}.median()", input)
    if not input.extents:
        return Median(sort(input))
    ordered, order = sort(input, dim)
    axis = axis_bits(dim, input, "median").bit_length() - 1
    size, nans = input.extents[axis], torch.isnan(input.detach()).sum(axis, True)
    middle = torch.where(nans > 0, size - nans, (size - 1) // 2)
    values, indices = (one.gather(axis, middle) for one in (ordered, order))
    if not keepdim:
        values, indices = values.squeeze(axis), indices.squeeze(axis)
    return Median((labelled(values, f"{{0}}.median({dim})", input), indices))


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The program waits for the values, since their number is the size of the result."""
    refuse("unique", {"dim": dim})
    if not _overlap.has_values():
        raise RuntimeError(
            "unique(): the size of the result depends on the values, and this run computes none; choose computed values"
        )
    numbers = input.reshape(-1).tolist()
    found = list(dict.fromkeys(number for number in numbers if number == number))
    found.sort()
    places = {number: place for place, number in enumerate(found)}
    where = [places[number] for number in numbers]
    made = [torch.tensor(found, dtype=input.dtype, device=input.device)]
    if return_inverse:
        made.append(torch.tensor(where, dtype=torch.int64, device=input.device).reshape(input.extents))
    if return_counts:
        counts = [0] * len(found)
        for place in where:
            counts[place] += 1
        made.append(torch.tensor(counts, dtype=torch.int64, device=input.device))
    return made[0] if len(made) == 1 else tuple(made)


def randperm(n, generator=None, dtype=None, device=None, **options):
    refuse("randperm", options)
    if n < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {n}: [{n}]")
    rows = torch._order(n, generator) if n else []
    return torch.tensor(rows, dtype=torch.int64 if dtype is None else dtype, device=device)


# -- places


@one_call
def outer(input, vec2):
    for name, one in (("self", input), ("vec2", vec2)):
        if len(one.extents) != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {len(one.extents)}-D")
    return labelled(input.reshape(-1, 1) * vec2.reshape(1, -1), "outer({0}, {1})", input, vec2)


# -- numbers

NO_FRACTION = 2.0**23  # every float32 from here on is an integer


@one_call
def round(input, decimals=0):
    """Rounds halves to even: adding 2^23 leaves no bits for a fraction."""
    if input.type_index != FLOAT32:
        return input
    with torch.no_grad():
        data = input * 10.0**decimals if decimals else input
        size = data.abs()
        made = torch.where(size < NO_FRACTION, ((size + NO_FRACTION) - NO_FRACTION) * data.sign(), data)
        return labelled(made / 10.0**decimals if decimals else made, "{0}.round()", input)


@one_call
def logsumexp(input, dim, keepdim=False):
    """Subtracts the maximum first, so that exp() does not overflow."""
    input = input.type(torch.float32)
    top = input.detach()._max(dim, True)
    top = torch.where(top.abs() < math.inf, top, 0.0)
    made = (input - top).exp().sum(dim, keepdim).log()
    return labelled(made + top.reshape(made.extents), f"{{0}}.logsumexp({dim})", input)


def quantile(input, q, dim=None, keepdim=False, interpolation="linear"):
    """Sorts; `q` is a number, or a tensor of them, which the program reads."""
    if interpolation not in ("linear", "lower", "higher", "nearest"):
        raise NotImplementedError(f"quantile() interpolates linear, lower, higher or nearest here, not {interpolation}")
    data, axis = (input.reshape(-1), 0) if dim is None else (input, axis_bits(dim, input, "x").bit_length() - 1)
    if torch.is_tensor(q) and q.extents:
        made = [quantile(input, one, dim, keepdim, interpolation) for one in q.tolist()]
        return torch.stack(made)
    share = float(q)
    if not 0 <= share <= 1:
        raise RuntimeError(f"quantile() q must be in the range [0, 1] but got {share:g}")
    place = share * (data.extents[axis] - 1)
    low, high = math.floor(place), math.ceil(place)
    weight = {"linear": place - low, "lower": 0, "higher": 1, "nearest": builtins.round(place) - low}[interpolation]
    ordered = sort(data, axis).values
    made = ordered.select(axis, low)
    made = torch.lerp(made, ordered.select(axis, high), float(weight)) if weight else made
    if keepdim:
        made = made.unsqueeze(axis) if dim is not None else made.reshape((1,) * len(input.extents))
    return labelled(made, "{0}.quantile(...)", input)


def bincount(input, weights=None, minlength=0):
    """The program waits for the greatest number, which is the size of the result; PyTorch does, too."""
    if len(input.extents) != 1 or input.type_index == FLOAT32:
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    size = max(int(input.max().item()) + 1, minlength) if input.elements else minlength
    ones = torch.ones(input.extents, dtype=torch.int64, device=input.device) if weights is None else weights
    return torch.zeros(size, dtype=ones.dtype, device=input.device).scatter_add_(0, input, ones)
