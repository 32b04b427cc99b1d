"""torch.backends.cudnn: convolutions have one algorithm, whose results are the same each time."""

enabled, benchmark, deterministic = True, False, False


def is_available():
    from torch import cuda

    return cuda.is_available()
