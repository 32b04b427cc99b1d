"""Fashion-MNIST, for every dialect."""

import os

import _overlap
from overlap_dialect.arguments import FLOAT32, INT64

PACKAGE = "dataset-fashion-mnist"
INSTALLED = "/usr/share/datasets/fashion-mnist"
SIDE, TRAIN, TEST = 28, 60000, 10000
GENERATED_TRAIN, GENERATED_TEST = 2048, 512


def found(folder, name):
    """The path of the file, with or without .gz; None if it does not exist."""
    paths = [os.path.join(folder, name + end) for end in (".gz", "")]
    return next((path for path in paths if os.path.isfile(path)), None)


def files(root, train):
    """Paths of images and labels: in the folder of the parameter data, else in `root`, else in Debian's package."""
    part = "train" if train else "t10k"
    names = (f"{part}-images-idx3-ubyte", f"{part}-labels-idx1-ubyte")
    named = os.path.expanduser(_overlap.setting("data"))
    folders = [named] if named else [os.path.expanduser(root or ""), INSTALLED]
    for folder in folders:
        paths = [found(folder, name) for name in names]
        if all(paths):
            return paths
    if named:
        raise FileNotFoundError(
            f"the folder {named} has no {names[0]}(.gz) and {names[1]}(.gz); choose the folder "
            f"with the four files of Fashion-MNIST, or leave the parameter data empty"
        )
    return None


def opened(root, train):
    """Opens (images, labels). Without the files, a run that computes no values gets their sizes only."""
    if _overlap.setting("data") == "generated":
        count = GENERATED_TRAIN if train else GENERATED_TEST
        if train:
            _overlap.note(
                f"The data are generated: {GENERATED_TRAIN} pictures of made-up patterns, not Fashion-MNIST. "
                f"What the net learns from them says nothing about clothes."
            )
        return _overlap.generate_images(count, SIDE, 1 if train else 2)
    paths = files(root, train)
    if paths is not None:
        return tuple(map(_overlap.load_idx, paths))
    if _overlap.has_values():
        raise FileNotFoundError(
            f"Fashion-MNIST is not on this computer: install the package (apt install {PACKAGE}), "
            f"set the parameter data to a folder with its four files, or to generated for made-up "
            f"pictures"
        )
    count = TRAIN if train else TEST
    return _overlap.Idx([count, SIDE, SIDE]), _overlap.Idx([count])


def chosen(there, train):
    """The number of rows that the program gets; the parameter images limits training and test rows in proportion."""
    wanted = int(_overlap.setting("images") or TRAIN)
    if wanted >= TRAIN:
        return there
    if not train:
        return min(there, -(-wanted * TEST // TRAIN))
    if wanted < there and _overlap.has_values():
        _overlap.announce(
            f"Only the first {wanted} of the {there} training images, and a sixth as many test images, "
            f"are used: the parameter images says so."
        )
    return min(there, wanted)


class Pictures:
    """Images of 10 classes, one byte per pixel, read as tensors of the Python type `kind`."""

    def __init__(self, kind, root, train):
        self.kind = kind
        self.pictures, self.labels = opened(root, train)
        if len(self.pictures) != len(self.labels):
            raise ValueError(
                f"the data set has {len(self.pictures)} pictures and {len(self.labels)} labels: its files "
                f"do not belong together"
            )
        if len(self.pictures.extents) != 3 or len(self.labels.extents) != 1:
            raise ValueError(
                f"pictures have three axes and labels one, but the files have {self.pictures.extents} "
                f"and {self.labels.extents}"
            )
        self.count = chosen(len(self.labels), train)

    def picture(self, row):
        """One image: [28, 28, 1], values 0 to 255."""
        return _overlap.gather_bytes(
            self.kind, self.pictures, _overlap.Order([row]), 0, 1, [*self.pictures.extents[1:], 1], FLOAT32, 1.0
        )[0]

    def label(self, row):
        if not _overlap.has_values():
            return 0
        return int(_overlap.gather_bytes(self.kind, self.labels, _overlap.Order([row]), 0, 1, [], INT64, 1.0).item())

    def batch(self, order, begin, count, is_scaled):
        """A batch of images and labels: [count, 1, 28, 28], 0 to 1, if scaled; else [count, 28, 28, 1], 0 to 255."""
        extents = self.pictures.extents[1:]
        shape, divisor = ([1, *extents], 255.0) if is_scaled else ([*extents, 1], 1.0)
        pictures = _overlap.gather_bytes(self.kind, self.pictures, order, begin, count, shape, FLOAT32, divisor)
        labels = _overlap.gather_bytes(self.kind, self.labels, order, begin, count, [], INT64, 1.0)
        _overlap.load_work(pictures.elements * 4, "a batch of the data")
        return [pictures, labels]
