"""Only so that `from mxnet.gluon import loss` works."""

from overlap_dialect.arguments import missing


def __getattr__(name):
    raise missing('mxnet.gluon.loss', name, 'layers and training come with sections 13.5 and 13.6')
