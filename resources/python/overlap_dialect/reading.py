"""Converts tensor values to Python numbers and lists."""

import math

import _overlap
from overlap_dialect.arguments import finite_whole


def number(value, type_index):
    if type_index == 0:
        return value
    return finite_whole(value) if type_index == 1 else bool(value)


def as_list(host, shape, type_index):
    """The elements as nested lists; a number if the tensor has no axes."""
    count = 1
    for extent in shape:
        count *= extent
    values = [number(v, type_index) for v in _overlap.values(host, 0, count)]
    for extent in reversed(shape[1:]):
        values = [values[i : i + extent] for i in range(0, len(values), extent)] if extent else values
    return values if shape else values[0]


def scalar(tensor, call, message):
    """Waits for a tensor of one element and returns its value."""
    if tensor.elements != 1:
        raise ValueError(message)
    host = _overlap.fetch(tensor, call)
    return number(_overlap.values(host, 0, 1)[0], tensor.type_index)


def real(tensor, call, message):
    """Like scalar(), as a float: nan, also of an integer tensor, in a run that models times only."""
    value = float(scalar(tensor, call, message))
    return value if _overlap.has_values() else math.nan


def seen_range(tensor):
    """The minimum and maximum of a tensor; None if reading them would wait."""
    can_be_seen = _overlap.has_values() and (tensor.ordinal < 0 or _overlap.is_virtual())
    return _overlap.seen_range(tensor) if can_be_seen else None
