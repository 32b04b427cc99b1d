"""Numbers as text, in PyTorch's and in NumPy's way."""

import itertools
import math
import struct

import _overlap
from overlap_dialect.arguments import BOOL, FLOAT32, whole

EDGE = 3
THRESHOLD = 1000


def shown_rows(shape):
    """Which indices of each axis are shown; None where some are left out."""
    summarise = math.prod(shape) > THRESHOLD
    return [list(range(EDGE)) + [None] + list(range(n - EDGE, n)) if summarise and n > 2 * EDGE else list(range(n))
            for n in shape]


def elements(host, shape):
    """{index: number} of the elements that are shown."""
    numbers = {}
    if math.prod(shape) <= THRESHOLD:
        values = _overlap.values(host, 0, math.prod(shape))
        return dict(zip(itertools.product(*map(range, shape)), values))
    rows = [[i for i in axis if i is not None] for axis in shown_rows(shape)]
    for index in itertools.product(*rows):
        at = 0
        for i, n in zip(index, shape):
            at = at * n + i
        numbers[index] = _overlap.values(host, at, 1)[0]
    return numbers


def nested(shape, numbers, write, separator, indent, index=()):
    """The brackets around `write(number)`."""
    axis = len(index)
    if axis == len(shape):
        return write(numbers[index])
    rows = [None if i is None else nested(shape, numbers, write, separator, indent + 1, index + (i,))
            for i in shown_rows(shape)[axis]]
    if axis == len(shape) - 1:
        return '[' + separator.join('...' if row is None else row for row in rows) + ']'
    comma = separator.rstrip()
    between = comma + '\n' * (len(shape) - axis - 1) + ' ' * (indent + 1)
    return '[' + between.join('...' if row is None else row for row in rows) + ']'


def finite(values):
    return [abs(v) for v in values if math.isfinite(v) and v != 0]


def special(value):
    return 'nan' if math.isnan(value) else 'inf' if value > 0 else '-inf'


def whole_text(value):
    """Also of what was not computed."""
    return str(whole(value)) if math.isfinite(value) else special(value)


def truth_text(value):
    return special(value) if math.isnan(value) else str(value != 0)


def aligned(values, text, least=1):
    width = max((len(text(v)) for v in values), default=least)
    return lambda v: text(v).rjust(max(width, least))


def torch_writer(values, type_index):
    """Four digits; a point alone where all numbers are whole; powers of ten where they differ much."""
    if type_index != FLOAT32:
        return aligned(values, truth_text if type_index == BOOL else whole_text)
    sizes = finite(values)
    whole = all(not math.isfinite(v) or v == math.ceil(v) for v in values)
    large, small = max(sizes, default=0), min(sizes, default=0)
    if sizes and (large / small > 1000 or large > 1e8 or (not whole and small < 1e-4)):
        form = (lambda v: f'{v:.4e}')
    elif whole:
        form = (lambda v: f'{v:.0f}.')
    else:
        form = (lambda v: f'{v:.4f}')
    texts = {v: form(v) if math.isfinite(v) else special(v) for v in values}
    width = max(map(len, texts.values()), default=0)
    return lambda v: (texts[v] if v in texts else special(v)).rjust(width)


def as_float32(value):
    return struct.unpack('f', struct.pack('f', value))[0]


def shortest(value):
    """The fewest digits that give the same float32: (digits, exponent)."""
    for count in range(9):
        text = f'{value:.{count}e}'
        if as_float32(float(text)) == value:
            break
    mantissa, exponent = text.split('e')
    return mantissa, int(exponent)


def numpy_writer(values, type_index, has_axes):
    if type_index != FLOAT32:
        return aligned(values, truth_text, 5 if has_axes else 1) if type_index == BOOL else aligned(values, whole_text)
    sizes = finite(values)
    large, small = max(sizes, default=0), min(sizes, default=0)
    if sizes and (large >= 1e8 or small < 1e-4 or large / small > 1000):
        digits = max(len(shortest(v)[0].lstrip('-').partition('.')[2]) for v in values if math.isfinite(v))
        digits = min(digits, 8)
        form = (lambda v: f'{v:.{digits}e}' if digits else f'{v:.0e}'.replace('e', '.e'))
        texts = {v: form(v) if math.isfinite(v) else special(v) for v in values}
        width = max(map(len, texts.values()), default=0)
        return lambda v: (texts[v] if v in texts else special(v)).rjust(width)

    def plain(v):
        mantissa, exponent = shortest(v)
        after = max(len(mantissa.lstrip('-').partition('.')[2]) - exponent, 0)
        text = f'{v:.{min(after, 8)}f}'
        return text.rstrip('0') if '.' in text else text + '.'

    texts = {v: plain(v) if math.isfinite(v) else special(v) for v in values}
    before = max((len(t.partition('.')[0]) for t in texts.values()), default=0)
    after = max((len(t.partition('.')[2]) for t in texts.values() if '.' in t), default=0)

    def write(v):
        text = texts[v] if v in texts else special(v)
        head, point, tail = text.partition('.')
        return head.rjust(before) + (point + tail.ljust(after) if point else '')

    return write


def torch_text(host, shape, type_index, indent):
    numbers = elements(host, shape)
    return nested(shape, numbers, torch_writer(list(numbers.values()), type_index), ', ', indent)


def numpy_text(host, shape, type_index, separator=' ', indent=0):
    numbers = elements(host, shape)
    return nested(shape, numbers, numpy_writer(list(numbers.values()), type_index, len(shape) > 0), separator, indent)
