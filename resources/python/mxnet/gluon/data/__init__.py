"""mxnet.gluon.data: data sets and loaders."""

from mxnet.gluon.data import vision  # noqa: part of the package
from mxnet.gluon.data.dataset import ArrayDataset, Dataset, SimpleDataset  # noqa
from mxnet.gluon.data.loader import DataLoader  # noqa
from overlap_dialect.arguments import missing


def __getattr__(name):
    raise missing("mxnet.gluon.data", name, "there are Dataset, ArrayDataset, SimpleDataset, DataLoader and vision")
