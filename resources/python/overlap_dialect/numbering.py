"""Indexing with arrays: of integers, or boolean masks."""

import math

import _overlap
from overlap_dialect.arguments import BOOL, EXACT, FLOAT32, INT64, flat, is_whole, takes_all, type_of
from overlap_dialect.reading import seen_range
from overlap_numpy import sharing

apply = _overlap.apply


def is_named(entry):
    return (
        isinstance(entry, list)
        or isinstance(entry, _overlap.Tensor)
        and bool(entry.extents)
        or sharing.is_array(entry)
        and entry.ndim > 0
    )


def has_named(index):
    return any(map(is_named, index)) if isinstance(index, tuple) else is_named(index)


def array_of(entry, like):
    """Converts an index array or list to an array of the framework of `like`."""
    if isinstance(entry, _overlap.Tensor):
        return entry if entry.promotion == like.promotion else _overlap.view_as(entry, type(like))
    if sharing.is_array(entry):
        return sharing.to_tensor(type(like), entry)
    numbers, shape = flat(entry)
    return _overlap.from_values(type(like), shape, type_of(entry) if numbers else INT64, numbers)


def beside(index, array):
    """Copies an index to the device of the array. As in PyTorch, a GPU index of a CPU tensor raises."""
    if index.ordinal == array.ordinal:
        return index
    if index.ordinal >= 0 > array.ordinal and array.promotion == "torch":
        raise RuntimeError("indices should be either on cpu or on the same device as the indexed tensor (cpu)")
    return _overlap.copy(index, array.ordinal, True, "to", "", None)


def truths(mask, call):
    """The flat indices of the true elements. The program waits, since their count is the size of the result."""
    if not _overlap.has_values():
        raise RuntimeError(
            f"{call}: the size of the result depends on the values of the mask, and this run computes none; choose "
            f"computed values"
        )
    host = _overlap.fetch(mask, call)
    return [i for i, is_true in enumerate(_overlap.values(host, 0, mask.elements)) if is_true]


def numbers_of(values, like, shape=None):
    """Makes an index array on the device of `like`; a vector if no shape is given."""
    if values and max(values) > EXACT:
        raise NotImplementedError(f"indices of elements are at most 2^24 - 1 = {EXACT} here")
    return beside(_overlap.from_values(type(like), shape or (len(values),), INT64, values), like)


def expect_within(index, size, axis, lowest):
    """Raises for an index out of range, if readable without a wait. Returns whether all are known to be >= 0."""
    seen = seen_range(index)
    for number in seen or ():
        if not lowest <= number < size:
            raise IndexError(f"index {number:.0f} is out of bounds for dimension {axis} with size {size}")
    return seen is not None and seen[0] >= 0


class Named:
    """A parsed index with arrays. The basic index `basic` is applied first; `index` then selects along `count` axes,
    starting at `axis`, which are merged into one."""

    def __init__(self, array, index):
        listed = [
            array_of(one, array) if is_named(one) else one for one in (index if isinstance(index, tuple) else (index,))
        ]
        self.array = array
        listed = self._entries(listed)
        at = [i for i, one in enumerate(listed) if is_named(one)]
        masks = [listed[i] for i in at if listed[i].type_index == BOOL]
        if masks and len(at) > 1:
            raise NotImplementedError(
                "a mask and another array in one index are not supported; select the parts one after the other"
            )
        if at != list(range(at[0], at[0] + len(at))):
            raise NotImplementedError("arrays in an index must be adjacent here; select the parts one after the other")
        self._expect_order(listed, at)
        self.count = len(masks[0].extents) if masks else len(at)
        self.basic = tuple(listed[: at[0]] + [slice(None)] * self.count + listed[at[-1] + 1 :])
        self.axis = sum(1 for one in listed[: at[0]] if not is_whole(one))
        first = sum(1 for one in listed[: at[0]] if one is not None)  # the first indexed axis of the array
        self.extents = array.extents[first : first + self.count]
        self.is_round = not masks and self.count == 1
        self.index = self._of_mask(masks[0], first) if masks else self._of_numbers([listed[i] for i in at], first)

    def _entries(self, listed):
        """Expands the index to one entry per axis; a mask covers as many axes as it has."""
        rank = len(self.array.extents)
        taken = sum(
            len(one.extents) if is_named(one) and one.type_index == BOOL else 1
            for one in listed
            if one is not None and one is not Ellipsis
        )
        if taken > rank:
            raise IndexError(f"too many indices: the array has {rank} axes, {taken} were given")
        if not any(one is Ellipsis for one in listed):
            listed = listed + [Ellipsis]
        at = next(i for i, one in enumerate(listed) if one is Ellipsis)
        return listed[:at] + [slice(None)] * (rank - taken) + listed[at + 1 :]

    @staticmethod
    def _expect_order(listed, at):
        """Raises if an integer is not next to the arrays: NumPy would then move the indexed axes to the front."""
        near = set(at)
        while True:
            more = {i for i, one in enumerate(listed) if is_whole(one) and (i - 1 in near or i + 1 in near)} - near
            if not more:
                break
            near |= more
        alone = [i for i, one in enumerate(listed) if is_whole(one) and i not in near]
        if alone and any(not is_whole(one) for one in listed[: at[0]]):
            raise NotImplementedError(
                "an integer that is not adjacent to the array in an index is not supported; select the parts one "
                "after the other: x[i][:, index]"
            )

    def _of_mask(self, mask, first):
        for i, (own, whole) in enumerate(zip(mask.extents, self.extents)):
            if own != whole:
                raise IndexError(
                    f"The shape of the mask {list(mask.extents)} at index {i} does not match the shape of "
                    f"the indexed tensor {list(self.array.extents)} at index {first + i}"
                )
        return numbers_of(truths(mask, "the truths of an index"), self.array)

    def _of_numbers(self, arrays, first):
        """Combines the index arrays of several axes into one index of the merged axis."""
        if math.prod(self.extents) > EXACT and len(arrays) > 1:
            raise NotImplementedError(
                f"an index of several arrays covers at most 2^24 - 1 = {EXACT} elements here; select the parts "
                f"one after the other"
            )
        made = None
        for i, (one, size) in enumerate(zip(arrays, self.extents)):
            if one.type_index == FLOAT32 and one.promotion not in ("nd", "np"):  # MXNet allows float indices
                raise IndexError("tensors used as indices must be long, byte or bool tensors")
            if one.type_index == FLOAT32 and len(arrays) > 1:
                one = _overlap.cast(one, INT64, "index", ".astype()")
            checks = one.promotion == "torch"
            is_forward = expect_within(one, size, first + i, -size) if checks else False
            one = beside(one, self.array)
            if len(arrays) > 1 and not is_forward:
                one = one % size
            made = one if made is None else made * size + one
        return made

    def parts(self, array):
        """The shape of the elements that the index selects from the basic part."""
        own = array.extents
        return own[: self.axis] + self.index.extents + own[self.axis + self.count :]

    def merged(self, array):
        """Reshapes the array so that the indexed axes are merged into one."""
        if self.count == 1:
            return array
        own = array.extents
        shape = own[: self.axis] + (math.prod(self.extents),) + own[self.axis + self.count :]
        return apply("Reshape", (array,), "reshape", "{0}", shape=shape, dispatch="free", view=True)

    def how(self):
        return {"axes": 1 << self.axis, "scalars": (1.0 if self.is_round else 0.0,)}


def get(array, index, text, part_of):
    """Gathers the selected elements. `part_of(array, index)` applies a basic index."""
    named = Named(array, index)
    if not all(takes_all(one) for one in named.basic):
        array = part_of(array, named.basic)
    return apply("Gather", (named.merged(array), named.index), "index", text, **named.how())


def put(array, index, value_of, text, shows, part_of):
    """Writes value_of(shape) to the selected elements. shows(basic index): whether that part is a view of the array.
    `part_of(array, index, is_view)` applies a basic index."""
    named = Named(array, index)
    if not all(takes_all(one) for one in named.basic):
        if not shows(named.basic):
            raise NotImplementedError(
                "an index that is assigned to supports arrays with whole axes, or with other parts that are "
                "contiguous in memory"
            )
        array = part_of(array, named.basic, lambda *shapes: True)
    inputs = (named.merged(array), named.index, value_of(named.parts(array)))
    if named.count == 1:
        apply("Scatter", inputs, "index_put_", text, out=array, **named.how())
        return
    made = apply("Scatter", inputs, "index_put_", text, **named.how())
    made = apply("Reshape", (made,), "reshape", "{0}", shape=array.extents, dispatch="free", view=True)
    _overlap.copy(made, array.ordinal, True, "copy_", "", array)
