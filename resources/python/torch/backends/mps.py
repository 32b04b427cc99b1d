"""torch.backends.mps: Apple's GPUs, which no machine here has."""


def is_available():
    return False


is_built = is_available
