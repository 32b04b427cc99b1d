"""Losses and similarities of torch.nn.functional."""

import _overlap
import torch
from overlap_dialect.arguments import FLOAT32, expect_array, named, refuse
from overlap_dialect.reading import seen_range
from torch.composed import composed, step
from torch.formulas import LOSSES, kernel
from torch.issuing import extents_of, labelled, one_call


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


def _picked(input, target, reduction):
    return _reduced(-step("Pick", input, target), reduction)


def _weighed(input, target, weight, reduction, ignore_index):
    shares = step("NotEqualScalar", target, scalars=(float(ignore_index),))
    if weight is not None:
        shares = step("Gather", weight, target, axes=1) * shares
    losses = -step("Pick", input, target) * shares
    return losses.sum() / shares.sum() if reduction == "mean" else _reduced(losses, reduction)


def _rows(input, target):
    """[N, C, ...] and [N, ...] as [examples, C] and [examples]; the shape of a loss for each example."""
    own = extents_of(input)
    if len(own) < 2:
        return (input.reshape(1, -1), target.reshape(-1), ()) if len(own) else (input, target, ())
    if own[:1] + own[2:] != extents_of(target):
        raise ValueError(f"Expected target size {list(own[:1] + own[2:])}, got {list(extents_of(target))}")
    if len(own) == 2:
        return input, target, own[:1]
    return input.movedim(1, -1).reshape(-1, own[1]), target.reshape(-1), own[:1] + own[2:]


def _expect_weight(weight, count):
    if weight is not None and extents_of(weight) != (count,):
        raise RuntimeError(
            f"weight tensor should be defined either for all {count} classes or no classes but got weight tensor of "
            f"shape: {list(weight.extents)}"
        )


@one_call
def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    """Ignored labels are masked on their device; no mask is computed if the program can read that there are none."""
    refuse("nll_loss", {"size_average": size_average, "reduce": reduce})
    rows, labels, shape = _rows(input, target)
    count = extents_of(rows)[-1]
    leaves_out = _leaves_out(labels, count, ignore_index)
    _expect_weight(weight, count)
    given, text = {"reduction": reduction}, "nll_loss({0}, {1})"
    if weight is None and not leaves_out:
        made = composed(_picked, (rows, labels), "nll_loss", text, **given)
    else:
        made = composed(_weighed, (rows, labels, weight), "nll_loss", text, **given, ignore_index=ignore_index)
    made = made.reshape(shape) if reduction == "none" and len(shape) != 1 else made
    return labelled(made, "nll_loss({0}, {1})", input, target)


def _smoothed(logs, target, weight, ignore_index, reduction):
    """The mean of the losses of all classes, each example weighed as in nll_loss()."""
    rows, labels, shape = _rows(logs, target)
    losses = -(rows if weight is None else rows * weight).sum(-1)
    leaves_out = _leaves_out(labels, rows.extents[-1], ignore_index)
    kept = labels != ignore_index if leaves_out else None
    losses = losses * kept if leaves_out else losses
    if reduction != "mean":
        return losses.reshape(shape) if reduction == "none" else losses.sum()
    if weight is None:
        return losses.sum() / kept.sum() if leaves_out else losses.mean()
    shares = weight[labels.clamp(min=0)]
    return losses.sum() / (shares * kept if leaves_out else shares).sum()


def _of_shares(input, target, weight, reduction, smoothing):
    """The cross entropy of a probability for each class."""
    count = input.extents[1] if len(input.extents) > 1 else input.extents[0]
    axis = min(len(input.extents) - 1, 1)
    target = target * (1 - smoothing) + smoothing / count if smoothing else target
    losses = torch.log_softmax(input, axis) * target
    if weight is not None:
        losses = losses * weight.reshape(-1, *(1,) * (len(input.extents) - axis - 1))
    losses = -losses.sum(axis)
    examples = losses.elements
    return losses.sum() / examples if reduction == "mean" and axis else _reduced(losses, reduction)


def cross_entropy(
    input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0
):
    """Takes logits and class indices, or a probability for each class; computes the softmax itself."""
    refuse("cross_entropy", {"size_average": size_average, "reduce": reduce})
    if not 0 <= label_smoothing <= 1:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing}")
    own, others = extents_of(input), extents_of(target)
    axis = min(len(own) - 1, 1)
    _expect_weight(weight, own[axis])
    if isinstance(target, _overlap.Tensor) and target.type_index == FLOAT32 and own == others:
        made = _of_shares(input, target, weight, reduction, label_smoothing)
        return labelled(made, "cross_entropy({0}, {1})", input, target)
    if len(own) < 2 or own[:1] + own[2:] == others:
        is_last = len(own) <= 2
        logs = torch.log_softmax(input, -1 if is_last else 1)
        losses = nll_loss(logs, target, weight, None, ignore_index, None, reduction)
        if not label_smoothing:
            return losses
        smooth = _smoothed(logs, target, weight, ignore_index, reduction) * (label_smoothing / own[axis])
        return labelled(losses * (1 - label_smoothing) + smooth, "cross_entropy({0}, {1})", input, target)
    if own[:1] != others[:1]:
        raise ValueError(f"Expected input batch_size ({own[0]}) to match target batch_size ({(*others, 0)[0]}).")
    raise RuntimeError(f"Expected target size {list(own[:1] + own[2:])}, got {list(others)}")


def _expect_alike(name, input, target):
    if extents_of(input) != extents_of(target):
        raise ValueError(f"{name}() takes tensors of one shape, not {extents_of(input)} and {extents_of(target)}")


def _loss(name):
    """A loss of two tensors, elementwise by its formula."""
    elementwise = kernel(name, LOSSES[name])

    @one_call
    def function(input, target, *args, reduction="mean", **options):
        _expect_alike(name, input, target)
        made = _reduced(elementwise(input, target, *args, **options), reduction)
        return labelled(made, name + "({0}, {1})", input, target)

    return named(function, name)


_smooth_l1, _huber, _bce = map(_loss, ("smooth_l1_loss", "huber_loss", "binary_cross_entropy"))
_squares, _logits = (kernel(name, LOSSES[name]) for name in ("mse_loss", "binary_cross_entropy_with_logits"))


@one_call
def mse_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    refuse("mse_loss", {"size_average": size_average, "reduce": reduce})
    _expect_alike("mse_loss", input, target)
    return labelled(_reduced(_squares(input, target), reduction), "mse_loss({0}, {1})", input, target)


@one_call
def l1_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    refuse("l1_loss", {"size_average": size_average, "reduce": reduce})
    _expect_alike("l1_loss", input, target)
    return _reduced((input - target).abs(), reduction)


def smooth_l1_loss(input, target, reduction="mean", beta=1.0):
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    return _smooth_l1(input, target, reduction=reduction, beta=float(beta))


def huber_loss(input, target, reduction="mean", delta=1.0):
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    return _huber(input, target, reduction=reduction, delta=float(delta))


@one_call
def binary_cross_entropy(input, target, weight=None, reduction="mean"):
    """Takes probabilities."""
    if weight is None:
        return _bce(input, target, reduction=reduction)
    return _reduced(_bce(input, target, reduction="none") * weight, reduction)


@one_call
def binary_cross_entropy_with_logits(input, target, weight=None, reduction="mean", pos_weight=None):
    """Takes logits."""
    _expect_alike("binary_cross_entropy_with_logits", input, target)
    losses = _logits(input, target, pos_weight)
    losses = losses if weight is None else losses * weight
    return labelled(_reduced(losses, reduction), "binary_cross_entropy_with_logits({0}, {1})", input, target)


def _divergence(input, target, log_target):
    if log_target:
        return target.exp() * (target - input)
    from_target = target * step("MaximumScalar", target, scalars=(1e-38,)).log()  # 0 log 0 = 0
    return from_target - target * input


@one_call
def kl_div(input, target, reduction="mean", log_target=False):
    """`input` are logarithms."""
    losses = composed(_divergence, (input, target), "kl_div", "kl_div({0}, {1})", log_target=bool(log_target))
    if reduction == "batchmean":
        return losses.sum() / input.extents[0]
    return _reduced(losses, reduction)


@one_call
def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    refuse("gaussian_nll_loss", {"full": full})
    expect_array(var, "var", "gaussian_nll_loss")
    var = var.clamp(min=eps)
    return _reduced((var.log() + (input - target).square() / var) * 0.5, reduction)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    expect_array(x2, "x2", "cosine_similarity")
    sizes = [one.norm(2, dim).clamp(min=eps) for one in (x1, x2)]
    return (x1 * x2).sum(dim) / (sizes[0] * sizes[1])


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    return (x1 - x2 + eps).norm(p, -1, keepdim)


def normalize(input, p=2.0, dim=1, eps=1e-12):
    """Divides by the norm along an axis."""
    return input / input.norm(p, dim, True).clamp(min=eps)


def margin_ranking_loss(input1, input2, target, margin=0, reduction="mean"):
    return _reduced((-target * (input1 - input2) + margin).clamp(min=0), reduction)


def hinge_embedding_loss(input, target, margin=1.0, reduction="mean"):
    far = torch.where(target == 1, 0.0, (margin - input).clamp(min=0))
    return _reduced(far + torch.where(target == -1, 0.0, input), reduction)


def cosine_embedding_loss(input1, input2, target, margin=0, reduction="mean"):
    alike = cosine_similarity(input1, input2, -1)
    return _reduced(torch.where(target == 1, 1 - alike, (alike - margin).clamp(min=0)), reduction)


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, reduction="mean"):
    near, far = (pairwise_distance(anchor, one, p, eps) for one in (positive, negative))
    if swap:
        far = far.minimum(pairwise_distance(positive, negative, p, eps))
    return _reduced((near - far + margin).clamp(min=0), reduction)
