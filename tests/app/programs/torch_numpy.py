# Tensors of PyTorch and arrays of NumPy share their values.
#: machines = book-v100, this-computer
import numpy as np
import torch

# %% write to the tensor reaches the array
x = torch.ones(2, 3)
a = x.numpy()
x += 1
x[0] = 7
print(a, a.dtype, a.shape)
x.zero_()
x[:, 1] = torch.tensor([3., 4.])
print(a)
#> [[7. 7. 7.]
#>  [2. 2. 2.]] float32 (2, 3)
#> [[0. 3. 0.]
#>  [0. 4. 0.]]

# %% write to the array reaches the tensor
x = torch.zeros(2, 3)
a = x.numpy()
a[0, 1] = 5
print(x)
a += 1
np.multiply(a, 2, out=a)
a.flat[5] = -1
print(x.sum(), x.tolist())
a.fill(3)
print((x * 2).tolist(), x.max().item())
a.sort()
np.copyto(a, 4)
y = x.clone()
a[...] = 0
print(y.tolist(), x.tolist())
#> tensor([[0., 5., 0.],
#>         [0., 0., 0.]])
#> tensor(19.) [[2.0, 12.0, 2.0], [2.0, 2.0, -1.0]]
#> [[6.0, 6.0, 6.0], [6.0, 6.0, 6.0]] 3.0
#> [[4.0, 4.0, 4.0], [4.0, 4.0, 4.0]] [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]

# %% slices of the array and of the tensor
x = torch.zeros(2, 3)
row = x.numpy()[1]
row[2] = 8
x[0][0] = 1
part = x[:, 1].numpy()
part += 5
x.view(6)[5] = 9
print(x.tolist(), row, part)
flat = x.reshape(6).numpy()
flat[:2] = -1
print(x.tolist(), row)
turned = x.t().numpy()
turned[0, 1] = 4
print(x[1].tolist(), row)
#> [[1.0, 5.0, 0.0], [0.0, 5.0, 9.0]] [0. 5. 9.] [5. 5.]
#> [[-1.0, -1.0, 0.0], [0.0, 5.0, 9.0]] [0. 5. 9.]
#> [4.0, 5.0, 9.0] [4. 5. 9.]

# %% several arrays of one tensor are written between two operations
x = torch.zeros(2, 3)
whole, first = x.numpy(), x[0].numpy()
whole[1, 1] = 5
first[0] = 3
print(x.tolist(), whole.tolist(), first)
#> [[3.0, 0.0, 0.0], [0.0, 5.0, 0.0]] [[3.0, 0.0, 0.0], [0.0, 5.0, 0.0]] [3. 0. 0.]

# %% integers and booleans
i, b = torch.arange(4), torch.tensor([True, False])
j, c = i.numpy(), b.numpy()
print(j, j.dtype, c, c.dtype)
i += 1
j[0] = 9
c[1] = True
print(i, j, b, (j > 2).sum())
#> [0 1 2 3] int64 [ True False] bool
#> tensor([9, 2, 3, 4]) [9 2 3 4] tensor([True, True]) 3

# %% from_numpy shares the array
a = np.arange(6, dtype=np.float32).reshape(2, 3)
x = torch.from_numpy(a)
x += 10
a[0, 0] = -1
print(x, a)
column = torch.from_numpy(a[:, 1])
column *= 0
a[1, 1] = 5
print(a, column.tolist(), x[1].tolist())
#> tensor([[-1., 11., 12.],
#>         [13., 14., 15.]]) [[-1. 11. 12.]
#>  [13. 14. 15.]]
#> [[-1.  0. 12.]
#>  [13.  5. 15.]] [0.0, 5.0] [13.0, 5.0, 15.0]

# %% a tensor of an array that shows another tensor is that tensor
x = torch.arange(6.).reshape(2, 3)
a = x.numpy()
b = torch.from_numpy(a)
b.mul_(10)
print(x.tolist(), a.tolist())
torch.as_tensor(a)[0, 0] = -1
last = torch.from_numpy(a[1])
last += 1
print(x.tolist(), b.tolist(), a.tolist())
del x
a[0, 1] = 7
print(b.tolist(), last.tolist())
#> [[0.0, 10.0, 20.0], [30.0, 40.0, 50.0]] [[0.0, 10.0, 20.0], [30.0, 40.0, 50.0]]
#> [[-1.0, 10.0, 20.0], [31.0, 41.0, 51.0]] [[-1.0, 10.0, 20.0], [31.0, 41.0, 51.0]] [[-1.0, 10.0, 20.0], [31.0, 41.0, 51.0]]
#> [[-1.0, 7.0, 20.0], [31.0, 41.0, 51.0]] [31.0, 41.0, 51.0]

# %% writes that call no method of the array's type
import io
import struct
x = torch.arange(4.)
a, row = x.numpy(), x[1:3]
memoryview(a)[0] = 5
print(x.tolist())
a.itemset(1, 7)
print(row.tolist())
for value in np.nditer(a, op_flags=['readwrite']):
    value[...] = value + 1
print((x * 1).tolist())
a.view(np.ndarray)[2:] = 0
print(x.sum().item())
struct.pack_into('f', a, 8, 2.5)
print(row.tolist())
io.BytesIO(struct.pack('2f', 3, 4)).readinto(a[:2])
print(x[0].item(), x.tolist())
np.asmatrix(a)[0, 3] = 9
np.ma.masked_array(a, a > 8)[0] = 8
np.ndarray.__setitem__(a, 1, 6)
np.ndarray.view(a, np.ndarray)[2] = 1
print(x)
a.byteswap(True)
a.byteswap(True)
a.byteswap(True)
print(a.tolist() == x.tolist(), x[0].item() == 8)
#> [5.0, 1.0, 2.0, 3.0]
#> [7.0, 2.0]
#> [6.0, 8.0, 3.0, 4.0]
#> 14.0
#> [8.0, 2.5]
#> 3.0 [3.0, 4.0, 2.5, 0.0]
#> tensor([8., 6., 1., 9.])
#> True False

# %% transposed and read-only arrays
#: differs: PyTorch refuses to write to repeated elements, and warns of read-only memory
f = np.ones((2, 3), dtype=np.float32, order='F')
x = torch.from_numpy(f)
f[0, 1] = 4
x[1] *= 5
print(x.tolist(), f.tolist())
y = torch.from_numpy(np.frombuffer(bytes(8), dtype=np.float32))
z = torch.from_numpy(np.broadcast_to(np.float32(2), (2,)))
y += 1
z += 1
print(y, z)
#> [[1.0, 4.0, 1.0], [5.0, 5.0, 5.0]] [[1.0, 4.0, 1.0], [5.0, 5.0, 5.0]]
#> tensor([1., 1.]) tensor([3., 3.])

# %% from_numpy of other types
i = np.array([1, 2, 3])
x = torch.from_numpy(i)
x *= 2
i[1] = 7
print(x, i, x.dtype)
d = np.array([0.5, 1.5])
y = torch.from_numpy(d)
y += 1
d[0] = 9
print(y.tolist(), d, d.dtype)
print(torch.from_numpy(np.array([True, False])), torch.from_numpy(np.array(3.0, dtype=np.float32)))
#> tensor([2, 7, 6]) [2 7 6] torch.int64
#> [9.0, 2.5] [9.  2.5] float64
#> tensor([ True, False]) tensor(3.)

# %% torch.tensor copies
a = np.ones(2, dtype=np.float32)
x = torch.tensor(a)
a += 1
x += 5
print(a, x, torch.tensor([a, a]).shape, torch.tensor([np.float32(1), np.int64(2)]), torch.tensor(np.arange(3)))
#> [2. 2.] tensor([6., 6.]) torch.Size([2, 2]) tensor([1., 2.]) tensor([0, 1, 2])

# %% the array outlives its tensor
def make():
    x = torch.ones(3)
    return x.numpy()


a = make()
b = torch.ones(3).mul(2).numpy()
for _ in range(20):
    torch.rand(3)
print(a, b, torch.ones(3).numpy().sum())
#> [1. 1. 1.] [2. 2. 2.] 3.0

# %% the tensor outlives its array
x = torch.zeros(2)
x.numpy()[0] = 5
x += 1
y = torch.from_numpy(np.ones(2, dtype=np.float32))
y += 1
print(x.tolist(), y.tolist())
#> [6.0, 1.0] [2.0, 2.0]

# %% gradients
w = torch.ones(2, requires_grad=True)
a = w.detach().numpy()
(w * 3).sum().backward()
g = w.grad.numpy()
print(a, g)
(w * 2).sum().backward()
print(g)
with torch.no_grad():
    w -= 0.5
print(a)
a[0] = 10
(w * w).sum().backward()
print(g)
#> [1. 1.] [3. 3.]
#> [5. 5.]
#> [0.5 0.5]
#> [25.  6.]

# %% NumPy's functions of tensors
x = torch.tensor([1.0, 4.0])
print(np.sqrt(x), np.array(x), np.asarray(x).dtype, np.sum(np.asarray(x)), np.mean(x.numpy()))
print(np.float32(2) * x, x * np.float64(0.5), x > np.int64(2), x ** np.int64(2), np.float64(1) / x)
#> tensor([1., 2.]) [1. 4.] float32 5.0 2.5
#> tensor([2., 8.]) tensor([0.5000, 2.0000]) tensor([False,  True]) tensor([ 1., 16.]) tensor([1.0000, 0.2500])

# %% arrays as an index
x = torch.arange(6.).reshape(2, 3)
print(x[:, np.array([2, 0])].tolist(), x[np.int64(1), np.int64(2)], x[np.array([[True, False, True], [False, True, False]])])
print(torch.zeros(np.int64(2)), torch.ones(tuple(np.array([1, 2]))).shape)
#> [[2.0, 0.0], [5.0, 3.0]] tensor(5.) tensor([0., 2., 4.])
#> tensor([0., 0.]) torch.Size([1, 2])

# %% data sets from arrays
from torch.utils.data import DataLoader, TensorDataset
features, labels = np.eye(4, dtype=np.float32), np.arange(4)
for X, y in DataLoader(TensorDataset(torch.from_numpy(features), torch.from_numpy(labels)), batch_size=2):
    print(X.shape, y.tolist())
for X, y in DataLoader(list(zip(features, labels)), batch_size=4):
    print(X.shape, y.tolist())
#> torch.Size([2, 4]) [0, 1]
#> torch.Size([2, 4]) [2, 3]
#> torch.Size([4, 4]) [0, 1, 2, 3]

# %% tensor that requires a gradient
torch.ones(2, requires_grad=True).numpy()
#! RuntimeError: Use tensor.detach().numpy() instead.

# %% array plus tensor
#: differs: Overlap refuses it
torch.ones(2) + np.ones(2)
#! TypeError: takes tensors and numbers, not

# %% object that is not an array
torch.from_numpy([1, 2])
#! TypeError: expected np.ndarray (got list)

# %% array of strings
torch.from_numpy(np.array(['a']))
#! TypeError: can't convert np.ndarray of type numpy.

# %% number outside the tensor's type
torch.from_numpy(np.array([2**24 + 1]))
#! NotImplementedError: 16777217 is beyond 2^24
