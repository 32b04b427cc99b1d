# Slices and reshapes of a tensor are views of it: a write to one of them changes the other.
#: machines = book-v100, this-computer
import torch
x = torch.arange(6.0)

# %% slice is written
v = x[1:3]
v += 10
print(x.tolist(), v.tolist())
#> [0.0, 11.0, 12.0, 3.0, 4.0, 5.0] [11.0, 12.0]

# %% array is written
v = x[1:3]
x *= 2
print(v.tolist())
#> [2.0, 4.0]

# %% slice is assigned
v = x[1:4]
x[2:6] = 7
print(v.tolist())
#> [1.0, 7.0, 7.0]

# %% slice of a slice
v = x[1:5][1:3]
v.zero_()
print(x.tolist())
#> [0.0, 1.0, 0.0, 0.0, 4.0, 5.0]

# %% reshaped view
v = x.view(2, 3)
v[1] = 9
print(x.tolist())
#> [0.0, 1.0, 2.0, 9.0, 9.0, 9.0]

# %% single element
x[2] += 5
print(x.tolist())
#> [0.0, 1.0, 7.0, 3.0, 4.0, 5.0]

# %% column
v = x.view(2, 3)[:, 1]
v += 10
print(x.tolist())
#> [0.0, 11.0, 2.0, 3.0, 14.0, 5.0]

# %% chunks
a, b = x.chunk(2)
b.copy_(a)
print(x.tolist())
#> [0.0, 1.0, 2.0, 0.0, 1.0, 2.0]

# %% overlapping slices
a, b = x[0:3], x[2:5]
a.fill_(8)
print(b.tolist())
#> [8.0, 3.0, 4.0]

# %% disjoint slices
a, b = x[0:2], x[2:6]
a += 10
b += 20
print(x.tolist(), a.tolist(), b.tolist())
#> [10.0, 11.0, 22.0, 23.0, 24.0, 25.0] [10.0, 11.0] [22.0, 23.0, 24.0, 25.0]

# %% row, column and whole array
m = x.view(2, 3)
r, c, a = m[1], m[:, 2], m.view(3, 2)
r += 10
print(c.tolist(), a.tolist(), x.tolist())
#> [2.0, 15.0] [[0.0, 1.0], [2.0, 13.0], [14.0, 15.0]] [0.0, 1.0, 2.0, 13.0, 14.0, 15.0]

# %% slice is assigned while rows exist
v = x.view(6, 1)
rows = list(v)
v[2:4] = 7
print([int(r) for r in rows], x.tolist())
#> [0, 1, 7, 7, 4, 5] [0.0, 1.0, 7.0, 7.0, 4.0, 5.0]

# %% slice of the whole array
v = x[0:6]
v[1] = 9
x[0:6] += 1
print(x.tolist(), v.tolist())
#> [1.0, 10.0, 3.0, 4.0, 5.0, 6.0] [1.0, 10.0, 3.0, 4.0, 5.0, 6.0]

# %% intermediate view is freed
v = x[1:5]
w = v.view(2, 2)
v = None
w[1] = 9
x[1] = 8
print(x.tolist(), w.tolist())
#> [0.0, 8.0, 2.0, 9.0, 9.0, 5.0] [[8.0, 2.0], [9.0, 9.0]]

# %% base array is freed
m, a, b = x.view(2, 3), x[0:4], x.view(3, 2)
x = None
a += 10
m[1, 0] = 7
print(m.tolist(), a.tolist(), b.tolist())
#> [[10.0, 11.0, 12.0], [7.0, 4.0, 5.0]] [10.0, 11.0, 12.0, 7.0] [[10.0, 11.0], [12.0, 7.0], [4.0, 5.0]]

# %% slice of a freed view
v = x[0:4].view(2, 2)
a, b = v[0], v[:, 1]
v = None
a += 10
print(x.tolist(), b.tolist())
#> [10.0, 11.0, 2.0, 3.0, 4.0, 5.0] [11.0, 3.0]

# %% clone is not written
v = x[1:3].clone()
v += 10
print(x.tolist())
#> [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]

# %% slice of a detached tensor
v = x.detach()[1:3]
v += 10
print(x.tolist())
#> [0.0, 11.0, 12.0, 3.0, 4.0, 5.0]

# %% reshape of a transposed tensor copies
m = x.view(2, 3)
v = m.t().reshape(-1)
v += 10
print(x.tolist(), v.tolist())
#> [0.0, 1.0, 2.0, 3.0, 4.0, 5.0] [10.0, 13.0, 11.0, 14.0, 12.0, 15.0]

# %% contiguous() copies a transposed tensor
m = x.view(2, 3)
v, w = m.t().contiguous(), m.contiguous()
v += 10
print(x.tolist(), w is m, m.t().is_contiguous())
#> [0.0, 1.0, 2.0, 3.0, 4.0, 5.0] True False

# %% reshape of columns copies
m = x.view(2, 3)
v, w = m[:, 1:].reshape(-1), m[1:].reshape(-1)
v += 10
w += 1
print(x.tolist())
#> [0.0, 1.0, 2.0, 4.0, 5.0, 6.0]

# %% axes of size 1 may be permuted
m = x.view(1, 6)
v = m.t().view(2, 3).unsqueeze(0)
v += 1
w = m.view(2, 3).t().unsqueeze(1)
w[0] = 9
print(x.tolist())
#> [9.0, 2.0, 3.0, 9.0, 5.0, 6.0]

# %% view() of a transposed tensor is refused
try:
    x.view(2, 3).t().view(-1)
except RuntimeError as error:
    print(error)
#> view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead.

# %% transposed twice
m = x.view(2, 3)
v = m.t().t()
v += 1
x = None
m[0] = 9
w = v.t()
m = v = None
w[0] = 5
print(w.t().tolist())
#> [[5.0, 9.0, 9.0], [5.0, 5.0, 6.0]]

# %% transposed view of a reshaped transposed tensor
w = x.reshape(6, 1)
z = w.t().view(2, 3).t()
w += 10
print(z.tolist())
z[0, 1] = 7
print(x.tolist())
#> [[10.0, 13.0], [11.0, 14.0], [12.0, 15.0]]
#> [10.0, 11.0, 12.0, 7.0, 14.0, 15.0]

# %% write through a transposed view of a view
m = x.view(6, 1).t().view(2, 3)
n = m.t()
m[0, 1] = 77
print(n.tolist())
n[2, 0] = 8
print(x.tolist())
#> [[0.0, 3.0], [77.0, 4.0], [2.0, 5.0]]
#> [0.0, 77.0, 8.0, 3.0, 4.0, 5.0]

# %% permuted axes
m = torch.arange(24.).view(2, 3, 4)
v, w = m.permute(0, 2, 1), m.permute(2, 0, 1)
m += 100
print(v[1].tolist(), v.stride(), v.is_contiguous())
v[1, 3] = 7
w[0] = 5
print(m[1].tolist())
print(w[3].tolist(), v.permute(0, 2, 1).is_contiguous(), m.transpose(0, 2).shape)
#> [[112.0, 116.0, 120.0], [113.0, 117.0, 121.0], [114.0, 118.0, 122.0], [115.0, 119.0, 123.0]] (12, 1, 4) False
#> [[5.0, 113.0, 114.0, 7.0], [5.0, 117.0, 118.0, 7.0], [5.0, 121.0, 122.0, 7.0]]
#> [[103.0, 107.0, 111.0], [7.0, 7.0, 7.0]] True torch.Size([4, 3, 2])

# %% all permutations of four axes
from itertools import permutations
m = torch.arange(120).view(2, 3, 4, 5)
for dims in permutations(range(4)):
    v = m.permute(dims)
    back = v.permute([dims.index(i) for i in range(4)])
    stride = tuple(m.stride(d) for d in dims)
    first = [sum(i * s for i, s in zip((1, 0, 1, 1), stride)), sum(i * s for i, s in zip((0, 1, 1, 0), stride))]
    right = v.shape == tuple(m.shape[d] for d in dims) and v.stride() == stride
    right &= [v[1, 0, 1, 1].item(), v[0, 1, 1, 0].item()] == first and torch.equal(back, m)
    v += 1
    m -= 1
    right &= v.sum().item() == 7140 and torch.equal(back, m)
    if not right or not back.is_contiguous():
        print(dims)
print('done')
#> done

# %% permuted tensor is not contiguous
v = x.view(1, 2, 3).permute(2, 1, 0)
w = v.reshape(6)
v += 1
print(w.tolist(), v.contiguous().stride())
try:
    v.view(6)
except RuntimeError as error:
    print(str(error)[:30])
#> [0.0, 3.0, 1.0, 4.0, 2.0, 5.0] (2, 1, 1)
#> view size is not compatible wi

# %% base of a permuted view is freed
v = x.view(1, 2, 3, 1).permute(0, 2, 3, 1)
w = v[:, 1:]
x = None
w += 10
print(v.flatten().tolist())
#> [0.0, 3.0, 11.0, 14.0, 12.0, 15.0]

# %% reshaped NumPy array
import numpy as np
a = np.ones((2, 3))
b, t = a.reshape(6), torch.from_numpy(a.reshape(-1, 2))
a += 1
t[2] = 5
print(b)
print(a)
c = a.T.reshape(6)
a += 1
print(c)
#> [2. 2. 2. 2. 5. 5.]
#> [[2. 2. 2.]
#>  [2. 5. 5.]]
#> [2. 2. 2. 5. 2. 5.]

# %% gradient
w = torch.ones(3, requires_grad=True)
(w * 2).sum().backward()
v = w.grad[1:3]
(w * 3).sum().backward()
print(v.tolist())
#> [5.0, 5.0]

# %% parts of a split go backward one after the other
x = torch.arange(12.0).reshape(2, 6).requires_grad_()
a, b = x.split(4, 1)
print(a.grad_fn)
a.sum().backward()
b.sum().backward()
print(x.grad.tolist())
#> <SplitBackward0>
#> [[1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]]

# %% gradient through views is no view of the given one
#: differs: recent versions of PyTorch keep a view of g as x.grad, so that g += 100 changes it
x = torch.ones(2, 3, requires_grad=True)
g = torch.ones(6)
x.reshape(6).backward(g)
g += 100
w = torch.ones(3, 2, requires_grad=True)
y = w.t() * 2
y.retain_grad()
(y.reshape(6).sum() + w.sum()).backward()
print(x.grad.sum().item(), w.grad.tolist(), y.grad.tolist())
#> 6.0 [[3.0, 3.0], [3.0, 3.0], [3.0, 3.0]] [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]
