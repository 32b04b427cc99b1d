"""torch.nn.functional: layers as functions."""

import math

import _overlap
from overlap_dialect.arguments import FLOAT32, INT64, check_first_arguments, expect_array, missing, named, refuse
from overlap_dialect.reading import seen_range
from torch.composed import conv1d, gelu, layer_norm, leaky_relu, rms_norm, scaled_dot_product_attention, silu  # noqa
from torch.issuing import expect_channels, expect_product, extents_of, issue, labelled, one_call, padding_of, pair


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


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1, dispatch=None):
    if pair(dilation) != (1, 1) or groups != 1:
        raise NotImplementedError("convolutions have one group and no dilation here")
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
    if pair(padding) != (0, 0) and count_include_pad:
        raise NotImplementedError("average pooling does not count padding here; give count_include_pad=False")
    return _pool("AveragePool", "avg_pool2d", input, kernel_size, stride, padding)


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    refuse("max_pool2d", {"ceil_mode": ceil_mode, "return_indices": return_indices})
    if pair(dilation) != (1, 1):
        raise NotImplementedError("pooling has no dilation here")
    return _pool("MaxPool", "max_pool2d", input, kernel_size, stride, padding)


def adaptive_avg_pool2d(input, output_size):
    """Pools to this many rows and columns; raises if they do not divide the image evenly."""
    wanted, sizes = pair(output_size), extents_of(input)[2:]
    if any(size % count for size, count in zip(sizes, wanted)):
        raise NotImplementedError(f"adaptive pooling splits evenly here, and {sizes} does not go into {wanted}")
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


@one_call
def dropout(input, p=0.5, training=True, inplace=False):
    """Sets each element to 0 with probability p and divides the others by 1 - p."""
    refuse("dropout", {"inplace": inplace})
    if not 0 <= p < 1:
        raise ValueError(f"the dropout probability must be from 0 to below 1, not {p}")
    if not training or p == 0:
        return input
    if not isinstance(input, _overlap.Tensor):
        raise NotImplementedError("dropout() cannot be scripted while training; leave the net as it is, or use eval()")
    import torch

    kept = torch.rand_like(input.detach()) >= p
    return input * kept * (1 / (1 - p))


relu, tanh, sigmoid = (_activation("Relu", "relu"), _activation("Tanh", "tanh"), _activation("Sigmoid", "sigmoid"))


def _over_last(op, name):
    def function(input, dim=None, dtype=None):
        refuse(name, {"dtype": dtype})
        rank = len(extents_of(input))
        if dim is not None and dim not in (-1, rank - 1):
            raise NotImplementedError(f"{name}() goes over the last axis here, not over axis {dim}")
        return issue(op, (input,), name, name + "({0})")

    return named(function, name)


softmax, log_softmax = _over_last("Softmax", "softmax"), _over_last("LogSoftmax", "log_softmax")


def _reduced(losses, reduction):
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return losses if reduction == "none" else losses.mean() if reduction == "mean" else losses.sum()


def _leaves_out(target, count, ignore_index):
    """Whether some labels may be ignore_index, judged without waiting for a GPU."""
    if not isinstance(target, _overlap.Tensor):
        return False  # a graph value
    if target.type_index == FLOAT32:
        raise RuntimeError(
            "expected scalar type Long but found Float: labels are class indices; convert them by .long()"
        )
    seen = seen_range(target)
    if seen is None:
        return _overlap.has_values() and not _overlap.is_virtual()
    if 0 <= seen[0] and seen[1] < count and not seen[0] <= ignore_index <= seen[1]:
        return False
    for label in _overlap.values(target, 0, target.elements):
        if not 0 <= label < count and label != ignore_index:
            raise IndexError(f"Target {label:.0f} is out of bounds.")
    return True


@one_call
def nll_loss(input, target, weight=None, ignore_index=-100, reduction="mean", **options):
    """Ignored labels are masked on their device; no mask is computed if the program can read that there are none."""
    refuse("nll_loss", {"weight": weight, **options})
    leaves_out = _leaves_out(target, extents_of(input)[-1], ignore_index)
    losses = issue("Negate", (issue("Pick", (input, target), "nll_loss", "nll_loss({0}, {1})"),), "nll_loss", "-{0}")
    if not leaves_out:
        return labelled(_reduced(losses, reduction), "nll_loss({0}, {1})", input, target)
    kept = target != ignore_index
    losses = losses * kept
    made = losses.sum() / kept.sum() if reduction == "mean" else _reduced(losses, reduction)
    return labelled(made, "nll_loss({0}, {1})", input, target)


def cross_entropy(input, target, weight=None, ignore_index=-100, reduction="mean", **options):
    """Takes logits and class indices, or a probability for each class; computes the softmax itself."""
    refuse("cross_entropy", {"weight": weight, **options})
    is_shares = isinstance(target, _overlap.Tensor) and target.type_index == FLOAT32
    if is_shares and len(extents_of(input)) == 2 and extents_of(input) == target.extents:
        losses = -(log_softmax(input, dim=-1) * target).sum(-1)
        return labelled(_reduced(losses, reduction), "cross_entropy({0}, {1})", input, target)
    if len(extents_of(input)) != 2 or len(extents_of(target)) != 1:
        raise NotImplementedError(
            f"cross_entropy() takes [examples, classes] and one class an example, or a probability for each class, "
            f"not {tuple(extents_of(input))} and {tuple(extents_of(target))}"
        )
    return nll_loss(log_softmax(input, dim=-1), target, ignore_index=ignore_index, reduction=reduction)


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
    refuse("embedding", {"padding_idx": padding_idx, **options})
    if input.type_index != INT64:
        raise RuntimeError(
            f"Expected tensor for argument #1 'indices' to have scalar type Long, but got " f"{input.type()} instead"
        )
    if not all(0 <= number < weight.extents[0] for number in seen_range(input) or ()):
        raise IndexError("index out of range in self")
    return issue("Gather", (weight, input), "embedding", "embedding({1}, {0})", axes=1, dispatch=dispatch)


def _expect_alike(name, input, target):
    if extents_of(input) != extents_of(target):
        raise ValueError(f"{name}() takes tensors of one shape, not {extents_of(input)} and {extents_of(target)}")


@one_call
def l1_loss(input, target, reduction="mean"):
    _expect_alike("l1_loss", input, target)
    return _reduced((input - target).abs(), reduction)


@one_call
def binary_cross_entropy_with_logits(input, target, weight=None, reduction="mean", pos_weight=None):
    """Takes logits; the formula avoids exp() of large numbers, which would overflow."""
    refuse("binary_cross_entropy_with_logits", {"weight": weight, "pos_weight": pos_weight})
    _expect_alike("binary_cross_entropy_with_logits", input, target)
    losses = relu(input) - input * target + ((-input.abs()).exp() + 1).log()
    return labelled(_reduced(losses, reduction), "binary_cross_entropy_with_logits({0}, {1})", input, target)


@one_call
def mse_loss(input, target, reduction="mean"):
    _expect_alike("mse_loss", input, target)
    return labelled(_reduced((input - target) ** 2, reduction), "mse_loss({0}, {1})", input, target)


check_first_arguments(globals(), ("embedding", "gelu", "silu"))


def __getattr__(name):
    raise missing(
        "torch.nn.functional",
        name,
        "there are linear, conv1d, conv2d, avg_pool2d, max_pool2d, adaptive_avg_pool2d, batch_norm, relu, tanh, "
        "leaky_relu, gelu, silu, sigmoid, layer_norm, rms_norm, scaled_dot_product_attention, dropout, softmax, "
        "log_softmax, nll_loss, cross_entropy, mse_loss, l1_loss, binary_cross_entropy_with_logits, one_hot and "
        "embedding",
    )
