"""PyTorch's names for the engine's operations: CPU work is done when a call returns, GPU work is queued on the current
stream of its device."""

import builtins
import math
import os

import _overlap
from overlap_dialect.arguments import BOOL, ELSEWHERE, FLOAT32, INT64, as_type, check_first_arguments, expect_array
from overlap_dialect.arguments import flat, missing, named, refuse, size_of, size_text, type_of
from overlap_dialect.numbers import set_printoptions  # noqa: part of the package
from overlap_dialect.operators import OPERATORS, binary, comparing, unary
from overlap_numpy import sharing

INSTEAD = (
    'there are rand, randn, ones, zeros, full, arange, tensor, matmul, einsum, arithmetic, comparisons, reductions, '
    'sort, topk, multinomial, where, gather, cat, copies, save, load, gradients, torch.nn, torch.optim, '
    'torch.autograd, torch.linalg, torch.utils, torch.jit, torch.compile, torch.profiler, torch.cuda, '
    'torch.accelerator and torch.distributed'
)

__version__ = '2.0.0+overlap'
pi, inf, nan = math.pi, math.inf, math.nan


class dtype:
    """An element type. Its attributes are read-only, because files that torch.load() reads can refer to it."""

    __slots__ = ('name', 'index')

    def __init__(self, name, index):
        object.__setattr__(self, 'name', name)
        object.__setattr__(self, 'index', index)

    def __setattr__(self, name, value):
        raise AttributeError(f'cannot assign to attributes of {self!r}')

    def __repr__(self):
        return 'torch.' + self.name

    is_floating_point = property(lambda self: self.index in (FLOAT32, None))
    itemsize = property(lambda self: {'float32': 4, 'int64': 8, 'bool': 1}.get(self.name, 2))


float32 = float = dtype('float32', FLOAT32)  # noqa: the framework's own names
int64 = long = dtype('int64', INT64)
bool = dtype('bool', BOOL)  # noqa
float16, bfloat16 = dtype('float16', None), dtype('bfloat16', None)  # names only: no tensor has these types
half = float16
_DTYPES = (float32, int64, bool)


class Size(tuple):
    def __repr__(self):
        return 'torch.Size([' + ', '.join(map(str, self)) + '])'

    def numel(self):
        return math.prod(self)

    def __getitem__(self, index):
        made = tuple.__getitem__(self, index)
        return Size(made) if isinstance(index, slice) else made

    def __add__(self, other):
        return Size(tuple.__add__(self, other)) if isinstance(other, tuple) else NotImplemented

    def __radd__(self, other):
        return Size(tuple.__add__(other, self)) if isinstance(other, tuple) else NotImplemented

    def __mul__(self, count):
        return Size(tuple.__mul__(self, count))

    __rmul__ = __mul__


MOST_DEVICES = 128


class device:
    """torch.device('cuda:1'), torch.device('cuda', 1), torch.device(1)"""

    __slots__ = ('type', 'index')

    def __init__(self, type, index=None):
        if isinstance(type, device):
            type, index = type.type, type.index
        if isinstance(type, int):
            type, index = 'cuda', type
        if not isinstance(type, str):
            raise TypeError(f"device(): argument 'type' must be str, not {builtins.type(type).__name__}")
        name, colon, number = type.partition(':')
        if name not in ('cpu', 'cuda') or (colon and not number.isdigit()):
            raise RuntimeError(f'Expected one of cpu, cuda device type at start of device string: {type}')
        self.type = name
        self.index = int(number) if colon else index
        if self.index is not None and self.index not in range(MOST_DEVICES):
            raise RuntimeError(f'Device index must be between 0 and {MOST_DEVICES - 1}, got {self.index!r}')

    @property
    def ordinal(self):
        """-1 for the CPU; cuda without a number is the current device."""
        if self.type == 'cpu':
            return -1
        return _overlap.current_gpu() if self.index is None else self.index

    def __repr__(self):
        return f"device(type={self.type!r}" + (f', index={self.index})' if self.index is not None else ')')

    def __str__(self):
        return self.type + (f':{self.index}' if self.index is not None else '')

    def __eq__(self, other):
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self):
        return hash((self.type, self.index))

    def __enter__(self):
        """Makes this the device of new tensors, unless their call specifies one."""
        global _devices
        _devices = (*_devices, self)
        return self

    def __exit__(self, *error):
        global _devices
        _devices = _devices[:-1]


_devices = ()
_default = None


def set_default_device(device_):
    global _default
    _default = None if device_ is None else device(device_)


def get_default_device():
    where = chosen(None)
    return device('cpu') if where is None else device('cuda', where.ordinal) if where.ordinal >= 0 else where


def chosen(where):
    """The device of a new tensor: `where`, else that of the innermost `with` block, else the default; None is the
    CPU."""
    return where if where is not None else _devices[-1] if _devices else _default


def ordinal_of(where):
    return -1 if where is None else where.ordinal if isinstance(where, device) else device(where).ordinal


from torch.issuing import axis_bits, issue, labelled, numpy_named, scaled, together  # noqa
from torch.tensor_parts import FUNCTIONS as _PARTS  # noqa
from torch.tensor_type import Tensor, choosing, multiplying  # noqa: needs device and dtype


def _type_index(dtype_, default=FLOAT32):
    if dtype_ is None:
        return default
    dtype_ = _OTHER_NAMES.get(dtype_, dtype_)
    if dtype_ in (float16, bfloat16):
        raise NotImplementedError(f'{dtype_!r} is not supported; {ELSEWHERE["half"]}')
    if dtype_ not in _DTYPES:
        raise NotImplementedError(
            f'the type {dtype_!r} is not supported; tensors are torch.float32, torch.int64 or torch.bool'
        )
    return dtype_.index


def _make(op, name, size, where, dtype_, first=0.0, second=0.0, requires_grad=False, pin_memory=False, **options):
    refuse('torch.' + name, options)
    text = f'torch.{name}({size_text(size)})'
    index = _type_index(dtype_)
    if index != FLOAT32 and op.startswith('Random'):
        raise RuntimeError(f'torch.{name}() makes float32, not {dtype_!r}; convert it by .to({dtype_!r})')
    first = as_type(first, index) if op == 'Fill' else first
    made = _overlap.create(
        Tensor,
        OPERATORS[op],
        size,
        ordinal_of(chosen(where)),
        index,
        first,
        second,
        name,
        text,
        builtins.bool(pin_memory),
    )
    return made.requires_grad_() if requires_grad else made


def rand(*args, size=None, device=None, dtype=None, **options):
    return _make('RandomUniform', 'rand', size_of(args, size), device, dtype, 0.0, 1.0, **options)


def randn(*args, size=None, device=None, dtype=None, **options):
    return _make('RandomNormal', 'randn', size_of(args, size), device, dtype, 0.0, 1.0, **options)


def normal(mean=0.0, std=1.0, size=None, device=None, dtype=None, **options):
    """`mean` and `std` are numbers, or tensors with a value for each element."""
    tensors = [one for one in (mean, std) if is_tensor(one)]
    if tensors:
        if size is not None:
            raise TypeError('normal() takes its size from the tensors mean and std; leave size out')
        refuse('torch.normal', {'device': device, 'dtype': dtype, **options})
        shape = tuple(_overlap.infer('Add', [one.extents for one in (tensors * 2)[:2]])[0])
        drawn = _make('RandomNormal', 'normal', shape, tensors[0].device, None, 0.0, 1.0)
        with no_grad():  # as in PyTorch, the result has no gradient
            return drawn * std + mean
    return _make('RandomNormal', 'normal', size_of((), size), device, dtype, mean, std, **options)


def ones(*args, size=None, device=None, dtype=None, **options):
    return _make('Fill', 'ones', size_of(args, size), device, dtype, 1.0, **options)


def zeros(*args, size=None, device=None, dtype=None, **options):
    return _make('Fill', 'zeros', size_of(args, size), device, dtype, 0.0, **options)


def empty(*args, size=None, device=None, dtype=None, **options):
    return _make('Fill', 'empty', size_of(args, size), device, dtype, 0.0, **options)


def full(size, fill_value, device=None, dtype=None, **options):
    dtype = _DTYPES[type_of(fill_value)] if dtype is None else dtype
    return _make('Fill', 'full', size_of((), size), device, dtype, fill_value, **options)


def eye(n, device=None, dtype=None, **options):
    return _make('Identity', 'eye', (n, n), device, dtype, **options)


def arange(*args, start=None, end=None, step=None, device=None, dtype=None, **options):
    names = ('end',) if len(args) == 1 and end is None else ('start', 'end', 'step')
    given = {name: value for name, value in (('start', start), ('end', end), ('step', step)) if value is not None}
    if len(args) > len(names) or 'end' not in {*names[: len(args)], *given} or given.keys() & {*names[: len(args)]}:
        raise TypeError(
            'arange() takes arange(end), arange(start, end) or arange(start, end, step), each once, by '
            'place or by name'
        )
    given.update(zip(names, args))
    start, stop, step = given.get('start', 0), given['end'], given.get('step', 1)
    if step == 0:
        raise RuntimeError('step must be nonzero')
    if (stop - start) * step < 0:
        raise RuntimeError(
            'upper bound and lower bound inconsistent with step sign: '
            f'steps of {step} do not lead from {start} to {stop}'
        )
    if dtype is None and builtins.all(isinstance(a, int) for a in (start, stop, step)):
        dtype = int64
    if _type_index(dtype) != FLOAT32:
        if dtype is bool or not builtins.all(a == int(a) for a in (start, stop, step)):
            raise NotImplementedError('torch.arange() of integers is int64 here; leave dtype out')
        start, step = as_type(start, INT64), as_type(step, INT64)
    count = builtins.max(0, math.ceil((stop - start) / step))
    return _make('Arange', 'arange', (count,), device, dtype, start, step, **options)


def tensor(data, device=None, dtype=None, requires_grad=False, pin_memory=False):
    if isinstance(data, _overlap.Tensor):
        dtype = data.dtype if dtype is None else dtype
        device = data.device if device is None else device
        data = data.tolist()
    index = _type_index(dtype, type_of(data))
    device = chosen(device)
    if sharing.is_array(data):
        made = sharing.to_tensor(Tensor, data, index)
    else:
        numbers, shape = flat(data)
        numbers = numbers if index == FLOAT32 else [as_type(number, index) for number in numbers]
        made = _overlap.from_values(Tensor, shape, index, numbers)
    made = made.pin_memory() if pin_memory else made
    made = made if device is None else made.to(device)
    return made.requires_grad_() if requires_grad else made


def _like(make):
    """Makes a `..._like` function: shape, device and type are by default those of `input`."""

    def function(input, *value, device=None, dtype=None, **options):
        expect_array(input, 'input', f'{make.__name__}_like')
        return make(
            input.shape,
            *value,
            device=input.device if device is None else device,
            dtype=input.dtype if dtype is None else dtype,
            **options,
        )

    return named(function, f'{make.__name__}_like')


ones_like, zeros_like, empty_like, full_like, rand_like, randn_like = map(
    _like, (ones, zeros, empty, full, rand, randn)
)


def randint(low, high=None, size=None, device=None, dtype=None, pin_memory=False, requires_grad=False, **options):
    """Random integers from low to high - 1."""
    if isinstance(high, (tuple, list)):
        high, size = None, high
    low, high = (0, low) if high is None else (low, high)
    if high <= low:
        raise RuntimeError(f'random_ expects \'from\' to be less than \'to\', but got from={low} >= to={high}')
    drawn = _make(
        'RandomUniform', 'randint', size_of((), size), device, None, 0.0, as_type(high - low, INT64), **options
    )
    made = drawn.type(int64)  # rounds toward zero
    made = made + low if low else made
    made = made if dtype is None else made.type(dtype)
    made = made.pin_memory() if pin_memory else made
    return made.requires_grad_() if requires_grad else made


mm = multiplying('mm', 'torch.mm({0}, {1})')
matmul = multiplying('matmul', 'torch.matmul({0}, {1})')
dot = Tensor.dot
add = scaled(binary('Add', 'AddScalar', 'add', 'torch.add({0}, {1})'), 'add')
sub = scaled(binary('Subtract', 'AddScalar', 'sub', 'torch.sub({0}, {1})', negate=True), 'sub')
mul = binary('Multiply', 'MultiplyScalar', 'mul', 'torch.mul({0}, {1})')
div = binary('Divide', 'DivideScalar', 'div', 'torch.div({0}, {1})')
maximum = choosing('Maximum', 'maximum', 'torch.maximum({0}, {1})')
minimum = choosing('Minimum', 'minimum', 'torch.minimum({0}, {1})')
eq, ne, lt = comparing('Equal', 'eq', '=='), comparing('NotEqual', 'ne', '!='), comparing('Less', 'lt', '<')
le, gt, ge = comparing('LessEqual', 'le', '<='), comparing('Greater', 'gt', '>'), comparing('GreaterEqual', 'ge', '>=')
pow = Tensor.pow
relu = unary('Relu', 'relu', 'torch.relu({0})')
exp = unary('Exp', 'exp', 'torch.exp({0})')
log = unary('Log', 'log', 'torch.log({0})')
sqrt = unary('Sqrt', 'sqrt', 'torch.sqrt({0})')
sin = unary('Sin', 'sin', 'torch.sin({0})')
cos = unary('Cos', 'cos', 'torch.cos({0})')
tanh = unary('Tanh', 'tanh', 'torch.tanh({0})')
sigmoid = unary('Sigmoid', 'sigmoid', 'torch.sigmoid({0})')
abs = unary('Abs', 'abs', 'torch.abs({0})')
norm, max, min, sum, mean, argmax, argmin = (
    Tensor.norm,
    Tensor.max,
    Tensor.min,
    Tensor.sum,
    Tensor.mean,
    Tensor.argmax,
    Tensor.argmin,
)
all, any, t, transpose, permute, squeeze, unsqueeze = (
    Tensor.all,
    Tensor.any,
    Tensor.t,
    Tensor.transpose,
    Tensor.permute,
    Tensor.squeeze,
    Tensor.unsqueeze,
)
square, sign, neg, floor, ceil, trunc, clamp, clip, reshape, clone = (
    Tensor.square,
    Tensor.sign,
    Tensor.neg,
    Tensor.floor,
    Tensor.ceil,
    Tensor.trunc,
    Tensor.clamp,
    Tensor.clip,
    Tensor.reshape,
    Tensor.clone,
)
logical_not = Tensor.logical_not
globals().update({name: getattr(Tensor, name) for name in _PARTS})


def manual_seed(seed):
    _overlap.seed(int(seed))


def seed():
    """Seeds with a random number, which it returns."""
    number = int.from_bytes(os.urandom(8), "little")
    manual_seed(number)
    return number


def numel(input):
    return input.numel()


def is_tensor(value):
    return isinstance(value, Tensor)


def get_num_threads():
    return 1


def set_num_threads(count):
    raise NotImplementedError('torch.set_num_threads() is not supported; set the parameter "workers" instead')


def cat(tensors, dim=0):
    """Concatenates tensors along an axis."""
    tensors = list(tensors)
    if not tensors:
        raise RuntimeError('torch.cat(): expected a non-empty list of Tensors')
    return issue('Concat', tensors, 'cat', 'torch.cat(...)', axes=axis_bits(dim, tensors[0], 'cat'))


concat = cat


def stack(tensors, dim=0):
    """Stacks tensors along a new axis."""
    tensors = list(tensors)
    for entry, one in enumerate(tensors):
        expect_array(one, 'tensors', 'stack')
        if one.extents != tensors[0].extents:
            raise RuntimeError(
                f'stack expects each tensor to be equal size, but got {list(tensors[0].extents)} at '
                f'entry 0 and {list(one.extents)} at entry {entry}'
            )
    return labelled(cat([one.unsqueeze(dim) for one in tensors], dim), 'torch.stack(...)')


def equal(input, other):
    """Whether the shapes and all elements are equal."""
    expect_array(other, 'other', 'equal')
    return input.extents == other.extents and builtins.bool((input == other).all())


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    refuse('torch.allclose', {'equal_nan': equal_nan})
    expect_array(other, 'other', 'allclose')
    error = (input - other).abs()
    near = (error <= other.abs() * rtol + atol) & (error < inf)  # infinity is close to itself only
    return builtins.bool((near | (input == other)).all())


def softmax(input, dim, dtype=None):
    return nn.functional.softmax(input, dim, dtype)


def log_softmax(input, dim, dtype=None):
    return nn.functional.log_softmax(input, dim, dtype)


def _spread(value, shape):
    return value if value.extents == shape else issue('Broadcast', (value,), 'expand', '{0}', shape=shape)


def broadcast_to(input, size):
    return input.expand(size)


def use_deterministic_algorithms(mode, warn_only=False):
    """Has no effect: all algorithms here are deterministic."""


def linspace(start, end, steps, device=None, dtype=None, requires_grad=False, pin_memory=False, **options):
    if steps < 0:
        raise RuntimeError('number of steps must be non-negative')
    start, end = builtins.float(start), builtins.float(end)
    step = (end - start) / (steps - 1) if steps > 1 else 0.0
    made = _make('Arange', 'linspace', (steps,), device, None, start, step, pin_memory=pin_memory, **options)
    made = made if dtype is None else made.type(dtype)  # rounds toward zero
    return made.requires_grad_() if requires_grad else made


def from_numpy(ndarray):
    """Returns a tensor that shares its values with the array; float64 is converted to float32."""
    if not sharing.is_array(ndarray):
        raise TypeError(f'expected np.ndarray (got {type(ndarray).__name__})')
    return sharing.shared_tensor(Tensor, ndarray)


def chunk(input, chunks, dim=0):
    """Splits into at most `chunks` parts along an axis; the last one may be smaller."""
    if not isinstance(chunks, int) or chunks < 1:
        raise RuntimeError(f'chunk expects `chunks` to be greater than 0, got: {chunks}')
    size = input.extents[dim]
    step = -(-size // chunks)
    return (input,) if step == size else _cut(input, range(0, size, step), dim)


def split(tensor, split_size_or_sections, dim=0):
    """Splits along an axis into parts of one size, of which the last may be smaller, or into parts of the listed
    sizes."""
    axis = axis_bits(dim, tensor, 'split').bit_length() - 1
    size, sizes = tensor.extents[axis], split_size_or_sections
    if isinstance(sizes, int):
        if sizes < 1:
            raise RuntimeError(
                f'split_size can only be 0 if dimension size is 0, but got dimension size of {size}'
                if sizes == 0
                else f'split expects split_size be non-negative, but got ' f'split_size={sizes}'
            )
        return _cut(tensor, range(0, builtins.max(size, 1), sizes), axis)
    if builtins.sum(sizes) != size or builtins.min(sizes) < 0:
        raise RuntimeError(
            f'split_with_sizes expects split_sizes to sum exactly to {size} (input tensor\'s size at '
            f'dimension {dim}), but got split_sizes={list(sizes)}'
        )
    return _cut(tensor, [builtins.sum(sizes[:i]) for i in range(len(sizes))], axis)


def _cut(tensor, begins, dim):
    """The parts along an axis that start at these indices."""
    size, axis = tensor.extents[dim], dim % len(tensor.extents)
    blocks = [(*[slice(None)] * axis, slice(begin, end)) for begin, end in zip(begins, [*begins[1:], size])]
    if not is_grad_enabled() or getattr(tensor, 'tape_operator', None) is None or len(blocks) < 2:
        return tuple(tensor[block] for block in blocks)
    with no_grad():
        parts = [tensor[block] for block in blocks]
    _overlap.record_parts(tensor, parts, axis)
    return tuple(labelled(part, '{0}.split(...)', tensor) for part in parts)


from torch.generator import Generator, order as _order  # noqa: needs device
from torch.grad_mode import enable_grad, inference_mode, is_grad_enabled, no_grad, set_grad_enabled  # noqa
from torch import amp, formulas, linalg, making, nn, optim  # noqa: needs Tensor
from torch.amp import autocast  # noqa
from torch.nn import functional as F  # noqa
from torch import accelerator, autograd, backends, cuda, distributed, jit, profiler, testing, utils  # noqa
from torch import distributions, multiprocessing  # noqa
from torch.backends.cuda import get_float32_matmul_precision, set_float32_matmul_precision  # noqa
from torch.compiling import compile  # noqa
from torch.composed import bmm, cumprod, cumsum, einsum, prod, roll  # noqa
from torch.orders import argsort, bincount, logsumexp, median, outer, quantile, randperm, round, sort, topk  # noqa
from torch.orders import unique  # noqa
from torch.making import as_tensor, cdist, hstack, logspace, meshgrid, randint_like, tril_indices  # noqa
from torch.making import atleast_1d, atleast_2d, column_stack, dstack, triu_indices, vstack  # noqa
from torch.defaults import BoolTensor, FloatTensor, LongTensor, finfo, get_default_dtype, iinfo  # noqa
from torch.defaults import is_floating_point, set_default_dtype  # noqa
from torch.serialization import load, save  # noqa

_OTHER_NAMES = {builtins.bool: bool, builtins.int: int64, builtins.float: float32}  # Python's own, and older ones
_OTHER_NAMES.update({FloatTensor: float32, LongTensor: int64, BoolTensor: bool})
globals().update(formulas.FUNCTIONS, **{_name: getattr(making, _name) for _name in making.FUNCTIONS})
for _name in (
    'amax amin count_nonzero flip nanmean nansum repeat_interleave std_mean tile tril triu var_mean where'
).split():
    globals()[_name] = getattr(formulas, _name)
cat, stack, var, std = map(numpy_named, (cat, stack, formulas.var, formulas.std))
clamp_min, clamp_max = Tensor.clamp_min, Tensor.clamp_max
remainder, fmod, floor_divide = formulas.remainder, formulas.fmod, formulas.floor_divide
cosine_similarity, pairwise_distance, dropout = F.cosine_similarity, F.pairwise_distance, F.dropout
layer_norm, embedding = F.layer_norm, F.embedding
subtract, multiply, divide, true_divide, negative, absolute = sub, mul, div, div, neg, abs
greater, greater_equal, less, less_equal, not_equal = gt, ge, lt, le, ne
concatenate, swapaxes, sgn, vdot, e = cat, transpose, sign, dot, math.e
_METHODS = (
    'allclose amax amin argsort bincount bmm count_nonzero cumprod cumsum equal flip logsumexp median nanmean nansum '
    'outer prod quantile repeat_interleave roll round sort std swapaxes tile topk tril triu unique var'
).split()
for _name in [*_METHODS, *making.FUNCTIONS, *formulas.FUNCTIONS]:
    setattr(Tensor, _name, globals()[_name])
Tensor.repeat = formulas.repeat
_UNCHECKED = (
    'all amax amin any argmin argsort bincount broadcast_to ceil clamp_max clamp_min clone cosine_similarity '
    'count_nonzero cumprod cumsum equal flip floor floor_divide fmod is_floating_point logsumexp masked_select max '
    'maximum median min minimum nanmean nansum norm numel outer pairwise_distance permute prod quantile remainder '
    'repeat_interleave reshape roll round sort std std_mean t tile topk tril triu trunc unique unsqueeze var var_mean'
).split()
check_first_arguments(globals(), _UNCHECKED + making.FUNCTIONS)


def __getattr__(name):
    if name in ('float64', 'double'):
        _overlap.note(
            'torch.float64 is float32 here: its numbers are rounded to 24 bits, and are stored and copied in 4 bytes '
            'instead of 8'
        )
        return float32
    if name in ('int32', 'int', 'int16', 'short', 'int8', 'uint8'):
        _overlap.note(f'torch.{name} is int64 here: its numbers do not wrap around, and count as 8 bytes each')
        return int64
    raise missing('torch', name, INSTEAD, globals())
