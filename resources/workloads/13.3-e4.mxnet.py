#: id = 13.3-e4
#: title = Exercise 4: use a profiler
#: section = 13.3, exercise 4
#: group = 13.3 Automatic parallelism
#: order = 73
#: dialect = mxnet
#: machine = book-v100
#: values = timing
#: parameter n = 4000 | matrix side | 1..20000
#: parameter products = 10 | products | 1..10000
#: numbers n = 11, 12
#: numbers products = 6
#: note = The clock gives one number. The timeline shows more: which lane is busy, where it waits, and what the program itself does meanwhile. Read busy, idle and critical path on the right.
#: try Flip line 17 = flip 17 | Without this wait the second block also covers what is left of the first one's work: it reads {after} instead of {before}.
import d2lzh as d2l
import mxnet as mx
from mxnet import nd
device = mx.gpu if mx.context.num_gpus() > 1 else mx.cpu  # cpu(0) and cpu(1) share the cores
def run(x):
    return [nd.dot(x, x) for _ in range(10)]

def copy_to_cpu(x):
    return [y.copyto(mx.cpu()) for y in x]

x_1 = nd.random.uniform(shape=(4000, 4000), ctx=device(0))
x_2 = nd.random.uniform(shape=(4000, 4000), ctx=device(1))
nd.waitall()

with d2l.Benchmark('one GPU works'):
    y_1 = run(x_1)
    nd.waitall()
with d2l.Benchmark('both work, one copies'):
    y_1 = run(x_1)
    y_2 = run(x_2)
    copy_to_cpu(y_1)
    nd.waitall()
