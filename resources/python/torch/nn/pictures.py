"""Functions of torch.nn.functional for pictures and sequences: borders, sizes, pooling, normalisation by channels."""

import math

import torch
from overlap_dialect.arguments import expect_array, refuse
from torch.composed import along, composed, step
from torch.formulas import repeated


def pad(input, pad, mode="constant", value=None):
    """`pad`: the number of elements before and after, of the last axis first."""
    expect_array(input, "input", "pad")
    pad = tuple(pad)
    if len(pad) % 2 or len(pad) > 2 * len(input.extents):
        raise RuntimeError(
            "Padding length must be divisible by 2"
            if len(pad) % 2
            else f"Padding length should be less than or equal to two times the input dimension but got padding length "
            f"{len(pad)} and input of dimension {len(input.extents)}"
        )
    last = len(input.extents) - 1
    sides = tuple((last - i // 2, pad[i], pad[i + 1]) for i in range(0, len(pad), 2) if pad[i] or pad[i + 1])
    if mode == "constant":
        return _constant(input, sides, 0.0 if value is None else value)
    if mode not in ("reflect", "replicate", "circular"):
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    if mode == "reflect":
        for axis, before, after in sides:
            if max(before, after) >= input.extents[axis]:
                raise RuntimeError(
                    f"Argument #4: Padding size should be less than the corresponding input dimension, but got: "
                    f"padding ({before}, {after}) at dimension {axis} of input {list(input.extents)}"
                )
    return composed(_bordered, (input,), f"pad_{mode}", "pad({0}, ...)", sides=sides, mode=mode)


def _constant(input, sides, value):
    """Fills a tensor and writes the old one into it, two kernels as in PyTorch; a negative number cuts."""
    shape, inner, outer = list(input.extents), [slice(None)] * len(input.extents), [slice(None)] * len(input.extents)
    for axis, before, after in sides:
        size = input.extents[axis]
        shape[axis] = size + before + after
        if shape[axis] < 0:
            raise RuntimeError(
                f"The input size {size}, plus negative padding {before} and {after} resulted in a negative output "
                f"size, which is invalid. Check dimension {axis} of your input."
            )
        inner[axis] = slice(max(before, 0), shape[axis] - max(after, 0))
        outer[axis] = slice(max(-before, 0), size - max(-after, 0))
    made = torch.full(tuple(shape), value, dtype=input.dtype, device=input.device)
    made[tuple(inner)] = input[tuple(outer)]
    return made


def _bordered(x, sides, mode):
    for axis, before, after in sides:
        size = x.extents[axis]
        if mode == "circular":
            first, last = (along(x, axis, size - before, before),), (along(x, axis, 0, after),)
        else:
            rows = range(before, 0, -1), range(size - 2, size - 2 - after, -1)
            if mode == "replicate":
                rows = [0] * before, [size - 1] * after
            first, last = ([along(x, axis, row, 1) for row in one] for one in rows)
        x = step("Concat", *(one for one in (*first, x, *last) if one.extents[axis]), axes=1 << axis)
    return x


def _factors(input, size, scale_factor, name):
    own = input.extents[2:]
    if (size is None) == (scale_factor is None):
        raise ValueError(
            "either size or scale_factor should be defined"
            if size is None
            else "only one of size or scale_factor " "should be defined"
        )
    if size is None:
        scales = tuple(scale_factor) if isinstance(scale_factor, (tuple, list)) else (scale_factor,) * len(own)
        size = tuple(math.floor(extent * scale) for extent, scale in zip(own, scales))
    size = (size,) * len(own) if isinstance(size, int) else tuple(size)
    if any(new % old for new, old in zip(size, own)):
        raise NotImplementedError(f"{name}() repeats pixels a whole number of times here, not {own} to {size}")
    return tuple(new // old for new, old in zip(size, own))


def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, **options):
    """Enlarges pictures, or sequences, by repeating each element."""
    refuse("interpolate", {"align_corners": align_corners, **options})
    if mode not in ("nearest", "nearest-exact"):
        raise NotImplementedError(f"interpolate() has mode='nearest' here, not {mode!r}")
    factors = _factors(input, size, scale_factor, "interpolate")
    return repeated(input, [(axis, -factor) for axis, factor in enumerate(factors, 2)], "upsample_nearest")


def pixel_shuffle(input, upscale_factor):
    """Arranges groups of channels as pixels."""
    factor, (count, channels, height, width) = upscale_factor, input.extents
    if channels % factor**2:
        raise RuntimeError(
            f"pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, "
            f"but input.size(-3)={channels} is not divisible by {factor**2}"
        )
    blocks = input.reshape(count * channels // factor**2, factor, factor, height * width)
    return composed(_shuffled, (blocks,), "pixel_shuffle", "pixel_shuffle({0})", size=(height, width)).reshape(
        count, channels // factor**2, height * factor, width * factor
    )


def _shuffled(x, size):
    count, factor = x.extents[:2]
    rows = []
    for i in range(factor):
        columns = [_pixel(x, i, j, (count, *size, 1)) for j in range(factor)]
        row = step("Reshape", step("Concat", *columns, axes=8), shape=(count, size[0], 1, size[1] * factor))
        rows.append(row)
    return step("Concat", *rows, axes=4)


def _pixel(x, i, j, shape):
    part = step("Slice", x, shape=(x.extents[0], 1, 1, x.extents[3]), offsets=(0, i, j, 0))
    return step("Reshape", part, shape=shape)


def padded_average(x, kernel, stride, sides):
    """The zeros of the border count."""
    for axis, size in ((2, sides[0]), (3, sides[1])):
        shape = tuple(size if i == axis else extent for i, extent in enumerate(x.extents))
        if size:
            border = x.made("Fill", shape, scalars=(0.0,))
            x = step("Concat", border, x, border, axes=1 << axis)
    return step("AveragePool", x, kernel=kernel, stride=stride, padding=(0, 0))


def uneven_average(x, wanted):
    """Windows of different sizes, which may overlap, first of the rows and then of the columns."""
    for axis, count in ((2, wanted[0]), (3, wanted[1])):
        size, parts = x.extents[axis], []
        for i in range(count):
            begin, end = i * size // count, -(-(i + 1) * size // count)
            parts.append(step("Mean", along(x, axis, begin, end - begin), axes=1 << axis, keep_axes=True))
        x = step("Concat", *parts, axes=1 << axis) if count > 1 else parts[0]
    return x


def _pooled(x, op, kernel, stride, padding):
    own = x.extents
    made = step(
        op,
        step("Reshape", x, shape=(*own[:2], 1, own[2])),
        kernel=(1, kernel),
        stride=(1, stride),
        padding=(0, padding),
    )
    return step("Reshape", made, shape=(*own[:2], made.extents[3]))


def _pool(op, name):
    def function(input, kernel_size, stride=None, padding=0, ceil_mode=False, **options):
        refuse(name, {"ceil_mode": ceil_mode, **options})
        if padding and op == "AveragePool":
            raise NotImplementedError("average pooling does not count padding here; leave padding out")
        kernel, stride, padding = (
            one[0] if isinstance(one, (tuple, list)) else one
            for one in (kernel_size, kernel_size if stride is None else stride, padding)
        )
        return composed(_pooled, (input,), name, name + "({0})", op=op, kernel=kernel, stride=stride, padding=padding)

    function.__name__ = name
    return function


max_pool1d, avg_pool1d = _pool("MaxPool", "max_pool1d"), _pool("AveragePool", "avg_pool1d")


def adaptive_avg_pool1d(input, output_size):
    count, size = output_size if isinstance(output_size, int) else output_size[0], input.extents[-1]
    if size % count:
        rows = input.reshape(*input.extents[:2], 1, size)
        return composed(uneven_average, (rows,), "adaptive_avg_pool1d", "_", wanted=(1, count)).squeeze(2)
    return avg_pool1d(input, size // count)


def _group_norm(x, weight, bias, groups, eps):
    own = x.extents
    data = step("Reshape", x, shape=(own[0], groups, math.prod(own[1:]) // groups))
    distance = data - step("Mean", data, axes=4, keep_axes=True)
    variance = step("Mean", distance.square(), axes=4, keep_axes=True)
    made = step("Reshape", distance / (variance + eps).sqrt(), shape=own)
    shape = (own[1], *(1,) * (len(own) - 2))
    made = made if weight is None else made * step("Reshape", weight, shape=shape)
    return made if bias is None else made + step("Reshape", bias, shape=shape)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5, dispatch="operator"):
    if input.extents[1] % num_groups:
        raise RuntimeError(
            f"Expected number of channels in input to be divisible by num_groups, but got input of shape "
            f"{list(input.extents)} and num_groups={num_groups}"
        )
    return composed(
        _group_norm, (input, weight, bias), "group_norm", "group_norm({0})", dispatch, groups=num_groups, eps=eps
    )


def instance_norm(
    input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-5
):
    refuse("instance_norm", {"running_mean": running_mean, "running_var": running_var})
    return composed(
        _group_norm, (input, weight, bias), "instance_norm", "instance_norm({0})", groups=input.extents[1], eps=eps
    )
