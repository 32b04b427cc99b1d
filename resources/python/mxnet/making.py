"""Arrays from nothing, for nd and np alike."""

import math

import _overlap
from mxnet.context import ordinal_of
from overlap_dialect.arguments import FLOAT32, INT64, flat, refuse, size_of, size_text, type_of
from overlap_dialect.operators import OPERATORS

TYPES = {'float32': FLOAT32, 'float': FLOAT32, 'int64': INT64, 'int': INT64, 'bool': 2}


def type_index(dtype, default=FLOAT32):
    if dtype is None:
        return default
    name = dtype if isinstance(dtype, str) else getattr(dtype, '__name__', str(dtype))
    if name not in TYPES:
        raise NotImplementedError(f'{name} is not there; arrays are float32, int64 or bool')
    return TYPES[name]


def make(kind, op, name, size, ctx, device, dtype, first=0.0, second=0.0, **options):
    refuse(name, options)
    text = f'{kind.module}.{name}({size_text(size)})'
    return _overlap.create(kind, OPERATORS[op], size, ordinal_of(ctx, device), type_index(dtype), first, second,
                           name.rpartition('.')[2], text)


def fill(kind, name, value):
    def function(shape, dtype=None, ctx=None, device=None, **options):
        return make(kind, 'Fill', name, size_of((), shape), ctx, device, dtype, value, **options)
    function.__name__ = name
    return function


def array_from(kind, data, dtype=None, ctx=None, device=None):
    if isinstance(data, _overlap.Tensor):
        data = data.tolist()
    numbers, shape = flat(data)
    index = FLOAT32 if dtype is None and type_of(data) != 2 else type_index(dtype, type_of(data))
    made = _overlap.from_values(kind, shape, index, numbers)
    target = ordinal_of(ctx, device)
    return made if target < 0 else _overlap.copy(made, target, True, 'copyto', '.copyto(...)', None)


def counted(kind, args, dtype, ctx, device):
    start, stop, step = (0, args[0], 1) if len(args) == 1 or args[1] is None else (*args, 1)[:3]
    return make(kind, 'Arange', 'arange', (max(0, math.ceil((stop - start) / step)),), ctx, device, dtype, start, step)
