"""MXNet's names for the engine's operations: every call is queued, the engine runs it when its inputs are there."""

from mxnet import base, context
from mxnet.context import Context, cpu, current_context, current_device, gpu, num_gpus  # noqa: part of the package
from mxnet import autograd, gluon, nd, np, npx, random  # noqa: part of the package
from overlap_dialect.arguments import missing

ndarray, numpy, numpy_extension = nd, np, npx
Device = Context
__version__ = '1.9.1+overlap'


def waitall():
    nd.waitall()


def __getattr__(name):
    raise missing('mxnet', name, 'there are nd, np, npx, cpu, gpu, context and random')
