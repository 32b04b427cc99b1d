"""Functions that make tensors from others: drawn from them, of their type, or of their parts."""

import math

import _overlap
import torch
from overlap_dialect.arguments import FLOAT32, INT64, expect_array, named, refuse, size_of
from overlap_numpy import sharing
from torch.composed import composed, step
from torch.formulas import chosen
from torch.issuing import axis_bits, extents_of, labelled, one_call


def as_tensor(data, dtype=None, device=None):
    """Does not copy a tensor or an array whose type and device are those that are asked for."""
    if torch.is_tensor(data):
        made = data
    elif sharing.is_array(data):
        made = torch.from_numpy(data)
    else:
        return torch.tensor(data, dtype=dtype, device=device)
    device = torch.chosen(device) if not torch.is_tensor(data) else device
    return made.to(device=device, dtype=dtype)


def logspace(start, end, steps, base=10.0, **options):
    return base ** torch.linspace(start, end, steps, **options)


def meshgrid(*tensors, indexing="ij"):
    """The coordinates of a grid, as views of the tensors."""
    tensors = tuple(tensors[0]) if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)) else tensors
    if indexing not in ("ij", "xy"):
        raise RuntimeError(f"torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but received: {indexing}")
    turns = indexing == "xy" and len(tensors) > 1
    tensors = (tensors[1], tensors[0], *tensors[2:]) if turns else tensors
    shape = tuple(math.prod(extents_of(one)) for one in tensors)
    made = [
        one.reshape(tuple(shape[i] if i == axis else 1 for i in range(len(shape)))).expand(*shape)
        for axis, one in enumerate(tensors)
    ]
    return (made[1], made[0], *made[2:]) if turns else tuple(made)


def randint_like(input, low, high=None, dtype=None, device=None):
    expect_array(input, "input", "randint_like")
    device, dtype = (input.device if device is None else device), (input.dtype if dtype is None else dtype)
    return torch.randint(low, high, tuple(input.extents), device=device, dtype=dtype)


# -- random


def _draws(input, generator):
    refuse("the drawing of numbers", {"generator": generator})
    return torch.rand(input.extents, device=input.device)


@one_call
def bernoulli(input, p=None, generator=None):
    """1 with the probability that the element, or `p`, gives, else 0."""
    draws = _draws(input, generator)
    if p is not None:
        return composed(_bernoulli, (draws,), "bernoulli", "{0}.bernoulli()", p=p).type(input.dtype)
    with torch.no_grad():
        return composed(_bernoulli, (draws, input.detach()), "bernoulli", "torch.bernoulli({0})")


def _bernoulli(draws, p):
    is_one = step("LessScalar", draws, scalars=(p,)) if isinstance(p, float) else step("Less", draws, p)
    return chosen(is_one, 1.0, 0.0)


def _exponential(draws, rate):
    return (1.0 - draws).log() / -rate


def _below(cumulated, draws):
    """For each number that was drawn, how many of the cumulated probabilities are at most as large."""
    rows, size = cumulated.extents
    all_ = step("Slice", cumulated, shape=(rows, 1), offsets=(0, size - 1))
    bounds = step("Reshape", cumulated, shape=(rows, 1, size))
    wanted = step("Reshape", draws * all_, shape=(*draws.extents, 1))
    return step("Sum", step("LessEqual", bounds, wanted), axes=4)


@one_call
def multinomial(input, num_samples, replacement=False, generator=None):
    """Draws places of a row, or of each row, by their weights. Without replacement, they are those of the greatest
    quotients of weight and an exponential number, as in PyTorch."""
    expect_array(input, "input", "multinomial")
    if len(input.extents) not in (1, 2):
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if input.type_index != FLOAT32:
        raise RuntimeError(
            f"multinomial only supports floating-point dtypes for input, got: {input.type().rpartition('.')[2][:-6]}"
        )
    if num_samples <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    if not replacement and num_samples > input.extents[-1]:
        raise RuntimeError("cannot sample n_sample > prob_dist.size(-1) samples without replacement")
    input = input.detach()
    if num_samples == 1 or not replacement:
        quotients = input / composed(_exponential, (_draws(input, generator),), "exponential_", "_", rate=1.0)
        return quotients.argmax(-1, True) if num_samples == 1 else torch.topk(quotients, num_samples).indices
    rows = input.reshape(-1, input.extents[-1])
    draws = torch.rand(rows.extents[0], num_samples, device=input.device)
    places = composed(_below, (rows.cumsum(-1), draws), "multinomial", "torch.multinomial({0})")
    return places.clamp(max=input.extents[-1] - 1).reshape(*input.extents[:-1], num_samples)


def _drawing(op, name):
    def method(self, first, second):
        """Draws on the tensor's device, then copies; PyTorch draws in place."""
        torch.Tensor._expect_float(self, name)
        drawn = torch._make(op, name, self.extents, self.device, None, float(first), float(second))
        with torch.no_grad():
            return self.copy_(drawn)

    return method


_normal, _uniform = _drawing("RandomNormal", "normal_"), _drawing("RandomUniform", "uniform_")


# -- parts and shapes


def unbind(input, dim=0):
    axis = axis_bits(dim, input, "unbind").bit_length() - 1
    return tuple(input[(slice(None),) * axis + (i,)] for i in range(input.extents[axis]))


def narrow(input, dim, start, length):
    axis = axis_bits(dim, input, "narrow").bit_length() - 1
    start = start % input.extents[axis] if start < 0 else start
    if length < 0 or start + length > input.extents[axis]:
        raise RuntimeError(
            f"start ({start}) + length ({length}) exceeds dimension size ({input.extents[axis]})."
            if length >= 0
            else "narrow(): length must be non-negative."
        )
    return input[(slice(None),) * axis + (slice(start, start + length),)]


def select(input, dim, index):
    axis = axis_bits(dim, input, "select").bit_length() - 1
    return input[(slice(None),) * axis + (index,)]


def movedim(input, source, destination):
    source, destination = (
        [dim % len(input.extents) for dim in ((one,) if isinstance(one, int) else one)] for one in (source, destination)
    )
    order = [dim for dim in range(len(input.extents)) if dim not in source]
    for where, dim in sorted(zip(destination, source)):
        order.insert(where, dim)
    return input.permute(*order)


def unflatten(input, dim, sizes):
    axis = axis_bits(dim, input, "unflatten").bit_length() - 1
    return input.reshape(*input.extents[:axis], *sizes, *input.extents[axis + 1 :])


def flatten(input, start_dim=0, end_dim=-1):
    rank = max(len(input.extents), 1)
    axis_bits((start_dim, end_dim), input if input.extents else input.reshape(1), "flatten")
    first, last = start_dim % rank, end_dim % rank
    if first > last:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    return input.reshape(*input.extents[:first], -1, *input.extents[last + 1 :])


def ravel(input):
    return input.reshape(-1)


def hstack(tensors):
    tensors = [one if extents_of(one) else one.reshape(1) for one in tensors]
    return torch.cat(tensors, 0 if len(tensors[0].extents) == 1 else 1)


def vstack(tensors):
    return torch.cat([one if len(extents_of(one)) > 1 else one.reshape(1, -1) for one in tensors], 0)


def dstack(tensors):
    """Along the third axis."""
    rows = [one if len(extents_of(one)) > 1 else one.reshape(1, -1) for one in tensors]
    return torch.cat([one if len(one.extents) > 2 else one.unsqueeze(2) for one in rows], 2)


def column_stack(tensors):
    return torch.cat([one if len(extents_of(one)) > 1 else one.reshape(-1, 1) for one in tensors], 1)


def atleast_1d(tensor):
    return tensor if extents_of(tensor) else tensor.reshape(1)


def atleast_2d(tensor):
    return tensor if len(extents_of(tensor)) > 1 else tensor.reshape(1, -1)


def argwhere(input):
    return input.nonzero()


def tensor_split(input, indices_or_sections, dim=0):
    axis = axis_bits(dim, input, "tensor_split").bit_length() - 1
    size, at = input.extents[axis], indices_or_sections
    if isinstance(at, int):
        whole, rest = divmod(size, at)
        at = [whole * i + min(i, rest) for i in range(1, at)]
    bounds = [min(max(one + size if one < 0 else one, 0), size) for one in at]
    return tuple(narrow(input, axis, begin, max(end - begin, 0)) for begin, end in zip([0, *bounds], [*bounds, size]))


def diagonal(input, offset=0, dim1=0, dim2=1):
    """A copy, where PyTorch returns a view."""
    if (dim1, dim2) != (0, 1) or len(input.extents) != 2:
        raise NotImplementedError("diagonal() takes matrices here; use movedim() and indexing for others")
    rows, columns = input.extents
    first = offset if offset >= 0 else -offset * columns
    count = max(min(rows - max(-offset, 0), columns - max(offset, 0)), 0)
    return labelled(input.reshape(-1)[[first + i * (columns + 1) for i in range(count)]], "{0}.diagonal()", input)


def _on_diagonal(x, value, number, offset):
    """`value`, None for the number, where the column is that many behind the row; elsewhere x, None for 0."""
    rows, columns = (value.extents[0] + abs(offset),) * 2 if x is None else x.extents
    like = value if x is None else x
    row = step("Reshape", like.made("Arange", (rows,), scalars=(float(offset), 1.0)), shape=(rows, 1))
    is_there = step("Equal", row, like.made("Arange", (columns,), scalars=(0.0, 1.0)))
    if value is None:
        return chosen(is_there, number, 0.0 if x is None else x)
    place = step("Concat", *_padding(value, offset), axes=1) if offset else value
    return chosen(is_there, step("Reshape", place, shape=(1, columns) if offset >= 0 else (rows, 1)), 0.0)


def _padding(value, offset):
    return value.made("Fill", (abs(offset),), scalars=(0.0,)), value


def diag(input, diagonal=0):
    """A matrix with this diagonal, or the diagonal of a matrix."""
    if len(input.extents) == 2:
        return torch.diagonal(input, diagonal)
    if len(input.extents) != 1:
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {len(input.extents)}D")
    data = input.type(torch.float32)
    made = composed(_on_diagonal, (None, data), "diag", "torch.diag({0})", number=0.0, offset=diagonal)
    return made.type(input.dtype)


def fill_diagonal_(input, fill_value, wrap=False):
    refuse("fill_diagonal_", {"wrap": wrap})
    if len(input.extents) != 2:
        raise NotImplementedError("fill_diagonal_() takes matrices here")
    data = input.type(torch.float32)
    made = composed(
        _on_diagonal, (data, None), "fill_diagonal_", "{0}.fill_diagonal_()", number=float(fill_value), offset=0
    )
    return input.copy_(made)


def trace(input):
    if len(input.extents) != 2:
        raise RuntimeError("trace: expected a matrix")
    return diagonal(input).sum()


def mv(input, vec):
    return input.matmul(vec)


def addmm(input, mat1, mat2, beta=1, alpha=1):
    product = mat1.mm(mat2)
    return (input if beta == 1 else input * beta) + (product if alpha == 1 else product * alpha)


def baddbmm(input, batch1, batch2, beta=1, alpha=1):
    product = batch1.bmm(batch2)
    return (input if beta == 1 else input * beta) + (product if alpha == 1 else product * alpha)


def diff(input, n=1, dim=-1):
    for _ in range(n):
        size = input.extents[dim]
        input = narrow(input, dim, 1, size - 1) - narrow(input, dim, 0, size - 1)
    return input


def dist(input, other, p=2):
    return (input - other).norm(p)


def cdist(x1, x2, p=2.0):
    """The distances of all pairs of rows."""
    expect_array(x1, "x1", "cdist")
    expect_array(x2, "x2", "cdist")
    return (x1.unsqueeze(-2) - x2.unsqueeze(-3)).norm(p, -1)


def inner(input, other):
    expect_array(other, "other", "inner")
    return input.dot(other) if len(other.extents) == 1 else input.matmul(other.transpose(-1, -2))


def fliplr(input):
    return input.flip(1)


def flipud(input):
    return input.flip(0)


def index_fill(input, dim, index, value):
    return input.clone().index_fill_(dim, index, value)


def _indices(name, keeps):
    def function(row, col, offset=0, device=None, dtype=None):
        """The rows and the columns of the elements."""
        there = [(i, j) for i in range(row) for j in range(col) if keeps(j - i, offset)]
        return torch.tensor([list(one) for one in zip(*there)] or [[], []], dtype=torch.int64, device=device)

    return named(function, name)


tril_indices = _indices("tril_indices", lambda place, offset: place <= offset)
triu_indices = _indices("triu_indices", lambda place, offset: place >= offset)


FUNCTIONS = (
    "unbind narrow select movedim flatten unflatten ravel tensor_split diagonal diag trace mv addmm baddbmm "
    "multinomial bernoulli diff dist inner fliplr flipud index_fill argwhere"
).split()


class Made:
    """Methods of torch.Tensor that make other tensors, or write to it."""

    __slots__ = ()

    def _new(self, make, args, device, dtype, options):
        return make(*args, device=device or self.device, dtype=dtype or self.dtype, **options)

    def new_zeros(self, *size, dtype=None, device=None, **options):
        return self._new(torch.zeros, (size_of(size, None),), device, dtype, options)

    def new_ones(self, *size, dtype=None, device=None, **options):
        return self._new(torch.ones, (size_of(size, None),), device, dtype, options)

    def new_empty(self, *size, dtype=None, device=None, **options):
        return self._new(torch.empty, (size_of(size, None),), device, dtype, options)

    def new_full(self, size, fill_value, dtype=None, device=None, **options):
        return self._new(torch.full, (size, fill_value), device, dtype, options)

    def new_tensor(self, data, dtype=None, device=None, **options):
        return self._new(torch.tensor, (data,), device, dtype, options)

    def view_as(self, other):
        return self.view(extents_of(other))

    def reshape_as(self, other):
        return self.reshape(extents_of(other))

    def type_as(self, other):
        expect_array(other, "other", "type_as")
        return self.type(other.dtype)

    def is_floating_point(self):
        return self.type_index == FLOAT32

    def get_device(self):
        return self.ordinal

    def _expect_float(self, name):
        if self.type_index != FLOAT32:
            raise NotImplementedError(
                f'"{name}" not implemented for \'{"Long" if self.type_index == INT64 else "Bool"}\''
            )

    def normal_(self, mean=0, std=1, generator=None):
        refuse("normal_", {"generator": generator})
        if std < 0:
            raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
        return _normal(self, mean, std)

    def uniform_(self, low=0, high=1, generator=None):
        refuse("uniform_", {"generator": generator})
        if low > high:
            raise RuntimeError(f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={high:g}")
        return _uniform(self, low, high)

    def random_(self, low=0, high=None):
        low, high = (0, low) if high is None else (low, high)
        return self.copy_(torch.randint(low, high or 1 << 24, tuple(self.extents), device=self.device))

    def bernoulli_(self, p=0.5, generator=None):
        return self.copy_(bernoulli(self, float(p), generator))

    def exponential_(self, lambd=1, generator=None):
        self._expect_float("exponential_")
        draws = _draws(self, generator)
        return self.copy_(composed(_exponential, (draws,), "exponential_", "_", rate=float(lambd)))

    ndimension = property(lambda self: self.dim)
    itemsize = property(lambda self: self.element_size())
    fill_diagonal_ = fill_diagonal_
    mT = property(lambda self: self.transpose(-2, -1))

    def index_fill_(self, dim, index, value):
        axis = axis_bits(dim, self, "index_fill_").bit_length() - 1
        self[(slice(None),) * axis + (index,)] = value
        return self

    def share_memory_(self):
        return self

    def int(self):
        return self.type(torch.int32)


def _in_place(op, name):
    def method(self):
        _overlap.apply(op, (self,), name, f"{{0}}.{name}()", out=self)
        return self

    return method


for _name in "Relu Exp Log Sqrt Tanh Sigmoid Abs Square Sin Cos Sign".split():
    setattr(Made, _name.lower() + "_", _in_place(_name, _name.lower() + "_"))


def _copied(name):
    """A method that changes a tensor: computes a new one, which is copied."""

    def method(self, *args, **options):
        return self.copy_(getattr(self, name)(*args, **options))

    return named(method, name + "_")


for (
    _name
) in "pow floor ceil round trunc clamp_min clamp_max addcmul addcdiv lerp rsqrt reciprocal nan_to_num erfinv".split():
    setattr(Made, _name + "_", _copied(_name))
Made.neg_ = _in_place("Negate", "neg_")
