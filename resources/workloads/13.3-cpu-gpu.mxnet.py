#: id = 13.3-cpu-gpu
#: title = CPU and GPU together
#: section = 13.3.1, edition of 2019
#: group = 13.3 Automatic parallelism
#: order = 60
#: dialect = mxnet
#: machine = m60-2019
#: values = timing
#: parameter products = 10 | products | 1..100000
#: numbers products = 2
#: book Run on CPU. = 0.3636
#: book Then run on GPU. = 1.2225
#: book Run on both CPU and GPU in parallel. = 1.2264
#: note = 16 GFLOP per product on the CPU, 432 GFLOP on the GPU. Together they take at least as long as the longer of the two.
#: try Flip line 12 = flip 12 | Without this wait the first block's clock stops once its work is issued: it reads {after} instead of {before}. | Run on CPU.
def run(x):
    return [nd.dot(x, x) for _ in range(10)]

x_cpu = nd.random.uniform(shape=(2000, 2000))
x_gpu = nd.random.uniform(shape=(6000, 6000), ctx=mx.gpu(0))
run(x_cpu)  # Warm-up of both
run(x_gpu)
nd.waitall()

with d2l.Benchmark('Run on CPU.'):
    run(x_cpu)
    nd.waitall()

with d2l.Benchmark('Then run on GPU.'):
    run(x_gpu)
    nd.waitall()

with d2l.Benchmark('Run on both CPU and GPU in parallel.'):
    run(x_cpu)
    run(x_gpu)
    nd.waitall()
