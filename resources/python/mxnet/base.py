"""Errors of the engine."""


class MXNetError(RuntimeError):
    """Raised at the next wait after an operation has failed."""


def __getattr__(name):
    from overlap_dialect.arguments import missing

    raise missing("mxnet.base", name, "there is MXNetError")
