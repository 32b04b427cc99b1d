# Types of results, as PyTorch promotes and prints them.
import torch
from torch import nn
from torch.nn import functional as F
i, f = torch.arange(4), torch.ones(2) / 2
b = torch.tensor([True, False])

# %% results of expressions
print(i * 0.5)
#> tensor([0.0000, 0.5000, 1.0000, 1.5000])
print(i / 2)
#> tensor([0.0000, 0.5000, 1.0000, 1.5000])
print(i * 2)
#> tensor([0, 2, 4, 6])
print(i + True)
#> tensor([1, 2, 3, 4])
print(i - 1)
#> tensor([-1,  0,  1,  2])
print(i ** 2)
#> tensor([0, 1, 4, 9])
print(i // 2)
#> tensor([0, 0, 1, 1])
print(-i // 2)
#> tensor([ 0, -1, -1, -2])
print(i % 3)
#> tensor([0, 1, 2, 0])
print(-i % 3)
#> tensor([0, 2, 1, 0])
print(torch.tensor([1, 1, 0]).sum() / 4)
#> tensor(0.5000)
print(1 / torch.tensor(2))
#> tensor(0.5000)
print(torch.sqrt(i))
#> tensor([0.0000, 1.0000, 1.4142, 1.7321])
print(torch.cat([torch.arange(2), f]))
#> tensor([0.0000, 1.0000, 0.5000, 0.5000])
print(torch.stack([f, f * 2]))
#> tensor([[0.5000, 0.5000],
#>         [1.0000, 1.0000]])
print(torch.tensor([[1, 2.5]]))
#> tensor([[1.0000, 2.5000]])
print(torch.tensor([True, 2]))
#> tensor([1, 2])
print(torch.tensor([[True]]))
#> tensor([[True]])
print(torch.tensor([1.7, -1.7]).long())
#> tensor([ 1, -1])
print(torch.tensor([1.7, 0.0]).bool())
#> tensor([ True, False])
print(torch.tensor([2.7], dtype=torch.int64))
#> tensor([2])
print(i > 1)
#> tensor([False, False,  True,  True])
print(~(i > 1) | (i == 3))
#> tensor([ True,  True, False,  True])
print((i > 0) & (i < 3))
#> tensor([False,  True,  True, False])
print(b + b)
#> tensor([ True, False])
print(b.sum())
#> tensor(1)
print(i.argmax())
#> tensor(3)
print(i.max(), i.min())
#> tensor(3) tensor(0)
print(torch.tensor([[1., 5.], [7., 2.]]).max(1).indices)
#> tensor([1, 0])
print(torch.tensor([[1., 5.], [7., 2.]]).min(0).values)
#> tensor([1., 2.])
print((i >= 0).all())
#> tensor(True)
print(torch.zeros_like(i))
#> tensor([0, 0, 0, 0])
print(torch.full((2,), 7))
#> tensor([7, 7])
print(torch.full((2,), 7.))
#> tensor([7., 7.])
print(torch.allclose(f, f + 1e-9))
#> True
print(torch.tensor([3., -4.]).norm(), torch.tensor([3., -4.]).norm(1))
#> tensor(5.) tensor(7.)
print(torch.tensor([1.5, -1.5]).floor())
#> tensor([ 1., -2.])
print(i.unsqueeze(1).shape)
#> torch.Size([4, 1])
print(i.view(2, 2).transpose(0, 1))
#> tensor([[0, 2],
#>         [1, 3]])
print(torch.Tensor([1]))
#> tensor([1.])
print(sorted(set(torch.randint(0, 3, (100,)).tolist())))
#> [0, 1, 2]
print(sorted(set(torch.randint(1, 4, (100,), dtype=torch.float32).tolist())))
#> [1.0, 2.0, 3.0]
print(torch.randint(3, (2,), dtype=torch.float32, requires_grad=True).requires_grad)
#> True
print(torch.allclose(f, f / 0), torch.allclose(f / 0, f / 0))
#> False True
print(b.min(), b.max())
#> tensor(False) tensor(True)
print(torch.tensor(2**24 - 1))
#> tensor(16777215)
print(F.dropout(torch.ones(2), 0.5, training=False))
#> tensor([1., 1.])
print(2 in i.view(2, 2), 7 in i, 0.5 in f)
#> True False True
print('abcd'[i.argmax()], list(range(i[2])), i[i.argmax()])
#> d [0, 1] tensor(3)
print(torch.tensor([f[0], f.sum()]), torch.tensor(f.to('cuda')).device)
#> tensor([0.5000, 1.0000]) cuda:0
print(torch.arange(2000))
#> tensor([   0,    1,    2,  ..., 1997, 1998, 1999])
print(torch.arange(20))
#> tensor([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16, 17,
#>         18, 19])
print(torch.zeros(3, 0), torch.zeros(0, dtype=torch.int64))
#> tensor([], size=(3, 0)) tensor([], dtype=torch.int64)
print(torch.where(i > 1, i, 0), torch.where(b, f.log(), -1))
#> tensor([0, 0, 2, 3]) tensor([-0.6931, -1.0000])
print(torch.where(i.view(4, 1) > 1, f, torch.tensor(float('nan'))).shape)
#> torch.Size([4, 2])
print(2 ** i, 2 ** f, 2.0 ** i)
#> tensor([1, 2, 4, 8]) tensor([1.4142, 1.4142]) tensor([1., 2., 4., 8.])
print(3 ** (i * 5 - 1))
#> tensor([      0,      81,   19683, 4782969])
print(7 // (i + 1), 7 % (i + 1), divmod(i, 2))
#> tensor([7, 3, 2, 1]) tensor([0, 1, 1, 3]) (tensor([0, 0, 1, 1]), tensor([0, 1, 0, 1]))
print(10 ** torch.tensor([2.]) == 100, 2 ** torch.tensor([-1., 10.]), 3. ** i)
#> tensor([True]) tensor([5.0000e-01, 1.0240e+03]) tensor([ 1.,  3.,  9., 27.])
print(torch.arange(start=1, end=4), torch.arange(0, 10, step=4), torch.arange(1, end=3))
#> tensor([1, 2, 3]) tensor([0, 4, 8]) tensor([1, 2])
print((torch.normal(torch.tensor([0., 9.]), torch.full((2,), .01)).abs() < 5).tolist())
#> [True, False]
print(torch.normal(0., torch.ones(2, 3)).shape, torch.normal(torch.zeros(2), 1).shape)
#> torch.Size([2, 3]) torch.Size([2])
print(torch.linspace(0, 1, 5), torch.isnan(f / 0 - f / 0))
#> tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000]) tensor([True, True])
print(torch.tensor([1., 2., 4.]).var(), torch.tensor([[1., 3.], [2., 2.]]).std(1, unbiased=False))
#> tensor(2.3333) tensor([1., 0.])
print(torch.tensor([1., 2., 6.]).var(False), torch.std(torch.tensor([[1., 3.], [2., 2.]]), False))
#> tensor(4.6667) tensor(0.7071)
print(torch.linspace(0, 10, 5, dtype=torch.int64), torch.linspace(3, 1, 2, dtype=torch.float32))
#> tensor([ 0,  2,  5,  7, 10]) tensor([3., 1.])
print(torch.linspace(0.1, 0.7, 7)[-1] == torch.tensor(0.7), torch.linspace(2, 5, 1), torch.linspace(2, 5, 0))
#> tensor(True) tensor([2.]) tensor([])
print(torch.tensor(__import__('numpy').arange(3)), torch.tensor(__import__('numpy').ones(2), device='cpu'))
#> tensor([0, 1, 2]) tensor([1., 1.])
print(torch.tensor(__import__('numpy').ones((1, 2)), dtype=torch.int64, device='cuda'))
#> tensor([[1, 1]], device='cuda:0')
print(nn.ReLU(inplace=True), nn.Softmax(dim=1))
#> ReLU(inplace=True) Softmax(dim=1)

# %% i += 0.5
i += 0.5
#! RuntimeError: result type Float can't be cast to the desired output type Long

# %% i /= 2
i /= 2
#! RuntimeError: result type Float can't be cast to the desired output type Long

# %% i.float().mean(); i.mean()
i.float().mean()
i.mean()
#! RuntimeError: mean(): could not infer output dtype

# %% b - b
b - b
#! RuntimeError: Subtraction, the `-` operator, with two bool tensors is not supported

# %% (-2) ** f
(-2) ** f
#! NotImplementedError: use a positive number as the base

# %% print(2 ** (i + 21))
print(2 ** (i + 21))
#! NotImplementedError: is beyond 2^24

# %% f // 2
print((f * 5 // 2).tolist())
#> [1.0, 1.0]

# %% torch.tensor(2**24 + 1)
torch.tensor(2**24 + 1)
#! NotImplementedError: 16777217 is beyond 2^24

# %% print(torch.tensor(2**24 - 1) + 2)
print(torch.tensor(2**24 - 1) + 2)
#! NotImplementedError: is beyond 2^24

# %% torch.stack([f, f, i])
torch.stack([f, f, i])
#! RuntimeError: stack expects each tensor to be equal size, but got [2] at entry 0 and [4] at entry 2

# %% print(torch.tensor(2**13) * 2**13)
print(torch.tensor(2**13) * 2**13)
#! NotImplementedError: 67108864 is beyond 2^24

# %% F.cross_entropy(torch.ones(2, 3), torch.tensor([5, 0]))
F.cross_entropy(torch.ones(2, 3), torch.tensor([5, 0]))
#! IndexError: Target 5 is out of bounds.

# %% F.cross_entropy(torch.ones(1, 3), torch.ones(1))
F.cross_entropy(torch.ones(1, 3), torch.ones(1))
#! RuntimeError: expected scalar type Long but found Float

# %% f.unsqueze(0)
f.unsqueze(0)
#! NotImplementedError: did you mean unsqueeze

# %% from torch.utils import dlpack
from torch.utils import dlpack
#! NotImplementedError: torch.utils.dlpack is not supported

# %% from torch.utils.data import IterableDataset
from torch.utils.data import IterableDataset
#! NotImplementedError: there are Dataset

# %% torch.where(f, f, f)
torch.where(f, f, f)
#! RuntimeError: where expected condition to be a boolean tensor

# %% torch.ones(2, requires_grad=True).numpy()
torch.ones(2, requires_grad=True).numpy()
#! RuntimeError: Use tensor.detach().numpy() instead.

# %% i.item()
i.item()
#! RuntimeError: a Tensor with 4 elements cannot be converted to Scalar

# %% bool(i)
bool(i)
#! RuntimeError: Boolean value of Tensor with more than one value is ambiguous

# %% torch.ones(2, 3).mm(torch.ones(3))
torch.ones(2, 3).mm(torch.ones(3))
#! RuntimeError: mat2 must be a matrix

# %% 'ab'[f[0]]
'ab'[f[0]]
#! TypeError: only integer tensors of a single element can be converted to an index

# %% i // torch.tensor([1, 2, 0, 3])
i // torch.tensor([1, 2, 0, 3])
#! RuntimeError: ZeroDivisionError

# %% torch.tensor([7]) % torch.tensor(0)
torch.tensor([7]) % torch.tensor(0)
#! RuntimeError: ZeroDivisionError

# %% i // 0
i // 0
#! RuntimeError: ZeroDivisionError

# %% print((f / 0).long())
print((f / 0).long())
#! NotImplementedError: an integer element is inf

# %% torch.tensor([float('nan')]).long().tolist()
torch.tensor([float('nan')]).long().tolist()
#! NotImplementedError: an integer element is nan

# %% nn.Conv2d(1, 1, 3, padding='same', stride=2)
nn.Conv2d(1, 1, 3, padding='same', stride=2)
#! ValueError: not supported for strided convolutions

# %% nn.Conv2d(1, 1, 2, padding='same')
nn.Conv2d(1, 1, 2, padding='same')
#! NotImplementedError: takes odd kernels here

# %% nn.Conv2d(1, 1, 3, padding='some')
nn.Conv2d(1, 1, 3, padding='some')
#! ValueError: Invalid padding string 'some'

# %% f.data = torch.ones(3)
f.data = torch.ones(3)
#! NotImplementedError: of the same shape

# %% f.data = 3
f.data = 3
#! TypeError: has to be a tensor

# %% torch.arange(start=1)
torch.arange(start=1)
#! TypeError: arange(start, end, step), each once

# %% torch.normal(f, f, size=(2,))
torch.normal(f, f, size=(2,))
#! TypeError: leave size out

# %% out-of-memory error is caught
try:
    torch.rand(10**5, 10**5, device='cuda')
except torch.cuda.OutOfMemoryError:
    print('full')
#> full

# %% device read in another thread
import threading
thread = threading.Thread(target=lambda: print(f.device))
thread.start()
thread.join()
#> cpu

# %% relu in place
x = torch.tensor([-1., 2.])
y = F.relu(x, inplace=True)
print(y is x, x.tolist())
grads = []
for inplace in (False, True):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(inplace), nn.Linear(4, 2))
    (net(torch.ones(5, 3)) ** 2).sum().backward()
    grads.append(net[0].weight.grad)
print(torch.equal(*grads), grads[0].abs().sum().item() > 0)
#> True [0.0, 2.0]
#> True True

# %% linspace has gradients and can be pinned
x = torch.linspace(0, 1, 5, requires_grad=True)
(x * x).sum().backward()
print(x.grad.tolist(), x.is_leaf)
torch.linspace(0, 1, 5, pin_memory=True).to('cuda', non_blocking=True)
#> [0.0, 0.5, 1.0, 1.5, 2.0] True

# %% gradients of equal values
def gradient(of, *values):
    w = [torch.tensor(v, requires_grad=True) for v in values]
    of(*w).sum().backward()
    print([one.grad.tolist() for one in w])
gradient(lambda w: w.max(1).values, [[1., 5., 5.]])
gradient(lambda w: w.min(0)[0], [[1., 5.], [1., 4.]])
gradient(lambda w: w.max(), [1., 5., 5.])
gradient(lambda w: w.norm(float('inf')), [-2., 2., 1.])
gradient(torch.maximum, [1., 2., 3.], [1., 3., 2.])
gradient(torch.minimum, [1., 2., 3.], [1., 3., 2.])
#> [[[0.0, 1.0, 0.0]]]
#> [[[1.0, 0.0], [0.0, 1.0]]]
#> [[0.0, 0.5, 0.5]]
#> [[-0.5, 0.5, 0.0]]
#> [[0.5, 0.0, 1.0], [0.5, 1.0, 0.0]]
#> [[0.5, 1.0, 0.0], [0.5, 0.0, 1.0]]

# %% gradients at points without a slope
def gradient(of, values):
    w = torch.tensor(values, requires_grad=True)
    of(w).sum().backward()
    print(w.grad.tolist())
gradient(lambda w: w.norm(), [0., 0.])
gradient(lambda w: w.norm(dim=1), [[3., 4.], [0., 0.]])
gradient(lambda w: w.std(), [1., 1.])
gradient(lambda w: w ** 0, [0., 2.])
gradient(lambda w: 2 ** w / torch.tensor(2.).log(), [1., 3.])
#> [0.0, 0.0]
#> [[0.6000000238418579, 0.800000011920929], [0.0, 0.0]]
#> [0.0, 0.0]
#> [0.0, 0.0]
#> [2.0, 8.0]

# %% gradients pass through permuted axes
w = torch.arange(6.).view(1, 2, 3).requires_grad_()
(w.permute(0, 2, 1) * torch.arange(6.).view(1, 3, 2)).sum().backward()
print(w.grad.tolist())
#> [[[0.0, 2.0, 4.0], [1.0, 3.0, 5.0]]]

# %% where() sends gradients to the selected input
w = torch.tensor([1., 2.], requires_grad=True)
torch.where(b, w * 3, w * 5).sum().backward()
print(w.grad.tolist())
#> [3.0, 5.0]

# %% transposed tensor shares memory
x = torch.ones(2, 3)
q = x.t()
q += 1
print(x.tolist())
q[0] = 5
x.T[1, 0] = 7
print(x.tolist())
#> [[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]
#> [[5.0, 7.0, 2.0], [5.0, 2.0, 2.0]]

# %% CPU scalar combines with GPU tensors
x, c = torch.tensor([1., 2.], device='cuda'), torch.tensor(2.)
print((x * c).tolist(), (c - x).tolist(), (x / c).tolist(), (c > x).tolist(), (c / x).device)
w = torch.tensor(3., requires_grad=True)
(w * x).sum().backward()
print(w.grad)
x += c
x[0:1] = torch.tensor([9.])
print(x.tolist())
for of in (lambda: c.add_(x), lambda: x + torch.ones(2), lambda: x @ torch.ones(2)):
    try:
        of()
    except RuntimeError as error:
        print(str(error)[:54])
#> [2.0, 4.0] [1.0, 0.0] [0.5, 1.0] [True, False] cuda:0
#> tensor(3.)
#> [9.0, 4.0]
#> Expected all tensors to be on the same device, but fou
#> Expected all tensors to be on the same device, but fou
#> Expected all tensors to be on the same device, but fou

# %% .data sets the values of a leaf
w = torch.tensor([1., 2.], requires_grad=True)
(w * w).sum().backward()
w.data = w.data - 0.25 * w.grad
print(w)
w.data -= 1
print(w, w.grad.tolist())
net = nn.Linear(2, 1, bias=False)
net.weight.data = torch.ones(1, 2)
net.weight.data *= 3
net.weight.data = net.weight.data.to('cuda')
print(net(torch.ones(1, 2, device='cuda')).tolist())
#> tensor([0.5000, 1.0000], requires_grad=True)
#> tensor([-0.5000,  0.0000], requires_grad=True) [2.0, 4.0]
#> [[6.0]]

# %% convolutions with padding
net = nn.Conv2d(1, 1, (3, 1), padding='same')
print(net)
print(net(torch.ones(1, 1, 4, 5)).shape)
print(F.conv2d(torch.ones(1, 1, 3, 3), torch.ones(1, 1, 3, 3), padding='valid').item())
#> Conv2d(1, 1, kernel_size=(3, 1), stride=(1, 1), padding=same)
#> torch.Size([1, 1, 4, 5])
#> 9.0

# %% NumPy scalar combines with tensors
import numpy as np
x = torch.ones(2, device='cuda')
print((x * np.float32(0.5)).tolist(), np.int64(3) - x)
print(np.float32(0.5) / torch.ones(2), np.ones(2).sum() * torch.ones(1), np.float32(1) / 3)
#> [0.5, 0.5] tensor([2., 2.], device='cuda:0')
#> tensor([0.5000, 0.5000]) tensor([2.]) 0.3333333333333333

# %% copied net
import copy
net = nn.Linear(2, 1)
twin = copy.deepcopy(net)
with torch.no_grad():
    net.weight += 1
print(torch.allclose(net.weight, twin.weight))
twin.load_state_dict(net.state_dict())
print(torch.equal(net.weight, twin.weight), twin.weight.requires_grad)
#> False
#> True True
