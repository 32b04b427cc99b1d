"""mxnet.gluon.data.vision: Fashion-MNIST."""

from mxnet.gluon.data.dataset import Dataset
from mxnet.gluon.data.vision import transforms  # noqa: part of the package
from mxnet.gluon.parameter import array_kind
from overlap_dialect.arguments import missing
from overlap_dialect.pictures import Pictures


class FashionMNIST(Dataset):
    """Images [28, 28, 1] of 10 classes, values 0 to 255."""

    def __init__(self, root=None, train=True, transform=None):
        self._transform = transform
        self._pictures = Pictures(array_kind(), root, train)

    def __len__(self):
        return self._pictures.count

    def __getitem__(self, index):
        row = index if index >= 0 else len(self) + index
        if not 0 <= row < len(self):
            raise IndexError(f"row {index} is out of range: the data set has {len(self)} rows")
        picture, label = self._pictures.picture(row), self._pictures.label(row)
        return self._transform(picture, label) if self._transform is not None else (picture, label)

    def batch(self, order, begin, count):
        return None if self._transform is not None else self.batch_of(order, begin, count, None)

    def batch_of(self, order, begin, count, fn):
        """Returns a batch of images and labels; None if `fn` has to be called for each image."""
        if fn is not None and not transforms.is_to_tensor(fn):
            return None
        return self._pictures.batch(order, begin, count, fn is not None)


def __getattr__(name):
    raise missing("mxnet.gluon.data.vision", name, "there are FashionMNIST and transforms")
