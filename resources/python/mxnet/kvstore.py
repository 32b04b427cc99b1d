"""mx.kv: stores values by key. push() sums the arrays of all devices; pull() copies the stored value to each device."""

import _overlap
from overlap_dialect.arguments import missing

INSTEAD = "a store has init, push, pull, pushpull, set_updater, type, rank and num_workers"
TYPES = ("local", "device", "nccl")
DISTRIBUTED = ("dist_sync", "dist_device_sync", "dist")


class KVStore:
    def __init__(self, name):
        self._type, self._stored, self._updater = name, {}, None

    type = property(lambda self: self._type)
    rank, num_workers = 0, 1

    def init(self, key, value):
        for one, values in self._pairs(key, value):
            if one in self._stored:
                raise ValueError(f"duplicate init of key {one}: a key is initialised once")
            self._stored[one] = values[0].copy()

    def push(self, key, value, priority=0):
        """Sums the values of a key. The sum replaces the stored value, or set_updater()'s function gets both."""
        for one, values in self._pairs(key, value):
            self._push(one, values, priority)

    def _push(self, key, values, priority):
        stored = self._of(key)
        where = stored.ordinal if self._type == "local" else values[0].ordinal
        total = None
        for array in values:
            array = array if array.ordinal == where else _overlap.transfer(array, where, None, priority)
            total = (
                array
                if total is None
                else _overlap.apply("Add", (total, array), "ElementwiseSum", "{0} + {1}", priority=priority)
            )
        if self._updater is None:
            self._stored[key] = total.copy() if len(values) == 1 else total
            return
        if stored.ordinal != where:
            stored = self._stored[key] = _overlap.transfer(stored, where, None, priority)
        self._updater(key, total, stored)

    def pull(self, key, out=None, priority=0, ignore_sparse=True):
        """Copies the stored value to the arrays of `out`."""
        if out is None:
            raise ValueError("pull() takes the arrays that it writes: out=array, or a list with one for each device")
        for one, arrays in self._pairs(key, out):
            stored = self._of(one)
            for array in arrays:
                _overlap.transfer(stored, array.ordinal, array, priority)

    def pushpull(self, key, value, out=None, priority=0):
        self.push(key, value, priority)
        self.pull(key, value if out is None else out, priority)

    def set_updater(self, updater):
        """`updater(key, sum, stored)` changes the stored value in place."""
        self._updater = updater

    _set_updater = set_updater

    def _of(self, key):
        if key not in self._stored:
            raise ValueError(f"key {key} has not been initialised: call init({key!r}, value) first")
        return self._stored[key]

    @staticmethod
    def _pairs(key, value):
        """Pairs of a key and the list of its arrays."""
        keys = list(key) if isinstance(key, (list, tuple)) else [key]
        values = list(value) if isinstance(key, (list, tuple)) else [value]
        if len(keys) != len(values):
            raise ValueError(f"there are {len(keys)} keys and {len(values)} values")
        return [(one, list(v) if isinstance(v, (list, tuple)) else [v]) for one, v in zip(keys, values)]

    def __getattr__(self, name):
        raise missing("KVStore", name, INSTEAD)


BIG = 1_000_000  # MXNET_KVSTORE_BIGARRAY_BOUND: from this size on, all ranks own a part of a value


def parts_of(number, array):
    """The parts of the value with this number, each with the rank that stores and updates it; views if it is big."""
    ranks, size = _overlap.rank_place()[1], array.size
    if ranks == 1 or size < BIG:
        return [(number % ranks, array)]
    flat = array.reshape((-1,))
    ends = [(size * i + ranks // 2) // ranks for i in range(ranks + 1)]
    return [(rank, flat[begin:end]) for rank, (begin, end) in enumerate(zip(ends, ends[1:]))]


def reduce_to(owner, array):
    """Sums the arrays of all ranks into the array of the owner."""
    own, ranks = _overlap.rank_place()[:2]
    if ranks > 1:
        _overlap.collective("reduce", 0, "sum", owner, [array], [array] if own == owner else [])


def broadcast_from(owner, array):
    own, ranks = _overlap.rank_place()[:2]
    if ranks > 1:
        reads, writes = ([array], []) if own == owner else ([], [array])
        _overlap.collective("broadcast", 0, "", owner, reads, writes)


class RankedStore(KVStore):
    """A store that is distributed over the ranks of the run. push() sums the values of all ranks at the rank that owns
    the key, which updates the stored value; pull() broadcasts it. All ranks must push and pull the same keys in the
    same order."""

    def __init__(self, name):
        super().__init__(name)
        self._numbers, self._is_old = {}, {}

    rank = property(lambda self: _overlap.rank_place()[0])
    num_workers = property(lambda self: _overlap.rank_place()[1])

    def init(self, key, value):
        super().init(key, value)
        for one, _ in self._pairs(key, value):
            self._numbers[one] = len(self._numbers)
            broadcast_from(0, self._stored[one])  # all ranks start with the values of rank 0

    def _push(self, key, values, priority):
        number, updater = self._numbers[key], self._updater
        before = self._of(key)
        self._updater = None
        super()._push(key, values, priority)
        self._updater = updater
        total = self._stored[key]
        if total is values[0]:
            total = total.copy()
        sums = parts_of(number, total)
        for owner, part in sums:
            reduce_to(owner, part)
        self._is_old[key] = True
        if updater is None:
            self._stored[key] = total
            return
        self._stored[key] = before
        for (owner, part), (_, stored) in zip(sums, parts_of(number, before)):
            if owner == self.rank:
                updater(key, part, stored)

    def pull(self, key, out=None, priority=0, ignore_sparse=True):
        for one, _ in self._pairs(key, out):
            if self._is_old.pop(one, False):
                for owner, part in parts_of(self._numbers[one], self._of(one)):
                    broadcast_from(owner, part)
        super().pull(key, out, priority, ignore_sparse)


def create(name="local"):
    if name in DISTRIBUTED:
        return RankedStore(name)
    if name.startswith("dist"):
        raise NotImplementedError(
            f"the store {name!r} is not supported: ranks exchange their values in step here, by 'dist_sync'"
        )
    if name not in TYPES:
        raise ValueError(f"Unknown KVStore type {name!r}; there are {', '.join(TYPES + DISTRIBUTED[:2])}")
    return KVStore(name)


def __getattr__(name):
    raise missing("mxnet.kv", name, "there are create and KVStore")
