"""The book's own package; `from d2l import torch as d2l` or `from d2l import mxnet as d2l`."""


def __getattr__(name):
    from overlap_dialect.arguments import missing

    if name in ('torch', 'mxnet'):
        raise AttributeError(name)  # not imported yet
    raise missing('d2l', name, 'there are d2l.torch and d2l.mxnet')
