#: id = 13.2.4
#: title = Asynchrony and memory
#: section = 13.2.4, edition of 2019
#: group = 13.2 Asynchronous computation
#: order = 35
#: dialect = mxnet
#: machine = laptop-2019
#: values = timing
#: parameter batches = 100 | batches | 2..10000
#: parameter batch = 1024 | batch size | 1..100000
#: parameter lr = 0.005 | learning rate | 0.0..10.0
#: numbers batches = 22, 32, 42
#: numbers batch = 13, 23, 24, 33, 34, 43, 44
#: numbers lr = 10
#: book each batch waited for = 26.868
#: book batches issued = 0.1667
#: note = The book's first times end when the last batch was issued, not when it was trained. A batch of data depends on nothing, so it can exist long before its turn: watch the memory.
#: try Flip line 27 = flip 27 | Without the wait in the first loop its clock stops once all batches are issued: it reads {after} instead of {before}. | each batch waited for
#: try 50 batches = set batches=50 | With 50 batches instead of {batches} issuing them takes {after} instead of {before}. | batches issued
import d2lzh as d2l
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

net = nn.Sequential()
net.add(nn.Dense(2048, activation='relu'),
        nn.Dense(512, activation='relu'),
        nn.Dense(1))
net.initialize()
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.005})
loss = gluon.loss.L2Loss()

X, y = nd.random.normal(shape=(1024, 512)), nd.ones((1024,))
loss(y, net(X)).wait_to_read()  # The first call makes the parameters
previous = None

def train(X, l):
    l.backward()
    trainer.step(X.shape[0])

with d2l.Benchmark('each batch waited for'):
    for i in range(100):
        X = nd.random.normal(shape=(1024, 512))
        y = nd.ones((1024,))
        with autograd.record():
            l = loss(y, net(X))
        l.mean().asscalar()  # Waits before the backward pass
        train(X, l)
nd.waitall()

with d2l.Benchmark('batches issued'):
    for i in range(100):
        X = nd.random.normal(shape=(1024, 512))
        y = nd.ones((1024,))
        with autograd.record():
            l = loss(y, net(X))
        train(X, l)
with d2l.Benchmark('and then trained'):
    nd.waitall()

with d2l.Benchmark('one batch ahead'):
    for i in range(100):
        X = nd.random.normal(shape=(1024, 512))
        y = nd.ones((1024,))
        with autograd.record():
            l = loss(y, net(X))
        train(X, l)
        if previous is not None:
            previous.wait_to_read()
        previous = l
    nd.waitall()
