"""Formats numbers as PyTorch and NumPy do."""

import itertools
import math
import struct

import _overlap
from overlap_dialect.arguments import BOOL, FLOAT32, finite_whole

EDGE = 3
THRESHOLD = 1000
TORCH_COLUMNS, NUMPY_COLUMNS = 80, 75
PRECISION, HAS_EXPONENTS = 4, None  # of PyTorch; None: as the numbers need

PROFILES = {"default": (4, 1000, 3, 80), "short": (2, 1000, 2, 80), "full": (4, math.inf, 3, 80)}


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    """Sets how PyTorch's tensors are printed, until the run ends."""
    global PRECISION, THRESHOLD, EDGE, TORCH_COLUMNS, HAS_EXPONENTS
    now = PROFILES[profile] if profile is not None else (PRECISION, THRESHOLD, EDGE, TORCH_COLUMNS)
    given = (precision, threshold, edgeitems, linewidth)
    PRECISION, THRESHOLD, EDGE, TORCH_COLUMNS = (was if new is None else new for was, new in zip(now, given))
    HAS_EXPONENTS = sci_mode


def shown_rows(shape):
    """The indices of each axis that are printed; None stands for omitted ones."""
    summarise = math.prod(shape) > THRESHOLD
    return [
        list(range(EDGE)) + [None] + list(range(n - EDGE, n)) if summarise and n > 2 * EDGE else list(range(n))
        for n in shape
    ]


def elements(host, shape):
    """Returns {index: number} for the elements that are printed."""
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


def torch_row(words, indent, axis):
    """Joins padded numbers into lines of at most 80 columns."""
    count = max(1, (TORCH_COLUMNS - indent) // (max(map(len, filter(None, words)), default=0) + 2))
    words = [" ..." if word is None else word for word in words]
    lines = [", ".join(words[at : at + count]) for at in range(0, len(words), count)]
    return (",\n" + " " * (indent + 1)).join(lines)


def numpy_row(separator, suffix):
    def row(words, indent, axis):
        """Joins numbers into lines of at most 75 columns, including closing brackets."""
        most = NUMPY_COLUMNS - suffix - axis - 1
        lines, line = [], " " * (indent + 1)
        for word in words:
            word = "..." if word is None else word
            if len(line) + len(word) > most and len(line) > indent + 1:
                lines.append(line.rstrip())
                line = " " * (indent + 1)
            line += word + separator
        lines.append(line[: len(line) - len(separator)] if words else line)
        return "\n".join(lines)[indent + 1 :]

    return row


def nested(shape, numbers, write, separator, indent, row, index=()):
    """Formats nested brackets; `write(number)` formats an element, `row(words, indent, axis)` joins the last axis."""
    axis = len(index)
    if axis == len(shape):
        return write(numbers[index])
    rows = [
        None if i is None else nested(shape, numbers, write, separator, indent + 1, row, index + (i,))
        for i in shown_rows(shape)[axis]
    ]
    if axis == len(shape) - 1:
        return "[" + row(rows, indent, axis) + "]"
    comma = separator.rstrip()
    between = comma + "\n" * (len(shape) - axis - 1) + " " * (indent + 1)
    return "[" + between.join("..." if row is None else row for row in rows) + "]"


def finite(values):
    return [abs(v) for v in values if math.isfinite(v) and v != 0]


def special(value):
    return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"


def whole_text(value):
    """Formats an integer, or nan if it was not computed."""
    return str(finite_whole(value))


def truth_text(value):
    return special(value) if math.isnan(value) else str(value != 0)


def aligned(values, text, least=1):
    width = max((len(text(v)) for v in values), default=least)
    return lambda v: text(v).rjust(max(width, least))


def torch_form(has_exponents, is_whole):
    if has_exponents:
        return lambda v: f"{v:.{PRECISION}e}"
    return (lambda v: f"{v:.0f}.") if is_whole else (lambda v: f"{v:.{PRECISION}f}")


def torch_writer(values, type_index):
    """Four decimals; only a point if all numbers are integers; exponents if magnitudes differ by more than 1000. The
    program can choose decimals and exponents, which as in PyTorch does not change the width."""
    if type_index != FLOAT32:
        return aligned(values, truth_text if type_index == BOOL else whole_text)
    # Zeros and non-finite numbers affect neither the format nor the width.
    telling = [v for v in values if math.isfinite(v) and v != 0]
    sizes = finite(telling)
    whole = all(v == math.ceil(v) for v in telling)
    large, small = max(sizes, default=0), min(sizes, default=0)
    has_exponents = sizes and (large / small > 1000 or large > 1e8 or (not whole and small < 1e-4))
    form = torch_form(has_exponents, whole)
    width = max((len(form(v)) for v in telling), default=0)
    form = form if HAS_EXPONENTS is None else torch_form(HAS_EXPONENTS, whole)
    return lambda v: (form(v) if math.isfinite(v) else special(v)).rjust(width)


def as_float32(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def shortest(value):
    """The shortest (digits, exponent) that round-trip to the same float32."""
    for count in range(9):
        text = f"{value:.{count}e}"
        if as_float32(float(text)) == value:
            break
    mantissa, exponent = text.split("e")
    return mantissa, int(exponent)


class Scalar(float):
    """A float32 as a Python float, printed with as few digits as identify the float32."""

    def __repr__(self):
        if not math.isfinite(self) or self == 0:
            return float.__repr__(self)
        return repr(float(shortest(self)[0] + "e" + str(shortest(self)[1])))

    __str__ = __repr__


def numpy_writer(values, type_index, has_axes):
    if type_index != FLOAT32:
        return aligned(values, truth_text, 5 if has_axes else 1) if type_index == BOOL else aligned(values, whole_text)
    sizes = finite(values)
    large, small = max(sizes, default=0), min(sizes, default=0)
    if sizes and (large >= 1e8 or small < 1e-4 or large / small > 1000):
        digits = max(len(shortest(v)[0].lstrip("-").partition(".")[2]) for v in values if math.isfinite(v))
        digits = min(digits, 8)
        form = lambda v: f"{v:.{digits}e}" if digits else f"{v:.0e}".replace("e", ".e")
        texts = {v: form(v) if math.isfinite(v) else special(v) for v in values}
        width = max(map(len, texts.values()), default=0)
        return lambda v: (texts[v] if v in texts else special(v)).rjust(width)

    def plain(v):
        mantissa, exponent = shortest(v)
        after = max(len(mantissa.lstrip("-").partition(".")[2]) - exponent, 0)
        text = f"{v:.{min(after, 8)}f}"
        return text.rstrip("0") if "." in text else text + "."

    texts = {v: plain(v) if math.isfinite(v) else special(v) for v in values}
    plain_texts = [t for t in texts.values() if "." in t]
    after = max((len(t.partition(".")[2]) for t in plain_texts), default=0)
    before = max(
        [len(t.partition(".")[0]) for t in plain_texts] + [len(t) - after - 1 for t in texts.values() if "." not in t],
        default=0,
    )

    def write(v):
        text = texts[v] if v in texts else special(v)
        head, point, tail = text.partition(".")
        return head.rjust(before) + point + tail.ljust(after) if point else text.rjust(before + 1 + after)

    return write


def torch_text(host, shape, type_index, indent):
    numbers = elements(host, shape)
    if not math.prod(shape):
        return "[]"
    return nested(shape, numbers, torch_writer(list(numbers.values()), type_index), ", ", indent, torch_row)


def torch_line(text, words, indent):
    """Appends the attributes of a tensor (device, dtype, grad_fn) and breaks lines that are too long."""
    column = len(text) - text.rfind("\n") + 1
    for word in words:
        if column + len(word) + 2 > TORCH_COLUMNS:
            text, column = text + ",\n" + " " * indent + word, indent + len(word)
        else:
            text, column = text + ", " + word, column + len(word) + 2
    return text + ")"


def numpy_text(host, shape, type_index, separator=" ", indent=0):
    """Formats an array as NumPy does. `indent` is that of repr(), or 0 for str(), which prints a zero-dimensional array
    as a number."""
    numbers = elements(host, shape)
    if not shape and not indent and type_index == FLOAT32:
        return str(Scalar(numbers[()]))
    if not math.prod(shape):
        return "[]"
    return nested(
        shape,
        numbers,
        numpy_writer(list(numbers.values()), type_index, len(shape) > 0),
        separator,
        indent,
        numpy_row(separator, 1 if indent else 0),
    )
