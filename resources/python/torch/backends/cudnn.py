"""torch.backends.cudnn: convolutions use deterministic algorithms only."""

enabled, benchmark, deterministic = True, False, False


def is_available():
    from torch import cuda

    return cuda.is_available()
