#: id = 13.2.2
#: title = Calls that make the program wait
#: section = 13.2.2
#: group = 13.2 Asynchronous computation
#: order = 20
#: dialect = mxnet
#: machine = laptop-2019
#: parameter n = 2000 | matrix side | 1..20000
#: parameter workers = 1 | CPU workers | 1..64
#: numbers n = 2
#: book wait_to_read = 0.3558
#: book waitall = 0.6061
#: book asnumpy = 0.3111
#: book asscalar = 0.3302
#: note = Each call waits for something else: one result, everything, one result and its copy to the host.
#: try Flip line 8 = flip 8 | Without waitall the clock stops once both products are issued: the block reads {after} instead of {before}. | waitall
with d2l.Benchmark('wait_to_read'):
    x = nd.random.uniform(shape=(2000, 2000))
    y = nd.dot(x, x).sum()
    y.wait_to_read()
with d2l.Benchmark('waitall'):
    y = nd.dot(x, x)
    z = nd.dot(x, x)
    nd.waitall()
with d2l.Benchmark('asnumpy'):
    y = nd.dot(x, x)
    y.asnumpy()
with d2l.Benchmark('asscalar'):
    y = nd.dot(x, x)
    y.norm().asscalar()
