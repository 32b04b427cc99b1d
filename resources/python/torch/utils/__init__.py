"""torch.utils: data sets."""

from overlap_dialect.arguments import missing
from torch.utils import data  # noqa: part of the package


def __getattr__(name):
    raise missing('torch.utils', name, 'there is torch.utils.data')
