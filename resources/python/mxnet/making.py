"""Functions that create arrays, for both nd and np."""

import math

import _overlap
from mxnet.context import ordinal_of
from overlap_dialect.arguments import BOOL, FLOAT32, INT64, as_type, flat, named_type, refuse, size_of, size_text
from overlap_dialect.arguments import named, type_of
from overlap_dialect.operators import OPERATORS
from overlap_numpy import packages, sharing

TYPES = {'float32': FLOAT32, 'float': FLOAT32, 'int64': INT64, 'int32': INT64, 'int': INT64, 'bool': 2}


class Type(str):
    """The name of an element type. A call converts a value to a NumPy number or array of that type."""

    def __call__(self, value=0):
        return packages.load('numpy').dtype(str(self)).type(value)


def type_index(dtype, default=FLOAT32):
    return named_type(dtype, TYPES, 'arrays are float32, int64 (int32 is taken for it) or bool', default)


def type_text(dtype):
    return repr(dtype) if isinstance(dtype, str) else getattr(dtype, '__name__', str(dtype))


def zeros_for(array):
    """Allocates a gradient: zeros with the shape, type and device of `array`."""
    return _overlap.create(
        type(array),
        OPERATORS['Fill'],
        array.extents,
        array.ordinal,
        array.type_index,
        0.0,
        0.0,
        'zeros',
        f'{array.module}.zeros({size_text(array.extents)})',
    )


def filled(like, shape, value):
    """An array for an assignment of `value` to a part of `like`; `shape` is that of the part."""
    if not isinstance(value, (int, float)):
        return array_from(type(like), value, like.dtype, like.context)
    return _overlap.create(
        type(like),
        OPERATORS['Fill'],
        shape,
        like.ordinal,
        like.type_index,
        as_type(value, like.type_index),
        0.0,
        'full',
        f'{value:g}',
    )


def make(kind, op, name, size, ctx, device, dtype, first=0.0, second=0.0, **options):
    refuse(name, options)
    text = f'{kind.module}.{name}({size_text(size)})'
    index = type_index(dtype)
    for value in (first, second):
        if not hasattr(value, '__float__'):
            raise TypeError(f'{kind.module}.{name}() takes a number here, not {value!r}')
    if index != FLOAT32 and op.startswith('Random'):
        raise NotImplementedError(f'{name}() makes float32 here, not {type_text(dtype)}')
    if index != FLOAT32 and op == 'Arange' and not (first == int(first) and second == int(second)):
        raise NotImplementedError(f'{name}() of fractions makes float32 here, not {type_text(dtype)}')
    first = as_type(first, index) if op == 'Fill' else first
    return _overlap.create(
        kind, OPERATORS[op], size, ordinal_of(ctx, device), index, first, second, name.rpartition('.')[2], text
    )


def fill(kind, name, value):
    def function(shape, dtype=None, ctx=None, device=None, **options):
        return make(kind, 'Fill', name, size_of((), shape), ctx, device, dtype, value, **options)

    def of_nd(shape, ctx=None, dtype=None, **options):
        return function(shape, dtype, ctx, **options)

    made = of_nd if kind.module == 'nd' else function
    return named(made, name)


def array_from(kind, data, dtype=None, ctx=None, device=None):
    if isinstance(data, _overlap.Tensor):
        return from_tensor(kind, data, dtype, ctx, device)
    natural = type_of(data)
    is_float = dtype is None and (natural != BOOL or kind.module == 'nd')  # nd converts every list to float32
    index = FLOAT32 if is_float else type_index(dtype, natural)
    if sharing.is_array(data):
        _overlap.host_work(False, data.size * 4, 'array()')
        made = sharing.to_tensor(kind, data, index)
    else:
        numbers, shape = flat(data)
        made = _overlap.from_values(kind, shape, index, [as_type(number, index) for number in numbers])
    target = ordinal_of(ctx, device)
    return made if target == -1 else _overlap.copy(made, target, True, 'copyto', '.copyto(...)', None)


def from_tensor(kind, data, dtype, ctx, device):
    """Copies another array to a new one."""
    target = ordinal_of(ctx, device)
    index = data.type_index if dtype is None else type_index(dtype)
    made = _overlap.cast(_overlap.view_as(data, kind), index, 'array', '.copy()')
    return made if target == made.ordinal else _overlap.copy(made, target, True, 'copyto', '.copyto(...)', None)


def counted(kind, args, dtype, ctx, device):
    start, stop, step = (0, args[0], 1) if len(args) == 1 or args[1] is None else (*args, 1)[:3]
    return make(kind, 'Arange', 'arange', (max(0, math.ceil((stop - start) / step)),), ctx, device, dtype, start, step)
