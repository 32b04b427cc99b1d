# Slices and reshapes of an array are views of it, as in MXNet.
#: dialect = mxnet
#: machines = book-v100, this-computer
from mxnet import nd
x = nd.arange(6)


def show(a):
    print([int(v) for v in a.reshape((-1,)).asnumpy().tolist()])

# %% gradient
from mxnet import autograd
x.attach_grad()
v = x.grad[1:3]
with autograd.record():
    y = (x * x).sum()
y.backward()
show(v)
#> [2, 4]

# %% slice is written
v = x[1:3]
v[:] = 8
show(x)
#> [0, 8, 8, 3, 4, 5]

# %% array is written
v = x[1:3]
x += 1
show(v)
#> [2, 3]

# %% addition to a slice
x[1:3] += 10
show(x)
#> [0, 11, 12, 3, 4, 5]

# %% reshaped view
v = x.reshape((2, 3))
v[0][:] = 4
show(x)
#> [4, 4, 4, 3, 4, 5]

# %% columns are copies
v = x.reshape((2, 3))[:, 1:2]
v += 10
show(x)
#> [0, 1, 2, 3, 4, 5]

# %% copy between slices
x[0:2] = nd.ones(2) * 7
x[2:4].copyto(x[4:6])
show(x)
#> [7, 7, 2, 3, 2, 3]
