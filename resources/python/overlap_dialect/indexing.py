"""Indexing with integers, slices and Ellipsis, alone or in a tuple."""

import _overlap
from overlap_dialect import numbering
from overlap_dialect.arguments import is_whole, takes_all

INSTEAD = 'parts are taken by whole numbers, slices, ..., None, and arrays of numbers or of booleans'


def entries(index, rank):
    """Expands an index to one entry per axis; Ellipsis becomes full slices."""
    index = list(index) if isinstance(index, tuple) else [index]
    taken = sum(1 for entry in index if entry is not None and entry is not Ellipsis)
    if taken > rank:
        raise IndexError(f'too many indices: the array has {rank} axes, {taken} were given')
    if not any(entry is Ellipsis for entry in index):
        index.append(Ellipsis)
    at = next(i for i, entry in enumerate(index) if entry is Ellipsis)
    return index[:at] + [slice(None)] * (rank - taken) + index[at + 1 :]


def block(index, array):
    """Returns (offsets, extents, shape of the result) of the block of `array` that `index` selects."""
    shape = array.extents
    offsets, extents, result = [], [], []
    axis = 0
    for entry in entries(index, len(shape)):
        if entry is None:
            result.append(1)
            continue
        size = shape[axis]
        if isinstance(entry, slice):
            start, stop, step = entry.indices(size)
            if step != 1:
                raise NotImplementedError(
                    f'a slice with the step {step} is not supported in this index; '
                    f'select the parts one after the other'
                )
            offsets.append(start)
            extents.append(max(0, stop - start))
            result.append(extents[-1])
        elif is_whole(entry):
            at = entry.__index__()
            if not -size <= at < size:
                raise IndexError(f'index {at} is out of bounds for {array._AXIS} {axis} with size {size}')
            offsets.append(at % size)
            extents.append(1)
        else:
            raise NotImplementedError(f'an index of type {type(entry).__name__} is not supported; {INSTEAD}')
        axis += 1
    return tuple(offsets), tuple(extents), tuple(result)


def text_of(index):
    def one(entry):
        if isinstance(entry, slice):
            return ':'.join('' if bound is None else one(bound) for bound in (entry.start, entry.stop)) + (
                f':{entry.step}' if has_step(entry) else ''
            )
        if isinstance(entry, _overlap.Tensor):
            return entry.name or 'i'  # reading its value would wait
        if numbering.is_named(entry):
            entry = list(entry)
            return str(entry) if len(entry) < 6 else '[...]'
        return '...' if entry is Ellipsis else str(entry)

    return '[' + ', '.join(map(one, index if isinstance(index, tuple) else (index,))) + ']'


def is_in_one_piece(extents, shape):
    """Whether a block is contiguous: axes of size 1, then one axis that is cut, then whole axes."""
    first = next((axis for axis, n in enumerate(extents) if n != 1), len(extents))
    return tuple(extents[first + 1 :]) == tuple(shape[first + 1 :])


def get(array, index, is_view=lambda extents, shape: True):
    """Returns the selected part. If is_view(extents of the part, shape of the array), it is a view: a write to the part
    or to the array changes both."""
    if takes_all(index):
        return array
    if any(map(has_step, index)) if isinstance(index, tuple) else has_step(index):
        return _every(array, index, is_view)
    if numbering.has_named(index):
        return numbering.get(array, index, '{0}' + text_of(index), get)
    offsets, extents, result = block(index, array)
    shows = is_view(extents, array.extents)
    part = _part(array, index, offsets, extents, result, shows)
    if shows:
        _overlap.link_part(part, array, offsets, extents)
    return part


def has_step(entry):
    return isinstance(entry, slice) and entry.step not in (None, 1)


def _numbers(entry, size):
    if entry.step <= 0:
        raise ValueError(f'slice step must be positive here, not {entry.step}')
    return range(*entry.indices(size))


def numbered(index, shape):
    """Prepares the index of an assignment: a slice with a step is replaced by the list of its indices."""
    listed = entries(index, len(shape)) if isinstance(index, tuple) else [index]
    stepped = [i for i, entry in enumerate(listed) if has_step(entry)]
    if not stepped:
        return index
    if len(stepped) > 1 or numbering.has_named(index):
        raise NotImplementedError('an assignment supports one slice with a step, x[::2], and no array beside it')
    at = stepped[0]
    axis = at - listed[:at].count(None)
    return (*listed[:at], list(_numbers(listed[at], shape[axis])), *listed[at + 1 :])


def _every(array, index, is_view):
    """Applies a slice with a step. If the axis has `step` elements for each index, it is reshaped to rows of `step`
    elements, of which one column is selected; otherwise the indices are listed."""
    listed = entries(index, len(array.extents))
    at = next(i for i, entry in enumerate(listed) if has_step(entry))
    size, step = array.extents[at - listed[:at].count(None)], listed[at].step
    numbers = _numbers(listed[at], size)
    first = min(numbers.start, size - len(numbers) * step)
    rest = tuple(listed[at + 1 :])
    before = (*[slice(None)] * sum(1 for entry in listed[:at] if not is_whole(entry)),)
    if len(numbers) < 2 or first < 0:
        chosen = slice(numbers.start, numbers.start + len(numbers)) if len(numbers) < 2 else list(numbers)
        part = get(get(array, (*listed[:at],), is_view) if listed[:at] else array, (*before, chosen), is_view)
        return get(part, (*before, slice(None), *rest), is_view)
    turns = get(array, (*listed[:at], slice(first, first + len(numbers) * step)), is_view)
    own = turns.extents
    turns = turns.reshape((*own[: len(before)], len(numbers), step, *own[len(before) + 1 :]))
    part = get(turns, (*before, slice(None), numbers.start - first), is_view)
    return get(part, (*before, slice(None), *rest), is_view) if rest else part


def is_part(value, array, offsets, extents):
    """Whether `value` is the result of array[...]. x[1:3] += y assigns such a value after changing it in place."""
    return isinstance(value, _overlap.Tensor) and _overlap.is_part(value, array, offsets, extents)


def _part(array, index, offsets, extents, result, shows):
    leading = len(extents) - len(result)
    text = '{0}' + text_of(index)
    # Leading axes of size 1 are dropped without a reshape.
    if result == extents[max(leading, 0) :] and all(n == 1 for n in extents[: max(leading, 0)]):
        extents = result
    part = _overlap.apply('Slice', (array,), 'slice', text, shape=extents, offsets=offsets, dispatch='free', view=shows)
    if extents == result:
        return part
    return _overlap.apply('Reshape', (part,), 'reshape', text, shape=result, dispatch='free', view=True)


def broadcast(value, shape):
    """Reshapes or broadcasts an assigned value to `shape`."""
    if value.extents == shape:
        return value
    if value.elements == _product(shape) and [n for n in value.extents if n != 1] == [n for n in shape if n != 1]:
        return _overlap.apply('Reshape', (value,), 'reshape', '{0}', shape=shape, dispatch='free', view=True)
    return _overlap.apply('Broadcast', (value,), 'broadcast_to', '{0}', shape=shape)


def _product(shape):
    count = 1
    for extent in shape:
        count *= extent
    return count
