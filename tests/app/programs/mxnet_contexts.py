# Contexts of MXNet on this computer.
#: dialect = mxnet
#: machines = this-computer

# %% contexts of the CPU have separate arrays
import mxnet as mx
from mxnet import init, nd
from mxnet.gluon import nn, utils
x = nd.arange(6).reshape((2, 3))
y = x.as_in_context(mx.cpu(1))
y += 1
print(x.context, y.context, (y * 2).context, x.as_in_context(mx.cpu(0)) is x)
print(x.asnumpy().tolist(), y.asnumpy().tolist())
print([part.context for part in utils.split_and_load(x, [mx.cpu(0), mx.cpu(1)])])
net = nn.Dense(2)
net.initialize(init=init.Normal(0.1), ctx=[mx.cpu(0), mx.cpu(1)])
net(x), net(y)
weights = net.weight.list_data()
print([w.context for w in weights], weights[0].asnumpy().tolist() == weights[1].asnumpy().tolist())
x + y
#> cpu(0) cpu(1) cpu(1) True
#> [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]] [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
#> [cpu(0), cpu(1)]
#> [cpu(0), cpu(1)] True
#! line 15: MXNetError: Expected all tensors to be on the same device, but found at least two devices, cpu(0) and cpu(1)!
