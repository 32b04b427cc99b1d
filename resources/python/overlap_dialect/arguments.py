"""Checks and converts arguments of the frameworks' functions."""

import difflib
from functools import wraps

import _overlap

# Element types. Of two types, the one with the smaller number represents the values of both.
FLOAT32, INT64, BOOL = range(3)
# 2**24 - 1: float32 represents every integer up to here; 2**24 may be a larger integer that was rounded.
EXACT = (1 << 24) - 1


def named(function, name):
    """Names a function that a factory makes; error messages use the name of its code."""
    function.__name__ = function.__qualname__ = name
    function.__code__ = function.__code__.replace(co_name=name, co_qualname=name)
    return function


def expect_array(value, argument, function, kind='Tensor'):
    """Raises for a value that is neither an array nor a value of a graph."""
    if not isinstance(value, _overlap.Tensor) and not hasattr(value, 'compose'):
        raise TypeError(f"{function}(): argument '{argument}' must be {kind}, not {type(value).__name__}")


def check_first_arguments(namespace, names):
    """Makes functions check that their first argument, `input`, is an array. Without the check, the error would name an
    attribute that programs do not know."""
    for name in names:
        namespace[name] = _checked(namespace[name], name)


def _checked(function, name):
    arrays = _overlap.Tensor

    @wraps(function)
    def checked(input, *args, **keywords):
        if not isinstance(input, arrays):
            expect_array(input, 'input', name)
        return function(input, *args, **keywords)

    return named(checked, name)


def takes_all(index):
    """Whether an index selects a whole axis, or a whole array."""
    return isinstance(index, slice) and index == slice(None) or index is Ellipsis


def is_whole(entry):
    """Whether an index entry is an integer. An integer tensor without axes is one; reading it waits."""
    if isinstance(entry, _overlap.Tensor):
        return entry.type_index == INT64 and not entry.extents
    return hasattr(entry, '__index__') and not isinstance(entry, bool)


class Missing(NotImplementedError, AttributeError):
    """Raised for names that the dialect lacks. It derives from AttributeError too, so that hasattr() returns False; a
    program that uses the name gets the message."""


Missing.__name__ = Missing.__qualname__ = 'NotImplementedError'
Missing.__module__ = 'builtins'  # tracebacks print 'NotImplementedError', without a module


# Attributes of the native arrays that no framework has.
INTERNAL = {
    'elements',
    'expression',
    'extents',
    'gradient',
    'name',
    'ordinal',
    'promotion',
    'tape_operator',
    'type_index',
}


def names_of(type_):
    """The attributes of an array type that programs can use."""
    return [n for n in dir(type_) if not n.startswith('_') and n not in INTERNAL]


# Names that programs often use -> the replacement here.
_TIMELINE = (
    'the timeline is the profiler: it shows when each operation was issued and ran, and what waited for '
    'what; overlap-run --summary prints it, and torch.profiler exports it'
)
_ONE_PROGRAM = (
    'overlap-run --ranks starts the processes of a program, and torch.distributed and kv.create() connect them'
)
_ONE_PRECISION = (
    'numbers are float32 here: give enabled=False, or leave out autocast(), GradScaler and half(), and call '
    'loss.backward() and '
    'optimizer.step() instead of scaler.scale(loss).backward() and scaler.step(optimizer); '
    'the parameter tf32 lets the GPU of this '
    'computer round the factors of products'
)
ELSEWHERE = {
    **dict.fromkeys(('profiler', 'nvtx'), _TIMELINE),
    **dict.fromkeys(('comm', 'multiprocessing'), _ONE_PROGRAM),
    **dict.fromkeys(('autocast', 'GradScaler', 'half'), _ONE_PRECISION),
    **dict.fromkeys(('double', 'float64'), 'numbers are float32 here'),
}


def missing(where, name, instead, names=()):
    """Makes the error for a missing name. It suggests the most similar ones of `names`."""
    if name.startswith('__'):
        return AttributeError(f'{where} has no attribute {name!r}')
    if name in ELSEWHERE:
        return Missing(f'{where}.{name} is not supported; {ELSEWHERE[name]}')
    near = difflib.get_close_matches(name, [n for n in names if not n.startswith('_')], 2, 0.7)
    meant = f'did you mean {" or ".join(near)}? ' if near else ''
    return Missing(f'{where}.{name} is not supported; {meant}{instead}')


def whole(value):
    """Converts to an integer. Raises above EXACT, because the engine stores integers as float32."""
    if abs(value) > EXACT:
        raise NotImplementedError(
            f'{value:.0f} is beyond 2^24 - 1 = {EXACT}, the largest integer that is exact here; keep it as a number of '
            f'Python or NumPy, or give the type float32, which rounds it to 24 bits'
        )
    return int(value)


def finite_whole(value):
    """Converts an element of an integer tensor. In a run that computes no values it is NaN, which is returned
    unchanged."""
    if abs(value) < float('inf') or (value != value and not _overlap.has_values()):
        return value if value != value else whole(value)
    raise NotImplementedError(
        f'an integer element is {value:g}, from a division by 0 or the conversion of {value:g}; '
        f'PyTorch and MXNet store a large integer in this case, which is not supported'
    )


def named_type(dtype, types, there, default=FLOAT32):
    """The element type for a name or a Python type, as functions of NumPy and MXNet accept it. `there`: the supported
    types, for the error."""
    if dtype is None:
        return default
    name = dtype if isinstance(dtype, str) else getattr(dtype, '__name__', str(dtype))
    if name not in types:
        raise NotImplementedError(f'{name} is not supported; {there}')
    return types[name]


def as_type(number, type_index):
    """The value that an element of this type stores for a number."""
    if type_index == FLOAT32 or number != number:
        return float(number)
    return float(bool(number)) if type_index == BOOL else float(whole(int(number)))


def size_of(args, size, what='size'):
    """(2, 3), ((2, 3),) or size=(2, 3) -> (2, 3)"""
    if size is not None:
        if args:
            raise TypeError(f'{what} is given twice')
        args = (size,)
    if len(args) == 1 and isinstance(args[0], (tuple, list)):
        args = tuple(args[0])
    sizes = []
    for extent in args:
        if isinstance(extent, bool) or not isinstance(extent, int):
            if hasattr(extent, '__index__'):
                extent = extent.__index__()
            else:
                raise TypeError(f'sizes must be whole numbers, not {extent!r}')
        sizes.append(extent)
    return tuple(sizes)


def plain_number(value):
    """Converts a NumPy scalar to a Python number; returns other values unchanged."""
    return value.item() if hasattr(value, '__array__') and getattr(value, 'shape', None) == () else value


def size_text(size):
    return '(' + ', '.join(map(str, size)) + (',)' if len(size) == 1 else ')')


def refuse(function, options):
    """Raises for arguments of the framework that are unsupported here."""
    for name, value in options.items():
        if value is not None and value is not False:
            raise NotImplementedError(f'{function}() has no argument {name} here; leave it out')


def flat(data):
    """Flattens nested lists. Returns ([numbers], shape)."""
    if isinstance(data, (bool, int, float)):
        return [float(data)], ()
    if hasattr(data, 'tolist'):  # reading an array in the list waits for it
        return flat(data.tolist())
    if not isinstance(data, (list, tuple, range)):
        raise TypeError(f'lists must contain numbers, not {type(data).__name__}')
    numbers, shape = [], None
    for element in data:
        part, inner = flat(element)
        if shape is not None and inner != shape:
            raise ValueError(f'the rows differ in length: {inner} after {shape}')
        numbers += part
        shape = inner
    return numbers, (len(data),) + (shape or ())


def type_of(data):
    """The element type that represents all elements of nested lists."""
    if isinstance(data, range):
        return INT64
    if isinstance(data, (list, tuple)):
        return min(map(type_of, data), default=FLOAT32)
    if hasattr(data, 'type_index'):
        return data.type_index
    if hasattr(data, '__array__'):  # NumPy's
        return {'b': BOOL, 'i': INT64, 'u': INT64}.get(data.dtype.kind, FLOAT32)
    return BOOL if isinstance(data, bool) else INT64 if isinstance(data, int) else FLOAT32
