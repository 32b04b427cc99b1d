"""Issues operations on arrays: the other side of mxnet.operators."""

import functools

import _overlap
from mxnet import operators

apply = _overlap.apply


def of_call(op, inputs, hint, name, text, **attributes):
    """An operation that the program itself calls."""
    return apply(op, inputs, hint, text, **attributes)


def of_layer(op, inputs, hint, name, text, **attributes):
    """One that a layer of a net calls, after what layers do besides."""
    return apply(op, inputs, hint, text, dispatch='layer', **attributes)


def functions(emit):
    """{MXNet's name: function} of all operators."""
    return {name: functools.partial(function, emit) for name, function in operators.table().items()}
