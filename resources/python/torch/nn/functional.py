"""torch.nn.functional: layers as functions."""

import math

import _overlap
from overlap_dialect.arguments import INT64, check_first_arguments, expect_array, missing, named, refuse
from overlap_dialect.reading import seen_range
from torch.composed import composed as _composed, step as _step
from torch.composed import conv1d as _conv1d
from torch.composed import gelu, layer_norm, leaky_relu, rms_norm, scaled_dot_product_attention, silu  # noqa
from torch.formulas import ACTIVATIONS, kernel, over_axis, where as torch_where
from torch.issuing import axis_bits, expect_channels, expect_product, extents_of, issue, labelled, one_call, pair
from torch.issuing import padding_of
from torch.nn.losses import (  # noqa
    binary_cross_entropy,
    binary_cross_entropy_with_logits,
    cosine_embedding_loss,
    cosine_similarity,
    cross_entropy,
    gaussian_nll_loss,
    hinge_embedding_loss,
    huber_loss,
    kl_div,
    l1_loss,
    margin_ranking_loss,
    mse_loss,
    nll_loss,
    normalize,
    pairwise_distance,
    smooth_l1_loss,
    triplet_margin_loss,
)
from torch.nn.grouped import grouped_conv2d
from torch.nn.turned import conv_transpose2d  # noqa
from torch.nn.pictures import (  # noqa
    adaptive_avg_pool1d,
    avg_pool1d,
    group_norm,
    instance_norm,
    interpolate,
    max_pool1d,
    pad,
    padded_average as _padded_average,
    pixel_shuffle,
    uneven_average as _uneven_average,
)


def linear(input, weight, bias=None, dispatch=None):
    own, inner = extents_of(input), extents_of(weight)
    if own and len(inner) == 2 and own[-1] != inner[1]:
        expect_product((math.prod(own[:-1]), own[-1]), inner[::-1])
    inputs = (input, weight) if bias is None else (input, weight, bias)
    if own is None or len(own) == 2:
        return issue("FullyConnected", inputs, "linear", "linear({0}, {1})", dispatch=dispatch)
    rows = input.reshape(-1, own[-1])
    made = issue("FullyConnected", (rows, *inputs[1:]), "linear", "linear({0}, {1})", dispatch=dispatch)
    return made.reshape(*own[:-1], -1)


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1, dispatch="operator"):
    if dilation in (1, (1,)) and groups == 1:
        return _conv1d(input, weight, bias, stride, padding, dispatch=dispatch)
    if len(input.extents) == 2:
        batch = input.reshape(1, *input.extents)
        return conv1d(batch, weight, bias, stride, padding, dilation, groups, dispatch)[0]
    stride, dilation = ((1, *one) if isinstance(one, (tuple, list)) else (1, one) for one in (stride, dilation))
    padding = padding if isinstance(padding, str) else (0, padding if isinstance(padding, int) else padding[0])
    rows, kernel = (one.reshape(*one.extents[:2], 1, one.extents[2]) for one in (input, weight))
    made = conv2d(rows, kernel, bias, stride, padding, dilation, groups, dispatch)
    return made.reshape(*made.extents[:2], made.extents[3])


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1, dispatch=None):
    if pair(dilation) != (1, 1) or groups != 1:
        return grouped_conv2d(input, weight, bias, stride, padding, dilation, groups, dispatch)
    inputs = (input, weight) if bias is None else (input, weight, bias)
    kernel = tuple(extents_of(weight)[2:])
    expect_channels(extents_of(input), extents_of(weight))
    return issue(
        "Convolution",
        inputs,
        "conv2d",
        "conv2d({0}, {1})",
        kernel=kernel,
        stride=pair(stride),
        padding=padding_of(padding, kernel, stride),
        dispatch=dispatch,
    )


def _pool(op, name, input, kernel_size, stride, padding):
    kernel = pair(kernel_size)
    return issue(
        op,
        (input,),
        name,
        name + "({0})",
        kernel=kernel,
        stride=kernel if stride is None else pair(stride),
        padding=pair(padding),
    )


def avg_pool2d(
    input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
):
    refuse("avg_pool2d", {"ceil_mode": ceil_mode, "divisor_override": divisor_override})
    kernel, sides = pair(kernel_size), pair(padding)
    if sides == (0, 0) or not count_include_pad:
        return _pool("AveragePool", "avg_pool2d", input, kernel_size, stride, padding)
    stride = kernel if stride is None else pair(stride)
    return _composed(
        _padded_average, (input,), "avg_pool2d", "avg_pool2d({0})", kernel=kernel, stride=stride, sides=sides
    )


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    refuse("max_pool2d", {"ceil_mode": ceil_mode, "return_indices": return_indices})
    if pair(dilation) != (1, 1):
        raise NotImplementedError("pooling has no dilation here")
    return _pool("MaxPool", "max_pool2d", input, kernel_size, stride, padding)


def adaptive_avg_pool2d(input, output_size):
    """Pools to this many rows and columns; None keeps their number."""
    sizes = extents_of(input)[2:]
    asked = (output_size,) * 2 if output_size is None or isinstance(output_size, int) else output_size
    wanted = tuple(size if count is None else count for count, size in zip(asked, sizes))
    if any(size % count for size, count in zip(sizes, wanted)):
        return _composed(_uneven_average, (input,), "adaptive_avg_pool2d", "adaptive_avg_pool2d({0})", wanted=wanted)
    kernel = tuple(size // count for size, count in zip(sizes, wanted))
    return _pool("AveragePool", "adaptive_avg_pool2d", input, kernel, kernel, 0)


def batch_norm(
    input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5, dispatch=None
):
    if weight is None or bias is None or running_mean is None or running_var is None:
        raise NotImplementedError("batch_norm() takes running statistics, a weight and a bias here")
    if training and math.prod(input.extents) == input.extents[1]:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {input.shape}")
    made = issue(
        "BatchNorm",
        (input, weight, bias, running_mean, running_var),
        "batch_norm",
        "batch_norm({0})",
        scalars=(eps, 1 - momentum, 1.0),
        training=training,
        dispatch=dispatch,
    )
    return made[0] if isinstance(made, list) else made


def _activation(op, name):
    def function(input, inplace=False):
        if inplace and isinstance(input, _overlap.Tensor):
            return issue(op, (input,), name + "_", name + "({0}, inplace=True)", out=input)
        return issue(op, (input,), name, name + "({0})")

    return named(function, name)


def _kept(input, draws, p):
    return input * _step("GreaterEqualScalar", draws, scalars=(p,)) * (1 / (1 - p) if p < 1 else 1)


@one_call
def _dropped(input, p, training, inplace, shape, name):
    """Sets elements, or whole channels, to 0 with probability p and divides the others by 1 - p."""
    refuse(name, {"inplace": inplace})
    if not 0 <= p <= 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if not training or p == 0:
        return input
    if not isinstance(input, _overlap.Tensor):
        raise NotImplementedError("dropout() cannot be scripted while training; leave the net as it is, or use eval()")
    import torch

    draws = torch.rand(shape, device=input.device)
    return _composed(_kept, (input, draws), "dropout", name + "({0})", p=float(p))


def dropout(input, p=0.5, training=True, inplace=False):
    return _dropped(input, p, training, inplace, extents_of(input), "dropout")


def dropout1d(input, p=0.5, training=True, inplace=False):
    """Drops whole channels, the second axis."""
    own = extents_of(input)
    return _dropped(input, p, training, inplace, own[:2] + (1,) * (len(own) - 2), "dropout2d")


dropout2d = dropout1d


relu, tanh, sigmoid = (_activation("Relu", "relu"), _activation("Tanh", "tanh"), _activation("Sigmoid", "sigmoid"))


def _over_last(op, name):
    def function(input, dim=None, dtype=None):
        refuse(name, {"dtype": dtype})
        rank = len(extents_of(input))
        if dim is not None and rank and axis_bits(dim, input, name) != 1 << (rank - 1):
            return over_axis(input, dim % rank, name)
        return issue(op, (input,), name, name + "({0})")

    return named(function, name)


softmax, log_softmax = _over_last("Softmax", "softmax"), _over_last("LogSoftmax", "log_softmax")


def one_hot(tensor, num_classes=-1):
    """Adds a last axis with 1 at the class index. Without num_classes, reads the maximum, which waits."""
    import torch

    expect_array(tensor, "tensor", "one_hot")
    if tensor.type_index != INT64:
        raise RuntimeError("one_hot is only applicable to index tensor.")
    if num_classes == -1:
        num_classes = int(tensor.max().item()) + 1
    elif num_classes < 1:
        raise RuntimeError("num_classes should be positive")
    seen = seen_range(tensor)
    if seen is not None and seen[0] < 0:
        raise RuntimeError("Class values must be non-negative.")
    if seen is not None and seen[1] >= num_classes:
        raise RuntimeError("Class values must be smaller than num_classes.")
    return (tensor.unsqueeze(-1) == torch.arange(num_classes, device=tensor.device)).long()


def embedding(input, weight, padding_idx=None, dispatch=None, **options):
    """Maps each index to a row of the weight."""
    refuse("embedding", options)
    if input.type_index != INT64:
        raise RuntimeError(
            f"Expected tensor for argument #1 'indices' to have scalar type Long, but got " f"{input.type()} instead"
        )
    if not all(0 <= number < weight.extents[0] for number in seen_range(input) or ()):
        raise IndexError("index out of range in self")
    made = issue("Gather", (weight, input), "embedding", "embedding({1}, {0})", axes=1, dispatch=dispatch)
    if padding_idx is None or not made.requires_grad:
        return made
    padding = (input == padding_idx % weight.extents[0]).unsqueeze(-1)
    return labelled(torch_where(padding, made.detach(), made), "embedding({0}, {1})", input, weight)  # no gradient


for _name, _formula in ACTIVATIONS.items():
    globals()[_name] = kernel(_name, _formula)


def glu(input, dim=-1):
    """The first half of an axis times the sigmoid of the second."""
    first, second = input.chunk(2, dim)
    return first * second.sigmoid()


def softmin(input, dim=None):
    return softmax(-input, dim)


@one_call
def gumbel_softmax(logits, tau=1, hard=False, dim=-1):
    """A softmax of the logits plus random numbers; with `hard`, its greatest element is 1, with the gradient of the
    softmax."""
    drawn = torch_where(logits.detach() == logits.detach(), 0.0, logits.detach()).exponential_()
    soft = softmax((logits - drawn.log()) / tau, dim)
    if not hard:
        return soft
    largest = (soft.detach() == soft.detach().amax(dim, True)).float()
    return largest - soft.detach() + soft


_UNCHECKED = (
    "embedding gelu silu adaptive_avg_pool1d cosine_similarity glu group_norm gumbel_softmax instance_norm interpolate "
    "normalize pixel_shuffle"
)
check_first_arguments(globals(), _UNCHECKED.split())


def __getattr__(name):
    raise missing(
        "torch.nn.functional",
        name,
        "there are " + ", ".join(sorted(name for name in globals() if name[0] != "_" and callable(globals()[name]))),
    )
