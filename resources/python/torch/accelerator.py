"""torch.accelerator: the GPU of the machine, whatever its kind."""

import torch
from overlap_dialect.arguments import missing
from torch.cuda import current_device as current_device_index  # noqa: part of the package
from torch.cuda import device_count, is_available, synchronize  # noqa: part of the package


def current_accelerator(check_available=False):
    """The kind of GPU, without a number; None on a machine that has none."""
    return torch.device("cuda") if is_available() else None


def set_device_index(device):
    torch.cuda.set_device(device)


def __getattr__(name):
    raise missing(
        "torch.accelerator",
        name,
        "there are is_available, current_accelerator, device_count, current_device_index, set_device_index and "
        "synchronize",
    )
