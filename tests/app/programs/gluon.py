# Nets, losses, data and gradients of MXNet.
#: dialect = mxnet
from mxnet import autograd, gluon, init, nd, sym
from mxnet.gluon import loss as gloss, nn, utils as gutils
import mxnet as mx, d2lzh as d2l

# %% slices of arrays
x = nd.arange(24).reshape((6, 4))
print(x[1].asnumpy().tolist(), x[2:4, 1].asnumpy(), x[-1, -1].asscalar(), x[:, 1:3].shape, x[0:2][0].shape, len(list(x)))
#> [4.0, 5.0, 6.0, 7.0] [ 9. 13.] 23.0 (6, 2) (4,) 6

# %% assignment to slices
x = nd.zeros((2, 3))
x[0] = 1
x[1, 1:] = nd.array([5, 6])
x[:, 0] += 2
print(x.asnumpy().tolist())
x[:] = 7
print(x.sum().asscalar())
#> [[3.0, 1.0, 1.0], [2.0, 5.0, 6.0]]
#> 42.0

# %% reductions
x = nd.arange(6).reshape((2, -1))
print(x.sum(axis=0).asnumpy(), x.mean(axis=1, keepdims=True).shape, x.argmax(axis=1).asnumpy(), nd.sum(x, axis=0, exclude=True).asnumpy())
#> [3. 5. 7.] (2, 1) [2. 2.] [ 3. 12.]

# %% comparisons
x = nd.array([1, 2, 3])
print((x == nd.array([1, 5, 3])).sum().asscalar(), (x >= 2).asnumpy(), (x < 2).asnumpy())
#> 2.0 [0. 1. 1.] [1. 0. 0.]

# %% joining and splitting
x = nd.ones((2, 4))
a, b = nd.split(x, 2)
print(a.shape, nd.concat(a, b, dim=0).shape, nd.stack(a, b).shape, x.expand_dims(1).shape, nd.flatten(nd.ones((2, 3, 4))).shape)
#> (2, 2) (4, 2) (2, 2, 2) (2, 1, 4) (2, 12)

# %% gradients
x = nd.array([1, 2, 3])
x.attach_grad()
with autograd.record():
    y = (x * x * 2).sum()
y.backward()
print(x.grad.asnumpy(), autograd.is_recording())
#> [ 4.  8. 12.] False

# %% names
net = nn.HybridSequential()
net.add(nn.Dense(3, activation='relu'), nn.Dense(2))
print(net.name, list(net.collect_params()))
net.initialize()
net(nd.ones((1, 4)))
print(net[0], net[1])
print(net(sym.var('data')))
#> hybridsequential0 ['dense0_weight', 'dense0_bias', 'dense1_weight', 'dense1_bias']
#> Dense(4 -> 3, Activation(relu)) Dense(3 -> 2, linear)
#> <Symbol dense1_fwd>

# %% parameter count of the MLP
net = nn.HybridSequential()
net.add(nn.Dense(256, activation='relu'), nn.Dense(128, activation='relu'), nn.Dense(2))
net.initialize()
net(nd.ones((1, 512)))
print(sum(p.data().size for p in net.collect_params().values()))
#> 164482

# %% parameter counts of ResNet-18
net = d2l.resnet18(10)
net.initialize()
with mx.cpu():
    y = net(nd.zeros((1, 1, 28, 28)))
learned = [p for p in net.collect_params().values() if p.grad_req != 'null']
rest = [p for p in net.collect_params().values() if p.grad_req == 'null']
print(y.shape, len(learned), sum(p.data().size for p in learned), sum(p.data().size for p in rest))
#> (1, 10) 76 11175818 7808

# %% compiled net does not print
class HybridNet(nn.HybridBlock):
    def __init__(self, **kwargs):
        super(HybridNet, self).__init__(**kwargs)
        self.hidden = nn.Dense(10)
        self.output = nn.Dense(2)

    def hybrid_forward(self, F, x):
        print('F:', F)
        x = F.relu(self.hidden(x))
        print(type(x).__name__, x.name if F is sym else '')
        return self.output(x)

net = HybridNet()
net.initialize()
x = nd.random.normal(shape=(1, 4))
a = net(x)
net.hybridize()
b = net(x)
c = net(x)
print(a.asnumpy().tolist() == b.asnumpy().tolist() == c.asnumpy().tolist())
print(sum(p.data().size for p in net.collect_params().values()))
#> F: <module 'mxnet.ndarray'>
#> NDArray 
#> F: <module 'mxnet.symbol'>
#> Symbol hybridnet0_relu0
#> True
#> 72

# %% compiled before the first call
net = nn.HybridSequential()
net.add(nn.Conv2D(4, 3, activation='relu'), nn.BatchNorm(), nn.GlobalAvgPool2D(), nn.Flatten(), nn.Dense(2))
net.initialize()
net.hybridize()
print(net(nd.ones((2, 1, 8, 8))).shape, net(nd.ones((3, 1, 9, 9))).shape, net[0])
#> (2, 2) (3, 2) Conv2D(1 -> 4, kernel_size=(3, 3), stride=(1, 1), Activation(relu))

# %% parameter on two devices
net = nn.Dense(2, weight_initializer=init.Normal(1))
net.initialize(ctx=[mx.gpu(0), mx.gpu(1)])
xs = gutils.split_and_load(nd.ones((4, 3)), [mx.gpu(0), mx.gpu(1)])
ys = [net(x) for x in xs]
w = net.params.get('weight')
try:
    w.data()
except RuntimeError as error:
    print(str(error).partition('.')[0])
print(ys[1].context, w.list_ctx(), w.data(mx.gpu(0)).asnumpy().tolist() == w.data(mx.gpu(1)).asnumpy().tolist())
#> Parameter 'dense0_weight' was not initialized on context cpu(0)
#> gpu(1) [gpu(0), gpu(1)] True

# %% losses
l = gloss.L2Loss()
print(l(nd.array([[1.0], [3.0]]), nd.array([0, 1])).asnumpy())
c = gloss.SoftmaxCrossEntropyLoss()
print(c(nd.zeros((2, 4)), nd.array([0, 3])).asnumpy())
#> [0.5 2. ]
#> [1.3862944 1.3862944]

# %% parameter and graph files
import os, tempfile
folder = tempfile.mkdtemp()
net = nn.HybridSequential()
net.add(nn.Dense(3), nn.Dense(2))
net.initialize()
x = nd.ones((2, 4))
a = net(x)
net.save_parameters(folder + '/p')
other = nn.HybridSequential()
other.add(nn.Dense(3), nn.Dense(2))
other.load_parameters(folder + '/p')
net.hybridize()
net(x)
net.export(folder + '/e')
s = gluon.SymbolBlock.imports(folder + '/e-symbol.json', ['data'], folder + '/e-0000.params')
print((other(x) == a).sum().asscalar(), (s(x) == a).sum().asscalar())
wrong = nn.HybridSequential()
wrong.add(nn.Dense(7), nn.Dense(2))
try:
    wrong.load_parameters(folder + '/p')
except ValueError as error:
    print(str(error).removeprefix(folder))
for name in os.listdir(folder):
    os.remove(folder + '/' + name)
os.rmdir(folder)
#> 4.0 4.0
#> /p is of another net: the parameter 0.weight has the shape (3, 4) there and (7, 0) here

# %% Adam with MXNet's step
net = nn.Dense(1)
net.initialize(init.One())
trainer = gluon.Trainer(net.collect_params(), 'adam', {'learning_rate': 0.1, 'wd': 0.01})
x = nd.array([[1, 2], [3, -1]])
for i in range(3):
    with autograd.record():
        loss = (net(x) ** 2).sum()
    loss.backward()
    trainer.step(2)
    print([round(v, 5) for v in net.weight.data()[0].asnumpy().tolist()], round(net.bias.data().asscalar(), 5))
#> [0.9, 0.9] -0.1
#> [0.80071, 0.80057] -0.19933
#> [0.70279, 0.70222] -0.29734

# %% autograd.grad()
x = nd.array([1, 2])
x.attach_grad()
with autograd.record():
    y = x * x
    z = 3 * y
print(autograd.grad(z, [x, y], retain_graph=True), x.grad.asnumpy())
print(autograd.grad(z, x, head_grads=nd.array([1, 10])).asnumpy())
#> [
#> [ 6. 12.]
#> <NDArray 2 @cpu(0)>, 
#> [3. 3.]
#> <NDArray 2 @cpu(0)>] [0. 0.]
#> [  6. 120.]

# %% graph with non-ASCII names
import tempfile
w = sym.var('층')
with tempfile.TemporaryDirectory() as folder:
    (w * 2).save(folder + '/g.json')
    print(sym.load(folder + '/g.json').list_arguments())
#> ['층']

# %% momentum
p = nn.Dense(1, use_bias=False, weight_initializer='ones')
p.initialize()
t = gluon.Trainer(p.collect_params(), 'sgd', {'learning_rate': 0.5, 'momentum': 0.5})
for _ in range(2):
    with autograd.record():
        l = p(nd.ones((1, 1)))
    l.backward()
    t.step(1)
print(p.weight.data().asscalar())
#> -0.25

# %% five rows on two devices
gutils.split_and_load(nd.ones((5, 2)), [mx.gpu(0), mx.gpu(1)])
#! cannot be evenly split into 2 slices

# %% empty device list
nn.Dense(2).initialize(ctx=[])
#! empty list of devices

# %% not initialised
nn.Dense(2)(nd.ones((1, 2)))
#! has not been initialized

# %% shape is not known yet
net = nn.Dense(2)
net.initialize()
net.weight.data()
#! known after the first forward pass

# %% input of another width
net = nn.Dense(2)
net.initialize()
net(nd.ones((1, 3)))
net(nd.ones((1, 4)))
#! FullyConnected cannot work on

# %% batch larger than the data
gluon.data.DataLoader(gluon.data.ArrayDataset(nd.ones((3, 2)), nd.ones(3)), 4)
#! a batch of 4 is more than the 3 rows

# %% the learning rate is not a number
net = nn.Dense(1)
net.initialize()
net(nd.ones((1, 1)))
gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': float('nan')}).step(1)
#! the learning rate is nan

# %% unsupported optimizer
gluon.Trainer(nn.Dense(1).collect_params(), 'rmsprop')
#! 'rmsprop' is not supported

# %% asnumpy while compiling
class Net(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.asnumpy()
net = Net()
net.hybridize()
net(nd.ones((1, 1)))
#! asnumpy()

# %% in-place change while compiling
class Net(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        x += 1
        return x
net = Net()
net.hybridize()
net(nd.ones((1, 1)))
#! in place

# %% block that cannot be compiled
nn.HybridSequential().add(nn.Sequential())
#! must be HybridBlocks

# %% export to a missing folder
net = nn.Dense(1)
net.initialize()
net.hybridize()
net(nd.ones((1, 1)))
net.export('/nowhere/e')
#! MXNetError: "/nowhere/e-0000.params" cannot be written: its folder does not exist

# %% removed method
nn.Dense(1).save_params('/tmp/never')
#! Dense.save_params is not supported; a block has

# %% export before compiling
nn.Dense(1).export('/tmp/never')
#! before calling export

# %% index out of range
nd.ones((2, 2))[2]
#! index 2 is out of bounds

# %% in-place change while recording
x = nd.ones(2)
x.attach_grad()
with autograd.record():
    y = x * 2
    y += 1
#! Inplace operations

# %% replicas of a net stay equal
ctx = [mx.gpu(0), mx.gpu(1)]
net = nn.Sequential()
net.add(nn.Conv2D(4, 3, activation='relu'), nn.BatchNorm(), nn.AvgPool2D(), nn.Dense(8, activation='relu'), nn.Dense(3))
net.initialize(init.Normal(0.3), ctx=ctx)
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1, 'momentum': 0.9, 'wd': 0.01})
loss = gloss.SoftmaxCrossEntropyLoss()
for i in range(3):
    X, y = nd.random.normal(shape=(6, 1, 8, 8)), nd.array([0, 1, 2, 2, 1, 0])
    with autograd.record():
        ls = [loss(net(a), b) for a, b in zip(gutils.split_and_load(X, ctx), gutils.split_and_load(y, ctx))]
    for l in ls:
        l.backward()
    trainer.step(6)
    same = [p.data(ctx[0]).asnumpy().tolist() == p.data(ctx[1]).asnumpy().tolist()
            for p in net.collect_params().values() if p.grad_req != 'null']
    print(len(same), all(same))
#> 8 True
#> 8 True
#> 8 True

# %% data that cannot be split evenly
gluon.utils.split_and_load(nd.ones((5, 3)), [mx.gpu(0), mx.gpu(1)])
#! line 1: ValueError: data with shape (5, 3) cannot be evenly split into 2 slices

# %% learning rate that is no number
net = nn.Dense(2)
net.initialize()
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': float('inf') - float('inf')})
with autograd.record():
    l = net(nd.ones((4, 3)))
l.backward()
trainer.step(4)
#! ValueError: the learning rate is nan

# %% parameters of another net
import tempfile
one, other = nn.Dense(3, in_units=4), nn.Sequential()
other.add(nn.Dense(5, in_units=4), nn.Dense(2, in_units=5))
one.initialize()
other.initialize()
with tempfile.TemporaryDirectory() as folder:
    one.save_parameters(f'{folder}/one.params')
    other.load_parameters(f'{folder}/one.params')
#! line 8: ValueError: one.params is of another net: it has no parameter 0.weight

# %% gradients of a convolutional net, as in PyTorch
w = (nd.arange(20) / 10 - 1).reshape((2, 10))
v = (nd.arange(18) / 20 - 0.4).reshape((2, 1, 3, 3))
w.attach_grad(), v.attach_grad()
x = (nd.arange(36) / 36).reshape((1, 1, 6, 6))
with autograd.record():
    maps = nd.relu(nd.Convolution(x, v, no_bias=True, kernel=(3, 3), num_filter=2))
    maps = nd.flatten(nd.Pooling(maps, pool_type='avg', kernel=(2, 2), stride=(2, 2)))
    l = gluon.loss.SoftmaxCrossEntropyLoss()(nd.dot(maps, w.reshape((10, 2))[:8]), nd.array([1]))
l.backward()
print([round(n, 4) for row in w.grad.asnumpy().tolist() for n in row])
print([round(n, 4) for a in v.grad.asnumpy().tolist() for b in a for c in b for n in c])
#> [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3074, -0.3074, 0.3545, -0.3545, 0.5904, -0.5904, 0.6376, -0.6376, 0.0, 0.0, 0.0, 0.0]
#> [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.044, -0.0482, -0.0524, -0.0692, -0.0734, -0.0776, -0.0943, -0.0985, -0.1027]
