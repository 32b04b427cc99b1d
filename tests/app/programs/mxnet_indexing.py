# Indexing of arrays with arrays, as in MXNet.
#: dialect = mxnet
from mxnet import autograd, nd, np, npx
from mxnet.gluon import nn

# %% values along an axis
x = nd.arange(6).reshape((3, 2))
i = nd.array([2, 0, 5])
print(nd.take(x, i).asnumpy().tolist(), x.take(nd.array([-1, 3]), axis=1, mode='wrap').asnumpy().tolist())
print(x[nd.array([2, 0])].asnumpy().tolist())
x[nd.array([0, 1])] = 7
print(x.asnumpy().tolist())
x.attach_grad()
with autograd.record():
    y = nd.take(x, nd.array([1, 1])) * 2
y.backward()
print(x.grad.asnumpy().tolist())
net = nn.Embedding(4, 2)
net.initialize()
print(net, net(nd.array([[1, 3]])).shape)
z = np.arange(6).reshape(2, 3)
print(z[z > 3], np.take(z, np.array([1, 5])), z[:, np.array([0, 2])])
#> [[4.0, 5.0], [0.0, 1.0], [4.0, 5.0]] [[1.0, 1.0], [3.0, 3.0], [5.0, 5.0]]
#> [[4.0, 5.0], [0.0, 1.0]]
#> [[7.0, 7.0], [7.0, 7.0], [4.0, 5.0]]
#> [[0.0, 0.0], [4.0, 4.0], [0.0, 0.0]]
#> Embedding(4 -> 2, float32) (1, 2, 2)
#> [4. 5.] [1. 5.] [[0. 2.]
#>  [3. 5.]]
