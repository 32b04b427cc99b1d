#: dialect = mxnet
# mx.kv, and errors by their name.
import mxnet as mx
from mxnet import nd

# %% values by key, summed over devices
kv = mx.kv.create('device')
kv.init(3, nd.ones((2, 3)) * 2)
a = nd.zeros((2, 3))
kv.pull(3, out=a)
print(a.asnumpy().tolist())
b = [nd.ones((2, 3), mx.gpu(i)) * (i + 1) for i in range(2)]
kv.push(3, b)
kv.pull(3, out=a)
kv.pull(3, out=b)
print(a.asnumpy().tolist(), b[1].asnumpy().tolist(), b[1].context, kv.type, kv.rank, kv.num_workers)
#> [[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]
#> [[3.0, 3.0, 3.0], [3.0, 3.0, 3.0]] [[3.0, 3.0, 3.0], [3.0, 3.0, 3.0]] gpu(1) device 0 1

# %% an updater changes the stored value
kv = mx.kv.create()
kv.init('w', nd.ones(2))
def update(key, gradient, stored):
    stored -= 0.5 * gradient
    print('update', key)
kv.set_updater(update)
kv.push('w', [nd.ones(2, mx.cpu()), nd.ones(2, mx.cpu(1))])
w = nd.zeros(2)
kv.pull('w', out=w)
print(w.asnumpy().tolist())
#> update w
#> [0.0, 0.0]

# %% lists of keys
kv = mx.kv.create('local')
kv.init(['a', 'b'], [nd.ones(1), nd.ones(2)])
out = [nd.zeros(1), nd.zeros(2)]
kv.pushpull(['a', 'b'], [nd.ones(1) * 5, nd.ones(2) * 6], out=out)
print([one.asnumpy().tolist() for one in out])
#> [[5.0], [6.0, 6.0]]

# %% a pushed value does not change with its array
kv = mx.kv.create('local')
x = nd.ones(1)
kv.init(1, x)
kv.push(1, x)
x += 1
out = nd.zeros(1)
kv.pull(1, out=out)
print(out.asscalar())
#> 1.0

# %% a key that was not initialised
mx.kv.create('local').push(9, nd.ones(1))
#! ValueError: key 9 has not been initialised

# %% a store of ranks that do not wait for each other
mx.kv.create('dist_async')
#! NotImplementedError: the store 'dist_async' is not supported

# %% errors of the engine by their name
try:
    nd.ones((2, 3)).reshape((7,))
    nd.waitall()
except mx.MXNetError as error:
    print(type(error).__name__)
#> MXNetError
