"""Operators of MXNet as functions, for both arrays and symbols.

The first argument of each is `emit`, which issues an operation or adds a node to a graph:
emit(operator, inputs, hint, name, text, **attributes).
"""

import math

import _overlap

from overlap_dialect.arguments import FLOAT32, INT64, named, refuse
from overlap_dialect.turning import turns


def pair(value, default=(1, 1)):
    """A window size, given as 3, (3, 3) or nothing, as a pair."""
    if value is None or value == ():
        return default
    if isinstance(value, int):
        return (value, value)
    value = tuple(value)
    if len(value) != 2:
        raise NotImplementedError(f"windows have two axes here, height and width, not {value}")
    return value


def shape_of(data):
    """The shape, or None for a symbol of unknown shape."""
    return getattr(data, "extents", None)


MOST_AXES = 6


def axis_bits(axis, data, name):
    """Axes as a bit mask; negative axes need a known shape."""
    axes = (axis,) if isinstance(axis, int) else tuple(axis)
    shape, bits = shape_of(data), 0
    for one in axes:
        if shape is not None and not -len(shape) <= one < len(shape):
            raise ValueError(f"{name}(): axis {one} is out of range, for the array has {len(shape)} axes")
        if one < 0 and shape is None:
            raise NotImplementedError(f"{name}(): axis {one} of a symbol whose shape is not known; count from 0")
        if one >= MOST_AXES:
            raise ValueError(f"{name}(): axis {one} is out of range, for an array has at most {MOST_AXES} axes")
        bits |= 1 << (one % len(shape) if shape is not None else one)
    return bits


def last_axis(axis, data, name):
    shape = shape_of(data)
    if axis != -1 and (shape is None or axis != len(shape) - 1):
        raise NotImplementedError(f"{name}() goes over the last axis here, not over axis {axis}")


def expect_units(weight, count, what):
    shape = shape_of(weight)
    if count is not None and shape is not None and shape[0] != count:
        raise ValueError(f"{what} is {count}, but the weight of shape {shape} gives {shape[0]}")


def resolved(shape, data, name):
    """Replaces -1 and 0 in a shape. A graph keeps them, since it may run with another batch size."""
    own = shape_of(data)
    if not isinstance(data, _overlap.Tensor):
        return tuple(shape)
    return filled_in(shape, own, name)


def filled_in(shape, own, name):
    shape = [own[i] if extent == 0 and i < len(own) else extent for i, extent in enumerate(shape)]
    if any(extent < -1 for extent in shape) or shape.count(-1) > 1:
        raise ValueError(f"{name}(): one size may be -1, the others must be sizes, not {tuple(shape)}")
    if -1 in shape:
        known = math.prod(extent for extent in shape if extent != -1)
        all_elements = math.prod(own)
        if known == 0 or all_elements % known:
            raise ValueError(f"{name}(): {all_elements} elements, of {own}, do not go into {tuple(shape)}")
        shape[shape.index(-1)] = all_elements // known
    return tuple(shape)


# -- layers


def FullyConnected(emit, data, weight, bias=None, num_hidden=None, no_bias=False, flatten=True, name=None):
    expect_units(weight, num_hidden, "num_hidden")
    own = shape_of(data)
    inputs = (data, weight) if no_bias or bias is None else (data, weight, bias)
    if flatten or own is None or len(own) <= 2:
        return emit("FullyConnected", inputs, "fullyconnected", name, "FullyConnected({0}, {1})")
    rows = reshape(emit, data, (-1, own[-1]))
    made = emit("FullyConnected", (rows, *inputs[1:]), "fullyconnected", name, "FullyConnected({0}, {1})")
    return reshape(emit, made, own[:-1] + (-1,))


def Convolution(
    emit,
    data,
    weight,
    bias=None,
    kernel=None,
    stride=None,
    dilate=None,
    pad=None,
    num_filter=None,
    num_group=1,
    no_bias=False,
    layout=None,
    name=None,
    **options,
):
    refuse("Convolution", {k: v for k, v in options.items() if k not in ("cudnn_off", "cudnn_tune", "workspace")})
    if pair(dilate) != (1, 1) or num_group != 1 or layout not in (None, "NCHW"):
        raise NotImplementedError("convolutions are NCHW here, of one group and without dilation")
    expect_units(weight, num_filter, "num_filter")
    inputs = (data, weight) if no_bias or bias is None else (data, weight, bias)
    return emit(
        "Convolution",
        inputs,
        "convolution",
        name,
        "Convolution({0}, {1})",
        kernel=pair(kernel if kernel is not None else shape_of(weight)[2:]),
        stride=pair(stride),
        padding=pair(pad, (0, 0)),
    )


def Pooling(
    emit,
    data,
    kernel=None,
    pool_type="max",
    global_pool=False,
    stride=None,
    pad=None,
    pooling_convention="valid",
    name=None,
    **options,
):
    refuse(
        "Pooling",
        {
            k: v
            for k, v in options.items()
            if k not in ("cudnn_off", "count_include_pad") and (k, v) != ("layout", "NCHW")
        },
    )
    if pool_type not in ("max", "avg") or pooling_convention != "valid":
        raise NotImplementedError("pooling is 'max' or 'avg' here, with the convention 'valid'")
    op = "MaxPool" if pool_type == "max" else "AveragePool"
    own = shape_of(data)
    if global_pool:
        is_array = isinstance(data, _overlap.Tensor) and len(own) == 4
        kernel, stride, pad = own[2:] if is_array else (0, 0), None, None
    elif pair(pad, (0, 0)) != (0, 0) and op == "AveragePool" and options.get("count_include_pad", True):
        raise NotImplementedError("average pooling does not count padding here; give count_include_pad=False")
    return emit(
        op,
        (data,),
        "pooling",
        name,
        "Pooling({0})",
        kernel=pair(kernel),
        stride=pair(stride),
        padding=pair(pad, (0, 0)),
    )


ACTIVATIONS = {"relu": "Relu", "sigmoid": "Sigmoid", "tanh": "Tanh"}


def Activation(emit, data, act_type, name=None):
    if act_type not in ACTIVATIONS:
        raise NotImplementedError(f"the activation {act_type!r} is not supported; there are relu, sigmoid and tanh")
    return emit(ACTIVATIONS[act_type], (data,), "activation", name, act_type + "({0})")


def BatchNorm(
    emit,
    data,
    gamma,
    beta,
    moving_mean,
    moving_var,
    eps=1e-3,
    momentum=0.9,
    fix_gamma=True,
    use_global_stats=False,
    output_mean_var=False,
    axis=1,
    training=None,
    name=None,
    **options,
):
    refuse("BatchNorm", {k: v for k, v in options.items() if k != "cudnn_off"})
    if fix_gamma or output_mean_var or axis != 1:
        raise NotImplementedError("BatchNorm normalises over axis 1 and learns gamma here: give fix_gamma=False")
    is_training = (_overlap.is_training() if training is None else training) and not use_global_stats
    made = emit(
        "BatchNorm",
        (data, gamma, beta, moving_mean, moving_var),
        "batchnorm",
        name,
        "BatchNorm({0})",
        scalars=(eps, momentum),
        training=is_training,
    )
    return made[0] if isinstance(made, list) else made


def Dropout(emit, data, p=0.5, mode="training", name=None, **options):
    refuse("Dropout", options)
    if not 0 <= p < 1:
        raise ValueError(f"the dropout probability must be from 0 to below 1, not {p}")
    is_on = p > 0 and (mode == "always" or _overlap.is_training())
    if not is_on:
        return data
    if not isinstance(data, _overlap.Tensor):
        raise NotImplementedError("Dropout is not compiled into a graph while training; leave the net uncompiled")
    from mxnet import making

    chance = making.make(type(data), "RandomUniform", "Dropout", data.extents, data.context, None, None, 0.0, 1.0)
    mask = emit("GreaterEqualScalar", (chance,), "dropout", name, "Dropout mask", scalars=(p,))
    kept = emit("Multiply", (data, mask), "dropout", name, "Dropout({0})")
    return emit("MultiplyScalar", (kept,), "dropout", name, "Dropout({0})", scalars=(1 / (1 - p),))


# -- softmax, lookups and other parts of losses


def softmax(emit, data, axis=-1, temperature=None, name=None):
    last_axis(axis, data, "softmax")
    refuse("softmax", {"temperature": temperature})
    return emit("Softmax", (data,), "softmax", name, "softmax({0})")


def log_softmax(emit, data, axis=-1, temperature=None, name=None):
    last_axis(axis, data, "log_softmax")
    refuse("log_softmax", {"temperature": temperature})
    return emit("LogSoftmax", (data,), "log_softmax", name, "log_softmax({0})")


def pick(emit, data, index, axis=-1, keepdims=False, mode="clip", name=None):
    last_axis(axis, data, "pick")
    if mode != "clip":
        raise NotImplementedError(f"pick() has the mode 'clip' here, not {mode!r}")
    made = emit("Pick", (data, index), "pick", name, "pick({0}, {1})")
    return reshape(emit, made, (-1, 1)) if keepdims else made


def take(emit, a, indices, axis=0, mode="clip", name=None):
    """Selects slices along an axis by index; indices out of range are clamped ('clip') or taken modulo ('wrap')."""
    if mode not in ("clip", "wrap"):
        raise NotImplementedError(f"take() has the modes 'clip' and 'wrap' here, not {mode!r}")
    return emit(
        "Gather",
        (a, indices),
        "take",
        name,
        "take({0}, {1})",
        axes=axis_bits(axis, a, "take"),
        scalars=(1.0 if mode == "wrap" else 0.0,),
    )


def Embedding(emit, data, weight, input_dim=None, output_dim=None, dtype="float32", sparse_grad=False, name=None):
    refuse("Embedding", {"sparse_grad": sparse_grad, "dtype": None if dtype == "float32" else dtype})
    return emit("Gather", (weight, data), "embedding", name, "Embedding({1})", axes=1)


# -- shapes


def reshape(emit, data, shape=None, name=None, **options):
    refuse("reshape", options)
    if isinstance(shape, int):
        shape = (shape,)
    return emit("Reshape", (data,), "reshape", name, "{0}.reshape(...)", shape=resolved(shape, data, "reshape"))


def flatten(emit, data, name=None):
    return emit("Reshape", (data,), "flatten", name, "flatten({0})", shape=resolved((0, -1), data, "flatten"))


def reshape_like(emit, lhs, rhs, name=None):
    own, wanted = shape_of(lhs), shape_of(rhs)
    if wanted is None:
        raise NotImplementedError("reshape_like() of symbols needs their shapes; call the net with an array first")
    if own == wanted:
        return lhs
    if math.prod(own) != math.prod(wanted):
        raise ValueError(f"reshape_like(): {own} and {wanted} differ in their number of elements")
    return emit("Reshape", (lhs,), "reshape_like", name, "{0}.reshape(...)", shape=wanted)


def expand_dims(emit, data, axis, name=None):
    own = shape_of(data)
    if own is None:
        raise NotImplementedError("expand_dims() of a symbol whose shape is not known; use reshape()")
    if not -len(own) - 1 <= axis <= len(own):
        raise ValueError(f"expand_dims(): axis {axis} is out of range, for the array has {len(own)} axes")
    at = axis % (len(own) + 1)
    return emit("Reshape", (data,), "expand_dims", name, "expand_dims({0})", shape=own[:at] + (1,) + own[at:])


def squeeze(emit, data, axis=None, name=None):
    own = shape_of(data)
    axes = (
        [i for i, n in enumerate(own) if n == 1]
        if axis is None
        else [a % len(own) for a in ((axis,) if isinstance(axis, int) else axis)]
    )
    if any(own[i] != 1 for i in axes):
        raise ValueError(f"squeeze(): axis {axis} of an array of shape {own} is not 1")
    return emit(
        "Reshape", (data,), "squeeze", name, "squeeze({0})", shape=tuple(n for i, n in enumerate(own) if i not in axes)
    )


def transpose(emit, data, axes=None, name=None):
    """Reverses the axes, or puts them into the order `axes`."""
    own, axes = shape_of(data), tuple(axes or ())
    if not axes:
        return emit("Transpose", (data,), "transpose", name, "transpose({0})")
    if not isinstance(data, _overlap.Tensor):
        raise NotImplementedError("transpose() of a symbol reverses all axes here; leave axes out")
    if any(not -len(own) <= axis < len(own) for axis in axes):
        raise ValueError(f"transpose(): axes {axes} are out of range, for the array has {len(own)} axes")
    if sorted(axis % len(own) for axis in axes) != list(range(len(own))):
        raise ValueError(f"transpose(): each of the {len(own)} axes is named once, not {axes}")
    axes = [axis % len(own) for axis in axes]
    if axes == list(range(len(own))):
        return _overlap.copy(data, data.ordinal, True, "transpose", ".transpose(...)", None)
    for blocks in turns(range(len(own)), axes):
        shape = tuple(math.prod(own[axis] for axis in block) for block in blocks)
        if data.extents != shape:
            data = emit("Reshape", (data,), "reshape", None, "{0}.reshape(...)", shape=shape)
        data = emit("Transpose", (data,), "transpose", name, "transpose({0})")
    result = tuple(own[axis] for axis in axes)
    return (
        data if data.extents == result else emit("Reshape", (data,), "reshape", None, "{0}.reshape(...)", shape=result)
    )


def swapaxes(emit, data, dim1=0, dim2=0, name=None):
    axes = list(range(len(shape_of(data) or ())))
    if not all(-len(axes) <= dim < len(axes) for dim in (dim1, dim2)):
        raise ValueError(f"swapaxes(): axes {dim1} and {dim2} are out of range, for the array has {len(axes)} axes")
    axes[dim1], axes[dim2] = axes[dim2], axes[dim1]
    return transpose(emit, data, axes, name)


def one_hot(emit, indices, depth, on_value=1.0, off_value=0.0, dtype="float32", name=None):
    """Adds a last axis with on_value at the class index and off_value elsewhere; indices out of range set nothing."""
    if not isinstance(indices, _overlap.Tensor) or dtype not in ("float32", None):
        raise NotImplementedError("one_hot() is of arrays and gives float32 here")
    classes = _overlap.create(
        type(indices), _overlap.OPERATORS["Arange"], (depth,), indices.ordinal, INT64, 0.0, 1.0, "arange", "arange(...)"
    )
    if indices.type_index == FLOAT32:  # 1.7 means class 1
        indices = _overlap.cast(indices, INT64, "one_hot", ".one_hot()")
    at = expand_dims(emit, indices, -1)
    made = emit("Equal", (at, classes), "one_hot", name, "one_hot({0})")
    made = made if made.type_index == FLOAT32 else _overlap.cast(made, FLOAT32, "one_hot", ".one_hot()")
    return made if (on_value, off_value) == (1, 0) else made * (on_value - off_value) + off_value


def broadcast_to(emit, data, shape, name=None):
    return emit("Broadcast", (data,), "broadcast_to", name, "{0}.broadcast_to(...)", shape=tuple(shape))


def broadcast_like(emit, lhs, rhs, name=None):
    return broadcast_to(emit, lhs, shape_of(rhs), name)


def concat(emit, *data, dim=1, name=None, **options):
    refuse("concat", {k: v for k, v in options.items() if k != "num_args"})
    if len(data) == 1 and isinstance(data[0], (list, tuple)):
        data = tuple(data[0])
    if not data:
        raise ValueError("concat() joins at least one array")
    return emit("Concat", data, "concat", name, "concat(...)", axes=axis_bits(dim, data[0], "concat"))


def stack(emit, *data, axis=0, name=None):
    if len(data) == 1 and isinstance(data[0], (list, tuple)):
        data = tuple(data[0])
    return concat(emit, *[expand_dims(emit, one, axis) for one in data], dim=axis, name=name)


def slice_axis(emit, data, axis, begin, end, name=None):
    own = shape_of(data)
    if own is None:
        raise NotImplementedError("slice_axis() of a symbol whose shape is not known")
    at = axis % len(own)
    begin, end, _ = slice(begin, end).indices(own[at])
    extents, offsets = list(own), [0] * len(own)
    extents[at], offsets[at] = max(0, end - begin), begin
    return emit("Slice", (data,), "slice_axis", name, "{0}[...]", shape=tuple(extents), offsets=tuple(offsets))


def split(emit, data, num_outputs=None, axis=1, squeeze_axis=False, name=None):
    own = shape_of(data)
    at = axis % len(own)
    if not num_outputs or own[at] % num_outputs:
        raise ValueError(f"split(): axis {axis} has {own[at]} elements, which are not {num_outputs} equal parts")
    step = own[at] // num_outputs
    parts = [slice_axis(emit, data, at, i * step, (i + 1) * step, name) for i in range(num_outputs)]
    if squeeze_axis:
        parts = [squeeze(emit, part, at) for part in parts]
    return parts if num_outputs > 1 else parts[0]


# -- arithmetic and reductions


def reduction(op, hint):
    def reduce(emit, data, axis=None, keepdims=False, exclude=False, name=None, **options):
        refuse(hint, {k: v for k, v in options.items() if (k, v) != ("dtype", "float32")})
        bits = 0 if axis is None or axis == () else axis_bits(axis, data, hint)
        if exclude:
            own = shape_of(data)
            if own is None:
                raise NotImplementedError(f"{hint}(exclude=True) of a symbol whose shape is not known")
            bits = ((1 << len(own)) - 1) & ~bits
            if bits == 0:
                return data
        text = f"{{0}}.{hint}()" if axis is None else f"{{0}}.{hint}(axis={axis})"
        return emit(op, (data,), hint, name, text, axes=bits, keep_axes=keepdims)

    return named(reduce, hint)


_norm, _sum = reduction("Norm", "norm"), reduction("Sum", "norm")


def norm(emit, data, ord=2, axis=None, keepdims=False, name=None, **options):
    if ord not in (1, 2):
        raise NotImplementedError(f"norm() is of ord=1 or 2 here, not {ord!r}")
    if ord == 2:
        return _norm(emit, data, axis, keepdims, name=name, **options)
    return _sum(emit, emit("Abs", (data,), "abs", None, "abs({0})"), axis, keepdims, name=name, **options)


def of_one(op, hint):
    def apply(emit, data, name=None):
        return emit(op, (data,), hint, name, hint + "({0})")

    return named(apply, hint)


def of_two(op, scalar_op, hint, negate=False, turned=None):
    """An operator for two arrays or an array and a number; `turned` is the operator if the number comes first."""

    def apply(emit, lhs, rhs, name=None):
        if isinstance(rhs, (int, float)):
            return emit(scalar_op, (lhs,), hint, name, f"{hint}({{0}}, {rhs:g})", scalars=(-rhs if negate else rhs,))
        if isinstance(lhs, (int, float)):
            if turned is None:
                raise NotImplementedError(f"{hint}() takes the array first here")
            return emit(turned, (rhs,), hint, name, f"{hint}({lhs:g}, {{0}})", scalars=(lhs,))
        return emit(op, (lhs, rhs), hint, name, hint + "({0}, {1})")

    return named(apply, hint)


def clip(emit, data, a_min=None, a_max=None, name=None):
    if a_min is not None:
        data = emit("MaximumScalar", (data,), "clip", name, "clip({0})", scalars=(a_min,))
    if a_max is not None:
        data = emit("MinimumScalar", (data,), "clip", name, "clip({0})", scalars=(a_max,))
    return data


def dot(emit, lhs, rhs, transpose_a=False, transpose_b=False, name=None):
    if transpose_a:
        lhs = emit("Transpose", (lhs,), "transpose", None, "{0}.T", view=True)
    if transpose_b:
        rhs = emit("Transpose", (rhs,), "transpose", None, "{0}.T", view=True)
    return emit("MatMul", (lhs, rhs), "dot", name, "dot({0}, {1})")


UNARY = {
    "relu": "Relu",
    "exp": "Exp",
    "log": "Log",
    "sqrt": "Sqrt",
    "sin": "Sin",
    "cos": "Cos",
    "tanh": "Tanh",
    "sigmoid": "Sigmoid",
    "abs": "Abs",
    "square": "Square",
    "sign": "Sign",
    "negative": "Negate",
}
REDUCTIONS = {"sum": "Sum", "mean": "Mean", "max": "Max", "argmax": "ArgMax"}
TWO = {
    "add": ("Add", "AddScalar", False, "AddScalar"),
    "subtract": ("Subtract", "AddScalar", True, "SubtractFromScalar"),
    "multiply": ("Multiply", "MultiplyScalar", False, "MultiplyScalar"),
    "divide": ("Divide", "DivideScalar", False, None),
    "maximum": ("Maximum", "MaximumScalar", False, "MaximumScalar"),
    "minimum": ("Minimum", "MinimumScalar", False, "MinimumScalar"),
    "equal": ("Equal", "EqualScalar", False, "EqualScalar"),
    "not_equal": ("NotEqual", "NotEqualScalar", False, "NotEqualScalar"),
    "lesser": ("Less", "LessScalar", False, "GreaterScalar"),
    "lesser_equal": ("LessEqual", "LessEqualScalar", False, "GreaterEqualScalar"),
    "greater": ("Greater", "GreaterScalar", False, "LessScalar"),
    "greater_equal": ("GreaterEqual", "GreaterEqualScalar", False, "LessEqualScalar"),
}
SHAPES = (
    reshape,
    flatten,
    reshape_like,
    expand_dims,
    squeeze,
    transpose,
    swapaxes,
    one_hot,
    broadcast_to,
    broadcast_like,
    concat,
    stack,
    slice_axis,
    split,
)
LAYERS = (
    FullyConnected,
    Convolution,
    Pooling,
    Activation,
    BatchNorm,
    Dropout,
    softmax,
    log_softmax,
    pick,
    take,
    Embedding,
)


def table():
    """Returns all operators by MXNet's names."""
    functions = {f.__name__: f for f in SHAPES + LAYERS + (clip, dot, norm)}
    functions.update(Flatten=flatten, Concat=concat, Reshape=reshape)
    for name, op in UNARY.items():
        functions[name] = of_one(op, name)
    for name, op in REDUCTIONS.items():
        functions[name] = reduction(op, name)
    for name, (op, scalar_op, negate, turned) in TWO.items():
        functions[name] = of_two(op, scalar_op, name, negate, turned)
    for short, name in (("add", "add"), ("sub", "subtract"), ("mul", "multiply"), ("div", "divide")):
        functions["broadcast_" + short] = functions["elemwise_" + short] = functions[name]
    for name in ("maximum", "minimum", "equal", "not_equal", "lesser", "lesser_equal", "greater", "greater_equal"):
        functions["broadcast_" + name] = functions[name]
    return functions


# Name in mxnet.npx -> name in table().
NPX = {
    "fully_connected": "FullyConnected",
    "convolution": "Convolution",
    "pooling": "Pooling",
    "activation": "Activation",
    "batch_norm": "BatchNorm",
    "dropout": "Dropout",
    "softmax": "softmax",
    "log_softmax": "log_softmax",
    "pick": "pick",
    "one_hot": "one_hot",
    "relu": "relu",
    "sigmoid": "sigmoid",
    "batch_flatten": "flatten",
    "embedding": "Embedding",
    "reshape_like": "reshape_like",
    "broadcast_like": "broadcast_like",
}
