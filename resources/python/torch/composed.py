"""Functions that are one kernel in PyTorch and several operators of the engine here.

`composed` compiles the operators into a graph for each shape of the inputs, so that a call is one operation on the
timeline, with one gradient and the cost of one kernel. The others are sequences of operations."""

import math

import _overlap
import torch
from overlap_dialect.arguments import BOOL, INT64, named, refuse
from torch.issuing import axis_bits, expect_channels, expect_product, extents_of, labelled, padding_of

_graphs = {}


def composed(function, inputs, name, text, dispatch="operator", **options):
    """Calls `function` on graph values with the shapes of the tensors `inputs`, and issues the graph as one operation.
    Within a net that is scripted, the operators become part of the net's graph."""
    global _graphs
    tensors = [x for x in inputs if x is not None]
    if not isinstance(tensors[0], _overlap.Tensor) and hasattr(tensors[0], "compose"):
        return function(*inputs, **options)
    key = (name, *((None if x is None else extents_of(x)) for x in inputs), *options.items())
    other = next((x for x in tensors if x.ordinal != tensors[0].ordinal), None)
    if other is not None:
        raise RuntimeError(
            f"Expected all tensors to be on the same device, but found at least two devices, {tensors[0].device} and "
            f"{other.device}!"
        )
    if key not in _graphs:
        names = [f"input{i}" for i in range(len(tensors))]
        values = iter([torch.jit.Value(_overlap.symbol_variable(n), x.extents) for n, x in zip(names, tensors)])
        results = function(*(None if x is None else next(values) for x in inputs), **options)
        results = results if isinstance(results, tuple) else (results,)
        graph = _overlap.cached_graph([x.native for x in results], names, one_kernel=True)
        # Rebound, because the end of a run restores bindings only. Bounded, because a number may differ in each call.
        _graphs = {**(_graphs if len(_graphs) < 256 else {}), key: graph}
    outputs = [labelled(x, text, *tensors) for x in _graphs[key](tensors, False, name, text, dispatch)]
    return outputs[0] if len(outputs) == 1 else tuple(outputs)


def step(op, *inputs, **attributes):
    return inputs[0].compose(op, inputs, op.lower(), attributes)


def at_least(x, number):
    return (
        step("MaximumScalar", x, scalars=(number,)) if isinstance(number, (int, float)) else step("Maximum", x, number)
    )


def at_most(x, number):
    return (
        step("MinimumScalar", x, scalars=(number,)) if isinstance(number, (int, float)) else step("Minimum", x, number)
    )


def _part(x, index, shape):
    """Matrix `index` of a stack of matrices."""
    block = step("Slice", x, shape=(1, *shape), offsets=(index, 0, 0))
    return step("Reshape", block, shape=shape)


def _stacked(matrices, shape):
    rows = [step("Reshape", one, shape=(1, *one.extents)) for one in matrices]
    return step("Reshape", rows[0] if len(rows) == 1 else step("Concat", *rows, axes=1), shape=shape)


def _bmm(a, b):
    (count, rows, _), columns = a.extents, b.extents[2]
    products = [step("MatMul", _part(a, i, a.extents[1:]), _part(b, i, b.extents[1:])) for i in range(count)]
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


def _matmul(a, b, lead):
    """`lead`: the leading axes of the result; a matrix `b` multiplies all rows of `a` at once."""
    (rows, inner), columns = a.extents[-2:], b.extents[-1]
    if len(b.extents) == 2:
        made = step("MatMul", step("Reshape", a, shape=(math.prod(lead) * rows, inner)), b)
        return step("Reshape", made, shape=(*lead, rows, columns))
    a, b = (
        one if one.extents[:-2] == lead else step("Broadcast", one, shape=(*lead, *one.extents[-2:])) for one in (a, b)
    )
    count = math.prod(lead)
    a, b = (step("Reshape", one, shape=(count, *one.extents[-2:])) for one in (a, b))
    return step("Reshape", _bmm(a, b), shape=(*lead, rows, columns))


def _with_vectors(a, b, lead):
    """A vector is a row on the left and a column on the right; its axis is not in the result."""
    row = step("Reshape", a, shape=(1, *a.extents)) if len(a.extents) == 1 else a
    column = step("Reshape", b, shape=(*b.extents, 1)) if len(b.extents) == 1 else b
    made = _matmul(row, column, lead)
    shape = (*lead, *(() if row is not a else a.extents[-2:-1]), *(() if column is not b else b.extents[-1:]))
    return made if made.extents == shape else step("Reshape", made, shape=shape)


def _broadcast(a, b):
    rank = max(len(a), len(b))
    a, b = ((1,) * (rank - len(one)) + one for one in (a, b))
    for axis, (size, other) in enumerate(zip(a, b)):
        if size != other and 1 not in (size, other):
            raise RuntimeError(
                f"The size of tensor a ({size}) must match the size of tensor b ({other}) at non-singleton dimension "
                f"{axis}"
            )
    return tuple(other if size == 1 else size for size, other in zip(a, b))


def matmul(input, other, text="torch.matmul({0}, {1})"):
    """Products of matrices along further axes in front, which broadcast: one operation."""
    own, others = tuple(input.extents), tuple(other.extents)
    if not own or not others:
        raise RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {len(own)}D and {len(others)}D"
        )
    a, b = own if len(own) > 1 else (1, *own), others if len(others) > 1 else (*others, 1)
    lead = _broadcast(a[:-2], b[:-2])
    count = math.prod(lead)
    if len(b) == 2 and len(others) == 1 and a[-1] != b[0]:
        raise RuntimeError(f"size mismatch, got input ({count * a[-2]}), mat ({count * a[-2]}x{a[-1]}), vec ({b[0]})")
    if len(b) == 2:
        expect_product((count * a[-2], a[-1]), b)
    elif a[-1] != b[-2]:
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{count}, {a[-1]}] but got: "
            f"[{count}, {b[-2]}]."
        )
    if not count:
        return torch.zeros(*lead, a[-2], b[-1], device=input.device)
    if len(lead) > 1 and own[:-2] == others[:-2]:
        input, other = _packed(input, count), _packed(other, count)
    return composed(_with_vectors, (input, other), "matmul", text, lead=lead)


def _packed(tensor, count):
    """As in PyTorch, a copy if the matrices do not follow each other in memory, such as heads after transpose(1, 2)."""
    if not isinstance(tensor, _overlap.Tensor) or _overlap.can_show(tensor, (count, *tensor.extents[-2:])):
        return tensor
    return tensor.contiguous()


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


def along(x, axis, begin, count):
    """`count` elements along an axis."""
    offsets = tuple(begin if i == axis else 0 for i in range(len(x.extents)))
    shape = tuple(count if i == axis else extent for i, extent in enumerate(x.extents))
    return step("Slice", x, shape=shape, offsets=offsets)


def _running(op, name):
    """Sums, or products, of all elements so far, in log2(n) steps: each adds those of 1, 2, 4, ... elements before."""

    def formula(x, axis):
        size, shift = x.extents[axis], 1
        while shift < size:
            more = step(op, along(x, axis, shift, size - shift), along(x, axis, 0, size - shift))
            x = step("Concat", along(x, axis, 0, shift), more, axes=1 << axis)
            shift *= 2
        return x

    def function(input, dim, dtype=None):
        input = input.type(dtype if dtype is not None else torch.int64 if input.type_index == BOOL else input.dtype)
        if not input.extents:
            axis_bits(dim, input.reshape(1), name)
            return input.clone()
        axis = axis_bits(dim, input, name).bit_length() - 1
        if input.extents[axis] < 2 or not input.elements:
            return input.clone()
        return composed(formula, (input,), name, f"{{0}}.{name}({dim})", axis=axis)

    return named(function, name)


cumsum, cumprod = _running("Add", "cumsum"), _running("Multiply", "cumprod")


def _prod(x, axis, shape):
    """Multiplies the first half by the second, in log2(n) steps."""
    while x.extents[axis] > 1:
        size = x.extents[axis]
        half = size // 2
        made = step("Multiply", along(x, axis, 0, half), along(x, axis, half, half))
        x = made if size % 2 == 0 else step("Concat", made, along(x, axis, size - 1, 1), axes=1 << axis)
    return step("Reshape", x, shape=shape)


def prod(input, dim=None, keepdim=False, dtype=None):
    input = input.type(dtype if dtype is not None else torch.int64 if input.type_index == BOOL else input.dtype)
    if dim is None or not input.extents:
        axis_bits(0 if dim is None else dim, input.reshape(-1), "prod")
        data, axis, shape = input.reshape(-1), 0, ()
    else:
        data, axis = input, axis_bits(dim, input, "prod").bit_length() - 1
        shape = (*input.extents[:axis], *((1,) if keepdim else ()), *input.extents[axis + 1 :])
    if not data.elements:
        return torch.ones(shape, device=input.device, dtype=input.dtype)
    text = "{0}.prod()" if dim is None else f"{{0}}.prod({dim})"
    return composed(_prod, (data,), "prod", text, axis=axis, shape=shape)


def _roll(x, moves):
    for axis, shift in moves:
        size = x.extents[axis]
        first = size - shift % size
        if first != size:
            parts = along(x, axis, first, size - first), along(x, axis, 0, first)
            x = step("Concat", *parts, axes=1 << axis)
    return x


def roll(input, shifts, dims=None):
    shifts = (shifts,) if isinstance(shifts, int) else tuple(shifts)
    if dims is None:
        return roll(input.reshape(-1), shifts, 0).reshape(input.extents)
    dims = (dims,) if isinstance(dims, int) else tuple(dims)
    if len(shifts) != len(dims):
        raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}")
    moves = tuple((axis_bits(dim, input, "roll").bit_length() - 1, shift) for dim, shift in zip(dims, shifts))
    if not input.elements or all(shift % input.extents[axis] == 0 for axis, shift in moves):
        return input.clone()
    return composed(_roll, (input,), "roll", "{0}.roll(...)", moves=moves)


# -- layers


def _layer_norm(x, weight, bias, axes, eps):
    bits = sum(1 << axis for axis in axes)
    mean = step("Mean", x, axes=bits, keep_axes=True)
    distance = step("Subtract", x, mean)
    variance = step("Mean", step("Square", distance), axes=bits, keep_axes=True)
    made = step("Divide", distance, step("Sqrt", step("AddScalar", variance, scalars=(eps,))))
    made = made if weight is None else step("Multiply", made, weight)
    return made if bias is None else step("Add", made, bias)


def _rms_norm(x, weight, axes, eps):
    bits = sum(1 << axis for axis in axes)
    mean = step("Mean", step("Square", x), axes=bits, keep_axes=True)
    made = step("Divide", x, step("Sqrt", step("AddScalar", mean, scalars=(eps,))))
    return made if weight is None else step("Multiply", made, weight)


def _last_axes(input, normalized_shape):
    shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
    own = tuple(extents_of(input))
    if not shape or own[-len(shape) :] != shape:
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [*, {', '.join(map(str, shape))}], "
            f"but got input of size{list(own)}"
        )
    return tuple(range(len(own) - len(shape), len(own)))


FLOAT_EPSILON = 2.0**-23


def rms_norm(input, normalized_shape, weight=None, eps=None, dispatch="operator"):
    axes, eps = _last_axes(input, normalized_shape), FLOAT_EPSILON if eps is None else eps
    return composed(_rms_norm, (input, weight), "rms_norm", "rms_norm({0})", dispatch, axes=axes, eps=eps)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5, dispatch="operator"):
    axes = _last_axes(input, normalized_shape)
    return composed(_layer_norm, (input, weight, bias), "layer_norm", "layer_norm({0})", dispatch, axes=axes, eps=eps)


def _conv1d(x, weight, bias, stride, padding):
    """A convolution of pictures of one row."""
    x, weight = (step("Reshape", one, shape=(*one.extents[:2], 1, one.extents[2])) for one in (x, weight))
    inputs = (x, weight) if bias is None else (x, weight, bias)
    made = step("Convolution", *inputs, kernel=weight.extents[2:], stride=(1, stride), padding=(0, padding))
    return step("Reshape", made, shape=(*made.extents[:2], made.extents[3]))


def conv1d(input, weight, bias=None, stride=1, padding=0, dispatch="operator"):
    own, kernel = tuple(extents_of(input)), tuple(extents_of(weight))
    stride, padding = _single(kernel, stride, padding)
    if len(own) not in (2, 3):
        raise RuntimeError(
            f"Expected 2D (unbatched) or 3D (batched) input to conv1d, but got input of size: {list(own)}"
        )
    if len(own) == 2:
        return conv1d(input.reshape(1, *own), weight, bias, stride, padding, dispatch=dispatch)[0]
    expect_channels(own, kernel)
    return composed(
        _conv1d, (input, weight, bias), "conv1d", "conv1d({0}, {1})", dispatch, stride=stride, padding=padding
    )


def _single(kernel, stride, padding):
    """The stride and the padding of a convolution along one axis."""
    stride = stride if isinstance(stride, int) else tuple(stride)[0]
    if isinstance(padding, str):
        return stride, padding_of(padding, (1, kernel[2]), (1, stride))[1]
    return stride, padding if isinstance(padding, int) else tuple(padding)[0]


# Abramowitz and Stegun, Handbook of Mathematical Functions, formula 7.1.26: the error is at most 1.5e-7.
ERF_P, ERF = 0.3275911, (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)


def erf(input):
    size = input.abs()
    t = (size * ERF_P + 1) ** -1.0
    sum_ = t * ERF[4]
    for factor in reversed(ERF[:4]):
        sum_ = (sum_ + factor) * t
    tail = sum_ * (-input.square()).exp()
    return (1.0 - tail) * step("Sign", input)


def _gelu(x, approximate):
    if approximate == "tanh":
        bell = ((x + x.square() * x * 0.044715) * math.sqrt(2 / math.pi)).tanh()
    else:
        bell = erf(x * (1 / math.sqrt(2)))
    return x * 0.5 * (bell + 1)


def gelu(input, approximate="none"):
    if approximate not in ("none", "tanh"):
        raise RuntimeError("approximate argument must be either none or tanh.")
    return composed(_gelu, (input,), "gelu", "gelu({0})", approximate=approximate)


def _leaky_relu(x, slope):
    return x.relu() + at_most(x, 0.0) * slope


def leaky_relu(input, negative_slope=0.01, inplace=False):
    refuse("leaky_relu", {"inplace": inplace})
    return composed(_leaky_relu, (input,), "leaky_relu", "leaky_relu({0})", slope=negative_slope)


def _silu(x):
    return step("Multiply", x, step("Sigmoid", x))


def silu(input, inplace=False):
    refuse("silu", {"inplace": inplace})
    return composed(_silu, (input,), "silu", "silu({0})")


def _attention(query, key, value, mask, draws, scale, p, is_causal):
    count, rows = query.extents[:2]
    made = []
    if is_causal:
        mask = _causal(query, rows, key.extents[1])
    for i in range(count):
        q, k, v = (_part(one, i, one.extents[1:]) for one in (query, key, value))
        scores = step("MultiplyScalar", step("MatMul", q, step("Transpose", k)), scalars=(scale,))
        if mask is not None:
            scores = step("Add", scores, mask if len(mask.extents) == 2 else _part(mask, i, mask.extents[1:]))
        weights = step("Softmax", scores)
        if draws is not None:  # as in dropout()
            kept = step("GreaterEqualScalar", _part(draws, i, draws.extents[1:]), scalars=(p,))
            weights = weights * kept * (1 / (1 - p))
        made.append(step("MatMul", weights, v))
    return _stacked(made, (count, rows, value.extents[2]))


def _causal(like, rows, columns):
    """0 where the column is at most the row, else a number below all scores."""
    row = step("Reshape", like.made("Arange", (rows,), scalars=(0.0, -1.0)), shape=(rows, 1))
    after = step("Add", row, like.made("Arange", (columns,), scalars=(0.0, 1.0)))  # column - row
    return step("MultiplyScalar", step("GreaterScalar", after, scalars=(0.0,)), scalars=(-1e30,))


def _flat(tensor, count):
    """One matrix for each head. The kernel reads any strides, so that this is no copy."""
    shape = (count, *tensor.extents[-2:])
    if not isinstance(tensor, _overlap.Tensor):
        return tensor.reshape(*shape)
    return _overlap.apply("Reshape", (tensor,), "reshape", "{0}", shape=shape, dispatch="free", view=True)


def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False
):
    """softmax(query key^T scale + mask) value, for each head; one operation, as PyTorch's fused kernels are."""
    if enable_gqa:
        raise NotImplementedError("scaled_dot_product_attention() has no enable_gqa here; repeat the heads")
    if not 0 <= dropout_p < 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {dropout_p}")
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
    if attn_mask is not None:
        attn_mask = _additive(attn_mask, q[:-2], rows, columns, count)
    flat = [_flat(one, count) for one in (query, key, value)]
    draws = torch.rand(count, rows, columns, device=query.device) if dropout_p else None
    text = "scaled_dot_product_attention({0}, {1}, {2})"
    made = composed(
        _attention, (*flat, attn_mask, draws), "attention", text, scale=scale, p=dropout_p, is_causal=is_causal
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
