"""torch.distributed: communication between the ranks of a run, each a process with the same program."""

import os

import _overlap
import torch
from overlap_dialect.arguments import Missing, expect_array, missing, refuse
from torch.rank_objects import all_gather_object, broadcast_object_list, gather_object  # noqa: part of the module

_backend = None  # name of the backend; None: not initialized
_batches = 0  # number of batches of transfers so far


class _ReduceOps(type):
    def __getattr__(cls, name):
        raise missing('torch.distributed.ReduceOp', name, 'there are SUM, AVG, PRODUCT, MIN and MAX')


class ReduceOp(metaclass=_ReduceOps):
    SUM, AVG, PRODUCT, MIN, MAX = 'sum', 'avg', 'product', 'min', 'max'


class ProcessGroup:
    """Ranks that communicate. Arguments of calls are ranks of the run, not positions in the group."""

    def __init__(self, number, ranks):
        self._number, self._ranks = number, ranks

    def rank(self):
        own = _overlap.rank_place()[0]
        return self._ranks.index(own) if own in self._ranks else -1

    def size(self):
        return len(self._ranks)


class GroupMember:
    WORLD = None
    NON_GROUP_MEMBER = -100


class _Group:
    @property
    def WORLD(self):
        return _group_of(None)


group = _Group()


class Work:
    """An issued collective. For CPU tensors, wait() blocks the program; for GPU tensors, it makes the current stream
    wait."""

    def __init__(self, operation=None, written=None):
        self._operation, self._written = operation, written

    def is_completed(self):
        return self._operation is None or _overlap.is_collective_done(self._operation)

    def wait(self, timeout=None):
        if self._operation is None:
            return True
        if self._written.ordinal < 0:
            _overlap.wait(self._written, 'work.wait()')
        else:
            stream = _overlap.current_stream(self._written.ordinal)
            _overlap.stream_wait_collective(stream, self._operation)
        return True

    def __getattr__(self, name):
        raise missing('Work', name, 'there are wait and is_completed')


def is_available():
    return True


def is_initialized():
    return _backend is not None


def is_nccl_available():
    return torch.cuda.is_available()


def is_gloo_available():
    return True


def is_mpi_available():
    return True


def is_torchelastic_launched():
    return False


def init_process_group(backend=None, init_method=None, timeout=None, world_size=-1, rank=-1, **options):
    """Connects the ranks that were started together. world_size and rank must be those of the run."""
    global _backend
    refuse('init_process_group', {n: v for n, v in options.items() if n not in ('group_name', 'device_id')})
    if _backend is not None:
        raise ValueError('trying to initialize the default process group twice!')
    backend = (backend or ('nccl' if torch.cuda.is_available() else 'gloo')).lower()
    if backend.split(':')[0] not in ('gloo', 'nccl', 'mpi', 'cpu'):
        raise ValueError(f'the backend is gloo, nccl or mpi here, not {backend!r}')
    if backend == 'nccl' and not torch.cuda.is_available():
        raise RuntimeError(
            'ProcessGroupNCCL is only supported with GPUs, no GPUs found! Use the backend gloo, or a machine with GPUs'
        )
    own, count = _overlap.rank_place()[:2]
    if world_size not in (-1, count):
        raise ValueError(
            f'init_process_group() was given world_size={world_size}, but {count} '
            f'rank{"" if count == 1 else "s"} run; start them with overlap-run --ranks {world_size}'
        )
    if rank not in (-1, own):
        raise ValueError(f'init_process_group() was given rank={rank}, but this process is rank {own}')
    if timeout is not None and count > 1:
        _overlap.set_timeout(min(timeout.total_seconds(), 1e9))
    if count > 1:
        _overlap.set_library('nccl' in backend)
    _backend = backend


def destroy_process_group(group=None):
    global _backend
    _group_of(group)
    if group is None:
        _backend = None


def get_backend(group=None):
    _group_of(group)
    return _backend


def get_rank(group=None):
    return _group_of(group).rank()


def get_node_local_rank(fallback_rank=None):
    """The number of this process among those of its computer, as torchrun and overlap-run --ranks set it."""
    if 'LOCAL_RANK' in os.environ:
        return int(os.environ['LOCAL_RANK'])
    if fallback_rank is not None:
        return int(fallback_rank)
    raise RuntimeError(
        'LOCAL_RANK is not in the environment. Consider passing fallback_rank to allow `get_node_local_rank` to work, '
        'assuming you are not running in a multi-device context and want the code to run locally instead.'
    )


def get_world_size(group=None):
    return _group_of(group).size()


def get_process_group_ranks(group=None):
    return list(_group_of(group)._ranks)


def new_group(ranks=None, timeout=None, backend=None, **options):
    """All ranks must create all groups in the same order, including groups that they do not belong to."""
    refuse('new_group', options)
    world = _group_of(None)
    ranks = list(world._ranks) if ranks is None else sorted(ranks)
    if world.size() == 1:
        if ranks != [0]:
            raise ValueError(
                f'new_group() was given the ranks {ranks}, but only rank 0 runs; overlap-run --ranks N starts more'
            )
        return ProcessGroup(0, [0])
    made = ProcessGroup(_overlap.create_group(ranks), ranks)
    return made if made.rank() >= 0 else GroupMember.NON_GROUP_MEMBER


def _group_of(group):
    if _backend is None:
        raise ValueError('Default process group has not been initialized, please make sure to call init_process_group.')
    if isinstance(group, ProcessGroup):
        return group
    return ProcessGroup(0, list(range(_overlap.rank_place()[1])))


def _communicate(kind, group, op, root, reads, writes, is_async, alone=lambda: None, batch=(0, 1)):
    """Issues a collective. `alone` replaces it in a group of one rank; `batch`: that of _together()."""
    if group == GroupMember.NON_GROUP_MEMBER:
        return None
    members = _group_of(group)
    for tensor in [*reads, *writes]:
        if not isinstance(tensor, torch.Tensor):
            raise TypeError(f'{kind}() takes tensors, not {type(tensor).__name__}')
    if members.size() == 1:
        with torch.no_grad():
            alone()
        return Work() if is_async else None
    with torch.no_grad():
        work = Work(*_overlap.collective(kind, members._number, op, root, reads, writes, batch))
    if is_async:
        return work
    work.wait()
    return None


def all_reduce(tensor, op=ReduceOp.SUM, group=None, async_op=False):
    return _communicate('all_reduce', group, op, -1, [tensor], [tensor], async_op)


def reduce(tensor, dst, op=ReduceOp.SUM, group=None, async_op=False):
    return _communicate('reduce', group, op, dst, [tensor], [tensor] if _is_own(dst) else [], async_op)


def broadcast(tensor, src, group=None, async_op=False):
    return _broadcast([tensor], src, group, async_op)


def _broadcast(tensors, src, group, is_async):
    reads, writes = (tensors, []) if _is_own(src) else ([], tensors)
    return _communicate('broadcast', group, '', src, reads, writes, is_async)


def _is_own(rank):
    return _overlap.rank_place()[0] == rank


def all_gather(tensor_list, tensor, group=None, async_op=False):
    _expect_parts('all_gather', tensor_list, tensor, group)
    alone = lambda: tensor_list[0].copy_(tensor)  # noqa: one line
    return _communicate('all_gather', group, '', -1, [tensor], list(tensor_list), async_op, alone)


def all_gather_into_tensor(output_tensor, input_tensor, group=None, async_op=False):
    _expect_sizes('all_gather_into_tensor', output_tensor, input_tensor, group)
    alone = lambda: output_tensor.copy_(input_tensor.reshape(output_tensor.shape))  # noqa: one line
    return _communicate('all_gather', group, '', -1, [input_tensor], [output_tensor], async_op, alone)


def reduce_scatter(output, input_list, op=ReduceOp.SUM, group=None, async_op=False):
    _expect_parts('reduce_scatter', input_list, output, group)
    alone = lambda: output.copy_(input_list[0])  # noqa: one line
    return _communicate('reduce_scatter', group, op, -1, list(input_list), [output], async_op, alone)


def reduce_scatter_tensor(output, input, op=ReduceOp.SUM, group=None, async_op=False):
    _expect_sizes('reduce_scatter_tensor', input, output, group)
    alone = lambda: output.copy_(input.reshape(output.shape))  # noqa: one line
    return _communicate('reduce_scatter', group, op, -1, [input], [output], async_op, alone)


def _expect_parts(call, parts, whole, group):
    _expect_one_type(call, [*parts, whole])
    if group != GroupMember.NON_GROUP_MEMBER and len(parts) != _group_of(group).size():
        raise ValueError(f'{call}() takes one tensor for each of the {_group_of(group).size()} ranks, not {len(parts)}')


def _expect_one_type(call, tensors):
    for one in tensors:
        expect_array(one, 'tensor', call)
    if any(one.dtype != tensors[0].dtype for one in tensors):
        raise ValueError(f'{call}(): its tensors have several types; convert them to one')


def _expect_sizes(call, whole, part, group):
    _expect_one_type(call, [whole, part])
    if group != GroupMember.NON_GROUP_MEMBER and whole.numel() != part.numel() * _group_of(group).size():
        raise ValueError(
            f'{call}(): a tensor of {whole.numel()} numbers cannot hold {part.numel()} of each of the '
            f'{_group_of(group).size()} ranks'
        )


def _own_gpu():
    """The current GPU; if the program has not set one, the GPU with the number of the rank on its computer."""
    current = torch.cuda.current_device()
    return torch.device('cuda', current or _overlap.rank_place()[2] % torch.cuda.device_count())


def _own_device():
    """The device of the tensors that the backend transfers."""
    return _own_gpu() if _backend == 'nccl' else torch.device('cpu')


def barrier(group=None, async_op=False, device_ids=None):
    with torch.no_grad():
        flag = torch.zeros(1, device=_own_device())
    work = _communicate('barrier', group, '', -1, [flag], [flag], True)
    if async_op or work is None:
        return work
    if work._operation is not None:
        _overlap.wait(work._written, 'dist.barrier()')  # unlike other collectives, it blocks the program even on a GPU
    return None


def _transfer(kind, tensor, peer, group, tag, is_async, batch=(0, 1)):
    if peer is None:
        raise NotImplementedError('recv() takes src here; from any rank is not supported')
    if tag:
        raise NotImplementedError('tags are not supported: transfers between two ranks arrive in their order')
    if _group_of(None).size() == 1:
        raise ValueError('Invalid rank: there is no other rank to communicate with')
    reads, writes = ([tensor], []) if kind == 'send' else ([], [tensor])
    return _communicate(kind, group, '', peer, reads, writes, is_async, batch=batch)


def send(tensor, dst=None, group=None, tag=0):
    _transfer('send', tensor, dst, group, tag, False)


def recv(tensor, src=None, group=None, tag=0):
    _transfer('recv', tensor, src, group, tag, False)
    return src


def isend(tensor, dst=None, group=None, tag=0):
    return _transfer('send', tensor, dst, group, tag, True)


def irecv(tensor, src=None, group=None, tag=0):
    return _transfer('recv', tensor, src, group, tag, True)


class P2POp:
    """A transfer of batch_isend_irecv()."""

    def __init__(self, op, tensor, peer=None, group=None, tag=0):
        if op not in (isend, irecv):
            raise ValueError('P2POp() takes torch.distributed.isend or torch.distributed.irecv')
        self.op, self.tensor, self.peer, self.group, self.tag = op, tensor, peer, group, tag


def batch_isend_irecv(p2p_op_list):
    if not all(isinstance(one, P2POp) for one in p2p_op_list):
        raise TypeError("batch_isend_irecv(): argument 'p2p_op_list' must be a list of P2POp")
    kinds = {isend: 'send', irecv: 'recv'}
    return _together([(kinds[one.op], one.tensor, one.peer, one.group, one.tag) for one in p2p_op_list])


def _together(transfers):
    """Issues transfers that progress together, as NCCL groups them: those of different pairs share the links and do not
    wait for each other."""
    global _batches
    _batches += 1
    peers = [{peer for kind, _, peer, *_ in transfers if kind == way} for way in ('send', 'recv')]
    batch = (_batches, max(map(len, peers)) or 1)
    return [_transfer(*transfer, True, batch) for transfer in transfers]


class _Works:
    def __init__(self, works):
        self._works = works

    def is_completed(self):
        return all(one.is_completed() for one in self._works)

    def wait(self, timeout=None):
        return all(one.wait(timeout) for one in self._works)


def scatter(tensor, scatter_list=None, src=0, group=None, async_op=False):
    return _between('scatter', 'send', 'recv', tensor, scatter_list, src, group, async_op)


def gather(tensor, gather_list=None, dst=0, group=None, async_op=False):
    return _between('gather', 'recv', 'send', tensor, gather_list, dst, group, async_op)


def _between(call, of_root, of_others, tensor, parts, root, group, is_async):
    """Transfers between the root and each other rank, as gloo has them."""
    if group == GroupMember.NON_GROUP_MEMBER:
        return None
    if _is_own(root):
        _expect_parts(call, parts or [], tensor, group)
        ranks = _group_of(group)._ranks
        works = _together([(of_root, part, rank, group, 0) for rank, part in zip(ranks, parts) if rank != root])
        own = parts[ranks.index(root)]
        with torch.no_grad():
            own.copy_(tensor) if call == 'gather' else tensor.copy_(own)
    else:
        works = _together([(of_others, tensor, root, group, 0)])
    work = _Works(works)
    if is_async:
        return work
    work.wait()
    return None


def all_to_all_single(output, input, output_split_sizes=None, input_split_sizes=None, group=None, async_op=False):
    """Sends the n-th part of `input`, along axis 0, to the n-th rank of the group."""
    if group == GroupMember.NON_GROUP_MEMBER:
        return None
    received = _parts('all_to_all_single', output, output_split_sizes, group)
    sent = _parts('all_to_all_single', input, input_split_sizes, group)
    return all_to_all(received, sent, group, async_op)


def _parts(call, tensor, sizes, group):
    expect_array(tensor, 'tensor', call)
    count, rows = _group_of(group).size(), tensor.shape[0]
    if not sizes and rows % count:
        raise ValueError(f'{call}(): {rows} rows cannot be split evenly over {count} ranks')
    sizes = list(sizes or [rows // count] * count)
    if len(sizes) != count or sum(sizes) != rows:
        raise ValueError(f'{call}(): the sizes {sizes} do not split {rows} rows over {count} ranks')
    ends = [sum(sizes[: i + 1]) for i in range(count)]
    return [tensor[end - size : end] for size, end in zip(sizes, ends)]


def all_to_all(output_tensor_list, input_tensor_list, group=None, async_op=False):
    """Transfers between all pairs of ranks."""
    if group == GroupMember.NON_GROUP_MEMBER:
        return None
    ranks = _group_of(group)._ranks
    for tensors in (output_tensor_list, input_tensor_list):
        _expect_parts('all_to_all', tensors, tensors[0], group)
    transfers = []
    for rank, received, sent in zip(ranks, output_tensor_list, input_tensor_list):
        if _is_own(rank):
            with torch.no_grad():
                received.copy_(sent)
            continue
        transfers += [('send', sent, rank, group, 0)] if sent.numel() else []
        transfers += [('recv', received, rank, group, 0)] if received.numel() else []
    work = _Works(_together(transfers))
    if async_op:
        return work
    work.wait()
    return None


_REFUSED = {
    'rpc': 'remote calls are not supported; ranks exchange tensors by collectives, send and recv',
    'elastic': 'ranks are neither added nor restarted; one that ends early ends the run',
    'fsdp': 'sharded parameters are not supported; nn.parallel.DistributedDataParallel replicates them',
    'pipeline': 'pipelines are not supported; send and recv connect their stages',
    'tensor': 'distributed tensors are not supported; use collectives on tensors of each rank',
    'run': 'overlap-run PROGRAM --ranks N starts the ranks, as torchrun does',
    'launch': 'overlap-run PROGRAM --ranks N starts the ranks, as torchrun does',
}


def __getattr__(name):
    if name in _REFUSED:
        raise Missing(f'torch.distributed.{name} is not supported; {_REFUSED[name]}')
    raise missing(
        'torch.distributed',
        name,
        'there are init_process_group, destroy_process_group, is_available, is_initialized, get_rank, get_world_size, '
        'new_group, barrier, all_reduce, reduce, broadcast, all_gather, all_gather_into_tensor, reduce_scatter, '
        'reduce_scatter_tensor, scatter, gather, all_to_all, all_to_all_single, send, recv, isend, irecv, '
        'batch_isend_irecv, all_gather_object, gather_object and broadcast_object_list',
    )
