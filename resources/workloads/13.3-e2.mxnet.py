#: id = 13.3-e2
#: title = Exercise 2: small operators
#: dialect = mxnet
#: parameter streams = 1 | GPU workers | 1..8
#: numbers products = 12
#: try Two workers = set streams=2 | With 2 workers instead of {streams} the last block reads {after} instead of {before}.
import time

import mxnet as mx
import overlap
from d2l import mxnet as d2l
from mxnet import np, npx
npx.set_np()

ctx = d2l.try_gpu()

def run(x):
    for _ in range(50):
        y = np.dot(x, x)

for n in (32, 128, 256, 512, 1024, 2048):
    x = np.random.uniform(size=(n, n), ctx=ctx)
    npx.waitall()
    start = time.time()
    with d2l.Benchmark(f'n = {n}'):
        run(x)
        npx.waitall()
    overlap.plot('ms', n, 1000 * (time.time() - start))
