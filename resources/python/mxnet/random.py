"""mxnet.random"""

from mxnet.nd_random import normal, randn, seed, uniform  # noqa: part of the package
