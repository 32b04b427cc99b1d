#: id = 13.3-e3
#: title = Exercise 3: CPU, GPU and copies at once
#: dialect = mxnet
#: numbers products = 9
#: try Flip line 32 = flip 32 | Without this wait the last block's clock stops once its work is issued: it reads {after} instead of {before}.
import time

import mxnet as mx
import overlap
from d2l import mxnet as d2l
from mxnet import nd
side = 6000 if mx.context.num_gpus() > 0 else 1500  # Without a GPU the CPU does its work
def run(x):
    return [nd.dot(x, x) for _ in range(10)]

def copy_to_cpu(x):
    return [y.copyto(mx.cpu()) for y in x]

x_cpu = nd.random.uniform(shape=(2000, 2000))
x_gpu = nd.random.uniform(shape=(side, side), ctx=d2l.try_gpu())
run(x_cpu)  # Warm-up of both
run(x_gpu)
nd.waitall()

with d2l.Benchmark('one after the other'):
    run(x_cpu)
    nd.waitall()
    y = run(x_gpu)
    nd.waitall()
    copy_to_cpu(y)
    nd.waitall()

with d2l.Benchmark('all at once'):
    run(x_cpu)
    y = run(x_gpu)
    copy_to_cpu(y)
    nd.waitall()

for n in range(side // 6, side + 1, side // 6):  # How large is the GPU's part?
    x_gpu = nd.random.uniform(shape=(n, n), ctx=d2l.try_gpu())
    nd.waitall()
    start = time.time()
    run(x_cpu)
    nd.waitall()
    y = run(x_gpu)
    nd.waitall()
    copy_to_cpu(y)
    nd.waitall()
    overlap.plot('one after the other, ms', n, 1000 * (time.time() - start))
    start = time.time()
    run(x_cpu)
    y = run(x_gpu)
    copy_to_cpu(y)
    nd.waitall()
    overlap.plot('all at once, ms', n, 1000 * (time.time() - start))
