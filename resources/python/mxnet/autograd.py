"""mxnet.autograd: recording and backward()."""

import _overlap
from overlap_dialect.arguments import expect_array, missing, refuse

# The current iteration of the training loop: record() starts one. It is the step of the metric 'train loss'.
_iteration = -1


class Scope:
    """Sets the recording and training modes within a `with` block; None leaves a mode unchanged."""

    def __init__(self, is_recording, is_training):
        self._wanted = (is_recording, is_training)
        self._before = None

    def __enter__(self):
        global _iteration
        is_recording, is_training = self._wanted
        before_recording = None if is_recording is None else _overlap.recording(is_recording)
        if is_recording and not before_recording:
            _iteration += 1
        before_training = None if is_training is None else _overlap.training(is_training)
        self._before = (before_recording, before_training)

    def __exit__(self, *error):
        is_recording, is_training = self._before
        if is_recording is not None:
            _overlap.recording(is_recording)
        if is_training is not None:
            _overlap.training(is_training)


def record(train_mode=True):
    return Scope(True, train_mode)


def pause(train_mode=False):
    return Scope(False, train_mode)


def train_mode():
    return Scope(None, True)


def predict_mode():
    return Scope(None, False)


def is_recording():
    return _overlap.is_recording()


def is_training():
    return _overlap.is_training()


def set_recording(is_recording):
    return _overlap.recording(bool(is_recording))


def set_training(train_mode):
    return _overlap.training(bool(train_mode))


def mark_variables(variables, gradients, grad_reqs="write"):
    requirements = [grad_reqs] * len(variables) if isinstance(grad_reqs, str) else grad_reqs
    for variable, gradient, requirement in zip(variables, gradients, requirements):
        _overlap.attach_grad(variable, gradient, requirement)


def backward(heads, head_grads=None, retain_graph=False, train_mode=True):
    """Computes the gradients of all recorded arrays that require one. Logs the mean of each head as 'train loss'."""
    heads = [heads] if isinstance(heads, _overlap.Tensor) else list(heads)
    gradients = [head_grads] if isinstance(head_grads, _overlap.Tensor) else head_grads
    for head in heads:
        _overlap.observe(head, "train loss", max(_iteration, 0))
    _overlap.backward(heads, None if gradients is None else list(gradients), retain_graph)


def grad(heads, variables, head_grads=None, retain_graph=None, create_graph=False, train_mode=True):
    """Returns the gradients of the given arrays without writing to any .grad."""
    refuse("autograd.grad", {"create_graph": create_graph})
    heads = [heads] if isinstance(heads, _overlap.Tensor) else list(heads)
    gradients = [head_grads] if isinstance(head_grads, _overlap.Tensor) else head_grads
    is_one = isinstance(variables, _overlap.Tensor)
    wanted = [variables] if is_one else list(variables)
    for one in wanted:
        expect_array(one, "variables", "grad", "array")
        if one.tape_operator is None:
            raise ValueError(
                "autograd.grad(): an array is on no tape, so there is no gradient of it: call its "
                "attach_grad() before autograd.record()"
            )
    found = _overlap.gradients(heads, None if gradients is None else list(gradients), wanted, bool(retain_graph))
    if any(one is None for one in found):
        raise ValueError(
            "autograd.grad(): the heads were not computed from all of the arrays, so there is no gradient "
            "of some of them"
        )
    return found[0] if is_one else found


def __getattr__(name):
    raise missing(
        "mxnet.autograd",
        name,
        "there are record, pause, train_mode, predict_mode, backward, grad and "
        "mark_variables; attach_grad() says what gradients are wanted of",
    )
