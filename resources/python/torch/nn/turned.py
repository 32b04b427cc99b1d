"""Transposed convolutions: one kernel, whose multiplications are those of PyTorch.

With stride s, the pixels of one remainder of row and column by s are an ordinary convolution of the picture with every
s-th element of the kernel. The graph has these s x s convolutions and puts their pixels side by side."""

from torch.composed import composed, step
from torch.issuing import extents_of, pair


def _kernel(weight, rows, columns, at):
    """The elements of the kernel for one remainder, turned by half, with the output channels first."""
    inner, outer = weight.extents[:2]
    part = step("Slice", weight, shape=(inner, outer, rows, 1, columns, 1), offsets=(0, 0, 0, at[0], 0, at[1]))
    count = rows * columns
    part = step("Reshape", part, shape=(inner, outer, count))
    part = step("Gather", part, part.made("Arange", (count,), scalars=(count - 1.0, -1.0)), axes=4)
    part = step("Reshape", step("Transpose", part), shape=(count, outer * inner))
    return step("Reshape", step("Transpose", part), shape=(outer, inner, rows, columns))


def _grown(weight, stride):
    """The kernel with zeros behind, up to a multiple of the stride; as [in, out, rows, s, columns, s]."""
    for axis, s in ((2, stride[0]), (3, stride[1])):
        shape = list(weight.extents)
        shape[axis] = -shape[axis] % s
        if shape[axis]:
            weight = step("Concat", weight, weight.made("Fill", tuple(shape), scalars=(0.0,)), axes=1 << axis)
    inner, outer, height, width = weight.extents
    return step("Reshape", weight, shape=(inner, outer, height // stride[0], stride[0], width // stride[1], stride[1]))


def _conv_transpose2d(x, weight, bias, stride, padding, size):
    weight = _grown(weight, stride)
    rows, columns = weight.extents[2], weight.extents[4]
    lines = []
    for i in range(stride[0]):
        line = []
        for j in range(stride[1]):
            kernel = _kernel(weight, rows, columns, (i, j))
            sides = (rows - 1, columns - 1)
            made = step("Convolution", x, kernel, kernel=(rows, columns), stride=(1, 1), padding=sides)
            count, channels, height, width = made.extents
            line.append(step("Reshape", made, shape=(count * channels, height, 1, width, 1)))
        lines.append(line[0] if len(line) == 1 else step("Concat", *line, axes=16))
    made = lines[0] if len(lines) == 1 else step("Concat", *lines, axes=4)
    made = step("Reshape", made, shape=(count, channels, height * stride[0], width * stride[1]))
    made = step("Slice", made, shape=(count, channels, *size), offsets=(0, 0, *padding))
    return made if bias is None else made + step("Reshape", bias, shape=(channels, 1, 1))


def conv_transpose2d(
    input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1, dispatch="operator"
):
    if pair(dilation) != (1, 1) or groups != 1:
        raise NotImplementedError("convolutions have one group and no dilation here")
    own, kernel = extents_of(input), extents_of(weight)
    stride, padding, more = pair(stride), pair(padding), pair(output_padding)
    if any(extra >= s for extra, s in zip(more, stride)):
        raise RuntimeError(
            "output padding must be smaller than either stride or dilation, but got output_padding_height: "
            f"{more[0]} output_padding_width: {more[1]} stride_height: {stride[0]} stride_width: {stride[1]}"
        )
    if own[1] != kernel[0]:
        raise RuntimeError(
            f"Given transposed=1, weight of size {list(kernel)}, expected input{list(own)} to have {kernel[0]} "
            f"channels, but got {own[1]} channels instead"
        )
    size = tuple((own[i + 2] - 1) * stride[i] - 2 * padding[i] + kernel[i + 2] + more[i] for i in (0, 1))
    for i in (0, 1):
        if padding[i] + size[i] > (own[i + 2] - 1 - -kernel[i + 2] // stride[i]) * stride[i]:
            raise NotImplementedError("output_padding needs at least as much padding here")
    return composed(
        _conv_transpose2d,
        (input, weight, bias),
        "conv_transpose2d",
        "conv_transpose2d({0}, {1})",
        dispatch,
        stride=stride,
        padding=padding,
        size=size,
    )
