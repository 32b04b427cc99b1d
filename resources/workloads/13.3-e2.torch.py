#: id = 13.3-e2
#: title = Exercise 2: small operators
#: section = 13.3, exercise 2
#: group = 13.3 Automatic parallelism
#: order = 71
#: dialect = torch
#: machine = book-v100
#: values = timing
#: parameter products = 50 | products | 1..10000
#: parameter sides = 8 | streams | 1..32
#: numbers products = 11
#: numbers sides = 8
#: note = A small product fills only part of the GPU, so several can run side by side; a tiny one is over before the next is issued.
#: try 2 streams = set sides=2 | With 2 streams instead of {sides} the last block reads {after} instead of {before}.
import time

import overlap
import torch
from d2l import torch as d2l

device = d2l.try_gpu()
streams = [torch.cuda.Stream(device) for _ in range(8)]

def run(x, streams):
    for i in range(50):
        with torch.cuda.stream(streams[i % len(streams)]):
            y = x.mm(x)

for n in (32, 128, 256, 512, 1024, 2048):
    x = torch.rand(size=(n, n), device=device)
    torch.cuda.synchronize(device)
    start = time.time()
    with d2l.Benchmark(f'n = {n}, one stream'):
        run(x, streams[:1])
        torch.cuda.synchronize(device)
    middle = time.time()
    with d2l.Benchmark(f'n = {n}, all streams'):
        run(x, streams)
        torch.cuda.synchronize(device)
    end = time.time()
    overlap.plot('one stream, ms', n, 1000 * (middle - start))
    overlap.plot('all streams, ms', n, 1000 * (end - middle))
