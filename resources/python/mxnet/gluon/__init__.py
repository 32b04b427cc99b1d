"""Only so that `from mxnet import gluon` works."""

from mxnet.gluon import loss, nn  # noqa: part of the package
from overlap_dialect.arguments import missing


def __getattr__(name):
    raise missing('mxnet.gluon', name, 'layers and training come with sections 13.5 and 13.6')
