#: id = 13.2.1-queue
#: title = Queued is not finished
#: section = 13.2.1
#: group = 13.2 Asynchronous computation
#: order = 12
#: dialect = mxnet
#: machine = laptop-2019
#: values = computed
#: parameter n = 2000 | matrix side | 1..20000
#: numbers n = 2
#: book Workloads are queued. = 0.0014
#: book Workloads are finished. = 0.3517
#: note = {2*n**3:FLOP}. The first block issues three operations; printing their result needs all three.
#: try n = 1000 = set n=1000 | With matrices of side 1000 instead of {n} the second block reads {after} instead of {before}. | Workloads are finished.
with d2l.Benchmark('Workloads are queued.'):
    x = nd.random.uniform(shape=(2000, 2000))
    y = nd.dot(x, x).sum()

with d2l.Benchmark('Workloads are finished.'):
    print('sum =', y)
