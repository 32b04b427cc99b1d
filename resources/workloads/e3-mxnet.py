#: id = 13.3-e3
#: title = Exercise 3: CPU, GPU and copies at once
#: dialect = mxnet
#: try Flip line 25 = flip 25 | Without the last wait the block reads {after}: all its work is still queued.
def run(x):
    return [nd.dot(x, x) for _ in range(10)]

def copy_to_cpu(x):
    return [y.copyto(mx.cpu()) for y in x]

x_cpu = nd.random.uniform(shape=(2000, 2000))
x_gpu = nd.random.uniform(shape=(6000, 6000), ctx=mx.gpu(0))
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
