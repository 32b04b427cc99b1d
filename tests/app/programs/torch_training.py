# Gradients, nets, losses and optimizers of PyTorch.
import torch

# %% gradient is None before backward and accumulates
x = torch.tensor([1.0, 2.0], requires_grad=True)
print(x.grad, x.is_leaf, x)
(x * x).sum().backward()
print(x.grad)
(3 * x).sum().backward()
print(x.grad)
x.grad.zero_()
(3 * x).sum().backward()
print(x.grad)
x.grad = None
(x + 1).sum().backward()
print(x.grad, x.grad.requires_grad)
#> None True tensor([1., 2.], requires_grad=True)
#> tensor([2., 4.])
#> tensor([5., 7.])
#> tensor([3., 3.])
#> tensor([1., 1.]) False

# %% no_grad() records no operations
x = torch.ones(2, requires_grad=True)
with torch.no_grad():
    y = x * 2
    x += 1
print(y.requires_grad, (x * 2).requires_grad, x.detach().requires_grad, torch.is_grad_enabled())
@torch.no_grad()
def f(x):
    return x * 2
print(f(x).requires_grad, x)
#> False True False True
#> False tensor([2., 2.], requires_grad=True)

# %% gradients pass through in-place changes
#: differs: in PyTorch zero_() keeps the history of a tensor
w = torch.tensor([1.0, 2.0], requires_grad=True)
total = torch.zeros(2)
for i in range(3):
    total += w * (i + 1)
total /= 2
total.sum().backward()
print(w.grad, total.requires_grad)
y = w * 2
y += 1
y *= 3
y -= w
y.sum().backward()
print(w.grad, y)
y.zero_()
print(y.requires_grad, y)
w.grad = None
y = torch.zeros(4)
y[0:2] = w * 2
y[1:3] = w * 3
y.sum().backward()
print(w.grad, y.detach())
#> tensor([3., 3.]) True
#> tensor([8., 8.]) tensor([ 8., 13.], grad_fn=<SubBackward0>)
#> False tensor([0., 0.])
#> tensor([5., 3.]) tensor([2., 3., 6., 0.])

# %% gradients pass through copies to other devices
x = torch.ones(2, device='cuda:0', requires_grad=True)
(x.to('cuda:1') * torch.tensor([2.0, 3.0], device='cuda:1')).sum().backward()
print(x.grad)
#> tensor([2., 3.], device='cuda:0')

# %% scattered batch has a smaller last part
from torch import nn
print(nn.parallel.scatter(torch.arange(10).reshape(5, 2), [torch.device('cuda:0'), torch.device('cuda:1')]))
#> (tensor([[0, 1],
#>         [2, 3],
#>         [4, 5]], device='cuda:0'), tensor([[6, 7],
#>         [8, 9]], device='cuda:1'))

# %% cross entropy
from torch import nn
x = torch.tensor([[1.0, 2.0, 3.0], [1.0, 1.0, 1.0]], requires_grad=True)
y = torch.tensor([2, 0])
print(nn.CrossEntropyLoss(reduction='none')(x, y).detach(), nn.CrossEntropyLoss()(x, y).item())
nn.functional.cross_entropy(x, y).backward()
print(x.grad)
#> tensor([0.4076, 1.0986]) 0.7531091570854187
#> tensor([[ 0.0450,  0.1224, -0.1674],
#>         [-0.3333,  0.1667,  0.1667]])

# %% batches of tensors
from torch.utils.data import DataLoader, TensorDataset
X, y = torch.arange(10.0).reshape(5, 2), torch.tensor([0, 1, 0, 1, 1])
loader = DataLoader(TensorDataset(X, y), batch_size=2)
print(len(loader), [(a.tolist(), b.tolist()) for a, b in loader])
print(len(DataLoader(TensorDataset(X), 2, drop_last=True)), [a.shape[0] for a, in DataLoader(TensorDataset(X), 8)])
rows = [v for a, in DataLoader(TensorDataset(torch.arange(50)), 8, shuffle=True) for v in a.tolist()]
print(rows != sorted(rows), sorted(rows) == list(range(50)))
#> 3 [([[0.0, 1.0], [2.0, 3.0]], [0, 1]), ([[4.0, 5.0], [6.0, 7.0]], [0, 1]), ([[8.0, 9.0]], [1])]
#> 2 [5]
#> True True

# %% batches of a user-defined data set
#: differs: Overlap has no float64
from torch.utils.data import DataLoader, Dataset, random_split
class Squares(Dataset):
    def __len__(self):
        return 3
    def __getitem__(self, i):
        return {'x': torch.full((1,), float(i)), 'pair': (i * i, i / 2), 'name': str(i)}
for batch in DataLoader(Squares(), batch_size=2, collate_fn=None):
    print(batch['x'].tolist(), batch['pair'], batch['name'])
print([batch for batch in DataLoader(list(range(3)), 3, collate_fn=sum)])
parts = random_split(Squares(), [2, 1])
print([len(part) for part in parts], sorted(parts[0].indices + parts[1].indices),
      len(random_split(Squares(), [0.9, 0.1])[0]))
#> [[0.0], [1.0]] [tensor([0, 1]), tensor([0.0000, 0.5000])] ['0', '1']
#> [[2.0]] [tensor([4]), tensor([1.])] ['2']
#> [3]
#> [2, 1] [0, 1, 2] 3

# %% Adam
w = torch.tensor([1.0, -2.0], requires_grad=True)
for optimizer in (torch.optim.Adam([w], lr=0.1), torch.optim.AdamW([w], lr=0.1)):
    for i in range(3):
        optimizer.zero_grad()
        (w * w).sum().backward()
        optimizer.step()
    print([round(v, 5) for v in w.tolist()])
optimizer = torch.optim.Adam([w], lr=0.1, weight_decay=0.5)
optimizer.zero_grad()
w.sum().backward()
optimizer.step()
print([round(v, 5) for v in w.tolist()])
#> [0.70159, -1.70062]
#> [0.40255, -1.39661]
#> [0.30255, -1.49661]

# %% one-hot classes
from torch.nn.functional import one_hot
print(one_hot(torch.tensor([0, 2])), one_hot(torch.tensor([[1]]), 3).shape, one_hot(torch.tensor([1]), 2).dtype)
print(one_hot(torch.tensor([1, 0], device='cuda'), num_classes=2))
#> tensor([[1, 0, 0],
#>         [0, 0, 1]]) torch.Size([1, 1, 3]) torch.int64
#> tensor([[0, 1],
#>         [1, 0]], device='cuda:0')

# %% list of modules
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 3, bias=False), nn.Linear(3, 2, bias=False)])
    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
net = Net()
print([name for name, _ in net.named_parameters()], net(torch.ones(1, 2)).shape, len(net.layers[1:]))
print(net)
#> ['layers.0.weight', 'layers.1.weight'] torch.Size([1, 2]) 1
#> Net(
#>   (layers): ModuleList(
#>     (0): Linear(in_features=2, out_features=3, bias=False)
#>     (1): Linear(in_features=3, out_features=2, bias=False)
#>   )
#> )

# %% net, parameters and optimizer
from torch import nn
net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
print(net)
print([(name, tuple(p.shape)) for name, p in net.named_parameters()])
for p in net.parameters():
    nn.init.constant_(p, 0.5)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
loss = nn.MSELoss()(net(torch.ones(1, 2)), torch.zeros(1, 1))
loss.backward()
optimizer.step()
print(round(loss.item(), 4), net[2].bias, net[0].weight.grad)
optimizer.zero_grad()
print(net[0].weight.grad)
#> Sequential(
#>   (0): Linear(in_features=2, out_features=3, bias=True)
#>   (1): ReLU()
#>   (2): Linear(in_features=3, out_features=1, bias=True)
#> )
#> [('0.weight', (3, 2)), ('0.bias', (3,)), ('2.weight', (1, 3)), ('2.bias', (1,))]
#> 7.5625 Parameter containing:
#> tensor([-0.0500], requires_grad=True) tensor([[2.7500, 2.7500],
#>         [2.7500, 2.7500],
#>         [2.7500, 2.7500]])
#> None

# %% ResNet-18 has the book's parameters with lazy layers
from d2l import torch as d2l
from torch import nn
net = d2l.resnet18(10)
print(sum(p.numel() for p in net.parameters()), len(list(net.parameters())), sum(b.numel() for b in net.buffers()))
block = d2l.Residual(4, use_1x1conv=True, strides=2)
print(type(block.conv1).__name__, tuple(block(torch.ones(1, 3, 6, 6)).shape), type(block.conv1).__name__,
      tuple(block.conv1.weight.shape))
#> 11175818 76 7808
#> LazyConv2d (1, 4, 3, 3) Conv2d (4, 3, 3, 3)

# %% two GPUs give the gradients of one
from torch import nn
net = nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 2)).to('cuda:0')
x = torch.randn(6, 4)
def gradients(net, x):
    net.zero_grad()
    net(x).sum().backward()
    return [p.grad.tolist() for p in net.parameters()]
one = gradients(net, x.to('cuda:0'))
two = gradients(nn.DataParallel(net, ['cuda:0', 'cuda:1']), x)
def flat(lists):
    return [v for one in lists for v in (flat(one) if isinstance(one, list) else [one])]
print(max(abs(a - b) for a, b in zip(flat(one), flat(two))) < 1e-5, flat(one)[0] != 0)
#> True True

# %% batch normalisation updates statistics and has gradients in eval mode
from torch import nn
norm = nn.BatchNorm2d(2)
x = torch.randn(8, 2, 3, 3) * 2 + 5
norm(x)
print([round(v, 2) for v in (norm.running_mean / x.mean()).tolist()] != [0, 0], norm.training)
few = nn.BatchNorm2d(1)
few(torch.tensor([[[[1.0]]], [[[5.0]]]]))
print([round(v, 4) for v in few.running_var.tolist()])  # 0.9 * 1 + 0.1 * (4 + 4) / (2 - 1)
norm.eval()
before = norm.running_mean.tolist()
x.requires_grad_()
norm(x).sum().backward()
deviation = (norm.running_var + norm.eps) ** 0.5
expected = (norm.weight.detach() / deviation).tolist()
print(norm.running_mean.tolist() == before, abs(x.grad.tolist()[0][0][0][0] - expected[0]) < 1e-4,
      abs(x.grad.tolist()[7][1][2][2] - expected[1]) < 1e-4)
#> True True
#> [1.7]
#> True True True

# %% unsupported layer
torch.nn.Conv3d(1, 1, 2)
#! NotImplementedError: torch.nn.Conv3d

# %% unsupported optimizer
torch.optim.Rprop([])
#! NotImplementedError: there are SGD

# %% optimizer without parameters
torch.optim.Adam([])
#! ValueError: empty parameter list

# %% unsupported setting
torch.optim.Adam([torch.ones(1)], maximize=True)
#! NotImplementedError: no argument maximize

# %% tensors of different lengths
torch.utils.data.TensorDataset(torch.ones(2), torch.ones(3))
#! AssertionError: Size mismatch between tensors

# %% batch size 0
torch.utils.data.DataLoader([1], batch_size=0)
#! ValueError: positive integer

# %% sampler
torch.utils.data.DataLoader([1], batch_sampler=[0])
#! NotImplementedError: batch_sampler

# %% unsupported data set
torch.utils.data.IterableDataset()
#! NotImplementedError: TensorDataset

# %% class out of range
torch.nn.functional.one_hot(torch.tensor([3]), 3)
#! RuntimeError: must be smaller

# %% classes of type float
torch.nn.functional.one_hot(torch.ones(3))
#! RuntimeError: index tensor

# %% unsupported function
torch.nn.functional.ctc_loss(torch.ones(2))
#! NotImplementedError: cross_entropy

# %% backward without gradients
torch.ones(1).backward()
#! RuntimeError: does not require grad

# %% backward of a tensor with two elements
(torch.ones(2, requires_grad=True) * 2).backward()
#! RuntimeError: scalar

# %% leaf changed in place
y = torch.ones(2, requires_grad=True)
y += 1
#! RuntimeError: in-place

# %% factor changed in place
#: differs: Overlap refuses it
w = torch.ones(2, requires_grad=True)
y = torch.ones(2)
y *= w
#! RuntimeError: in-place

# %% copy into a slice
#: differs: Overlap refuses it
w = torch.ones(2, requires_grad=True)
y = torch.zeros(4)
y[0:2].copy_(w * 2)
#! RuntimeError: in-place

# %% addition to a slice
#: differs: Overlap refuses it
w = torch.ones(2, requires_grad=True)
y = torch.zeros(4)
y[0:2] += w
#! RuntimeError: in-place

# %% tensor with a view that needs no gradient
#: differs: Overlap refuses it
w = torch.ones(2, requires_grad=True)
y = torch.zeros(2)
v = y.view(2, 1)
y += w
#! RuntimeError: in-place

# %% needed input was changed
w = torch.ones(2, requires_grad=True)
y = w * 2
z = y * y
y += 1
z.sum().backward()
#! RuntimeError: changed in place

# %% net without super().__init__()
class Net(torch.nn.Module):
    def __init__(self):
        self.a = torch.nn.ReLU()
Net()
#! AttributeError: __init__

# %% scripted wait
class Net(torch.nn.Module):
    def forward(self, x):
        return x * x.sum().item()
torch.jit.script(Net())(torch.ones(2))
#! NotImplementedError: script

# %% scripted branch
class Net(torch.nn.Module):
    def forward(self, x):
        return x if x.sum() > 0 else -x
torch.jit.script(Net())(torch.ones(2))
#! NotImplementedError: comparison

# %% scripted loop
class Net(torch.nn.Module):
    def forward(self, x):
        while x.sum():
            x = x - 1
        return x
torch.jit.script(Net())(torch.ones(2))
#! NotImplementedError: truth of a value

# %% scripted print
class Net(torch.nn.Module):
    def forward(self, x):
        print(x)
        return x * 2
torch.jit.script(Net())(torch.ones(2))
#! NotImplementedError: print()

# %% scripted counter
class Net(torch.nn.Module):
    def forward(self, x):
        self.calls = 1
        return x * 2
torch.jit.script(Net())(torch.ones(2))
#! NotImplementedError: self.calls

# %% missing file
torch.jit.load('/nonexistent/net.pt')
#! ValueError: does not exist

# %% NaN learning rate
#: differs: Overlap refuses it
net = torch.nn.Linear(2, 1)
net(torch.ones(1, 2)).sum().backward()
torch.optim.SGD(net.parameters(), lr=float('nan')).step()
#! ValueError: learning rate is nan

# %% mismatched shapes
torch.nn.Linear(3, 2)(torch.ones(4, 5))
#! RuntimeError: mat1 and mat2 shapes cannot be multiplied (4x5 and 3x2)

# %% assigned gradient
w = torch.ones(2, requires_grad=True)
g = torch.tensor([1.0, 2.0])
loss = (w * 3).sum()
w.grad = g
print(w.grad is g)
#> True
loss.backward()
print(w.grad, g)
#> tensor([4., 5.]) tensor([4., 5.])
w.grad = w.grad / 2
torch.optim.SGD([w], lr=0.5).step()
print(w.detach())
#> tensor([ 0.0000, -0.2500])
w.grad = None
(w * 2).sum().backward()
print(w.grad, g)
#> tensor([2., 2.]) tensor([4., 5.])

# %% assigned gradient of another size
w = torch.ones(2, requires_grad=True)
w.grad = torch.ones(3)
#! RuntimeError: assigned grad has data of a different size

# %% assigned gradient of another type
w = torch.ones(2, requires_grad=True)
w.grad = [1.0, 1.0]
#! TypeError: assigned grad expected to be a Tensor or None but got grad of type list

# %% assigned gradient of a result
w = torch.ones(3, requires_grad=True)
v = w * 2
v.retain_grad()
v.grad = torch.ones(3)
v.sum().backward()
print(v.grad, w.grad)
#> tensor([2., 2., 2.]) tensor([2., 2., 2.])

# %% gradients of a convolutional net, as in MXNet
import torch
from torch.nn import functional as F
w = (torch.arange(20).float() / 10 - 1).reshape(2, 10).requires_grad_()
v = (torch.arange(18).float() / 20 - 0.4).reshape(2, 1, 3, 3).requires_grad_()
x = (torch.arange(36).float() / 36).reshape(1, 1, 6, 6)
maps = F.avg_pool2d(F.relu(F.conv2d(x, v)), 2).flatten(1)
F.cross_entropy(maps @ w.reshape(10, 2)[:8], torch.tensor([1]), reduction='sum').backward()
print([round(n, 4) for row in w.grad.tolist() for n in row])
print([round(n, 4) for a in v.grad.tolist() for b in a for c in b for n in c])
#> [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3074, -0.3074, 0.3545, -0.3545, 0.5904, -0.5904, 0.6376, -0.6376, 0.0, 0.0, 0.0, 0.0]
#> [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.044, -0.0482, -0.0524, -0.0692, -0.0734, -0.0776, -0.0943, -0.0985, -0.1027]
