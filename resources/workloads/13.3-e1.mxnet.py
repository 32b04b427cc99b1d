#: id = 13.3-e1
#: title = Exercise 1: independent, so parallel?
#: dialect = mxnet
#: parameter streams = 1 | GPU workers | 1..8
#: numbers n = 10
#: try Two workers = set streams=2 | With 2 workers instead of {streams} the last block reads {after} instead of {before}.
#: try n = 500 = set n=500 | With matrices of side 500 instead of {n} the last block reads {after} instead of {before}.
import time

import mxnet as mx
import overlap
from d2l import mxnet as d2l
from mxnet import np, npx
npx.set_np()

ctx = d2l.try_gpu()
x = np.random.uniform(size=(4000, 4000), ctx=ctx)

def run(x, products):
    return [np.dot(x, x) for _ in range(products)]

run(x, 1)  # Warm-up
npx.waitall()

for products in (1, 8, 10, 50):
    start = time.time()
    with d2l.Benchmark(f'{products} products'):
        run(x, products)
        npx.waitall()
    overlap.plot('ms', products, 1000 * (time.time() - start))
