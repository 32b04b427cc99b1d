"""Parts of arrays: whole numbers, slices and Ellipsis, alone or in a tuple."""

import _overlap
from overlap_dialect import numbering
from overlap_dialect.arguments import is_whole, takes_all

INSTEAD = 'parts are taken by whole numbers, slices, ..., None, and arrays of numbers or of booleans'


def entries(index, rank):
    """One entry per axis, without Ellipsis."""
    index = list(index) if isinstance(index, tuple) else [index]
    taken = sum(1 for entry in index if entry is not None and entry is not Ellipsis)
    if taken > rank:
        raise IndexError(f'too many indices: the array has {rank} axes, {taken} were given')
    if not any(entry is Ellipsis for entry in index):
        index.append(Ellipsis)
    at = next(i for i, entry in enumerate(index) if entry is Ellipsis)
    return index[:at] + [slice(None)] * (rank - taken) + index[at + 1 :]


def block(index, shape):
    """(offsets, extents, shape of the result) of the block that `index` names."""
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
                    f'a slice in this index has a step of 1, not {step}; take the parts one after ' f'the other'
                )
            offsets.append(start)
            extents.append(max(0, stop - start))
            result.append(extents[-1])
        elif is_whole(entry):
            at = entry.__index__()
            if not -size <= at < size:
                raise IndexError(f'index {at} is out of bounds for axis {axis} with size {size}')
            offsets.append(at % size)
            extents.append(1)
        else:
            raise NotImplementedError(f'an index of type {type(entry).__name__} is not there; {INSTEAD}')
        axis += 1
    return tuple(offsets), tuple(extents), tuple(result)


def text_of(index):
    def one(entry):
        if isinstance(entry, slice):
            return ':'.join('' if bound is None else one(bound) for bound in (entry.start, entry.stop)) + (
                f':{entry.step}' if has_step(entry) else ''
            )
        if isinstance(entry, _overlap.Tensor):
            return entry.name or 'i'  # its number would be waited for
        if numbering.is_named(entry):
            entry = list(entry)
            return str(entry) if len(entry) < 6 else '[...]'
        return '...' if entry is Ellipsis else str(entry)

    return '[' + ', '.join(map(one, index if isinstance(index, tuple) else (index,))) + ']'


def is_in_one_piece(extents, shape):
    """The block lies in memory as one: axes of one row, then one that is cut, then whole ones."""
    first = next((axis for axis, n in enumerate(extents) if n != 1), len(extents))
    return tuple(extents[first + 1 :]) == tuple(shape[first + 1 :])


def get(array, index, is_view=lambda extents, shape: True):
    """A part. Where is_view(extents of the part, shape of the array) says so it shows the array: what is written to one
    of them is written to both."""
    if takes_all(index):
        return array
    if any(map(has_step, index)) if isinstance(index, tuple) else has_step(index):
        return _every(array, index, is_view)
    if numbering.has_named(index):
        return numbering.get(array, index, '{0}' + text_of(index), get)
    offsets, extents, result = block(index, array.extents)
    part = _part(array, index, offsets, extents, result)
    if is_view(extents, array.extents):
        _overlap.link_part(part, array, offsets, extents)
    return part


def has_step(entry):
    return isinstance(entry, slice) and entry.step not in (None, 1)


def _numbers(entry, size):
    if entry.step <= 0:
        raise ValueError(f'slice step must be positive here, not {entry.step}')
    return range(*entry.indices(size))


def numbered(index, shape):
    """The index of an assignment, with the numbers of a slice whose step is not 1."""
    listed = entries(index, len(shape)) if isinstance(index, tuple) else [index]
    stepped = [i for i, entry in enumerate(listed) if has_step(entry)]
    if not stepped:
        return index
    if len(stepped) > 1 or numbering.has_named(index):
        raise NotImplementedError('one slice with a step, x[::2], and no array stand in an index that is assigned to')
    at = stepped[0]
    axis = at - listed[:at].count(None)
    return (*listed[:at], list(_numbers(listed[at], shape[axis])), *listed[at + 1 :])


def _every(array, index, is_view):
    """With steps: what goes evenly into turns of so many elements is a part of those, else it is named by numbers."""
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
    """`value` is what array[...] gave: x[1:3] += y has changed it already."""
    return isinstance(value, _overlap.Tensor) and _overlap.is_part(value, array, offsets, extents)


def _part(array, index, offsets, extents, result):
    leading = len(extents) - len(result)
    text = '{0}' + text_of(index)
    # The axes that are left out at the front need no operation of their own.
    if result == extents[max(leading, 0) :] and all(n == 1 for n in extents[: max(leading, 0)]):
        return _overlap.apply('Slice', (array,), 'slice', text, shape=result, offsets=offsets, dispatch='free')
    part = _overlap.apply('Slice', (array,), 'slice', text, shape=extents, offsets=offsets, dispatch='free')
    return _overlap.apply('Reshape', (part,), 'reshape', text, shape=result, dispatch='free')


def broadcast(value, shape):
    """`value` in the shape of what it is assigned to."""
    if value.extents == shape:
        return value
    if value.elements == _product(shape) and [n for n in value.extents if n != 1] == [n for n in shape if n != 1]:
        return _overlap.apply('Reshape', (value,), 'reshape', '{0}', shape=shape, dispatch='free')
    return _overlap.apply('Broadcast', (value,), 'broadcast_to', '{0}', shape=shape)


def _product(shape):
    count = 1
    for extent in shape:
        count *= extent
    return count
