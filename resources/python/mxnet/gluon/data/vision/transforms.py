"""mxnet.gluon.data.vision.transforms: functions that convert images."""

from overlap_dialect.arguments import missing


class ToTensor:
    """[height, width, 1] of 0 to 255 -> [1, height, width] of 0 to 1."""

    def __call__(self, picture):
        height, width, channels = picture.shape
        if channels != 1:
            raise NotImplementedError(f"ToTensor takes grey pictures here, of one channel, not of {channels}")
        return picture.reshape(1, height, width) / 255


class Compose:
    """Applies the transforms in order."""

    def __init__(self, transforms):
        self._transforms = list(transforms)

    def __call__(self, picture):
        for transform in self._transforms:
            picture = transform(picture)
        return picture


class Resize:
    def __init__(self, size, keep_ratio=False, interpolation=1):
        raise NotImplementedError(
            f"Resize({size}) is not supported: the nets of this chapter take the pictures as "
            f"they are, 28 by 28; leave resize out"
        )


def is_to_tensor(fn):
    """Whether `fn` is ToTensor alone: a whole batch is then converted by one call."""
    if isinstance(fn, Compose):
        return len(fn._transforms) == 1 and is_to_tensor(fn._transforms[0])
    return isinstance(fn, ToTensor)


def __getattr__(name):
    raise missing("mxnet.gluon.data.vision.transforms", name, "there are ToTensor and Compose")
