# MXNet's stores of several ranks.
#: dialect = mxnet
#: machines = laptop-2019, this-computer
#: ranks = 2

# %% sums over ranks
from mxnet import autograd, gluon, init, kv, np, npx
npx.set_np()
store = kv.create('dist_sync')
assert store.num_workers == 2
store.init('w', np.ones(3) * (store.rank + 1))
out = np.zeros(3)
store.pull('w', out=out)
assert out.tolist() == [1, 1, 1], out
store.push('w', np.ones(3) * (store.rank + 1))
store.pull('w', out=out)
assert out.tolist() == [3, 3, 3], out
store.set_updater(lambda key, total, stored: stored.__isub__(total))
store.push('w', np.ones(3))
store.pull('w', out=out)
assert out.tolist() == [1, 1, 1], out
size = 1000003  # each rank updates its part
store.init('big', np.ones(size))
store.push('big', np.ones(size) * (store.rank + 1))
out = np.zeros(size)
store.pull('big', out=out)
assert [out[i].item() for i in (0, size // 2, size // 2 + 1, size - 1)] == [-2] * 4, out
layer = gluon.nn.Dense(1000, use_bias=False)
layer.initialize(init.Constant(1.0))
big = np.ones((1, 1100)) * (store.rank + 1)
layer(big)
trainer = gluon.Trainer(layer.collect_params(), 'sgd', {'learning_rate': 0.5, 'momentum': 0.5}, kvstore='dist_sync')
for _ in range(2):
    with autograd.record():
        y = layer(big).sum()
    y.backward()
    trainer.step(1)
weight = layer.weight.data()
assert [weight[i, i].item() for i in (0, 499, 500, 999)] == [-2.75] * 4, weight

net = gluon.nn.Dense(1, use_bias=False)
net.initialize(init.Constant(1.0 + store.rank))
x = np.ones((1, 2)) * (store.rank + 1)
net(x)
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.5}, kvstore='dist_sync')
with autograd.record():
    y = net(x).sum()
y.backward()
trainer.step(1)
# from the weights of rank 0, 1, less half of the sum of the gradients, 1 + 2
print(net.weight.data().tolist())
try:
    kv.create('dist_async')
except NotImplementedError as error:
    assert 'dist_sync' in str(error)
#> [[-0.5, -0.5]]
#> [[-0.5, -0.5]]
