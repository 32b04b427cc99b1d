"""torch.autograd.Function: functions whose backward() a program writes.

The tape holds operations only. So the result of such a function is a leaf, and backward() goes on from it: when the
tape has given it a gradient, the function's own backward() gives those of its inputs, from which the tape goes on."""

import _overlap
import torch
from overlap_dialect.arguments import FLOAT32

waiting = ()  # functions that a backward pass may still reach, in the order of their calls


class Context:
    """What forward() keeps for backward()."""

    def __init__(self, inputs):
        self.needs_input_grad = tuple(torch.is_tensor(one) and one.requires_grad for one in inputs)
        self.saved_tensors, self._fixed, self._fills = (), (), True

    def save_for_backward(self, *tensors):
        self.saved_tensors = tensors

    def mark_non_differentiable(self, *tensors):
        self._fixed = tuple(map(id, tensors))

    def set_materialize_grads(self, value):
        self._fills = value

    def mark_dirty(self, *tensors):
        raise NotImplementedError("a Function cannot change its inputs in place here; return a new tensor")


class Result(torch.Tensor):
    """A result of a Function: a leaf of the tape, but not of the program."""

    __slots__ = ("_made_by",)
    is_leaf = property(lambda self: False)
    grad_fn = property(lambda self: f"<{self._made_by}Backward>")


class Function:
    """Subclasses define forward(ctx, ...) and backward(ctx, gradients), as static methods; call apply()."""

    is_always_recorded = False

    @classmethod
    def apply(cls, *args):
        global waiting
        context = Context(args)
        with torch.no_grad():
            if "setup_context" in dir(cls):
                made = cls.forward(*args)
                cls.setup_context(context, args, made)
            else:
                made = cls.forward(context, *args)
        if not torch.is_grad_enabled() or not (any(context.needs_input_grad) or cls.is_always_recorded):
            return made
        results = [
            _result(cls, one) if torch.is_tensor(one) and _is_open(context, one) else one
            for one in (made if isinstance(made, tuple) else (made,))
        ]
        waiting = (*waiting, (cls, context, args, results))
        return tuple(results) if isinstance(made, tuple) else results[0]

    @staticmethod
    def forward(*args):
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def backward(context, *gradients):
        raise NotImplementedError("You must implement either the backward or vjp method for your autograd.Function")


def _is_open(context, made):
    return made.type_index == FLOAT32 and id(made) not in context._fixed


def _result(cls, made):
    result = _overlap.view_as(made.detach(), Result)
    result._made_by = cls.__name__
    _overlap.require_grad(result, True)
    return result


def run_waiting():
    """Runs the functions whose results the tape has given gradients, the last one first."""
    global waiting
    for call in reversed(waiting):
        if any(isinstance(one, Result) and one.gradient is not None for one in call[3]):
            waiting = tuple(one for one in waiting if one is not call)
            _run(*call)


def _run(cls, context, args, results):
    gradients = [one.gradient if isinstance(one, Result) else None for one in results]
    for one in results:
        if isinstance(one, Result):
            _overlap.set_grad(one, None)
    if context._fills:
        gradients = [
            torch.zeros_like(one) if gradient is None and torch.is_tensor(one) else gradient
            for one, gradient in zip(results, gradients)
        ]
    before = _overlap.phase("backward")
    try:
        found = cls.backward(context, *gradients)
    finally:
        _overlap.phase(before)
    found = found if isinstance(found, tuple) else (found,)
    if len(found) < len(args) or any(one is not None for one in found[len(args) :]):
        raise RuntimeError(
            f"function {cls.__name__}Backward returned an incorrect number of gradients (expected {len(args)}, got "
            f"{len(found)})"
        )
    pairs = [
        (one, gradient)
        for one, gradient, is_wanted in zip(args, found, context.needs_input_grad)
        if is_wanted and gradient is not None
    ]
    for one, gradient in pairs:
        if one.extents != gradient.extents:
            raise RuntimeError(
                f"Function {cls.__name__}Backward returned an invalid gradient at index {args.index(one)} - got "
                f"{list(gradient.extents)} but expected shape compatible with {list(one.extents)}"
            )
    if pairs:
        _overlap.backward([one for one, _ in pairs], [gradient for _, gradient in pairs], True)
