"""Converts tensors to NumPy arrays and arrays to tensors.

With PyTorch's numpy() and from_numpy(), a tensor and an array share memory: a write to one of them changes both. Here
the array has separate memory, which remains valid after the tensor and the run; written values are copied before and
after each operation that could read them."""

import sys

import _overlap
from overlap_dialect.arguments import BOOL, FLOAT32, INT64, whole
from overlap_numpy import charging, packages

DTYPES = {FLOAT32: 'float32', INT64: 'int64', BOOL: 'bool'}
KINDS = {'f': FLOAT32, 'i': INT64, 'u': INT64, 'b': BOOL}


def is_array(value):
    return isinstance(value, getattr(sys.modules.get('numpy'), 'ndarray', ()))


def numbers_of(tensor):
    """The values as float32; None if the operation that writes them is pending."""
    numpy = packages.load('numpy')
    numbers = numpy.empty(tensor.extents, numpy.float32)
    return numbers if _overlap.read_into(tensor, numbers) else None


def of_tensor(tensor):
    """Copies a CPU tensor to a new array."""
    numpy, is_virtual = packages.load('numpy'), _overlap.is_virtual()
    dtype = DTYPES[tensor.type_index]
    if is_virtual and not _overlap.has_values():
        made = numpy.full(tensor.extents, numpy.nan if dtype == 'float32' else 0, dtype)
        return made.view(charging.loaded()[2])
    if (numbers := numbers_of(tensor)) is None:
        _overlap.wait(tensor, 'numpy()')  # a copy is pending; PyTorch does not wait and returns the values so far
        numbers = numbers_of(tensor)
    made = numbers.astype(dtype, copy=False)
    return made.view(charging.loaded()[1]) if is_virtual else made


def as_numbers(array):
    """Returns (values as float32, element type) of an array. Raises for types and values that tensors do not
    support."""
    numpy = packages.load('numpy')
    array = array.view(numpy.ndarray)
    index = KINDS.get(array.dtype.kind)
    if index is None:
        raise TypeError(f"can't convert np.ndarray of type numpy.{array.dtype}; there are float32, int64 and bool")
    if index == INT64 and array.size:
        whole(int(max(array.max(), -array.min(), key=abs)))
    return numpy.ascontiguousarray(array, numpy.float32).reshape(array.shape), index


def to_tensor(kind, array, index=None):
    """Copies an array to a new CPU tensor; `index`: its element type, by default that of the array."""
    numbers, natural = as_numbers(array)
    index = natural if index is None else index
    if index == INT64 and natural == FLOAT32:
        numbers = packages.load('numpy').trunc(numbers)
    elif index == BOOL and natural != BOOL:
        numbers = (numbers != 0).astype('float32')
    return _overlap.from_bytes(kind, array.shape, index, numbers.tobytes())


class Memory:
    """Passes the memory of `owner` to numpy.asarray() when it is needed. A stored view would count as a use of the
    array."""

    def __init__(self, owner, interface):
        self.owner, self.__array_interface__ = owner, interface


class Shared:
    """A tensor and an array whose values are kept equal while both are in use."""

    def __init__(self, tensor, array):
        numpy = packages.load('numpy')
        owner = array
        while isinstance(owner.base, numpy.ndarray):
            owner = owner.base
        self.tensor, self.owner = _overlap.root(tensor), owner
        self.interface = array.__array_interface__
        self.seen, self.is_late = _overlap.writes(self.tensor), False
        self.known = self.array().astype(numpy.float32)  # the last values that both had

    def array(self):
        return sys.modules['numpy'].asarray(Memory(self.owner, self.interface))

    def is_alone(self):
        """Whether the array or the tensor has no other reference."""
        return (
            sys.getrefcount(self.owner) <= 2 or sys.getrefcount(self.tensor) <= 2 and not _overlap.is_shown(self.tensor)
        )

    def push(self):
        """Copies values that the program wrote to the array to the tensor. Returns whether there were any."""
        numbers = self.array().astype('float32', copy=False)
        changed = numbers.view('int32') != self.known.view('int32')
        if not changed.any() or (current := numbers_of(self.tensor)) is None:
            return False
        current[changed] = numbers[changed]
        self.known = numbers.copy()
        _overlap.overwrite(self.tensor, current)
        return True

    def pull(self):
        """Copies values that operations wrote to the tensor to the array."""
        seen = _overlap.writes(self.tensor)
        if seen == self.seen and not self.is_late:
            return
        numbers = numbers_of(self.tensor)
        self.seen, self.is_late = seen, numbers is None
        if numbers is not None:
            self.array()[...] = self.known = numbers


shared = []  # pairs of the current run


def share(tensor, array):
    """Keeps `array` and `tensor`, whose values are equal, equal from now on."""
    before_use()
    left = [one for one in shared if not one.is_alone()] + [Shared(tensor, array)]
    _overlap.set_sharing(before_use, after_use, [one.tensor for one in left])
    shared[:] = left


def before_use():
    if any([one.push() for one in shared]):
        after_use()  # the tensor may be a view of one that has another array


def after_use():
    for one in shared:
        one.pull()


def gradients_written():
    """Called after backward(): writes() does not count its writes to gradients."""
    for one in shared:
        one.is_late = True
    after_use()


def forget():
    """Called after a run."""
    _overlap.set_sharing(None, None, [])
    shared.clear()
    charging.modules.clear()


def of_shared(tensor):
    """The array that shares its values with a tensor, for PyTorch's numpy()."""
    for one in shared:
        if _overlap.are_one_storage(one.tensor, tensor):
            return charging.as_ours(one.array()) if _overlap.is_virtual() else one.array()
    made = of_tensor(tensor)
    if _overlap.has_values() or not _overlap.is_virtual():
        share(tensor, made)
    return made


def shared_tensor(kind, array):
    """The tensor that shares its values with an array, for PyTorch's from_numpy()."""
    for one in shared:
        if one.interface == array.__array_interface__ and one.tensor.extents == array.shape:
            return one.tensor.detach()
    made = to_tensor(kind, array)
    if array.flags.writeable and (_overlap.has_values() or not _overlap.is_virtual()):
        share(made, array)
    return made
