"""mxnet.gluon: nets, their training and their data."""

from mxnet.gluon import data, loss, nn, utils  # noqa: part of the package
from mxnet.gluon.block import Block, HybridBlock, SymbolBlock  # noqa
from mxnet.gluon.parameter import Parameter, ParameterDict  # noqa
from mxnet.gluon.trainer import Trainer  # noqa
from overlap_dialect.arguments import missing


def __getattr__(name):
    raise missing(
        'mxnet.gluon',
        name,
        'there are Block, HybridBlock, SymbolBlock, Parameter, Trainer, data, loss, nn ' 'and utils',
    )
