"""torch.backends: switches of libraries. They have no effect: each library has one algorithm here."""

from overlap_dialect.arguments import missing
from torch.backends import cuda, cudnn, mps  # noqa: part of the package


def __getattr__(name):
    raise missing("torch.backends", name, "there are cuda, cudnn and mps, whose switches change nothing")
