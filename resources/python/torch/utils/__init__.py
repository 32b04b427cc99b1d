"""torch.utils: data sets and measurements."""

from overlap_dialect.arguments import missing
from torch.utils import benchmark, checkpoint, data, tensorboard  # noqa: part of the package


def __getattr__(name):
    raise missing(
        'torch.utils',
        name,
        'there are torch.utils.data, torch.utils.benchmark, torch.utils.checkpoint and torch.utils.tensorboard',
    )
