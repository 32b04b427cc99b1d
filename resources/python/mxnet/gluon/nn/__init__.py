"""mxnet.gluon.nn: layers."""

from mxnet.gluon.block import Block, HybridBlock, SymbolBlock  # noqa: part of the package
from mxnet.gluon.nn.basic import (
    Activation,
    BatchNorm,
    Dense,
    Dropout,
    Embedding,
    Flatten,
    HybridLambda,  # noqa
    HybridSequential,
    Lambda,
    Sequential,
)
from mxnet.gluon.nn.pictures import AvgPool2D, Conv2D, GlobalAvgPool2D, GlobalMaxPool2D, MaxPool2D  # noqa
from overlap_dialect.arguments import missing


def __getattr__(name):
    raise missing(
        'mxnet.gluon.nn',
        name,
        'there are Block, HybridBlock, Sequential, HybridSequential, Dense, '
        'Embedding, Conv2D, BatchNorm, Activation, Dropout, Flatten, Lambda and '
        'pooling',
    )
