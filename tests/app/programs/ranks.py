# Programs whose processes communicate, on virtual machines and on this computer, where mpirun starts them.
#: machines = laptop-2019, a100-4, this-computer
#: ranks = 3
import os
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
dist.init_process_group('gloo')
rank, ranks = dist.get_rank(), dist.get_world_size()
t = torch.full((4,), float(rank + 1))

# %% values of collectives
assert os.environ['RANK'] == str(rank) and os.environ['WORLD_SIZE'] == '3' == str(ranks)
def check(name, tensor, wanted):
    assert tensor.tolist() == wanted, f'{name}: {tensor.tolist()}'
def of(op):
    value = t.clone()
    dist.all_reduce(value, op)
    return value
R = dist.ReduceOp
check('sum', of(R.SUM), [6.0] * 4)
check('product', of(R.PRODUCT), [6.0] * 4)
check('min', of(R.MIN), [1.0] * 4)
check('max', of(R.MAX), [3.0] * 4)
assert [round(v, 4) for v in of(R.AVG).tolist()] == [2.0] * 4
b = t.clone()
dist.broadcast(b, 2)
check('broadcast', b, [3.0] * 4)
r = t.clone()
dist.reduce(r, 1)
check('reduce', r, [6.0] * 4 if rank == 1 else [rank + 1.0] * 4)
parts = [torch.zeros(4) for _ in range(ranks)]
dist.all_gather(parts, t)
check('all_gather', torch.cat(parts), [1.0] * 4 + [2.0] * 4 + [3.0] * 4)
whole = torch.zeros(12)
dist.all_gather_into_tensor(whole, t)
check('all_gather_into_tensor', whole, [1.0] * 4 + [2.0] * 4 + [3.0] * 4)
part = torch.zeros(2)
dist.reduce_scatter_tensor(part, torch.arange(6.0) * (rank + 1))
check('reduce_scatter_tensor', part, [12.0 * rank, 12.0 * rank + 6])
work = dist.isend(t, (rank + 1) % ranks)
got = torch.zeros(4)
assert dist.recv(got, (rank - 1) % ranks) == (rank - 1) % ranks
work.wait()
check('recv', got, [(rank - 1) % ranks + 1.0] * 4)
got = torch.zeros(4)
ring = [dist.P2POp(dist.isend, t, (rank + 1) % ranks), dist.P2POp(dist.irecv, got, (rank - 1) % ranks)]
for work in dist.batch_isend_irecv(ring):
    work.wait()
check('batch_isend_irecv', got, [(rank - 1) % ranks + 1.0] * 4)
parts = [torch.zeros(4) for _ in range(ranks)] if rank == 1 else None
dist.gather(t, parts, dst=1)
if rank == 1:
    check('gather', torch.cat(parts), [1.0] * 4 + [2.0] * 4 + [3.0] * 4)
got = torch.zeros(4)
dist.scatter(got, [one * 10 for one in parts] if rank == 1 else None, src=1)
check('scatter', got, [10.0 * (rank + 1)] * 4)
into = torch.zeros(6, 2)
dist.all_to_all_single(into, torch.arange(12.0).reshape(6, 2) + 100 * rank)
check('all_to_all_single', into, [[100.0 * r + 4 * rank + i + j for j in (0, 1)] for r in range(3) for i in (0, 2)])
sizes = [rank + other for other in range(3)]
into = torch.zeros(sum(sizes))
dist.all_to_all_single(into, torch.full((sum(sizes),), float(rank)), sizes, sizes)
check('all_to_all_single of sizes', into, [float(other) for other in range(3) for _ in range(rank + other)])
none = torch.full((0,), 2.0)
for work in [dist.broadcast(none, 0, async_op=True), dist.reduce(none, 2, async_op=True)]:
    work.wait()
dist.all_reduce(none)
dist.send(none, 1) if rank == 0 else dist.recv(none, 0) if rank == 1 else None
dist.all_gather_into_tensor(torch.zeros(0), none)
check('empty', none, [])
pair = dist.new_group([0, 2])
if rank != 1:
    s = t.clone()
    works = [dist.all_reduce(s, group=pair, async_op=True)]
    for one in works:
        one.wait()
        assert one.is_completed()
    check('group', s, [4.0] * 4)
    assert dist.get_rank(pair) == rank // 2 and dist.get_world_size(pair) == 2
else:
    assert pair == dist.GroupMember.NON_GROUP_MEMBER and dist.all_reduce(t, group=pair) is None
dist.barrier()
print('rank', rank, 'is right')
dist.destroy_process_group()
assert not dist.is_initialized()
#> rank 0 is right
#> rank 1 is right
#> rank 2 is right

# %% Python objects
def of(r):
    return {'rank': r, 'text': 'é' * r, 'list': list(range(5 * r))}
got = [None] * ranks
dist.all_gather_object(got, of(rank))
assert got == [of(0), of(1), of(2)], got
got = [None] * ranks if rank == 1 else None
dist.gather_object(of(rank), got, dst=1)
assert rank != 1 or got == [of(0), of(1), of(2)], got
some = [2, None, 'long' * 1000] if rank == 2 else [None] * 3
dist.broadcast_object_list(some, src=2)
assert some == [2, None, 'long' * 1000], some
pair = dist.new_group([0, 2])
got = [None] * 2
dist.all_gather_object(got, of(rank), group=pair)
assert got == ([None] * 2 if rank == 1 else [of(0), of(2)]), got
print('rank', rank, 'is right')
#> rank 0 is right
#> rank 1 is right
#> rank 2 is right

# %% gradients averaged over four ranks
#: ranks = 4
torch.manual_seed(3)
net = nn.Sequential(nn.Linear(6, 5), nn.ReLU(), nn.Linear(5, 3))
x, y = torch.randn(8, 6), torch.randn(8, 3)
def error(net, part):
    return ((net(x.chunk(4)[part]) - y.chunk(4)[part]) ** 2).mean()
def average_by_ranks():
    with ddp.no_sync():
        error(ddp, rank).backward()
    error(ddp, rank).backward()
def average_by_one():  # over the parts in the order of the ranks
    total = None
    for part in range(4):
        net.zero_grad()
        error(net, part).backward()
        error(net, part).backward()
        own = [p.grad * 0.25 for p in net.parameters()]
        total = own if total is None else [a + b for a, b in zip(total, own)]
    for p, g in zip(net.parameters(), total):
        p.grad.copy_(g)
if rank > 0:  # starts from the weights of rank 0
    for p in net.parameters():
        nn.init.zeros_(p)
if ranks > 1:
    ddp = DistributedDataParallel(net, bucket_cap_mb=0.0001)
for step in range(4):
    net.zero_grad()
    if ranks > 1:
        average_by_ranks()
    else:
        average_by_one()
    with torch.no_grad():
        for p in net.parameters():
            p -= 0.1 * p.grad
for p in net.parameters():
    low, high = p.detach().clone(), p.detach().clone()
    dist.all_reduce(low, dist.ReduceOp.MIN)
    dist.all_reduce(high, dist.ReduceOp.MAX)
    assert low.tolist() == high.tolist(), 'the ranks differ'
print(rank, [round(p.sum().item(), 4) for p in net.parameters()])
#> 0 [0.0812, -0.6277, 1.5769, -0.3968]
#> 1 [0.0812, -0.6277, 1.5769, -0.3968]
#> 2 [0.0812, -0.6277, 1.5769, -0.3968]
#> 3 [0.0812, -0.6277, 1.5769, -0.3968]

# %% buckets of gradients
#: ranks = 2
net = nn.Sequential(*[nn.Linear(64, 64) for _ in range(6)])
ddp = DistributedDataParallel(net, bucket_cap_mb=0.02)
for step in range(2):
    ddp(torch.ones(8, 64)).sum().backward()
    with torch.no_grad():
        for p in net.parameters():
            p -= p.grad
            p.grad = None

# %% handles of gradients
#: ranks = 2
torch.manual_seed(3)
net = nn.Sequential(nn.Linear(6, 5), nn.ReLU(), nn.Linear(5, 3))
x, y = torch.randn(8, 6), torch.randn(8, 3)
((net(x.chunk(2)[rank]) - y.chunk(2)[rank]) ** 2).mean().backward()
works = [dist.all_reduce(p.grad, dist.ReduceOp.AVG, async_op=True) for p in net.parameters()]
for work in works:
    work.wait()
with torch.no_grad():
    for p in net.parameters():
        p -= 0.1 * p.grad
last = {'loss': dist.all_reduce(t, async_op=True)}
last['loss'].wait()
dist.all_reduce(t, async_op=True).wait()
print(rank, [round(p.sum().item(), 4) for p in net.parameters()])
#> 0 [0.3157, -0.5876, 1.5456, -0.1738]
#> 1 [0.3157, -0.5876, 1.5456, -0.1738]

# %% a process without others is its own group
#: ranks = 1
net = DistributedDataParallel(nn.Linear(4, 2))
net(t).sum().backward()
dist.all_reduce(t)
dist.barrier()
print(ranks, t.tolist())
try:
    dist.new_group([0, 1])
except ValueError as error:
    print(error)
#> 1 [1.0, 1.0, 1.0, 1.0]
#> new_group() was given the ranks [0, 1], but only rank 0 runs; overlap-run --ranks N starts more
