"""Issues operations on arrays; the functions of mxnet.operators take one of these as `emit`."""

import functools

import _overlap
from mxnet import operators

apply = _overlap.apply


def of_call(op, inputs, hint, name, text, **attributes):
    """Issues an operation that the program calls directly."""
    return apply(op, inputs, hint, text, **attributes)


def of_layer(op, inputs, hint, name, text, **attributes):
    """Issues an operation that a layer calls; its modelled dispatch time is that of a layer."""
    return apply(op, inputs, hint, text, dispatch="layer", **attributes)


def functions(emit):
    """Returns {MXNet's name: function} for all operators."""
    return {name: functools.partial(function, emit) for name, function in operators.table().items()}
