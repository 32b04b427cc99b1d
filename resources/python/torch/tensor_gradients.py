"""The part of torch.Tensor that concerns gradients."""

import warnings

import _overlap
import torch
from overlap_dialect.arguments import FLOAT32, refuse
from overlap_dialect.training import iteration
from torch.grad_names import grad_fn_of

NOT_A_LEAF = (
    "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute "
    "won't be populated during autograd.backward(). If you indeed want the .grad field to be populated for "
    "a non-leaf Tensor, use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by "
    "mistake, make sure you access the leaf Tensor instead: x.cuda() of a leaf x is no leaf, and x.grad has "
    "the gradient."
)


class Gradients:
    """Gradient methods of torch.Tensor."""

    __slots__ = ()

    is_leaf = property(lambda self: not self.tape_operator)

    @property
    def requires_grad(self):
        return self.tape_operator is not None

    @requires_grad.setter
    def requires_grad(self, requires_grad):
        self.requires_grad_(requires_grad)

    def requires_grad_(self, requires_grad=True):
        if self.type_index != FLOAT32:
            raise RuntimeError("only Tensors of floating point dtype can require gradients")
        if self.tape_operator:
            raise RuntimeError("you can only change requires_grad flags of leaf variables.")
        if self.requires_grad != bool(requires_grad):
            _overlap.require_grad(self, bool(requires_grad))
        return self

    @property
    def grad(self):
        gradient = self.gradient
        if gradient is None and self.tape_operator:
            warnings.warn(NOT_A_LEAF, UserWarning, stacklevel=2)
        return gradient

    def retain_grad(self):
        """Keeps the gradient of a non-leaf tensor after backward(), as for a leaf."""
        if self.tape_operator is None:
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
        _overlap.retain_grad(self)

    @grad.setter
    def grad(self, gradient):
        if gradient is not None:
            self._expect_gradient(gradient)
        _overlap.set_grad(self, gradient)

    def _expect_gradient(self, gradient):
        if not isinstance(gradient, _overlap.Tensor):
            kind = type(gradient).__name__
            raise TypeError(f"assigned grad expected to be a Tensor or None but got grad of type {kind}")
        if gradient is self:
            raise RuntimeError("can't assign Variable as its own grad")
        if not self.requires_grad:
            raise NotImplementedError("only a tensor that requires gradients can be given one here")
        if gradient.type_index != self.type_index:
            raise RuntimeError(
                f"assigned grad has data of a different type: expected {self.dtype}, but got {gradient.dtype}"
            )
        if gradient.ordinal != self.ordinal:
            raise RuntimeError("assigned grad has data located on a different device")
        if gradient.extents != self.extents:
            raise RuntimeError("assigned grad has data of a different size")

    @property
    def grad_fn(self):
        operator = self.tape_operator
        return grad_fn_of(operator, self.expression) if operator else None

    def backward(self, gradient=None, retain_graph=False, create_graph=False):
        """Computes the gradients of all tensors that require one. Records the mean as the metric 'train loss'."""
        refuse("backward", {"create_graph": create_graph})
        if self.tape_operator is None:
            raise RuntimeError(
                "element 0 of tensors does not require grad and does not have a grad_fn: nothing that "
                "it was computed from has requires_grad, or it was computed within torch.no_grad()"
            )
        if gradient is None and self.elements != 1:
            raise RuntimeError(
                "grad can be implicitly created only for scalar outputs: call .sum() or .mean() first, "
                "or give backward() a gradient"
            )
        _overlap.observe(self, "train loss", iteration())
        torch.autograd.run_backward([self], None if gradient is None else [gradient], retain_graph)

    def detach(self):
        return _overlap.view_as(self, torch.Tensor)
