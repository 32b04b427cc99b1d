"""Only so that `from torch import nn` works: the programs of these sections use no layers."""

from overlap_dialect.arguments import missing


def __getattr__(name):
    raise missing('torch.nn', name, 'layers and training come with sections 13.5 and 13.6; the programs here use '
                                    'matrix products')
