"""Issues operations on tensors; adds graph nodes while a net is scripted."""

import functools

import _overlap
from overlap_dialect.arguments import FLOAT32, named

apply = _overlap.apply


def issue(op, inputs, name, text, **attributes):
    """Issues an operation. `inputs` are tensors or graph values; None is skipped. Returns a list if there are several
    results."""
    for one in inputs:
        if isinstance(one, _overlap.Tensor):
            return apply(op, inputs, name, text, **attributes)
        if hasattr(one, "compose"):
            return one.compose(op, inputs, name, attributes)
        if one is not None:
            break
    raise TypeError(f"{name}() takes tensors, not {type(one).__name__}")


def one_call(function):
    """Decorates a function that is one call in PyTorch and several operations here: only the first of them costs
    dispatch time."""

    @functools.wraps(function)
    def called(*args, **options):
        before = _overlap.one_call(True)
        try:
            return function(*args, **options)
        finally:
            _overlap.one_call(before)

    return called


def together(*values):
    """Copies zero-dimensional CPU tensors to the GPU of the other tensors, as PyTorch allows."""
    there = next((one for one in values if isinstance(one, _overlap.Tensor) and one.ordinal >= 0), None)
    return [
        one._beside(there)
        if there is not None and isinstance(one, _overlap.Tensor) and one.ordinal < 0 and not one.extents
        else one
        for one in values
    ]


def numpy_named(function):
    """Accepts NumPy's names of two arguments too: axis and keepdims."""

    @functools.wraps(function)
    def called(*args, axis=None, keepdims=None, **options):
        options.update({} if axis is None else {"dim": axis}, **({} if keepdims is None else {"keepdim": keepdims}))
        return function(*args, **options)

    return called


def scaled(native, name, sign=1):
    """Gives a sum, or a difference (`sign` -1), the argument alpha, by which the second operand is multiplied first. A
    change in place is one kernel, that of an optimizer's update."""

    def function(input, other, *, alpha=1):
        if alpha == 1:
            return native(input, other)
        fits = isinstance(other, _overlap.Tensor) and input.extents == other.extents
        if name.endswith("_") and fits and input.type_index == other.type_index == FLOAT32:
            if not input.requires_grad and not other.requires_grad or not _overlap.is_recording():
                apply("SgdUpdate", (input, other), name, f"{{0}}.{name}({{1}})", scalars=(-alpha * sign, 1.0))
                return input
        return native(input, other * alpha)

    return named(function, name)


def labelled(made, call, *inputs):
    """Labels the result of several operations with the call in the program; its grad_fn follows from the label."""
    if isinstance(made, _overlap.Tensor):
        _overlap.set_text(made, call, *inputs)
    return made


def extents_of(data):
    """The shape as a plain tuple."""
    if not hasattr(data, "extents"):
        raise TypeError(f"argument 'input' must be Tensor, not {type(data).__name__}")
    return data.extents


def pair(value):
    """A window size, given as 3 or (3, 3), as a pair."""
    if isinstance(value, int):
        return (value, value)
    value = tuple(value)
    if len(value) != 2:
        raise NotImplementedError(f"windows have two axes here, height and width, not {value}")
    return value


def padding_of(padding, kernel, stride):
    """The padding of a convolution: sizes, 'valid' for none, or 'same', which keeps height and width."""
    if not isinstance(padding, str):
        return pair(padding)
    if padding not in ("valid", "same"):
        raise ValueError(f"Invalid padding string {padding!r}, should be one of 'valid', 'same'")
    if padding == "valid":
        return (0, 0)
    if pair(stride) != (1, 1):
        raise ValueError("padding='same' is not supported for strided convolutions")
    if any(extent % 2 == 0 for extent in kernel):
        raise NotImplementedError(
            f"padding='same' takes odd kernels here, not {tuple(kernel)}: an even one would be "
            f"padded more on one side"
        )
    return tuple(extent // 2 for extent in kernel)


def axis_bits(dim, data, name):
    axes, bits = (dim,) if isinstance(dim, int) else tuple(dim), 0
    rank = len(extents_of(data))
    for one in axes:
        if not -rank <= one < rank:
            raise IndexError(
                f"Dimension out of range (expected to be in range of [{-rank}, {rank - 1}], but got " f"{one})"
            )
        bits |= 1 << (one % rank)
    return bits


def expect_product(a, b):
    """Raises unless matrices of these shapes can be multiplied."""
    if a[1] != b[0]:
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({a[0]}x{a[1]} and {b[0]}x{b[1]})")


def expect_channels(data, weight):
    """Raises unless a convolution's weight fits the channels of the data."""
    if len(data) > 1 and len(weight) > 1 and data[1] != weight[1]:
        raise RuntimeError(
            f"Given groups=1, weight of size {list(weight)}, expected input{list(data)} to have {weight[1]} channels, "
            f"but got {data[1]} channels instead"
        )


def reduce(op, name, data, dim, keepdim):
    return issue(op, (data,), name, f"{{0}}.{name}(dim={dim})", axes=axis_bits(dim, data, name), keep_axes=keepdim)
