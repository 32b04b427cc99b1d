"""torch.nn: layers, nets of them, and losses."""

from overlap_dialect.arguments import missing
from torch.nn import functional, init  # noqa: part of the package
from torch.nn.layers import (
    AvgPool2d,
    BatchNorm1d,
    BatchNorm2d,
    Conv1d,
    Conv2d,
    ConvTranspose2d,
    Embedding,
    Flatten,
    GroupNorm,
    Identity,
    InstanceNorm1d,
    InstanceNorm2d,
    LayerNorm,
    LazyBatchNorm1d,
    LazyBatchNorm2d,
    LazyConv1d,
    LazyConv2d,
    LazyLinear,
    Linear,
    MaxPool2d,
    PReLU,
    RMSNorm,
    Unflatten,
)
from torch.nn.table import CLASSES, Dropout, Dropout1d, Dropout2d, Upsample
from torch.nn.attention import MultiheadAttention, Transformer, TransformerDecoder, TransformerDecoderLayer
from torch.nn.attention import TransformerEncoder, TransformerEncoderLayer
from torch.nn.recurrent import GRU, GRUCell, LSTM, LSTMCell, RNN, RNNCell
from torch.nn.module import Module, ModuleDict, ModuleList, ParameterList, Sequential  # noqa
from torch.nn.parameter import Parameter, UninitializedParameter  # noqa
from torch.nn import parallel  # noqa
from torch.nn.parallel import DataParallel  # noqa
from torch.nn import utils  # noqa


globals().update(CLASSES)


def __getattr__(name):
    there = [one for one, value in globals().items() if isinstance(value, type)]
    listed = ', '.join(sorted(there))
    raise missing('torch.nn', name, f'there are {listed}, functional, init, utils and parallel', there)
