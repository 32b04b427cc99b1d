#: id = 13.3.1
#: title = Parallel computation on GPUs
#: dialect = mxnet
#: numbers n = 5, 6
#: numbers products = 3
#: book GPU1 time = 0.5233
#: book GPU2 time = 0.5158
#: book GPU1 & GPU2 = 0.5214
#: try Flip line 14 = flip 14 | Without it, `GPU1 time` reads {after}: the clock then stops once the products are issued, whether or not they are computed. | GPU1 time
devices = d2l.try_all_gpus()
def run(x):
    return [x.dot(x) for _ in range(50)]

x_gpu1 = np.random.uniform(size=(4000, 4000), ctx=devices[0])
x_gpu2 = np.random.uniform(size=(4000, 4000), ctx=devices[1])

run(x_gpu1)  # Warm-up both devices
run(x_gpu2)
npx.waitall()

with d2l.Benchmark('GPU1 time'):
    run(x_gpu1)
    npx.waitall()

with d2l.Benchmark('GPU2 time'):
    run(x_gpu2)
    npx.waitall()

with d2l.Benchmark('GPU1 & GPU2'):
    run(x_gpu1)
    run(x_gpu2)
    npx.waitall()
