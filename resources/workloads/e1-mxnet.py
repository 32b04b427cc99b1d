#: id = 13.3-e1
#: title = Exercise 1: independent, so parallel?
#: dialect = mxnet
#: parameter streams = 2 | GPU workers | 1..8
#: try n = 500 = set n=500 | Small products leave room beside them: with n = 500 the last block reads {after}.
ctx = d2l.try_gpu()
x = np.random.uniform(size=(4000, 4000), ctx=ctx)

def run(x, products):
    return [np.dot(x, x) for _ in range(products)]

run(x, 8)  # Warm-up
npx.waitall()

for products in (1, 8, 10, 50):
    with d2l.Benchmark(f'{products} products'):
        run(x, products)
        npx.waitall()
