#: id = 13.7.2
#: title = Four ways to add up gradients
#: section = 13.7.1 and 13.7.2
#: group = 13.7 Parameter servers
#: order = 100
#: dialect = mxnet
#: machine = pcie-8
#: values = timing
#: parameter gpus = 4 | GPUs | 2..8
#: parameter megabytes = 160 | megabytes of gradients | 8..4000
#: parameter hostMemory = framework | host memory | framework,pageable,pinned
#: numbers gpus = 5
#: numbers megabytes = 7
#: book one GPU adds = 0.060
#: book the CPU adds = 0.080
#: book each GPU adds its part = 0.015
#: note = What counts is how many bytes pass the busiest link. Try the ring of eight GPUs on the machine with NVLink.
#: try 8 GPUs = set gpus=8 | In a ring each GPU sends less than twice its gradients, however many GPUs there are: with 8 instead of {gpus} it takes {after} instead of {before}.
import d2lzh as d2l
import mxnet as mx
from mxnet import nd

n = 4
ctx = [mx.gpu(g) if mx.context.num_gpus() > 0 else mx.cpu(g) for g in range(n)]
size = 160 * 250000 // n  # Floats in a part: a gradient has n parts

def gradients():
    grads = [[nd.full((size,), g + 1, ctx=ctx[g]) for part in range(n)] for g in range(n)]
    nd.waitall()
    return grads

def reduce_at(grads, device):  # Everything goes to one place, the sum to everybody
    total = [[part.as_in_context(device) for part in own] for own in grads]
    for part in range(n):
        for g in range(1, n):
            total[0][part] += total[g][part]
    nd.waitall()
    for g in range(n):
        for part in range(n):
            if total[0][part] is not grads[g][part]:
                total[0][part].copyto(grads[g][part])

def reduce_parts(grads):  # GPU g adds up part g
    for step in range(1, n):
        for g in range(n):
            there = (g + step) % n
            grads[there][there] += grads[g][there].copyto(ctx[there])
    nd.waitall()
    for step in range(1, n):
        for g in range(n):
            grads[g][g].copyto(grads[(g + step) % n][g])

def reduce_ring(grads):  # Each GPU talks to its neighbour only
    for step in range(n - 1):
        for g in range(n):
            part, there = (g - step) % n, (g + 1) % n
            grads[there][part] += grads[g][part].copyto(ctx[there])
    for step in range(n - 1):
        for g in range(n):
            part = (g + 1 - step) % n
            grads[g][part].copyto(grads[(g + 1) % n][part])

def measure(label, reduce, *where):
    grads = gradients()
    with d2l.Benchmark(label):
        reduce(grads, *where)
        nd.waitall()
    print(label, [grads[g][g].max().asscalar() for g in range(n)])

kind = ctx[0].device_type.upper()
measure(f'one {kind} adds', reduce_at, ctx[0])
measure('the CPU adds', reduce_at, mx.cpu())
measure(f'each {kind} adds its part', reduce_parts)
measure('in a ring', reduce_ring)
