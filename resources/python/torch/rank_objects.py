"""Collectives of Python objects. Their pickled bytes are sent in tensors, whose sizes the ranks exchange first, as in
PyTorch."""

import pickle

import _overlap
import torch
from overlap_dialect.arguments import EXACT

_BYTES = 3  # per element: float32 represents every integer of 24 bits


def _packed(call, value):
    if not _overlap.has_values():
        raise NotImplementedError(
            f'{call}() reads the contents of tensors, which a run of times alone does not compute; '
            f'run it with --values computed'
        )
    data = pickle.dumps(value)
    numbers = [float(int.from_bytes(data[i : i + _BYTES], 'little')) for i in range(0, len(data), _BYTES)]
    if len(numbers) > EXACT:
        raise ValueError(f'{call}(): an object of {len(data)} bytes is too large; at most {_BYTES * EXACT} are sent')
    return torch.tensor(numbers, device=_device())


def _unpacked(numbers):
    # Bytes after the end of a pickled object are ignored.
    return pickle.loads(b''.join(int(one).to_bytes(_BYTES, 'little') for one in numbers.tolist()))


def _device():
    return torch.distributed._own_device()


def _sizes_of_all(packed, group):
    """The numbers of elements that the ranks of the group contribute."""
    sizes = [torch.zeros(1, device=_device()) for _ in range(torch.distributed.get_world_size(group))]
    torch.distributed.all_gather(sizes, torch.tensor([float(packed.numel())], device=_device()), group)
    return [int(one.item()) for one in sizes]


def _padded(packed, size):
    return torch.cat([packed, torch.zeros(size - packed.numel(), device=_device())])


def _is_outside(group):
    return group == torch.distributed.GroupMember.NON_GROUP_MEMBER


def all_gather_object(object_list, obj, group=None):
    _gather('all_gather_object', object_list, obj, None, group)


def gather_object(obj, object_gather_list=None, dst=0, group=None):
    _gather('gather_object', object_gather_list, obj, dst, group)


def _gather(call, objects, own, dst, group):
    """dst: the rank that receives the objects; None: all ranks."""
    if _is_outside(group):
        return
    is_receiver = dst is None or torch.distributed._is_own(dst)
    count = torch.distributed.get_world_size(group)
    if is_receiver and (objects is None or len(objects) != count):
        raise ValueError(f'{call}() takes a list with an element for each of the {count} ranks')
    packed = _packed(call, own)
    largest = max(_sizes_of_all(packed, group))
    parts = [torch.zeros(largest, device=_device()) for _ in range(count if is_receiver else 0)]
    if dst is None:
        torch.distributed.all_gather(parts, _padded(packed, largest), group)
    else:
        torch.distributed.gather(_padded(packed, largest), parts or None, dst, group)
    if is_receiver:
        objects[:] = [_unpacked(one) for one in parts]


def broadcast_object_list(object_list, src=0, group=None, device=None):
    if _is_outside(group):
        return
    is_own = torch.distributed._is_own(src)
    packed = [_packed('broadcast_object_list', one) for one in object_list] if is_own else []
    _packed('broadcast_object_list', None)  # raises on all ranks if tensors have no values
    sizes = torch.tensor([float(one.numel()) for one in packed] or [0.0] * len(object_list), device=_device())
    torch.distributed.broadcast(sizes, src, group)
    lengths = [int(one) for one in sizes.tolist()]
    data = torch.cat(packed) if is_own else torch.zeros(sum(lengths), device=_device())
    torch.distributed.broadcast(data, src, group)
    begin = 0
    for i, length in enumerate(lengths):
        object_list[i] = _unpacked(data[begin : begin + length])
        begin += length
