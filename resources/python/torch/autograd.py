"""torch.autograd: gradients of chosen tensors."""

import _overlap
import torch
from overlap_dialect.arguments import expect_array, missing, refuse
from overlap_numpy import sharing
from torch import functions
from torch.functions import Function  # noqa
from torch.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled  # noqa: also of this name


def _listed(tensors):
    listed = [tensors] if torch.is_tensor(tensors) else list(tensors)
    for one in listed:
        if one is not None:
            expect_array(one, 'tensors', 'grad')
    return listed


def _gradients(outputs, given):
    """Returns a gradient for each output; None becomes ones."""
    given = [None] * len(outputs) if given is None else _listed(given)
    for output, gradient in zip(outputs, given):
        if output.tape_operator is None:
            raise RuntimeError(
                'element 0 of tensors does not require grad and does not have a grad_fn: nothing that '
                'it was computed from has requires_grad, or it was computed within torch.no_grad()'
            )
        if gradient is None and output.elements != 1:
            raise RuntimeError(
                'grad can be implicitly created only for scalar outputs: call .sum() or .mean() first, '
                'or give a gradient for each output'
            )
    return given


def grad(
    outputs,
    inputs,
    grad_outputs=None,
    retain_graph=None,
    create_graph=False,
    only_inputs=True,
    allow_unused=False,
    is_grads_batched=False,
):
    """The gradients of `inputs`, leaves or results; nothing is added to any .grad."""
    refuse('torch.autograd.grad', {'create_graph': create_graph, 'is_grads_batched': is_grads_batched})
    if functions.waiting:
        raise NotImplementedError(
            'torch.autograd.grad() does not go through an autograd.Function here; call backward(), and read .grad'
        )
    outputs, inputs = _listed(outputs), _listed(inputs)
    for one in inputs:
        if not one.requires_grad:
            raise RuntimeError('One of the differentiated Tensors does not require grad')
    given = _gradients(outputs, grad_outputs)
    with torch.no_grad():
        found = _overlap.gradients(outputs, given, inputs, bool(retain_graph))
    if not allow_unused and any(one is None for one in found):
        raise RuntimeError(
            'One of the differentiated Tensors appears to not have been used in the graph. Set '
            'allow_unused=True if this is the desired behavior.'
        )
    return tuple(found)


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, inputs=None):
    """Computes the gradients of several results in one backward pass."""
    refuse('torch.autograd.backward', {'create_graph': create_graph, 'inputs': inputs})
    tensors = _listed(tensors)
    given = _gradients(tensors, grad_tensors)
    run_backward(tensors, given, retain_graph)


def run_backward(tensors, given, retain_graph):
    with torch.no_grad():
        _overlap.backward(tensors, given, bool(retain_graph) or bool(functions.waiting))
        functions.run_waiting()
        sharing.gradients_written()


def Variable(data, requires_grad=False):
    """A tensor, as since PyTorch 0.4."""
    return data.requires_grad_() if requires_grad else data


class detect_anomaly(set_grad_enabled):
    """Has no effect: a loss that is not a number is reported in every run."""

    def __init__(self, mode=True, check_nan=True):
        super().__init__(torch.is_grad_enabled())


set_detect_anomaly = detect_anomaly


def __getattr__(name):
    raise missing(
        'torch.autograd',
        name,
        'there are grad, backward, Function, Variable, no_grad, enable_grad, inference_mode, set_grad_enabled and '
        'detect_anomaly',
    )
