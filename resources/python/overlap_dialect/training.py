"""Epochs, batches and metrics, shared by the loaders and trainers of all dialects."""

import math

import _overlap

# Epochs and batches so far of shuffling loaders, which count as training; the index of the next evaluation, and of the
# next step of a training without such a loader.
_epochs = _batches = _evaluations = _steps = 0


def expect_rate(rate):
    """Raises for a learning rate of NaN or infinity, which would ruin every parameter."""
    if isinstance(rate, (int, float)) and not math.isfinite(rate):
        raise ValueError(
            f"the learning rate is {rate}: the first step would make every parameter {rate}; give a "
            f"number such as 0.1"
        )


def expect_batch_size(batch_size, rows):
    if isinstance(batch_size, bool) or not isinstance(batch_size, int) or batch_size < 1:
        raise ValueError(f"the batch size must be an integer of 1 or more, not {batch_size!r}")
    if batch_size > rows:
        raise ValueError(
            f"a batch of {batch_size} is more than the {rows} rows of the data set; choose a smaller "
            f"batch size, or more data"
        )


def iteration():
    """The index of the current training batch over all epochs; without a loader, of this call."""
    global _steps
    if _batches:
        return _batches - 1
    _steps += 1
    return _steps - 1


def _end_steps():
    """Ends the epoch, also when the loop was left early; a stopped run ends its steps itself."""
    try:
        _overlap.step("batch", -1, 0)
        _overlap.step("epoch", -1, 0)
    except (_overlap.Stopped, RuntimeError):
        pass


def steps(turns):
    """Yields the turns of a loop over training batches, and records them as steps of an epoch."""
    global _epochs, _batches
    _overlap.step("epoch", _epochs, 0)
    _epochs += 1
    try:
        for i, turn in enumerate(turns):
            _overlap.step("batch", i, len(turns))
            _batches += 1
            yield turn
    finally:
        _end_steps()


def batches(rows, batch_size, is_training, keeps_last, make, order=None):
    """Yields make(order, begin, count) for each batch. Training batches are recorded as steps of an epoch, and shuffled
    by the run's random generator unless an order is given."""
    whole, rest = divmod(rows, batch_size)
    begins = range(0, (whole + (1 if rest and keeps_last else 0)) * batch_size, batch_size)
    order = _overlap.Order(rows, is_training) if order is None else order
    for begin in steps(begins) if is_training else begins:
        yield make(order, begin, min(batch_size, rows - begin))


class NotComputed(float):
    """An accuracy in a run that models times only: NaN, printed as 'not computed'."""

    def __new__(cls):
        return super().__new__(cls, "nan")

    def __format__(self, spec):
        return "not computed"

    def __repr__(self):
        return "not computed"

    __str__ = __repr__


def tell_accuracy(share):
    """Records the accuracy as the metric 'test accuracy' of the next evaluation."""
    global _evaluations
    _overlap.metric("test accuracy", share, _evaluations)
    _evaluations += 1
    return share if share == share else NotComputed()


class Accumulator:
    """Sums of several numbers."""

    def __init__(self, n):
        self.data = [0.0] * n

    def add(self, *args):
        self.data = [total + float(more) for total, more in zip(self.data, args)]

    def reset(self):
        self.data = [0.0] * len(self.data)

    def __getitem__(self, i):
        return self.data[i]


class Animator:
    """Stores the points that the book plots; each line becomes a metric of the run."""

    def __init__(self, xlabel=None, ylabel=None, legend=None, **options):
        self.X, self.Y = None, None
        self._names = list(legend) if legend else [ylabel or "y"]

    def add(self, x, y):
        values = list(y) if isinstance(y, (tuple, list)) else [y]
        xs = list(x) if isinstance(x, (tuple, list)) else [x] * len(values)
        if self.X is None:
            self.X, self.Y = [[] for _ in values], [[] for _ in values]
        for i, (one, value) in enumerate(zip(xs, values)):
            if one is None or value is None:
                continue
            self.X[i].append(one)
            self.Y[i].append(value)
            name = self._names[i] if i < len(self._names) else f"{self._names[0]} {i}"
            _overlap.metric(name, float(value), round(one))
