#: id = 13.2.1
#: title = NumPy and a framework
#: dialect = mxnet
#: numbers n = 1, 7, 12, 17
#: numbers products = 6, 11, 16
#: try Flip line 19 = flip 19 | Without this wait the last block's clock stops once its work is issued: it reads {after} instead of {before}.
a = np.random.normal(size=(1000, 1000))
b = np.dot(a, a)  # Warm-up
npx.waitall()

with d2l.Benchmark('numpy'):
    for _ in range(10):
        a = numpy.random.normal(size=(1000, 1000))
        b = numpy.dot(a, a)

with d2l.Benchmark('mxnet.np'):
    for _ in range(10):
        a = np.random.normal(size=(1000, 1000))
        b = np.dot(a, a)

with d2l.Benchmark('mxnet.np, waited for'):
    for _ in range(10):
        a = np.random.normal(size=(1000, 1000))
        b = np.dot(a, a)
    npx.waitall()
