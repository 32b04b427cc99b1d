"""Errors of the engine."""


class MXNetError(RuntimeError):
    """What a failed operation raises, at the next wait."""


def __getattr__(name):
    from overlap_dialect.arguments import missing

    raise missing('mxnet.base', name, 'there is MXNetError')
