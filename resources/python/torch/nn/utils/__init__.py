"""torch.nn.utils: clips gradients, joins parameters."""

import math

import _overlap
import torch
from overlap_dialect.arguments import missing
from torch.issuing import apply
from torch.nn.parameter import learned


def _gradients(parameters):
    listed = [parameters] if torch.is_tensor(parameters) else list(parameters)
    return [one.grad for one in map(learned, listed) if one is not None and one.grad is not None]


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Scales all gradients in place so that their total norm is at most `max_norm`, and returns the norm before. The
    program waits for the norm only if `error_if_nonfinite` is set."""
    gradients = _gradients(parameters)
    if not gradients:
        return torch.tensor(0.0)
    norm_type = float(norm_type)
    with torch.no_grad():
        places = {}
        for one in gradients:
            places.setdefault(one.ordinal, []).append(one)
        norms = []
        for there in places.values():
            with _one_kernel(there, 1, "norm"):
                norms += [one.norm(norm_type) for one in there]
        norms = torch.stack([one.to(gradients[0].device) for one in norms])
        total = norms.max() if norm_type == math.inf else norms.norm(norm_type)
        if error_if_nonfinite and not total.item() < math.inf:
            raise RuntimeError(
                f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, so "
                f"it cannot be clipped. To disable this error and scale the gradients by the non-finite "
                f"norm anyway, set `error_if_nonfinite=False`"
            )
        factor = (max_norm / (total + 1e-6)).clamp(max=1.0)
        for there in places.values():
            share = factor.to(there[0].device)
            with _one_kernel(there, 2, "mul_"):
                for one in there:
                    one *= share
    return total


def _one_kernel(tensors, passes, name):
    """One kernel for a list of tensors, as those of PyTorch's _foreach functions."""
    elements = sum(one.elements for one in tensors)
    text = f"torch._foreach_{name}({tensors[0].name or '_'}{', ...' if len(tensors) > 1 else ''})"
    return _overlap.OneKernel(tensors[0], passes * elements / max(tensors[0].elements, 1), name, text)


def clip_grad_value_(parameters, clip_value, foreach=None):
    """Clamps each element of the gradients to [-clip_value, clip_value] in place."""
    bound = float(clip_value)
    with torch.no_grad():
        for one in _gradients(parameters):
            apply("MaximumScalar", (one,), "clamp_", "{0}.clamp_()", scalars=(-bound,), out=one)
            apply("MinimumScalar", (one,), "clamp_", "{0}.clamp_()", scalars=(bound,), out=one)


def parameters_to_vector(parameters):
    return torch.cat([one.reshape(-1) for one in parameters])


def vector_to_parameters(vec, parameters):
    """Copies parts of the vector into the parameters."""
    begin = 0
    for one in parameters:
        with torch.no_grad():
            one.copy_(vec[begin : begin + one.elements].reshape(one.extents))
        begin += one.elements


from torch.nn.utils import rnn  # noqa: part of the package


def __getattr__(name):
    raise missing(
        "torch.nn.utils",
        name,
        "there are clip_grad_norm_, clip_grad_value_, parameters_to_vector, vector_to_parameters and rnn",
    )
