"""Values as Python has them."""

import math

import _overlap
from overlap_dialect.arguments import whole


def number(value, type_index):
    if type_index == 0 or value != value:  # not a number where nothing was computed
        return value
    return bool(value) if type_index == 2 else whole(value) if abs(value) < math.inf else value


def as_list(host, shape, type_index):
    """Nested lists of the numbers; a number for no axes."""
    count = 1
    for extent in shape:
        count *= extent
    values = [number(v, type_index) for v in _overlap.values(host, 0, count)]
    for extent in reversed(shape[1:]):
        values = [values[i:i + extent] for i in range(0, len(values), extent)] if extent else values
    return values if shape else values[0]


def scalar(tensor, call, message):
    """The one number of a tensor, once it is there."""
    if tensor.elements != 1:
        raise ValueError(message)
    host = _overlap.fetch(tensor, call)
    return number(_overlap.values(host, 0, 1)[0], tensor.type_index)
