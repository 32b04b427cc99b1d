# Indexing of tensors with tensors, as in PyTorch.
import torch
from torch import nn
import torch.nn.functional as F

# %% index arrays, alone and combined
x = torch.arange(24.0).reshape(2, 3, 4)
i = torch.tensor([2, 0])
print(x[:, i], x[0, i], x[..., i].shape, x[[1, 0, 1]].shape, x[:, [0], 1:3])
print(x[1][i, 1], x[0][torch.tensor([0, -1]), torch.tensor([1, -1])], x[:, i, i], x[torch.tensor([[0, 1], [1, 1]])].shape)
print(x[0, torch.tensor(1)], x[torch.tensor([], dtype=torch.int64)].shape, x[None, :, i].shape)
#> tensor([[[ 8.,  9., 10., 11.],
#>          [ 0.,  1.,  2.,  3.]],
#>
#>         [[20., 21., 22., 23.],
#>          [12., 13., 14., 15.]]]) tensor([[ 8.,  9., 10., 11.],
#>         [ 0.,  1.,  2.,  3.]]) torch.Size([2, 3, 2]) torch.Size([3, 3, 4]) tensor([[[ 1.,  2.]],
#>
#>         [[13., 14.]]])
#> tensor([21., 13.]) tensor([ 1., 11.]) tensor([[10.,  0.],
#>         [22., 12.]]) torch.Size([2, 2, 3, 4])
#> tensor([4., 5., 6., 7.]) torch.Size([0, 3, 4]) torch.Size([1, 2, 2, 4])

# %% boolean masks
x = torch.tensor([[1.0, -2.0, 3.0], [-4.0, 5.0, -6.0]])
print(x[x > 0], x[torch.tensor([False, True])], x[:, torch.tensor([True, False, True])], x[x > 9], x.masked_select(x < -3))
print((x > 0).nonzero(), torch.nonzero(x > 4, as_tuple=True), torch.where(x < -5))
x[x < 0] = 0
print(x)
x[x == 0] = torch.tensor([7.0, 8.0, 9.0])
x[torch.tensor([False, True])] += 10
print(x, x.masked_fill(x > 15, -1.0))
#> tensor([1., 3., 5.]) tensor([[-4.,  5., -6.]]) tensor([[ 1.,  3.],
#>         [-4., -6.]]) tensor([]) tensor([-4., -6.])
#> tensor([[0, 0],
#>         [0, 2],
#>         [1, 1]]) (tensor([1]), tensor([1])) (tensor([1]), tensor([2]))
#> tensor([[1., 0., 3.],
#>         [0., 5., 0.]])
#> tensor([[ 1.,  7.,  3.],
#>         [18., 15., 19.]]) tensor([[ 1.,  7.,  3.],
#>         [-1., 15., -1.]])

# %% assignment through index arrays
x = torch.zeros(4, 2)
x[torch.tensor([0, 2])] = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
x[[3]] = 5
x[:, torch.tensor([1])] *= 10
x[torch.tensor([1, 1]), torch.tensor([0, 1])] = torch.tensor([6.0, 7.0])
print(x)
x.index_add_(0, torch.tensor([0, 0, 3]), torch.ones(3, 2))
print(x, x.index_add(1, torch.tensor([1]), torch.ones(4, 1))[0])
x[1:3][torch.tensor([True, False])] = -1
print(x)
n = torch.tensor([1, 2, 3])
n[torch.tensor([0, 2])] = 9
print(n, n[n > 2], torch.tensor([True, False])[torch.tensor([1, 0, 0])])
#> tensor([[ 1., 20.],
#>         [ 6.,  7.],
#>         [ 3., 40.],
#>         [ 5., 50.]])
#> tensor([[ 3., 22.],
#>         [ 6.,  7.],
#>         [ 3., 40.],
#>         [ 6., 51.]]) tensor([ 3., 23.])
#> tensor([[ 3., 22.],
#>         [-1., -1.],
#>         [ 3., 40.],
#>         [ 6., 51.]])
#> tensor([9, 2, 9]) tensor([9, 9]) tensor([False,  True,  True])

# %% index_select, gather, take and scatter
x = torch.arange(6.0).reshape(2, 3)
print(torch.index_select(x, 1, torch.tensor([2, 2, 0])), x.index_select(0, torch.tensor([1])))
print(torch.gather(x, 1, torch.tensor([[2, 0, 1, 1], [0, 0, 2, 1]])), x.gather(0, torch.tensor([[1, 0]])), x.take(torch.tensor([5, -6, 0])))
print(torch.zeros(2, 3).scatter_(1, torch.tensor([[2], [0]]), 1.0), torch.zeros(2, 3).scatter_add(0, torch.tensor([[1, 0, 1], [1, 1, 0]]), x))
#> tensor([[2., 2., 0.],
#>         [5., 5., 3.]]) tensor([[3., 4., 5.]])
#> tensor([[2., 0., 1., 1.],
#>         [3., 3., 5., 4.]]) tensor([[3., 1.]]) tensor([5., 0., 0.])
#> tensor([[0., 0., 1.],
#>         [1., 0., 0.]]) tensor([[0., 1., 5.],
#>         [3., 4., 2.]])

# %% gradients of indexed elements
x = torch.arange(6.0).reshape(3, 2).requires_grad_()
i = torch.tensor([2, 0, 2])
(x[i] * torch.tensor([[1.0], [2.0], [3.0]])).sum().backward()
print(x.grad)
x.grad = None
x[x > 2].square().sum().backward()
print(x.grad)
x.grad = None
(x[torch.arange(3), torch.tensor([1, 0, 1])] ** 2).sum().backward()
print(x.grad)
x.grad = None
y = x * 2
y[i] = torch.ones(3, 2, requires_grad=True)
y[torch.tensor([True, False, False])] = 3
(y * y).sum().backward()
print(x.grad, y)
x.grad = None
(x.gather(1, torch.tensor([[1, 1], [0, 1], [0, 0]])) * torch.arange(6.0).reshape(3, 2)).sum().backward()
print(x.grad)
x.grad = None
z = torch.zeros(2, 2)
z.index_add_(0, torch.tensor([0, 0, 1]), x)
(z * z).sum().backward()
print(x.grad)
net = nn.Embedding(4, 2)
with torch.no_grad():
    net.weight.copy_(torch.arange(8.0).reshape(4, 2))
out = net(torch.tensor([[1, 3], [1, 1]]))
out.sum().backward()
print(out, net.weight.grad, net)
print(F.embedding(torch.tensor([0]), net.weight).shape)
#> tensor([[2., 2.],
#>         [0., 0.],
#>         [4., 4.]])
#> tensor([[ 0.,  0.],
#>         [ 0.,  6.],
#>         [ 8., 10.]])
#> tensor([[ 0.,  2.],
#>         [ 4.,  0.],
#>         [ 0., 10.]])
#> tensor([[ 0.,  0.],
#>         [16., 24.],
#>         [ 0.,  0.]]) tensor([[3., 3.],
#>         [4., 6.],
#>         [1., 1.]], grad_fn=<IndexPutBackward0>)
#> tensor([[0., 1.],
#>         [2., 3.],
#>         [9., 0.]])
#> tensor([[ 4.,  8.],
#>         [ 4.,  8.],
#>         [ 8., 10.]])
#> tensor([[[2., 3.],
#>          [6., 7.]],
#>
#>         [[2., 3.],
#>          [2., 3.]]], grad_fn=<EmbeddingBackward0>) tensor([[0., 0.],
#>         [3., 3.],
#>         [0., 0.],
#>         [1., 1.]]) Embedding(4, 2)
#> torch.Size([1, 2])

# %% ignored classes, maximum and where
x = torch.tensor([[1.0, 2.0, 4.0], [1.0, 1.0, 1.0], [0.0, 3.0, 1.0]], requires_grad=True)
y = torch.tensor([2, -100, 1])
print(F.cross_entropy(x, y), F.cross_entropy(x, y, reduction='sum'), F.cross_entropy(x, y, reduction='none'))
print(F.cross_entropy(x, torch.tensor([-100, -100, -100])), F.cross_entropy(x, torch.tensor([0, 1, 2]), ignore_index=1))
a = torch.tensor([1.0, 5.0])
print(torch.maximum(a, torch.tensor(3.0)), torch.where(a > 2, a, torch.tensor(0.0)), torch.where(a > 2, 1.0, a))
#> tensor(0.1698, grad_fn=<NllLossBackward0>) tensor(0.3397, grad_fn=<NllLossBackward0>) tensor([0.1698, 0.0000, 0.1698], grad_fn=<NllLossBackward0>)
#> tensor(nan, grad_fn=<NllLossBackward0>) tensor(2.6698, grad_fn=<NllLossBackward0>)
#> tensor([3., 5.]) tensor([0., 5.]) tensor([1., 1.])

# %% indexing on a GPU
x = torch.arange(6.0, device='cuda').reshape(3, 2).requires_grad_()
i = torch.tensor([2, 0, 2])
y = x[i] + x[torch.tensor([0, 1, -1]).cuda()] + x.index_select(0, i.cuda())
y.sum().backward()
print(x.grad, x[x > 2])
print(torch.maximum(x, torch.tensor(3.0)).sum().item(), torch.where(x > 2, x, torch.tensor(0.0)).sum().item())
#> tensor([[3., 3.],
#>         [1., 1.],
#>         [5., 5.]], device='cuda:0') tensor([3., 4., 5.], device='cuda:0', grad_fn=<IndexBackward0>)
#> 21.0 12.0

# %% index too large
torch.ones(3)[torch.tensor([0, 3])]
#! index 3 is out of bounds for dimension 0 with size 3

# %% number too large
torch.ones(2, 3)[1, 3]
#! index 3 is out of bounds for dimension 1 with size 3

# %% index too small
torch.ones(3)[[0, -4]]
#! index -4 is out of bounds

# %% floating-point index
torch.ones(3)[torch.tensor([0.0])]
#! must be long, byte or bool tensors

# %% mask of another shape
torch.ones(3)[torch.tensor([True, False])]
#! The shape of the mask [2] at index 0

# %% too many indices
torch.ones(3)[torch.tensor([[True]])]
#! too many indices

# %% index on a GPU
torch.ones(3)[torch.tensor([0]).cuda()]
#! on the same device as the indexed tensor (cpu)

# %% separated index arrays
#: differs: Overlap refuses it
i = torch.tensor([0])
torch.ones(2, 2, 2)[i, :, i]
#! arrays in an index must be adjacent

# %% separated number and index array
#: differs: Overlap refuses it
torch.ones(2, 2, 2)[0, :, torch.tensor([0])]
#! x[i][:, index]

# %% embedding index out of range
nn.Embedding(2, 2)(torch.tensor([2]))
#! index out of range in self

# %% gather with another rank
torch.ones(2, 2).gather(0, torch.tensor([0]))
#! same number of dimensions

# %% mask larger than the exact range
from overlap_dialect import numbering
numbering.EXACT = 3
torch.eye(5).nonzero()
#! indices of elements are at most 2^24 - 1

# %% wrong number of values for a mask
x = torch.ones(3)
x[x > 0] = torch.ones(2)
#! RuntimeError: 
