#: id = 13.3-copy
#: title = Copies behind the products
#: section = 13.3.2, edition of 2019
#: group = 13.3 Automatic parallelism
#: order = 61
#: dialect = mxnet
#: machine = m60-2019
#: values = timing
#: parameter products = 10 | products | 1..100000
#: numbers products = 2
#: book Run on GPU. = 1.2238
#: book Then copy to CPU. = 0.5154
#: book Run and copy in parallel. = 1.2741
#: note = 432 GFLOP and 137 MiB each. The copy of one result can run while the next one is computed; that of the last has nothing to hide behind.
#: try Flip line 13 = flip 13 | Without this wait the first block's clock stops once its work is issued: it reads {after} instead of {before}. | Run on GPU.
def run(x):
    return [nd.dot(x, x) for _ in range(10)]

def copy_to_cpu(x):
    return [y.copyto(mx.cpu()) for y in x]

x_gpu = nd.random.uniform(shape=(6000, 6000), ctx=mx.gpu(0))
run(x_gpu)  # Warm-up
nd.waitall()

with d2l.Benchmark('Run on GPU.'):
    y = run(x_gpu)
    nd.waitall()

with d2l.Benchmark('Then copy to CPU.'):
    copy_to_cpu(y)
    nd.waitall()

with d2l.Benchmark('Run and copy in parallel.'):
    y = run(x_gpu)
    copy_to_cpu(y)
    nd.waitall()
