"""Only so that `from mxnet import autograd` works."""

from overlap_dialect.arguments import missing


def __getattr__(name):
    raise missing('mxnet.autograd', name, 'gradients come with sections 13.5 and 13.6; the programs here go forward')
