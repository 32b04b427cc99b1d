"""torch.backends: switches of libraries. What is here changes nothing: the libraries have one way each."""

from overlap_dialect.arguments import missing
from torch.backends import cudnn  # noqa


def __getattr__(name):
    raise missing(
        'torch.backends',
        name,
        'there is cudnn, whose switches change nothing; products round their factors '
        'where the machine is chosen with +tf32',
    )
