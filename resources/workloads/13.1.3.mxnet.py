#: id = 13.1.3
#: title = A net compiled once
#: section = 13.1.3
#: group = 13.1 Compilers and interpreters
#: order = 2
#: dialect = mxnet
#: machine = laptop-2019
#: values = timing
#: parameter calls = 1000 | forward passes | 1..100000
#: parameter inputs = 512 | inputs | 1..10000
#: numbers calls = 15, 21
#: numbers inputs = 10
#: book before hybridizing = 0.4943
#: book after hybridizing = 0.2053
#: note = One row passes three layers, the first of {512*inputs:FLOP}. Every operation has to be issued, however small it is: compiled, five operations per pass become one.
#: try 2000 passes = set calls=2000 | With 2000 passes instead of {calls} the hybridized net takes {after} instead of {before}.
import d2lzh as d2l
from mxnet import nd
from mxnet.gluon import nn

net = nn.HybridSequential()
for units in (256, 128):
    net.add(nn.Dense(units, activation='relu'))
net.add(nn.Dense(2))
net.initialize()
x = nd.random.normal(shape=(1, 512))
net(x)  # The first call makes the parameters
nd.waitall()

with d2l.Benchmark('before hybridizing'):
    for _ in range(1000):
        y = net(x)
    nd.waitall()

net.hybridize()
with d2l.Benchmark('after hybridizing'):
    for _ in range(1000):
        y = net(x)
    nd.waitall()
