#: id = 13.7.2
#: title = Four ways to add up gradients
#: dialect = torch
#: numbers gpus = 4
#: numbers megabytes = 6
#: book one GPU adds = 0.060
#: book the CPU adds = 0.080
#: book each GPU adds its part = 0.015
#: note = What counts is how many bytes pass the busiest link. PyTorch copies between GPUs on the current streams of both, so streams of their own let each GPU send and receive at once. Try the ring of eight GPUs on the machine with NVLink.
#: try 8 GPUs = set gpus=8 | In a ring each GPU sends less than twice its gradients, however many GPUs there are: with 8 instead of {gpus} it takes {after} instead of {before}.
import torch
from d2l import torch as d2l

n = 4
devices = [d2l.try_gpu(g) for g in range(n)]
size = 160 * 250000 // n  # Floats in a part: a gradient has n parts

out = [torch.cuda.Stream(device) for device in devices]  # One stream sends, one receives: both directions at once
into = [torch.cuda.Stream(device) for device in devices]

def wait():
    for device in devices:
        torch.cuda.synchronize(device)

def send(part, g, there):
    with torch.cuda.stream(out[g]), torch.cuda.stream(into[there]):
        return part.to(devices[there])

def one_step(grads, moves, adds):  # moves: from GPU g, to GPU there, which part
    for g in range(n):
        main = torch.cuda.default_stream(devices[g])
        out[g].wait_stream(main)
        into[g].wait_stream(main)
    copies = [send(grads[g][part], g, there) for g, there, part in moves]
    for copy, (g, there, part) in zip(copies, moves):
        torch.cuda.default_stream(devices[there]).wait_stream(into[there])
        if adds:
            grads[there][part] += copy
        else:
            grads[there][part] = copy

def gradients():
    grads = [[torch.full((size,), g + 1.0, device=devices[g]) for part in range(n)] for g in range(n)]
    wait()
    return grads

def reduce_at(grads, device):  # Everything goes to one place, the sum to everybody
    total = [[part.to(device, non_blocking=True) for part in own] for own in grads]
    wait()
    for part in range(n):
        for g in range(1, n):
            total[0][part] += total[g][part]
    wait()
    for g in range(n):
        for part in range(n):
            if total[0][part] is not grads[g][part]:
                grads[g][part].copy_(total[0][part], non_blocking=True)

def reduce_parts(grads):  # GPU g adds up part g
    for step in range(1, n):
        one_step(grads, [(g, (g + step) % n, (g + step) % n) for g in range(n)], adds=True)
    for step in range(1, n):
        one_step(grads, [(g, (g + step) % n, g) for g in range(n)], adds=False)

def reduce_ring(grads):  # Each GPU talks to its neighbour only
    for step in range(n - 1):
        one_step(grads, [(g, (g + 1) % n, (g - step) % n) for g in range(n)], adds=True)
    for step in range(n - 1):
        one_step(grads, [(g, (g + 1) % n, (g + 1 - step) % n) for g in range(n)], adds=False)

def measure(label, reduce, *where):
    grads = gradients()
    with d2l.Benchmark(label):
        reduce(grads, *where)
        wait()
    print(label, [grads[g][g].max().item() for g in range(n)])

measure('one GPU adds', reduce_at, devices[0])
measure('the CPU adds', reduce_at, torch.device('cpu'))
measure('each GPU adds its part', reduce_parts)
measure('in a ring', reduce_ring)
