"""Convolutions with groups or dilation: one kernel, whose multiplications are those of PyTorch.

Pixels of one remainder by the dilation see only each other: they are pictures of their own, which an ordinary
convolution takes as further examples. A group is an ordinary convolution of its channels. With as many groups as
channels, the picture is multiplied, shifted by each place of the kernel, elementwise, as such kernels do."""

from torch.composed import along, composed, step
from torch.issuing import extents_of, padding_of, pair


def _bordered(x, sides):
    """Zeros before and behind rows and columns."""
    for axis, (before, behind) in zip((2, 3), sides):
        parts = [x]
        for place, count in ((0, before), (len(parts) + 1, behind)):
            shape = tuple(count if i == axis else extent for i, extent in enumerate(x.extents))
            if count:
                parts.insert(place, x.made("Fill", shape, scalars=(0.0,)))
        x = parts[0] if len(parts) == 1 else step("Concat", *parts, axes=1 << axis)
    return x


def _every(x, axis, count, number):
    """Each count-th element along an axis, `number` of them."""
    if count == 1:
        return along(x, axis, 0, number) if x.extents[axis] != number else x
    return step("Gather", x, x.made("Arange", (number,), scalars=(0.0, float(count))), axes=1 << axis)


def _shifted(x, weight, stride, dilation, size):
    """One group for each channel. `weight`: [channels, rows, columns]."""
    made = None
    for i in range(weight.extents[1]):
        for j in range(weight.extents[2]):
            rows = along(x, 2, i * dilation[0], (size[0] - 1) * stride[0] + 1)
            part = along(rows, 3, j * dilation[1], (size[1] - 1) * stride[1] + 1)
            part = _every(_every(part, 2, stride[0], size[0]), 3, stride[1], size[1])
            factor = step("Slice", weight, shape=(weight.extents[0], 1, 1), offsets=(0, i, j))
            made = part * factor if made is None else made + part * factor
    return made


def _convolved(x, weight, stride):
    return step("Convolution", x, weight, kernel=weight.extents[2:], stride=stride, padding=(0, 0))


def _dilated(x, weight, dilation, size):
    """The remainders as further examples, and back."""
    count, channels = x.extents[:2]
    x = _bordered(x, [(0, -extent % d) for extent, d in zip(x.extents[2:], dilation)])
    height, width = (extent // d for extent, d in zip(x.extents[2:], dilation))
    x = step("Reshape", x, shape=(count, channels, height, dilation[0], width, dilation[1]))
    places = [(i, j) for i in range(dilation[0]) for j in range(dilation[1])]
    parts = [
        step("Slice", x, shape=(count, channels, height, 1, width, 1), offsets=(0, 0, 0, i, 0, j)) for i, j in places
    ]
    parts = [step("Reshape", one, shape=(count, channels, height, width)) for one in parts]
    made = _convolved(step("Concat", *parts, axes=1) if len(parts) > 1 else parts[0], weight, (1, 1))
    channels, height, width = made.extents[1:]
    parts = [
        step("Reshape", along(made, 0, i * count, count), shape=(count * channels, height, 1, width, 1))
        for i in range(len(places))
    ]
    lines = [parts[i * dilation[1] : (i + 1) * dilation[1]] for i in range(dilation[0])]
    lines = [step("Concat", *one, axes=16) if len(one) > 1 else one[0] for one in lines]
    made = step("Concat", *lines, axes=4) if len(lines) > 1 else lines[0]
    made = step("Reshape", made, shape=(count, channels, height * dilation[0], width * dilation[1]))
    return along(along(made, 2, 0, size[0]), 3, 0, size[1])


def _grouped(x, weight, bias, stride, padding, dilation, groups, size):
    x = _bordered(x, [(side, side) for side in padding])
    outer, inner = weight.extents[:2]
    if groups == x.extents[1] == outer and inner == 1:
        made = _shifted(x, step("Reshape", weight, shape=(outer, *weight.extents[2:])), stride, dilation, size)
    else:
        parts = []
        for i in range(groups):
            own, factors = along(x, 1, i * inner, inner), along(weight, 0, i * (outer // groups), outer // groups)
            dilates = dilation != (1, 1)
            parts.append(_dilated(own, factors, dilation, size) if dilates else _convolved(own, factors, stride))
        made = step("Concat", *parts, axes=2) if groups > 1 else parts[0]
    return made if bias is None else made + step("Reshape", bias, shape=(outer, 1, 1))


def grouped_conv2d(input, weight, bias, stride, padding, dilation, groups, dispatch):
    own, kernel = extents_of(input), extents_of(weight)
    stride, dilation = pair(stride), pair(dilation)
    if groups < 1 or own[1] != kernel[1] * groups or kernel[0] % groups:
        raise RuntimeError(
            f"Given groups={groups}, weight of size {list(kernel)}, expected input{list(own)} to have "
            f"{kernel[1] * groups} channels, but got {own[1]} channels instead"
        )
    if dilation != (1, 1) and stride != (1, 1) and (groups != own[1] or groups != kernel[0]):
        raise NotImplementedError("a convolution with dilation has stride 1 here")
    reach = tuple(d * (k - 1) + 1 for d, k in zip(dilation, kernel[2:]))
    padding = padding_of(padding, reach, stride)
    size = tuple((n + 2 * p - r) // s + 1 for n, p, r, s in zip(own[2:], padding, reach, stride))
    if min(size) < 1:
        raise RuntimeError(
            f"Calculated padded input size per channel: ({own[2] + 2 * padding[0]} x {own[3] + 2 * padding[1]}). "
            f"Kernel size: ({reach[0]} x {reach[1]}). Kernel size can't be greater than actual input size"
        )
    options = dict(stride=stride, padding=padding, dilation=dilation, groups=groups, size=size)
    return composed(_grouped, (input, weight, bias), "conv2d", "conv2d({0}, {1})", dispatch or "operator", **options)
