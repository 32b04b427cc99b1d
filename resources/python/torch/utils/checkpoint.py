"""torch.utils.checkpoint: computes a part of a net again in backward(); until then its values need no memory."""

import _overlap
import torch
from overlap_dialect.arguments import missing
from torch.functions import Function


class Checkpoint(Function):
    is_always_recorded = True  # parameters that the function reads may need gradients

    @staticmethod
    def forward(context, function, preserves, *args):
        context.function, context.args = function, args
        context.random = _overlap.random_state() if preserves else None
        return function(*args)

    @staticmethod
    def backward(context, *gradients):
        args = [one.detach().requires_grad_(one.requires_grad) if torch.is_tensor(one) else one for one in context.args]
        now = _overlap.random_state()
        _overlap.set_random_state(context.random or now)  # the same numbers as in forward(), for dropout
        try:
            with torch.enable_grad():
                made = context.function(*args)
        finally:
            if context.random:
                _overlap.set_random_state(now)
        made = made if isinstance(made, tuple) else (made,)
        pairs = [
            (one, gradient) for one, gradient in zip(made, gradients) if gradient is not None and one.requires_grad
        ]
        torch.autograd.backward([one for one, _ in pairs], [gradient for _, gradient in pairs])
        return None, None, *(one.grad if torch.is_tensor(one) and one.requires_grad else None for one in args)


def checkpoint(function, *args, use_reentrant=None, preserve_rng_state=True, **options):
    """With preserve_rng_state, backward() draws the random numbers of `function` again as forward() did."""
    call = (lambda *given: function(*given, **options)) if options else function
    return Checkpoint.apply(call, preserve_rng_state, *args)


def __getattr__(name):
    raise missing("torch.utils.checkpoint", name, "there is checkpoint")
