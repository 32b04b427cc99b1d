"""torch.backends: switches of libraries. They have no effect: each library has one algorithm here."""

from overlap_dialect.arguments import missing
from torch.backends import cudnn  # noqa


def __getattr__(name):
    raise missing(
        "torch.backends",
        name,
        "there is cudnn, whose switches change nothing; products round their factors "
        "where the machine is chosen with +tf32",
    )
