# Transfers between the GPUs of ranks.
#: machines = pcie-8
import torch
import torch.distributed as dist
dist.init_process_group('nccl')
rank, ranks = dist.get_rank(), dist.get_world_size()
t = torch.full((4,), float(rank + 1))
torch.cuda.set_device(rank)

# %% values of all ranks
#: ranks = 3
t = t.cuda()
got = torch.zeros(4).cuda()
ring = [dist.P2POp(dist.isend, t, (rank + 1) % ranks), dist.P2POp(dist.irecv, got, (rank - 1) % ranks)]
for work in dist.batch_isend_irecv(ring):
    work.wait()
assert got.tolist() == [(rank - 1) % ranks + 1.0] * 4, got.tolist()
into = torch.zeros(6, 2).cuda()
dist.all_to_all_single(into, (torch.arange(12.0).reshape(6, 2) + 100 * rank).cuda())
wanted = [[100.0 * r + 4 * rank + i + j for j in (0, 1)] for r in range(3) for i in (0, 2)]
assert into.tolist() == wanted, into.tolist()
sizes = [rank + other for other in range(3)]
into = torch.zeros(sum(sizes)).cuda()
dist.all_to_all_single(into, torch.full((sum(sizes),), float(rank)).cuda(), sizes, sizes)
assert into.tolist() == [float(other) for other in range(3) for _ in range(rank + other)], into.tolist()
parts = [torch.zeros(4).cuda() for _ in range(ranks)] if rank == 1 else None
dist.gather(t, parts, dst=1)
assert rank != 1 or torch.cat(parts).tolist() == [1.0] * 4 + [2.0] * 4 + [3.0] * 4
print('rank', rank, 'is right')
#> rank 0 is right
#> rank 1 is right
#> rank 2 is right

# %% rows of one tensor
#: ranks = 3
x = torch.full((2, 4), float(rank)).cuda()
x.sum()
for _ in range(2):
    calls = [dist.P2POp(dist.isend, x[1], (rank + 1) % ranks), dist.P2POp(dist.irecv, x[0], (rank - 1) % ranks)]
    for work in dist.batch_isend_irecv(calls):
        work.wait()
assert x.tolist() == [[float((rank - 1) % ranks)] * 4, [float(rank)] * 4], x.tolist()
print('rank', rank, 'is right')
#> rank 0 is right
#> rank 1 is right
#> rank 2 is right

# %% both ranks send before they receive
#: ranks = 2
t = t.cuda()
dist.send(t, 1 - rank)
dist.recv(t, 1 - rank)
torch.cuda.synchronize()
#! wait for each other for ever

# %% a part for each rank
#: ranks = 4
into = torch.zeros(16000000).cuda()
dist.all_to_all_single(into, torch.ones(16000000).cuda())
torch.cuda.synchronize()

# %% a batch of three
#: ranks = 2
some = [torch.ones(4000000, device='cuda') for _ in range(3)]
calls = [dist.P2POp(dist.isend if rank == 0 else dist.irecv, one, 1 - rank) for one in some]
for work in dist.batch_isend_irecv(calls):
    work.wait()
torch.cuda.synchronize()

# %% two batches
#: ranks = 2
a, b = torch.ones(4000000).cuda(), torch.zeros(4000000).cuda()
for _ in range(2):
    for work in dist.batch_isend_irecv([dist.P2POp(dist.isend, a, 1 - rank), dist.P2POp(dist.irecv, b, 1 - rank)]):
        work.wait()
dist.all_reduce(a)
torch.cuda.synchronize()

# %% stages of a pipeline
#: ranks = 3
works = []
for _ in range(4):
    x = torch.zeros(4000000, device='cuda')
    if rank > 0:
        dist.recv(x, rank - 1)
    x = x + 1
    if rank < 2:
        works.append(dist.isend(x, rank + 1))
torch.cuda.synchronize()
