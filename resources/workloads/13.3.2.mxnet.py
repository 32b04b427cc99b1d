#: id = 13.3.2
#: title = Computation and communication
#: dialect = mxnet
#: numbers n = 8
#: numbers products = 3
#: book Run on GPU1 = 0.5796
#: book Copy to CPU = 3.0989
#: book Run on GPU1 and copy to CPU = 3.3488
#: try Pin memory = set hostMemory=pinned | With pinned host memory from a pool the last block reads {after} instead of {before}.
devices = d2l.try_all_gpus()
def run(x):
    return [x.dot(x) for _ in range(50)]

def copy_to_cpu(x):
    return [y.copyto(npx.cpu()) for y in x]

x_gpu1 = np.random.uniform(size=(4000, 4000), ctx=devices[0])
run(x_gpu1)  # Warm-up
npx.waitall()

with d2l.Benchmark('Run on GPU1'):
    y = run(x_gpu1)
    npx.waitall()

with d2l.Benchmark('Copy to CPU'):
    y_cpu = copy_to_cpu(y)
    npx.waitall()

with d2l.Benchmark('Run on GPU1 and copy to CPU'):
    y = run(x_gpu1)
    y_cpu = copy_to_cpu(y)
    npx.waitall()
