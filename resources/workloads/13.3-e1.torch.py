#: id = 13.3-e1
#: title = Exercise 1: independent, so parallel?
#: section = 13.3, exercise 1
#: group = 13.3 Automatic parallelism
#: order = 70
#: dialect = torch
#: machine = book-v100
#: values = timing
#: parameter n = 4000 | matrix side | 1..20000
#: parameter sides = 2 | streams | 1..32
#: numbers n = 8
#: numbers sides = 9
#: note = No product needs another. Do more streams make them faster on one GPU? A product that fills the device leaves no room for others.
#: try n = 500 = set n=500 | With matrices of side 500 instead of {n} the last block reads {after} instead of {before}.
import time

import overlap
import torch
from d2l import torch as d2l

device = d2l.try_gpu()
x = torch.rand(size=(4000, 4000), device=device)
streams = [torch.cuda.Stream(device) for _ in range(2)]
torch.cuda.synchronize(device)

def run(x, products):
    results = []
    for i in range(products):
        with torch.cuda.stream(streams[i % len(streams)]):
            results.append(x.mm(x))
    return results

run(x, 1)  # Warm-up
torch.cuda.synchronize(device)

for products in (1, 8, 10, 50):
    start = time.time()
    with d2l.Benchmark(f'{products} products'):
        run(x, products)
        torch.cuda.synchronize(device)
    overlap.plot(f'ms, {len(streams)} streams', products, 1000 * (time.time() - start))
