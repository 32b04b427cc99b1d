#: id = 13.2.3
#: title = A wait in the loop
#: section = 13.2.3
#: group = 13.2 Asynchronous computation
#: order = 30
#: dialect = mxnet
#: machine = laptop-2019
#: values = timing
#: parameter n = 2000 | matrix side | 1..20000
#: parameter iterations = 1000 | iterations | 1..20000
#: parameter workers = 1 | CPU workers | 1..64
#: numbers n = 1
#: numbers iterations = 5, 10
#: book synchronous = 7.3877
#: book asynchronous = 3.5370
#: note = {n*n:FLOP} and {8*n*n:B} moved each time. Waiting in the loop adds the time to issue the next operation and to wake up.
#: try Flip line 7 = flip 7 | Without the wait in the loop the first block's clock stops once all additions are issued: it reads {after} instead of {before}. | synchronous
x = nd.ones((2000, 2000))
nd.waitall()

with d2l.Benchmark('synchronous'):
    for _ in range(1000):
        y = x + 1
        y.wait_to_read()
nd.waitall()
with d2l.Benchmark('asynchronous'):
    for _ in range(1000):
        y = x + 1
    nd.waitall()
