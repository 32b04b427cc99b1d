"""The book's own package; `from d2l import torch as d2l` or `from d2l import mxnet as d2l`."""
