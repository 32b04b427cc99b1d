"""Functions that are one kernel in PyTorch and several operators of the engine here.

`composed` compiles the operators into a graph for each shape of the inputs, so that a call is one operation on the
timeline, with one gradient. The others are sequences of operations."""

import math

import _overlap
import torch
from overlap_dialect.arguments import BOOL, FLOAT32, INT64
from torch.issuing import axis_bits, extents_of, labelled
from torch.tensor_type import Extreme

_graphs = {}


def composed(function, inputs, name, text, dispatch="operator", **options):
    """Calls `function` on graph values with the shapes of the tensors `inputs`, and issues the graph as one operation.
    Within a net that is scripted, the operators become part of the net's graph."""
    global _graphs
    given = [one for one in inputs if one is not None]
    if hasattr(given[0], "compose"):
        return function(*inputs, **options)
    key = (name, *((None if one is None else one.extents) for one in inputs), *options.items())
    if key not in _graphs:
        names = [f"input{i}" for i in range(len(given))]
        values = iter([torch.jit.Value(_overlap.symbol_variable(n), one.extents) for n, one in zip(names, given)])
        result = function(*(None if one is None else next(values) for one in inputs), **options)
        graph = _overlap.cached_graph([result.native], names)
        _graphs = {**_graphs, key: graph}  # rebound, because the end of a run restores bindings only
    return labelled(_graphs[key](given, False, name, text, dispatch)[0], text, *given)


def _step(op, *inputs, **attributes):
    return inputs[0].compose(op, inputs, op.lower(), attributes)


def _part(x, index, shape):
    """Matrix `index` of a stack of matrices."""
    block = _step("Slice", x, shape=(1, *shape), offsets=(index, 0, 0))
    return _step("Reshape", block, shape=shape)


def _stacked(matrices, shape):
    rows = [_step("Reshape", one, shape=(1, *one.extents)) for one in matrices]
    return _step("Reshape", rows[0] if len(rows) == 1 else _step("Concat", *rows, axes=1), shape=shape)


def _bmm(a, b):
    (count, rows, _), columns = a.extents, b.extents[2]
    products = [_step("MatMul", _part(a, i, a.extents[1:]), _part(b, i, b.extents[1:])) for i in range(count)]
    return _stacked(products, (count, rows, columns))


def bmm(input, mat2):
    """Multiplies the matrices one after the other, in one operation."""
    for i, one in ((1, input), (2, mat2)):
        if len(extents_of(one)) != 3:
            raise RuntimeError(f"batch{i} must be a 3D tensor")
    a, b = input.extents, mat2.extents
    if (a[0], a[2]) != b[:2]:
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{a[0]}, {a[2]}] but got: "
            f"[{b[0]}, {b[1]}]."
        )
    if not a[0]:
        return torch.zeros(0, a[1], b[2], device=input.device)
    return composed(_bmm, (input, mat2), "bmm", "bmm({0}, {1})")


def _letters(equation, operands):
    """Returns (letters of both operands, letters of the result)."""
    left, arrow, result = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    if len(terms) != 2 or len(operands) != 2:
        raise NotImplementedError(
            "einsum() takes two operands here, 'ij,jk->ik'; use sum(), permute() or mm() for others"
        )
    if "." in equation:
        raise NotImplementedError("einsum() has no ellipsis here; give each axis a letter")
    for i, (term, one) in enumerate(zip(terms, operands)):
        if not all(letter.isalpha() for letter in term):
            raise RuntimeError(f"einsum(): invalid subscript given for operand {i}, subscripts must be in [a-zA-Z]")
        if len(term) != len(extents_of(one)):
            raise RuntimeError(
                f"einsum(): the number of subscripts in the equation ({len(term)}) does not match the number of "
                f"dimensions ({len(one.extents)}) for operand {i} and no ellipsis was given"
            )
        if len(set(term)) != len(term):
            raise NotImplementedError(f"einsum() takes no diagonals here: {term!r} names an axis twice")
    both = "".join(terms)
    result = result if arrow else "".join(sorted(letter for letter in set(both) if both.count(letter) == 1))
    for letter in result:
        if result.count(letter) > 1:
            raise RuntimeError(f"einsum(): output subscript {letter} appears more than once in the output")
        if letter not in both:
            raise RuntimeError(
                f"einsum(): output subscript {letter} does not appear in the equation for any input operand"
            )
    return terms, result


def einsum(equation, *operands):
    """Supports two operands; computes one matrix product for each batch entry."""
    operands = tuple(operands[0]) if len(operands) == 1 and isinstance(operands[0], (list, tuple)) else operands
    (first, second), result = _letters(equation, operands)
    sizes = {}
    for term, one in zip((first, second), operands):
        for letter, size in zip(term, one.extents):
            if sizes.setdefault(letter, size) != size:
                raise RuntimeError(
                    f"einsum(): operands do not broadcast with remapped shapes: subscript {letter} has size {size} "
                    f"and {sizes[letter]}"
                )
    a, first = _without(operands[0], first, second + result)
    b, second = _without(operands[1], second, first + result)
    batch = [letter for letter in first if letter in second and letter in result]
    inner = [letter for letter in first if letter in second and letter not in result]
    rows = [letter for letter in first if letter not in second]
    columns = [letter for letter in second if letter not in first]
    count, shape = math.prod(sizes[letter] for letter in batch), [sizes[letter] for letter in batch + rows + columns]

    def sides(letters):
        return [math.prod(sizes[letter] for letter in group) for group in letters]

    a = _ordered(a, first, batch + rows + inner)
    b = _ordered(b, second, batch + inner + columns)
    if not inner and (not rows or not columns):  # elementwise
        made = a.reshape(*sides((batch, rows)), 1) * b.reshape(*sides((batch, [])), *sides((columns,)))
    elif batch:
        made = bmm(a.reshape(count, *sides((rows, inner))), b.reshape(count, *sides((inner, columns))))
    else:
        made = a.reshape(*sides((rows, inner))).mm(b.reshape(*sides((inner, columns))))
    made = _ordered(made.reshape(tuple(shape)), batch + rows + columns, list(result))
    return labelled(made, f"einsum({equation!r}, {{0}}, {{1}})", *operands)


def _without(tensor, letters, wanted):
    """Sums over the axes whose letters are not in `wanted`."""
    alone = [i for i, letter in enumerate(letters) if letter not in wanted]
    if not alone:
        return tensor, letters
    return tensor.sum(tuple(alone)), "".join(letter for letter in letters if letter in wanted)


def _ordered(tensor, letters, wanted):
    order = [list(letters).index(letter) for letter in wanted]
    return tensor if order == sorted(order) else tensor.permute(*order)


def _cumsum(x, axis):
    """Prefix sums in log2(n) steps: each adds the sums of 1, 2, 4, ... elements before."""
    size, shift = x.extents[axis], 1
    while shift < size:

        def part(begin, count):
            offsets = tuple(begin if i == axis else 0 for i in range(len(x.extents)))
            shape = tuple(count if i == axis else extent for i, extent in enumerate(x.extents))
            return _step("Slice", x, shape=shape, offsets=offsets)

        sums = _step("Add", part(shift, size - shift), part(0, size - shift))
        x = _step("Concat", part(0, shift), sums, axes=1 << axis)
        shift *= 2
    return x


def cumsum(input, dim, dtype=None):
    input = input.type(dtype if dtype is not None else torch.int64 if input.type_index == BOOL else input.dtype)
    if not input.extents:
        axis_bits(dim, input.reshape(1), "cumsum")
        return input.clone()
    axis = axis_bits(dim, input, "cumsum").bit_length() - 1
    if input.extents[axis] < 2 or not input.elements:
        return input.clone()
    return composed(_cumsum, (input,), "cumsum", f"{{0}}.cumsum({dim})", axis=axis)


# -- order

LARGEST_ORDER = 1 << 26  # limit on the comparisons of one call, each of which needs memory


class Sorted(Extreme):
    name = "sort"


class Top(Extreme):
    name = "topk"


def _order(data, axis, descending, name):
    """The indices that sort along an axis; equal elements keep their order. The engine has no sorting operator, so each
    element is compared with all others of its row, and the number of those before it is its place."""
    size = data.extents[axis]
    if data.elements * size > LARGEST_ORDER:
        raise NotImplementedError(
            f"{name}() compares all pairs of elements here, which {data.elements // size} x {size} x {size} are too "
            f"many for; sort fewer, or in NumPy: torch.from_numpy(np.sort(x.cpu().numpy()))"
        )
    keys = data.type(torch.float32)
    keys = torch.where(keys.isnan(), math.inf, keys) if data.type_index == FLOAT32 else keys
    mine, other = keys.unsqueeze(axis + 1), keys.unsqueeze(axis)
    places = torch.arange(size, device=data.device)
    shape = [1] * (len(keys.extents) + 1)
    shape[axis], shape[axis + 1] = size, 1
    own = places.reshape(shape)
    shape[axis], shape[axis + 1] = 1, size
    is_before = places.reshape(shape) < own
    comes_first = other > mine if descending else other < mine
    ranks = (comes_first | ((other == mine) & is_before)).sum(axis + 1)
    shape = [size if i == axis else 1 for i in range(len(keys.extents))]
    numbers = places.reshape(shape).expand(*keys.extents)
    return torch.zeros(keys.extents, dtype=torch.int64, device=data.device).scatter_(axis, ranks, numbers)


def _ordered_by(data, dim, descending, name):
    axis = axis_bits(dim, data, name).bit_length() - 1
    with torch.no_grad():
        return axis, _order(data.detach(), axis, descending, name)


def sort(input, dim=-1, descending=False, stable=False):
    if not input.extents:
        return Sorted((input.clone(), torch.zeros((), dtype=torch.int64, device=input.device)))
    axis, order = _ordered_by(input, dim, descending, "sort")
    return Sorted((labelled(input.gather(axis, order), "{0}.sort()", input), order))


def argsort(input, dim=-1, descending=False, stable=False):
    return sort(input, dim, descending).indices


def topk(input, k, dim=-1, largest=True, sorted=True):
    size = input.extents[axis_bits(dim, input, "topk").bit_length() - 1] if input.extents else 1
    if not 0 <= k <= size:
        raise RuntimeError("selected index k out of range")
    axis, order = _ordered_by(input, dim, largest, "topk")
    first = order[(slice(None),) * axis + (slice(k),)]
    return Top((labelled(input.gather(axis, first), f"{{0}}.topk({k})", input), first))


# -- layers


def _layer_norm(x, weight, bias, axes, eps):
    bits = sum(1 << axis for axis in axes)
    mean = _step("Mean", x, axes=bits, keep_axes=True)
    distance = _step("Subtract", x, mean)
    variance = _step("Mean", _step("Square", distance), axes=bits, keep_axes=True)
    made = _step("Divide", distance, _step("Sqrt", _step("AddScalar", variance, scalars=(eps,))))
    made = made if weight is None else _step("Multiply", made, weight)
    return made if bias is None else _step("Add", made, bias)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5, dispatch="operator"):
    shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
    own = tuple(extents_of(input))
    if not shape or own[-len(shape) :] != shape:
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [*, {', '.join(map(str, shape))}], "
            f"but got input of size{list(own)}"
        )
    axes = tuple(range(len(own) - len(shape), len(own)))
    return composed(_layer_norm, (input, weight, bias), "layer_norm", "layer_norm({0})", dispatch, axes=axes, eps=eps)


# Abramowitz and Stegun, Handbook of Mathematical Functions, formula 7.1.26: the error is at most 1.5e-7.
ERF_P, ERF = 0.3275911, (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)


def _gelu(x, approximate):
    if approximate == "tanh":
        cube = _step("Multiply", _step("Square", x), x)
        inner = _step("Add", x, _step("MultiplyScalar", cube, scalars=(0.044715,)))
        bell = _step("Tanh", _step("MultiplyScalar", inner, scalars=(math.sqrt(2 / math.pi),)))
    else:
        z = _step("MultiplyScalar", x, scalars=(1 / math.sqrt(2),))
        size = _step("Abs", z)
        t = _step("PowerScalar", _step("AddScalar", size * ERF_P, scalars=(1.0,)), scalars=(-1.0,))
        sum_ = t * ERF[4]
        for factor in reversed(ERF[:4]):
            sum_ = _step("Multiply", _step("AddScalar", sum_, scalars=(factor,)), t)
        tail = _step("Multiply", sum_, _step("Exp", _step("Negate", _step("Square", z))))
        bell = _step("Multiply", _step("SubtractFromScalar", tail, scalars=(1.0,)), _step("Sign", z))
    half = _step("MultiplyScalar", x, scalars=(0.5,))
    return _step("Multiply", half, _step("AddScalar", bell, scalars=(1.0,)))


def gelu(input, approximate="none"):
    if approximate not in ("none", "tanh"):
        raise RuntimeError("approximate argument must be either none or tanh.")
    return composed(_gelu, (input,), "gelu", "gelu({0})", approximate=approximate)


def _attention(query, key, value, mask, scale):
    count, rows = query.extents[:2]
    made = []
    for i in range(count):
        q, k, v = (_part(one, i, one.extents[1:]) for one in (query, key, value))
        scores = _step("MultiplyScalar", _step("MatMul", q, _step("Transpose", k)), scalars=(scale,))
        if mask is not None:
            scores = _step("Add", scores, mask if len(mask.extents) == 2 else _part(mask, i, mask.extents[1:]))
        made.append(_step("MatMul", _step("Softmax", scores), v))
    return _stacked(made, (count, rows, value.extents[2]))


def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False
):
    """softmax(query key^T scale + mask) value, for each head; one operation, as PyTorch's fused kernels are."""
    if dropout_p or enable_gqa:
        raise NotImplementedError(
            "scaled_dot_product_attention() has no dropout_p and no enable_gqa here; apply F.dropout() to its result, "
            "or repeat the heads"
        )
    if attn_mask is not None and is_causal:
        raise RuntimeError("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
    q, k, v = map(tuple, map(extents_of, (query, key, value)))
    if min(len(q), len(k), len(v)) < 2 or not q[:-2] == k[:-2] == v[:-2] or q[-1] != k[-1] or k[-2] != v[-2]:
        raise RuntimeError(
            f"scaled_dot_product_attention() takes query [..., L, E], key [..., S, E] and value [..., S, Ev], not "
            f"{list(q)}, {list(k)} and {list(v)}"
        )
    scale = 1 / math.sqrt(q[-1]) if scale is None else scale
    rows, columns, count = q[-2], k[-2], math.prod(q[:-2])
    if is_causal:
        below = torch.arange(rows, device=query.device).reshape(-1, 1) >= torch.arange(columns, device=query.device)
        attn_mask = below
    if attn_mask is not None:
        attn_mask = _additive(attn_mask, q[:-2], rows, columns, count)
    flat = [one.reshape(count, *one.extents[-2:]) for one in (query, key, value)]
    made = composed(
        _attention, (*flat, attn_mask), "attention", "scaled_dot_product_attention({0}, {1}, {2})", scale=scale
    )
    return labelled(made.reshape(*q[:-1], v[-1]), "scaled_dot_product_attention({0}, ...)", query)


def _additive(mask, heads, rows, columns, count):
    """Converts true to 0 and false to minus infinity. The result is one mask for all heads, or one for each head."""
    if mask.type_index == INT64:
        raise RuntimeError("Expected attn_mask dtype to be bool or float, but got long int")
    if mask.type_index == BOOL:
        mask = torch.where(mask, 0.0, -math.inf)
    if mask.elements == rows * columns:
        return mask.reshape(rows, columns)
    return mask.expand(*heads, rows, columns).reshape(count, rows, columns)
