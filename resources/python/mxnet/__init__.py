"""MXNet's names for the engine's operations: every call is queued; the engine runs it once its inputs are computed."""

import sys
import types

from mxnet import base, context  # noqa: part of the package
from mxnet.base import MXNetError  # noqa: part of the package
from mxnet.context import Context, cpu, current_context, current_device, gpu, num_gpus  # noqa: part of the package
from mxnet import ndarray, np, npx, random  # noqa: part of the package
from mxnet import autograd, initializer, kvstore, symbol  # noqa
from mxnet import gluon  # noqa: needs the others
from overlap_dialect.arguments import missing

nd, sym, init, numpy, numpy_extension, kv = ndarray, symbol, initializer, np, npx, kvstore
for _name, _module in (("nd", ndarray), ("sym", symbol), ("init", initializer), ("kv", kvstore)):
    sys.modules["mxnet." + _name] = _module
Device = Context
__version__ = "1.9.1+overlap"


class _Named(types.ModuleType):
    """A module whose repr() leaves out the path of its file, so that printing it gives the same text everywhere."""

    def __repr__(self):
        return f"<module {self.__name__!r}>"


# These modules are passed to hybrid_forward() as F.
ndarray.__class__ = symbol.__class__ = _Named
ndarray.np, ndarray.npx = np, npx


def waitall():
    ndarray.waitall()


def __getattr__(name):
    raise missing("mxnet", name, "there are nd, np, npx, sym, autograd, gluon, init, kv, cpu, gpu, context and random")
