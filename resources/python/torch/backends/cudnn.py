"""torch.backends.cudnn: convolutions have one algorithm, which is deterministic."""

enabled, benchmark, deterministic = True, False, False


def is_available():
    from torch import cuda

    return cuda.is_available()
