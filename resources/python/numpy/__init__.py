"""NumPy as far as the chapter compares frameworks with it: work that the program itself does, at once."""

import builtins
import math

import _overlap
from overlap_dialect import indexing, numbering
from overlap_dialect.arguments import (FLOAT32, INT64, as_type, flat, missing, named_type, names_of, size_of,
                                      size_text, type_of)
from overlap_dialect.numbers import numpy_text
from overlap_dialect.operators import OPERATORS, arithmetic, binary, comparisons, logic, product, reduction, unary
from overlap_dialect.reading import as_list, number
from numpy import lists, random

INSTEAD = ('this stand-in for NumPy has random.normal, random.uniform, ones, zeros, array, dot, arithmetic, slices, sums '
           'and what describes times: mean, median, std, min, max, cumsum')
pi, inf, nan = math.pi, math.inf, math.nan

class dtype(str):
    """A type by its name; called, it makes a number or an array of that type."""

    def __call__(self, value=0):
        if self != 'float64':
            return array(value, dtype='int64' if self == 'int32' else self)  # one type here
        if not isinstance(value, (bool, int, float)):
            type_index(self)  # refuses it
        return builtins.float(value)  # a number of float64 is one of Python's


float32, float64, int64, bool_ = map(dtype, ('float32', 'float64', 'int64', 'bool'))
TYPES = {'float32': FLOAT32, 'float': FLOAT32, 'int64': INT64, 'int': INT64, 'bool': 2}


def type_index(dtype, default=FLOAT32):
    return named_type(dtype, TYPES, 'arrays of this stand-in are float32, int64 or bool; leave dtype out, or give one '
                                    'of these', default)


def now(tensor, call):
    """NumPy returns when the work is done."""
    for one in tensor if isinstance(tensor, tuple) else (tensor,):
        _overlap.wait(one, call)
    return tensor


def at_once(operator, name):
    def function(*args, **keywords):
        return now(operator(*args, **keywords), f'numpy.{name}')
    function.__name__ = name
    return function


def arithmetic_at_once(operator, name):
    """A number of NumPy's is a plain number for the tensors of a framework, whose operator it is then."""
    native, other_way = at_once(operator, name.strip('_')), '__r' + name.strip('_') + '__'

    def function(self, *others):
        theirs = others[0] if others and not self.extents else None
        if isinstance(theirs, _overlap.Tensor) and not isinstance(theirs, ndarray) and hasattr(type(theirs), other_way):
            return getattr(theirs, other_way)(self.item())
        return native(self, *others)
    function.__name__ = name
    return function


def compared_at_once(operator, name):
    def function(self, other):
        made = operator(self, other)
        return made if made is NotImplemented else now(made, f'numpy.{name}')
    function.__name__ = name
    return function


class ndarray(_overlap.Tensor):
    __slots__ = ()
    promotion = 'numpy'
    _operators = {}
    arithmetic(_operators)
    logic(_operators)
    for _name, _operator in _operators.items():
        locals()[_name] = arithmetic_at_once(_operator, _name)
    _operators.clear()
    comparisons(_operators)
    for _name, _operator in _operators.items():
        locals()[_name] = compared_at_once(_operator, _name.strip('_')) if callable(_operator) else _operator
    dot = at_once(product('dot', '{0}.dot({1})'), 'dot')
    sum = at_once(reduction('Sum', 'sum', '{0}.sum()'), 'sum')
    mean = at_once(reduction('Mean', 'mean', '{0}.mean()'), 'mean')
    max = at_once(reduction('Max', 'max', '{0}.max()'), 'max')
    min, median, var, std, argmax, argmin = lists.methods('min', 'median', 'var', 'std', 'argmax', 'argmin')
    _transposed = unary('Transpose', 'transpose', '{0}.T')
    del _operators, _name, _operator

    @property
    def shape(self):
        return self.extents

    def transpose(self):
        """Shows the array, as NumPy's does."""
        made = now(self._transposed(), 'numpy.transpose')
        _overlap.link_transposed(made, self)
        return made

    T = property(transpose)

    def astype(self, dtype):
        return now(_overlap.cast(self, type_index(dtype), 'astype', '.astype()'), 'numpy.astype')

    size = property(lambda self: self.elements)
    ndim = property(lambda self: len(self.extents))
    dtype = property(lambda self: ('float32', 'int64', 'bool')[self.type_index])
    nbytes = property(lambda self: self.elements * (4, 8, 1)[self.type_index])

    def item(self):
        if self.elements != 1:
            raise ValueError('can only convert an array of size 1 to a Python scalar')
        return number(_overlap.values(self, 0, 1)[0], self.type_index)

    def tolist(self):
        return as_list(self, self.extents, self.type_index)

    def all(self):
        return builtins.all(_overlap.values(self, 0, self.elements))

    def any(self):
        return builtins.any(_overlap.values(self, 0, self.elements))

    def cumsum(self):
        return cumsum(self)

    def copy(self):
        return now(_overlap.copy(self, -1, False, 'copy', '.copy()', None), 'numpy.copy')

    def reshape(self, *shape):
        """Shows the array, where its numbers lie in memory in that order; else a copy."""
        asked = shape = size_of(shape, None)
        if shape.count(-1) == 1 and (known := -math.prod(shape)):
            shape = tuple(self.elements // known if extent == -1 else extent for extent in shape)
        if math.prod(shape) != self.elements or builtins.min(shape, default=0) < 0:
            raise ValueError(f'cannot reshape array of size {self.elements} into shape {size_text(asked)}')
        made = now(_overlap.reshape(self, shape), 'numpy.reshape')
        _overlap.link_shape(made, self)
        return made

    def __float__(self):
        return float(self.item())

    def __int__(self):
        return int(self.item())

    def __bool__(self):
        return bool(self.item())

    def __len__(self):
        if not self.extents:
            raise TypeError('len() of unsized object')
        return self.extents[0]

    def __str__(self):
        return numpy_text(self, self.extents, self.type_index)

    def __format__(self, spec):
        return format(self.item(), spec) if spec and self.elements == 1 else format(str(self), spec)

    def __repr__(self):
        if not self.extents:
            return str(self)
        return 'array(' + numpy_text(self, self.extents, self.type_index, ', ', 6) + \
            (', dtype=float32)' if self.type_index == FLOAT32 else ')')

    def __getitem__(self, index):
        """A number, or a part that shows the array, as NumPy's does."""
        listed = index if isinstance(index, tuple) else (index,)
        if len(listed) != len(self.extents) or not all(isinstance(i, int) for i in listed):
            return now(indexing.get(self, index), 'numpy.getitem')
        at = 0
        for axis, (i, n) in enumerate(zip(listed, self.extents)):
            if not -n <= i < n:
                raise IndexError(f'index {i} is out of bounds for axis {axis} with size {n}')
            at = at * n + i % n
        return number(_overlap.values(self, at, 1)[0], self.type_index)

    def __setitem__(self, index, value):
        index = indexing.numbered(index, self.extents)
        if numbering.has_named(index):
            raise NotImplementedError('parts that arrays name are not assigned to in this stand-in; take slices')
        offsets, extents, _ = indexing.block(index, self.extents)
        if indexing.is_part(value, self, offsets, extents):
            return  # a[1:] += b has changed it already
        value = indexing.broadcast(array(value, dtype=self.dtype), extents)
        now(_overlap.apply('SliceAssign', (self, value), 'setitem', '{0}' + indexing.text_of(index) + ' = {1}',
                           offsets=offsets, out=self), 'numpy.setitem')

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __contains__(self, element):
        return element in _overlap.values(self, 0, self.elements)

    def __index__(self):
        if self.type_index == FLOAT32 or self.elements != 1:
            raise TypeError('only integer scalar arrays can be converted to a scalar index')
        return int(self.item())

    def __getattr__(self, name):
        raise missing('numpy.ndarray', name, INSTEAD, names_of(ndarray))


def made(op, size, first, second, name, index=FLOAT32):
    text = f'numpy.{name}({size_text(size)})'
    return now(_overlap.create(ndarray, OPERATORS[op], size, -1, index, first, second, name, text), f'numpy.{name}')


def filled(name, shape, value, index):
    return made('Fill', size_of((shape,), None), as_type(value, index), 0, name, index)


def ones(shape, dtype=None):
    return filled('ones', shape, 1, type_index(dtype))


def zeros(shape, dtype=None):
    return filled('zeros', shape, 0, type_index(dtype))


def full(shape, fill_value, dtype=None):
    return filled('full', shape, fill_value, type_index(dtype, type_of(fill_value)))


def eye(n, dtype=None):
    return made('Identity', (n, n), 0, 0, 'eye', type_index(dtype))


def arange(*args, dtype=None):
    start, stop, step = (0, args[0], 1) if len(args) == 1 else (*args, 1)[:3]
    natural = builtins.min(map(type_of, (start, stop, step)))
    index = type_index(dtype, natural)
    if index != FLOAT32 and natural == FLOAT32:
        raise NotImplementedError('numpy.arange() of fractions makes float32 here; leave dtype out')
    count = builtins.max(0, math.ceil((stop - start) / step))
    return made('Arange', (count,), start, step, 'arange', index)


def array(data, dtype=None):
    if hasattr(data, 'asnumpy'):
        data = data.asnumpy()
    if isinstance(data, ndarray):
        return data.copy() if dtype is None else data.astype(dtype)
    numbers, shape = flat(data)
    index = type_index(dtype, type_of(data))
    return _overlap.from_values(ndarray, shape, index, [as_type(number, index) for number in numbers])


asarray = array
dot = at_once(product('dot', 'numpy.dot({0}, {1})'), 'dot')
matmul = at_once(product('matmul', 'numpy.matmul({0}, {1})'), 'matmul')
maximum = at_once(binary('Maximum', 'MaximumScalar', 'maximum', 'numpy.maximum({0}, {1})'), 'maximum')
minimum = at_once(binary('Minimum', 'MinimumScalar', 'minimum', 'numpy.minimum({0}, {1})'), 'minimum')
for _op, _name in (('Exp', 'exp'), ('Log', 'log'), ('Sqrt', 'sqrt'), ('Tanh', 'tanh'), ('Abs', 'abs')):
    globals()[_name] = at_once(unary(_op, _name, f'numpy.{_name}({{0}})'), _name)
for _op, _name in (('Sum', 'sum'), ('Mean', 'mean'), ('Max', 'max')):
    globals()[_name] = lists.or_of(at_once(reduction(_op, _name, f'numpy.{_name}({{0}})'), _name), _name)
del _op, _name
min, median, var, std, argmax, argmin = lists.methods('min', 'median', 'var', 'std', 'argmax', 'argmin')
amin, amax = min, max


def cumsum(a):
    total, sums = 0, []
    for one in lists.numbers_of(a, 'cumsum'):
        total += one
        sums.append(total)
    return array(sums)


def linspace(start, stop, num=50):
    return array([float(start + (stop - start) * i / builtins.max(num - 1, 1)) for i in range(num)], dtype='float32')


def __getattr__(name):
    raise missing('numpy', name, INSTEAD, globals())
