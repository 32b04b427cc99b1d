"""Data sets: they have a length, and return a row for an index."""

import _overlap


class Dataset:
    def __getitem__(self, index):
        raise NotImplementedError(f"{type(self).__name__} has no __getitem__(), which returns a row by index")

    def __len__(self):
        raise NotImplementedError(f"{type(self).__name__} has no __len__()")

    def transform(self, fn, lazy=True):
        return Transformed(self, fn)

    def transform_first(self, fn, lazy=True):
        return TransformedFirst(self, fn)


class SimpleDataset(Dataset):
    """Wraps a list."""

    def __init__(self, data):
        self._data = data

    def __getitem__(self, index):
        return self._data[index]

    def __len__(self):
        return len(self._data)


class Transformed(Dataset):
    def __init__(self, data, fn):
        self._data, self._fn = data, fn

    def __len__(self):
        return len(self._data)

    def __getitem__(self, index):
        row = self._data[index]
        return self._fn(*row) if isinstance(row, tuple) else self._fn(row)


class TransformedFirst(Transformed):
    """Applies a function to the first part of each row, the features."""

    def __getitem__(self, index):
        row = self._data[index]
        if isinstance(row, tuple):
            return (self._fn(row[0]), *row[1:])
        return self._fn(row)

    def batch(self, order, begin, count):
        """Returns a whole batch, or None if the data set or the function supports single rows only."""
        gather = getattr(self._data, "batch_of", None)
        return None if gather is None else gather(order, begin, count, self._fn)


class ArrayDataset(Dataset):
    """Row i consists of the rows i of all arrays."""

    def __init__(self, *args):
        if not args:
            raise ValueError("an ArrayDataset needs at least one array")
        for array in args:
            if len(array) != len(args[0]):
                raise ValueError(
                    f"the arrays of a data set must have equally many rows, not {len(args[0])} and " f"{len(array)}"
                )
        self._arrays = args

    def __len__(self):
        return len(self._arrays[0])

    def __getitem__(self, index):
        row = tuple(array[index] for array in self._arrays)
        return row if len(row) > 1 else row[0]

    def batch(self, order, begin, count):
        if not all(isinstance(array, _overlap.Tensor) and array.ordinal < 0 for array in self._arrays):
            return None
        for array in self._arrays:
            _overlap.wait(array, "the rows of a data set")
        return [_overlap.gather_rows(type(array), array, order, begin, count) for array in self._arrays]
