"""Parameters: the trainable tensors of a module."""

import _overlap
import torch
from overlap_dialect.operators import OPERATORS


class Parameter(torch.Tensor):
    """A tensor that parameters() returns."""

    __slots__ = ()

    def __new__(cls, data, requires_grad=True):
        made = _overlap.view_as(data, cls)
        if requires_grad:
            _overlap.require_grad(made, True)
        return made

    def __init__(self, data, requires_grad=True):
        pass

    def __deepcopy__(self, memo):
        made = memo[id(self)] = Parameter(self.detach().clone(), self.requires_grad)
        return made

    def __repr__(self):
        return "Parameter containing:\n" + super().__repr__()


def made_on(device, op, shape, first, second, name):
    """Creates initial values on the CPU and copies them, so that they do not depend on the device."""
    with torch.no_grad():
        values = _overlap.create(torch.Tensor, OPERATORS[op], shape, -1, 0, first, second, name, name)
        device = torch.chosen(device)
        return values if device is None else values.to(device)


class UninitializedParameter:
    """A parameter whose shape is unknown until the first batch; `made` is then the Parameter that replaces it."""

    def __init__(self, device=None):
        self.device = torch.chosen(device) or torch.device("cpu")
        self.initial = None  # (operator, first, second, name), set by torch.nn.init
        self.made = None
        self.requires_grad = True
        self.grad = None

    @property
    def shape(self):
        raise RuntimeError(
            "Can't access the shape of an uninitialized parameter or buffer. This error usually happens "
            "in `load_state_dict` when trying to load an uninitialized parameter into an initialized "
            "one; run the net on a batch first"
        )

    def materialize(self, shape, op, first, second):
        """Creates the parameter; `op` is the default initialisation, which torch.nn.init overrides."""
        if self.initial is not None:
            op, first, second = self.initial[:3]
        self.made = Parameter(made_on(self.device, op, shape, first, second, "parameter"))
        return self.made


def learned(parameter):
    """The tensor of a parameter, None before the first batch."""
    return parameter.made if isinstance(parameter, UninitializedParameter) else parameter
