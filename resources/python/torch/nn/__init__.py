"""torch.nn: layers, nets of them, and losses."""

from overlap_dialect.arguments import missing
from torch.nn import functional, init  # noqa: part of the package
from torch.nn.layers import (
    AdaptiveAvgPool2d,
    AvgPool2d,
    BatchNorm1d,
    BatchNorm2d,
    Conv1d,
    Conv2d,
    CrossEntropyLoss,
    Dropout,
)  # noqa
from torch.nn.layers import BCEWithLogitsLoss, Embedding, L1Loss, LeakyReLU  # noqa
from torch.nn.layers import Flatten, Identity, LazyBatchNorm2d, LazyConv2d, Linear, MaxPool2d, MSELoss, ReLU  # noqa
from torch.nn.layers import GELU, LayerNorm, RMSNorm, Sigmoid, SiLU, Softmax, Tanh  # noqa
from torch.nn.module import Module, ModuleDict, ModuleList, Sequential  # noqa
from torch.nn.parameter import Parameter, UninitializedParameter  # noqa
from torch.nn import parallel  # noqa
from torch.nn.parallel import DataParallel  # noqa
from torch.nn import utils  # noqa


def __getattr__(name):
    raise missing(
        'torch.nn',
        name,
        'there are Module, Sequential, ModuleList, ModuleDict, Linear, Conv1d, Conv2d, LazyConv2d, BatchNorm1d, '
        'BatchNorm2d, LazyBatchNorm2d, LayerNorm, RMSNorm, AvgPool2d, MaxPool2d, AdaptiveAvgPool2d, Flatten, ReLU, '
        'LeakyReLU, GELU, SiLU, Tanh, Sigmoid, Softmax, Dropout, Identity, Embedding, CrossEntropyLoss, MSELoss, '
        'L1Loss, BCEWithLogitsLoss, DataParallel, functional, init, utils and parallel',
    )
