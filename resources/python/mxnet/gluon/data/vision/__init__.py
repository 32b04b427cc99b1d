"""mxnet.gluon.data.vision: Fashion-MNIST."""

import os

import _overlap
from mxnet.gluon.data.dataset import Dataset
from mxnet.gluon.data.vision import transforms  # noqa: part of the package
from mxnet.gluon.parameter import array_kind
from overlap_dialect.arguments import FLOAT32, INT64, missing

PACKAGE = 'dataset-fashion-mnist'
INSTALLED = '/usr/share/datasets/fashion-mnist'
SIDE, TRAIN, TEST = 28, 60000, 10000
GENERATED_TRAIN, GENERATED_TEST = 2048, 512


def found(folder, name):
    """The file of that name, packed or not; None if there is none."""
    paths = [os.path.join(folder, name + end) for end in ('.gz', '')]
    return next((path for path in paths if os.path.isfile(path)), None)


def files(root, train):
    """Paths of images and labels: in the folder that the reader names, `root` if it has them, or the package's."""
    part = 'train' if train else 't10k'
    names = (f'{part}-images-idx3-ubyte', f'{part}-labels-idx1-ubyte')
    named = os.path.expanduser(_overlap.setting('data'))
    folders = [named] if named else [os.path.expanduser(root or ''), INSTALLED]
    for folder in folders:
        paths = [found(folder, name) for name in names]
        if all(paths):
            return paths
    if named:
        raise FileNotFoundError(f'the folder {named} has no {names[0]}(.gz) and {names[1]}(.gz); choose the folder with '
                                f'the four files of Fashion-MNIST, or leave the parameter data empty')
    return None


class Pictures(Dataset):
    """[28, 28, 1] pictures of 10 classes, a byte a pixel."""

    def __init__(self, root=None, train=True, transform=None):
        self._transform = transform
        self._pictures, self._labels = self._open(root, train)
        if len(self._pictures) != len(self._labels):
            raise ValueError(f'the data set has {len(self._pictures)} pictures and {len(self._labels)} labels: its files '
                             f'do not belong together')
        if len(self._pictures.extents) != 3 or len(self._labels.extents) != 1:
            raise ValueError(f'pictures have three axes and labels one, but the files have {self._pictures.extents} '
                             f'and {self._labels.extents}')

        self._count = self._chosen(train)

    def _chosen(self, train):
        """How many of the rows there are for the program: the parameter images counts those of training."""
        there, wanted = len(self._labels), int(_overlap.setting('images') or TRAIN)
        if wanted >= TRAIN:
            return there
        if not train:
            return min(there, -(-wanted * TEST // TRAIN))
        if wanted < there and _overlap.has_values():
            _overlap.note(f'Only the first {wanted} of the {there} training images, and a sixth as many test images, '
                          f'are used: the parameter images says so.')
        return min(there, wanted)

    def _open(self, root, train):
        if _overlap.setting('data') == 'generated':
            count = GENERATED_TRAIN if train else GENERATED_TEST
            if train:
                _overlap.note(f'The data are generated: {GENERATED_TRAIN} pictures of made-up patterns, not '
                              f'Fashion-MNIST. What the net learns from them says nothing about clothes.')
            return _overlap.generate_images(count, SIDE, 1 if train else 2)
        paths = files(root, train)
        if paths is not None:
            return tuple(map(_overlap.load_idx, paths))
        if _overlap.has_values():
            raise FileNotFoundError(f'Fashion-MNIST is not on this computer: install the package (apt install '
                                    f'{PACKAGE}), set the parameter data to a folder with its four files, or to '
                                    f'generated for made-up pictures')
        count = TRAIN if train else TEST
        return _overlap.Idx([count, SIDE, SIDE]), _overlap.Idx([count])

    def __len__(self):
        return self._count

    def __getitem__(self, index):
        row = index if index >= 0 else len(self) + index
        if not 0 <= row < len(self):
            raise IndexError(f'the data set has {len(self)} rows, and row {index} was asked for')
        order = _overlap.Order([row])
        picture = _overlap.gather_bytes(array_kind(), self._pictures, order, 0, 1, [*self._pictures.extents[1:], 1],
                                        FLOAT32, 1.0)[0]
        label = int(_overlap.gather_bytes(array_kind(), self._labels, order, 0, 1, [], INT64, 1.0).item()) \
            if _overlap.has_values() else 0
        return self._transform(picture, label) if self._transform is not None else (picture, label)

    def batch(self, order, begin, count):
        return None if self._transform is not None else self.batch_of(order, begin, count, None)

    def batch_of(self, order, begin, count, fn):
        """A batch of pictures and labels in one go; None if `fn` works picture by picture."""
        extents = self._pictures.extents
        if fn is None:
            shape, divisor = [*extents[1:], 1], 1.0
        elif transforms.is_to_tensor(fn):
            shape, divisor = [1, *extents[1:]], 255.0
        else:
            return None
        kind = array_kind()
        pictures = _overlap.gather_bytes(kind, self._pictures, order, begin, count, shape, FLOAT32, divisor)
        labels = _overlap.gather_bytes(kind, self._labels, order, begin, count, [], INT64, 1.0)
        _overlap.load_work(pictures.elements * 4, 'a batch of the data')
        return [pictures, labels]


class FashionMNIST(Pictures):
    pass


def __getattr__(name):
    raise missing('mxnet.gluon.data.vision', name, 'there are FashionMNIST and transforms')
