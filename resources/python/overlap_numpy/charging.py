"""NumPy on a virtual machine: a call is issued as a CPU operation, and the program waits for its modelled time.

A listing accesses NumPy's modules through `Module`, whose functions return arrays of the type `ndarray` below. NumPy
calls that type for every operation on such an array (`__array_ufunc__`, `__array_function__`)."""

import contextlib
import math
import sys
import types

import _overlap
from overlap_dialect.operators import OPERATORS
from overlap_numpy import packages

# Functions that sort: one pass over the elements for each factor of 2 in a row's length.
SORTING = {'sort', 'argsort', 'lexsort', 'unique'}
# Functions of a matrix of m x n, n the smaller: FLOP in units of 2 m n^2 (Golub and Van Loan, Matrix Computations),
# rounded up, at the rate of products, which the real ones reach in part only.
DECOMPOSING = {
    'svd': 11,
    'pinv': 12,
    'eig': 12,
    'eigvals': 5,
    'eigh': 5,
    'eigvalsh': 1,
    'qr': 2,
    'lstsq': 2,
} | dict.fromkeys(('inv', 'solve', 'det', 'slogdet', 'cholesky'), 1)
PRODUCTS = {'dot', 'matmul', 'inner', 'vdot', 'outer', 'tensordot', 'einsum'}
# Functions that convert existing values; charged only if an argument is an array.
CONVERSIONS = {'array', 'asarray', 'asanyarray', 'ascontiguousarray', 'frombuffer', 'fromiter', 'fromstring'}
# Methods of arrays for which NumPy calls neither hook of the array's type.
METHODS = (
    'all',
    'any',
    'argmax',
    'argmin',
    'argsort',
    'astype',
    'choose',
    'clip',
    'compress',
    'copy',
    'cumprod',
    'cumsum',
    'dot',
    'fill',
    'max',
    'mean',
    'min',
    'nonzero',
    'partition',
    'prod',
    'ptp',
    'put',
    'repeat',
    'round',
    'searchsorted',
    'sort',
    'std',
    'sum',
    'take',
    'trace',
    'var',
)
# Limits of a run that models times only: larger random arrays (elements) and products (multiplications) are not
# computed but filled with nan.
MOST_DRAWN, MOST_MULTIPLIED = 1 << 16, 1 << 24


class Work(_overlap.Tensor):
    """An input or result of the operation that represents a NumPy call; it has memory but no values."""

    __slots__ = ()
    promotion = 'torch'


types_of_arrays = None  # (Charged, ndarray, NotComputed), once NumPy is loaded
modules = {}  # NumPy's name -> Module, for the current run


def loaded():
    """Returns the array types; the first call imports NumPy."""
    global types_of_arrays
    if types_of_arrays is None:
        types_of_arrays = make_types(packages.load('numpy'))
    return types_of_arrays


def plain(value):
    """Converts our arrays in arguments to plain NumPy arrays."""
    if isinstance(value, types_of_arrays[0]):
        return value.view(sys.modules['numpy'].ndarray)
    if type(value) in (tuple, list):
        return type(value)(map(plain, value))
    if type(value) is dict:
        return {key: plain(one) for key, one in value.items()}
    return value


def arrays_in(value, found):
    if isinstance(value, sys.modules['numpy'].ndarray):
        found.append(value)
    elif isinstance(value, (tuple, list)):
        for one in value:
            arrays_in(one, found)
    elif isinstance(value, dict):
        arrays_in(list(value.values()), found)
    return found


def in_few_axes(shape):
    return shape if len(shape) <= 6 else (math.prod(shape),)  # an engine's tensor has at most six


def work_of(name, inputs, shape):
    """(operator of the engine, shapes of its inputs) whose cost is that of the function."""
    if name in PRODUCTS and len(inputs) > 1:
        first, second = inputs[0].shape, inputs[1].shape
        inner = first[-1] if first else 1
        columns = second[-1] if len(second) > 1 else 1
        rows = math.prod(shape) // max(columns, 1)
        return 'MatMul', [(rows, inner), (inner, columns)]
    largest = max((one.shape for one in inputs), key=math.prod, default=())
    if math.prod(largest) > math.prod(shape):
        return 'Sum', [largest]
    return ('Add', [shape, shape]) if len(inputs) > 1 else ('Abs', [shape])


def chain_of(name, first):
    """(operator, how often it is applied to its own result, shapes of its inputs) of a function that is more than one
    pass; None for others. `first`: the shape of its first array."""
    short = name.rpartition('.')[2]
    if short in SORTING and first:
        shape = in_few_axes(first)
        return 'Maximum', max((first[-1] - 1).bit_length(), 1), (shape, shape)
    if name.startswith('linalg.') and short in DECOMPOSING and len(first) > 1:
        rows, columns = max(first[-2:]), min(first[-2:])
        return 'MatMul', DECOMPOSING[short], ((math.prod(first[:-2]) * rows, columns), (columns, columns))
    return None


def chained(operator, count, shapes, name, text):
    """One operation that takes the time of all applications."""
    names = [f'input{i}' for i in range(len(shapes))]
    made, other = map(_overlap.symbol_variable, names)
    for i in range(count):
        made = _overlap.symbol_apply(operator, [made, other], f'{name}{i}')
    arrays = [_overlap.blank(Work, one) for one in shapes]
    return _overlap.cached_graph([made], names)(arrays, False, name, text, 'operator')[0]


def charge(name, inputs, shape, random=None):
    """Issues the operation and waits for it; returns the tensor that has the memory of the result."""
    if not _overlap.has_run():
        return None
    call, shape = f'numpy.{name}', in_few_axes(shape)
    chain = chain_of(name, inputs[0].shape) if inputs and inputs[0].size else None
    if chain:
        made = chained(*chain, name.rpartition('.')[2], call + '(...)')
    elif inputs:
        operator, shapes = work_of(name, inputs, shape)
        made = _overlap.apply(
            operator,
            tuple(_overlap.blank(Work, in_few_axes(one)) for one in shapes),
            name.rpartition('.')[2],
            call + '(...)',
        )
    else:
        text = f'{call}({", ".join(map(str, shape))})'
        made = _overlap.create(Work, OPERATORS[random or 'Fill'], shape, -1, 0, 0.0, 1.0, name.rpartition('.')[2], text)
    _overlap.wait(made, call)
    return made


def as_ours(result, memory=None, is_computed=True):
    ndarray = sys.modules['numpy'].ndarray
    if isinstance(result, ndarray):
        if type(result) is ndarray:
            result = result.view(types_of_arrays[1 if is_computed else 2])
            result.charged = memory
        return result
    if isinstance(result, (tuple, list)) and any(type(one) is ndarray for one in result):
        made = [as_ours(one, memory, is_computed) for one in result]
        return type(result)(made) if type(result) in (tuple, list) else type(result)(*made)
    return result


def has_worked(name, inputs, outputs):
    """Whether the function computed something: not a view of its arguments, nor an array of given numbers."""
    if not any(one.size for one in (*inputs, *outputs)) or (name in CONVERSIONS and not inputs):
        return False
    share = sys.modules['numpy'].may_share_memory
    return not outputs or any(not any(share(one, other) for other in inputs) for one in outputs)


def called(name, function, args, keywords, random=None):
    """Calls a function of NumPy with plain arrays, and charges it."""
    out = keywords.get('out')
    inputs = arrays_in((args, keywords), [])
    is_computed = not any(isinstance(one, types_of_arrays[2]) for one in inputs)
    result = not_worth_computing(name, args, keywords, inputs, random)
    if result is None:
        result = function(*map(plain, args), **plain(keywords))
    else:
        is_computed = False
    outputs, memory = arrays_in(result, []), None
    if out is not None or has_worked(name, inputs, outputs):
        memory = charge(name, inputs, max((one.shape for one in outputs), key=math.prod, default=()), random)
    if not is_computed and not outputs:
        _overlap.read_uncomputed()
    return as_ours(result, memory, is_computed) if out is None else out


def not_worth_computing(name, args, keywords, inputs, random):
    """In a run that models times only: returns nan for a large product or random array; None if the function is to be
    called."""
    if not _overlap.has_run() or _overlap.has_values() or keywords.get('out') is not None:
        return None
    numpy = sys.modules['numpy']
    shape = None
    if random is not None:
        size = keywords.get('size', args if name.rpartition('.')[2] in ('rand', 'randn') else None)
        shape = (size,) if isinstance(size, int) else size
        if shape is None or math.prod(shape) <= MOST_DRAWN:
            return None
        return numpy.full(shape, numpy.nan)
    if name in ('dot', 'matmul') and len(inputs) == 2 and all(one.ndim == 2 for one in inputs):
        first, second = inputs
        if first.shape[1] == second.shape[0] and first.size * second.shape[1] > MOST_MULTIPLIED:
            return numpy.full((first.shape[0], second.shape[1]), numpy.nan, numpy.result_type(first, second))
    return None


def is_library(frame):
    """Whether the caller is NumPy, matplotlib or one of their imports, whose work (drawing, printing) is not
    charged."""
    return frame.f_globals.get('__name__', '').split('.')[0] in packages.PACKAGES


def make_types(numpy):
    class Type(type):
        """The type of the `ndarray` that a listing sees. As with NumPy's, all arrays are instances of it. A subclass
        that a program defines is one of NumPy's `ndarray`, so its methods are not charged."""

        def __new__(cls, name, bases, members, **options):
            made = types_of_arrays[1] if types_of_arrays else None
            if made in bases:
                bases = tuple(numpy.ndarray if one is made else one for one in bases)
                return types.new_class(name, bases, options, lambda namespace: namespace.update(members))
            return super().__new__(cls, name, bases, members)

        def __instancecheck__(cls, instance):
            return isinstance(instance, numpy.ndarray)

        def __subclasscheck__(cls, other):
            return issubclass(other, numpy.ndarray)

    class Charged(numpy.ndarray):
        """A NumPy array on a virtual machine."""

        charged = None  # the tensor that represents the array's memory
        _baseclass = numpy.ndarray  # the class of the values in a masked array, which prints its name

        def __array_ufunc__(self, ufunc, method, *args, out=None, **keywords):
            if out is not None:
                keywords['out'] = out if len(out) > 1 else out[0]
            if is_library(sys._getframe(1)):
                return getattr(ufunc, method)(*map(plain, args), **plain(keywords))
            name = ufunc.__name__ if method == '__call__' else f'{ufunc.__name__}.{method}'
            return called(name, getattr(ufunc, method), args, keywords)

        def __array_function__(self, function, types, args, keywords):
            if is_library(sys._getframe(1)):
                return function(*map(plain, args), **plain(keywords))
            module = (function.__module__ or '').removeprefix('numpy').lstrip('.')
            return called(f'{module}.{function.__name__}'.lstrip('.'), function, args, keywords)

        def __repr__(self):
            return repr(self.view(numpy.ndarray))

        def __reduce_ex__(self, protocol):
            return self.view(numpy.ndarray).__reduce_ex__(protocol)

    for name in METHODS:

        def method(self, *args, own=getattr(numpy.ndarray, name), name=name, **keywords):
            if is_library(sys._getframe(1)):
                return own(*map(plain, (self, *args)), **plain(keywords))
            return called(name, own, (self, *args), keywords)

        method.__name__ = name
        setattr(Charged, name, method)

    class ndarray(Charged, metaclass=Type):
        """What NumPy's functions return."""

    class NotComputed(Charged):
        """An array without values, in a run that models times only. Reading it adds a note to the run, once."""

    for name in (
        '__getitem__',
        '__repr__',
        '__str__',
        '__format__',
        '__float__',
        '__int__',
        '__bool__',
        'item',
        'tolist',
    ):

        def reading(self, *args, own=getattr(Charged, name)):
            result = own(self, *args)
            if not isinstance(result, numpy.ndarray):
                _overlap.read_uncomputed()
            return result

        reading.__name__ = name
        setattr(NotComputed, name, reading)
    for made in (ndarray, NotComputed):
        made.__name__, made.__qualname__, made.__module__ = 'ndarray', 'ndarray', 'numpy'
    return Charged, ndarray, NotComputed


NORMAL = {'normal', 'randn', 'standard_normal', 'lognormal', 'multivariate_normal'}


class Functions:
    """Wraps the functions of a module or a random generator so that they are charged on a virtual machine."""

    def charged(self, value, name, prefix):
        numpy = sys.modules['numpy']
        if not callable(value) or isinstance(value, (type, numpy.ufunc)):
            return value
        full = f'{prefix}.{name}' if prefix else name
        random = None
        if prefix.startswith('random'):
            random = 'RandomNormal' if name in NORMAL else 'RandomUniform'

        def function(*args, **keywords):
            result = called(full, value, args, keywords, random)
            if isinstance(result, (numpy.random.Generator, numpy.random.RandomState)):
                return Generator(result)
            return result

        function.__name__ = function.__qualname__ = name
        function.__doc__ = value.__doc__
        return function


class Generator(Functions):
    """A random generator of NumPy that returns our arrays."""

    def __init__(self, generator):
        self._own = generator

    def __getattr__(self, name):
        return self.charged(getattr(self._own, name), name, 'random')


class Module(types.ModuleType, Functions):
    """A NumPy module for a listing. Attributes that the listing sets are dropped after the run."""

    def __init__(self, module, is_virtual):
        super().__init__(module.__name__, module.__doc__)
        self.__dict__['_own'], self.__dict__['_is_virtual'] = module, is_virtual
        for name in ('__file__', '__path__', '__spec__'):
            with contextlib.suppress(AttributeError):
                self.__dict__[name] = getattr(module, name)

    def __getattr__(self, name):
        value = getattr(self._own, name)
        if isinstance(value, types.ModuleType) and value.__name__.startswith('numpy.'):
            value = of_run(value)
        elif self._is_virtual and value is sys.modules['numpy'].ndarray:
            value = loaded()[1]
        elif self._is_virtual and not name.startswith('__'):
            value = self.charged(value, name, self._own.__name__.removeprefix('numpy').lstrip('.'))
        self.__dict__[name] = value
        return value

    def __dir__(self):
        return dir(self._own)


def of_run(module):
    """The `Module` of a NumPy module for the current run."""
    if module.__name__ not in modules:
        if packages.NumPy.is_virtual:
            loaded()
        modules[module.__name__] = Module(module, packages.NumPy.is_virtual)
    return modules[module.__name__]
