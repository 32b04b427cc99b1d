"""torch.utils.data: data sets and loaders."""

import random

import _overlap
import torch
from overlap_dialect.arguments import missing, plain_number, refuse
from overlap_dialect.training import batches
from overlap_numpy import sharing


class Dataset:
    """Base class of data sets: __len__() returns the number of rows, __getitem__(i) row i."""

    def __getitem__(self, index):
        raise NotImplementedError(f'{type(self).__name__} has no __getitem__(), which returns a row by index')


class TensorDataset(Dataset):
    """Row i consists of the rows i of all tensors."""

    def __init__(self, *tensors):
        if not tensors or any(len(tensor) != len(tensors[0]) for tensor in tensors):
            raise AssertionError('Size mismatch between tensors')
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self):
        return len(self.tensors[0])

    def _batch_of(self, order, begin, count):
        """Returns a whole batch. None if the rows must be read one by one: on a GPU, or with gradients."""
        if any(tensor.ordinal >= 0 or tensor.requires_grad for tensor in self.tensors):
            return None
        return [_overlap.gather_rows(torch.Tensor, tensor, order, begin, count) for tensor in self.tensors]


class Subset(Dataset):
    """Some rows of a data set."""

    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, list(indices)

    def __getitem__(self, index):
        return self.dataset[self.indices[index]]

    def __len__(self):
        return len(self.indices)


class ConcatDataset(Dataset):
    """Several data sets, one after the other."""

    def __init__(self, datasets):
        self.datasets = list(datasets)
        if not self.datasets:
            raise AssertionError('datasets should not be an empty iterable')

    def __getitem__(self, index):
        index = index + len(self) if index < 0 else index
        for one in self.datasets:
            if index < len(one):
                return one[index]
            index -= len(one)
        raise IndexError('index out of range')

    def __len__(self):
        return sum(map(len, self.datasets))


def random_split(dataset, lengths, generator=None):
    """Splits into disjoint random parts; `lengths` are numbers of rows, or fractions that sum to 1."""
    lengths = list(lengths)
    if all(isinstance(length, float) for length in lengths) and abs(sum(lengths) - 1) < 1e-6:
        lengths = [int(len(dataset) * share) for share in lengths]
        for i in range(len(dataset) - sum(lengths)):
            lengths[i % len(lengths)] += 1
    if sum(lengths) != len(dataset):
        raise ValueError('Sum of input lengths does not equal the length of the input dataset!')
    rows, parts = torch._order(len(dataset), generator), []
    for length in lengths:
        parts.append(Subset(dataset, rows[:length]))
        rows = rows[length:]
    return parts


class Sampler:
    """Base class: __iter__() yields the indices of the rows that a DataLoader reads, in order."""

    def __init__(self, data_source=None):
        pass


class SequentialSampler(Sampler):
    """All rows in order."""

    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def __len__(self):
        return len(self.data_source)


class SubsetRandomSampler(Sampler):
    """The given rows in a random order."""

    shuffle = True

    def __init__(self, indices, generator=None):
        self.indices, self.generator = list(indices), generator

    def __iter__(self):
        return (self.indices[i] for i in torch._order(len(self.indices), self.generator))

    def __len__(self):
        return len(self.indices)


class RandomSampler(SubsetRandomSampler):
    """All rows in a random order."""

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        refuse('RandomSampler', {'replacement': replacement, 'num_samples': num_samples})
        self.data_source = data_source
        super().__init__(range(len(data_source)), generator)


class WeightedRandomSampler(Sampler):
    """Draws rows by their weights."""

    shuffle = True

    def __init__(self, weights, num_samples, replacement=True, generator=None):
        refuse('WeightedRandomSampler', {'replacement': None if replacement else False, 'generator': generator})
        self.weights, self.num_samples = [float(one) for one in weights], num_samples

    def __iter__(self):
        draws = random.Random(str(torch._order(1 << 10)[:8]))
        return iter(draws.choices(range(len(self.weights)), self.weights, k=self.num_samples))

    def __len__(self):
        return self.num_samples


def default_collate(batch):
    """Combines rows into a batch: stacks tensors, converts numbers to a tensor, and applies this to each part of tuples
    and dictionaries."""
    first = batch[0]
    if isinstance(first, torch.Tensor):
        return torch.stack(batch)
    if sharing.is_array(first):
        return torch.stack([torch.tensor(array) for array in batch])
    if isinstance(plain_number(first), (int, float)):
        return torch.tensor(list(batch))
    if isinstance(first, str):
        return list(batch)
    if isinstance(first, dict):
        return {key: default_collate([row[key] for row in batch]) for key in first}
    if isinstance(first, (tuple, list)):
        if any(len(row) != len(first) for row in batch):
            raise RuntimeError('each element in list of batch should be of equal size')
        return _like(first, [default_collate(list(part)) for part in zip(*batch)], list)
    raise TypeError(
        f'default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found ' f'{type(first)}'
    )


class DataLoader:
    """Batches of `batch_size` rows, made on the program's thread: num_workers has no effect. The run's random generator
    determines a shuffled order. A loader that shuffles counts as training: each iteration over it is an epoch."""

    def __init__(
        self,
        dataset,
        batch_size=1,
        shuffle=None,
        sampler=None,
        batch_sampler=None,
        num_workers=0,
        collate_fn=None,
        pin_memory=False,
        drop_last=False,
        generator=None,
        **options,
    ):
        refuse('DataLoader', {'batch_sampler': batch_sampler})
        if sampler is not None and shuffle:
            raise ValueError('sampler option is mutually exclusive with shuffle')
        refuse(
            'DataLoader',
            {
                name: value
                for name, value in options.items()
                if name not in ('timeout', 'worker_init_fn', 'prefetch_factor', 'persistent_workers')
            },
        )
        if batch_size is None:
            raise NotImplementedError('a DataLoader without batches is not supported; iterate over the data set itself')
        if isinstance(batch_size, bool) or not isinstance(batch_size, int) or batch_size < 1:
            raise ValueError(f'batch_size should be a positive integer value, but got batch_size={batch_size}')
        if shuffle and len(dataset) == 0:
            raise ValueError('num_samples should be a positive integer value, but got num_samples=0')
        self.dataset, self.batch_size, self.drop_last, self.num_workers = dataset, batch_size, drop_last, num_workers
        self.collate_fn = default_collate if collate_fn is None else collate_fn
        self.pin_memory, self.sampler, self.generator = pin_memory, sampler, generator
        self._is_shuffled = bool(shuffle) or getattr(sampler, 'shuffle', False)
        if num_workers:
            _overlap.note(
                f'num_workers={num_workers} has no effect here: the program makes the batches itself, in its own time.'
            )

    def __len__(self):
        whole, rest = divmod(len(self.dataset if self.sampler is None else self.sampler), self.batch_size)
        return whole + (1 if rest and not self.drop_last else 0)

    def __iter__(self):
        rows = []

        def make(order, begin, count):
            made = None
            if self.collate_fn is default_collate and '_batch_of' in vars(type(self.dataset)):
                made = self.dataset._batch_of(order, begin, count)
            if made is None:
                if not rows:
                    rows.extend(order.rows)
                made = self.collate_fn([self.dataset[row] for row in rows[begin : begin + count]])
            return pinned(made) if self.pin_memory and torch.cuda.is_available() else made

        order = None if self.sampler is None else _overlap.Order(list(self.sampler))
        if order is None and self._is_shuffled and self.generator is not None:
            order = _overlap.Order(torch._order(len(self.dataset), self.generator))
        count = len(self.dataset) if order is None else len(order)
        return batches(count, self.batch_size, self._is_shuffled, not self.drop_last, make, order)


def pinned(batch):
    if isinstance(batch, torch.Tensor):
        return batch.pin_memory() if batch.ordinal < 0 else batch
    if isinstance(batch, dict):
        return {key: pinned(value) for key, value in batch.items()}
    return _like(batch, map(pinned, batch), type(batch)) if isinstance(batch, (tuple, list)) else batch


def _like(row, parts, kind):
    """Combines the parts of a batch: into a named tuple if the row is one, else by `kind`."""
    return type(row)(*parts) if hasattr(row, '_fields') else kind(parts)


def __getattr__(name):
    raise missing(
        'torch.utils.data',
        name,
        'there are Dataset, TensorDataset, Subset, ConcatDataset, random_split, Sampler, SequentialSampler, '
        'RandomSampler, SubsetRandomSampler, WeightedRandomSampler, DistributedSampler, DataLoader and default_collate',
    )


from torch.utils.data.distributed import DistributedSampler  # noqa: needs Sampler
