# Products of several matrices, and functions that order, select and combine elements; the lines are PyTorch's.
import math
import torch
from torch import nn
import torch.nn.functional as F
DEVICES = ('cpu', 'cuda')
def show(*tensors):
    print(*(one if one is None else [round(v, 4) + 0.0 for v in one.detach().flatten().tolist()] for one in tensors))
def numbers(*shape, device='cpu'):
    return (torch.arange(math.prod(shape), device=device) * 5 % 11 / 4 - 1).reshape(shape)

# %% products along further axes
for device in DEVICES:
    for one, other in (((2, 2, 3), (2, 3, 2)), ((2, 2, 3), (3, 2)), ((2, 3), (2, 3, 2)), ((2, 1, 2, 3), (2, 3, 1)),
                       ((2, 2, 3), (3,)), ((3,), (2, 3, 2)), ((2, 1, 2, 2), (1, 3, 2, 2)), ((1, 2, 3), (3,))):
        a, b = (numbers(*shape, device=device).requires_grad_() for shape in (one, other))
        y = a @ b
        (y * y).sum().backward()
        print(tuple(y.shape), torch.equal(torch.matmul(a, b), y), torch.equal(a.matmul(b), y))
        show(y, a.grad, b.grad)
print((torch.ones(2, 2, 3, requires_grad=True) @ torch.ones(2, 3, 2)).grad_fn)
print((torch.ones(2, 3, requires_grad=True) @ torch.ones(3, 2)).grad_fn)
print((torch.ones(0, 2, 3) @ torch.ones(3, 4)).shape)
#> (2, 2, 2) True True
#> [3.25, -0.625, 1.5625, 0.0625, 1.0, -0.875, -0.875, 1.0] [-6.8125, 9.75, 8.4375, -3.0938, 4.6875, 3.875, 2.875, 2.8125, 2.75, -2.75, -2.8125, -2.875] [-6.5, 1.25, 5.5312, -0.1562, 8.9688, -1.9062, 3.3125, -3.25, -1.875, 1.875, 3.25, -3.3125]
#> (2, 2, 2) True True
#> [3.25, -0.625, 1.5625, 0.0625, -0.8125, 0.0625, 0.25, 0.0625] [-6.8125, 9.75, 8.4375, -3.0938, 4.6875, 3.875, 1.6562, -2.4375, -2.0625, -0.4688, 0.75, 0.5938] [-8.5, 1.2812, 6.5938, -0.1562, 7.25, -1.9375]
#> (2, 2, 2) True True
#> [3.25, -0.625, 1.5625, 0.0625, -0.0625, -1.1875, 0.8125, -0.6875] [-5.75, 11.4375, 10.75, -0.7812, 6.9375, 6.0625] [-6.5, 1.25, 5.5312, -0.1562, 8.9688, -1.9062, 0.125, 2.375, 2.0, -2.3125, -0.5938, -3.2188]
#> (2, 2, 2, 1) True True
#> [3.3125, -0.0625, -0.0625, 1.625, 0.0, -0.625, -0.8125, 0.875] [-6.625, 1.5, 9.9688, 0.125, 4.0312, -1.0, 0.0, -2.0312, 0.4062, 1.25, 1.875, -2.3125] [-5.6875, 0.875, 11.2188, -2.8125, 5.7188, -3.9688]
#> (2, 2) True True
#> [3.3125, -0.0625, 0.0, -0.625] [-6.625, 1.6562, 9.9375, 0.125, -0.0312, -0.1875, 0.0, 0.0, 0.0, 1.25, -0.3125, -1.875] [-5.6875, 0.875, 11.2188]
#> (2, 2) True True
#> [3.25, -0.625, -0.0625, -1.1875] [-5.75, 11.4375, 10.75] [-6.5, 1.25, 1.625, -0.3125, 9.75, -1.875, 0.125, 2.375, -0.0312, -0.5938, -0.1875, -3.5625]
#> (2, 3, 2, 2) True True
#> [1.375, -0.25, -1.5, 0.375, -1.0, 0.125, 1.875, -0.375, -0.625, 0.5, 1.125, -1.125, -1.625, 0.3125, -1.75, 0.25, 1.3125, -0.1875, 0.75, 0.0, 0.8125, -0.6875, 0.5, -0.25] [-7.125, 0.375, 11.4375, 3.0, 9.0312, 0.125, 6.625, -2.75] [-14.8125, 2.9062, 3.25, -0.5312, 12.4062, -1.8438, -1.9062, 0.1562, 7.6562, -6.5938, -1.2188, 0.8438]
#> (1, 2) True True
#> [3.3125, -0.0625] [-6.625, 1.6562, 9.9375, 0.125, -0.0312, -0.1875] [-6.625, 1.5, 9.9688]
#> (2, 2, 2) True True
#> [3.25, -0.625, 1.5625, 0.0625, 1.0, -0.875, -0.875, 1.0] [-6.8125, 9.75, 8.4375, -3.0938, 4.6875, 3.875, 2.875, 2.8125, 2.75, -2.75, -2.8125, -2.875] [-6.5, 1.25, 5.5312, -0.1562, 8.9688, -1.9062, 3.3125, -3.25, -1.875, 1.875, 3.25, -3.3125]
#> (2, 2, 2) True True
#> [3.25, -0.625, 1.5625, 0.0625, -0.8125, 0.0625, 0.25, 0.0625] [-6.8125, 9.75, 8.4375, -3.0938, 4.6875, 3.875, 1.6562, -2.4375, -2.0625, -0.4688, 0.75, 0.5938] [-8.5, 1.2812, 6.5938, -0.1562, 7.25, -1.9375]
#> (2, 2, 2) True True
#> [3.25, -0.625, 1.5625, 0.0625, -0.0625, -1.1875, 0.8125, -0.6875] [-5.75, 11.4375, 10.75, -0.7812, 6.9375, 6.0625] [-6.5, 1.25, 5.5312, -0.1562, 8.9688, -1.9062, 0.125, 2.375, 2.0, -2.3125, -0.5938, -3.2188]
#> (2, 2, 2, 1) True True
#> [3.3125, -0.0625, -0.0625, 1.625, 0.0, -0.625, -0.8125, 0.875] [-6.625, 1.5, 9.9688, 0.125, 4.0312, -1.0, 0.0, -2.0312, 0.4062, 1.25, 1.875, -2.3125] [-5.6875, 0.875, 11.2188, -2.8125, 5.7188, -3.9688]
#> (2, 2) True True
#> [3.3125, -0.0625, 0.0, -0.625] [-6.625, 1.6562, 9.9375, 0.125, -0.0312, -0.1875, 0.0, 0.0, 0.0, 1.25, -0.3125, -1.875] [-5.6875, 0.875, 11.2188]
#> (2, 2) True True
#> [3.25, -0.625, -0.0625, -1.1875] [-5.75, 11.4375, 10.75] [-6.5, 1.25, 1.625, -0.3125, 9.75, -1.875, 0.125, 2.375, -0.0312, -0.5938, -0.1875, -3.5625]
#> (2, 3, 2, 2) True True
#> [1.375, -0.25, -1.5, 0.375, -1.0, 0.125, 1.875, -0.375, -0.625, 0.5, 1.125, -1.125, -1.625, 0.3125, -1.75, 0.25, 1.3125, -0.1875, 0.75, 0.0, 0.8125, -0.6875, 0.5, -0.25] [-7.125, 0.375, 11.4375, 3.0, 9.0312, 0.125, 6.625, -2.75] [-14.8125, 2.9062, 3.25, -0.5312, 12.4062, -1.8438, -1.9062, 0.1562, 7.6562, -6.5938, -1.2188, 0.8438]
#> (1, 2) True True
#> [3.3125, -0.0625] [-6.625, 1.6562, 9.9375, 0.125, -0.0312, -0.1875] [-6.625, 1.5, 9.9688]
#> <UnsafeViewBackward0>
#> <MmBackward0>
#> torch.Size([0, 2, 4])

# %% an attention head by hand
class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(4, 12, bias=False)
        self.register_buffer('mask', torch.tril(torch.ones(3, 3)))
    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        weights = q @ k.transpose(-2, -1) / math.sqrt(4)
        return weights.masked_fill(self.mask == 0, -math.inf).softmax(dim=-1) @ v
head = Head()
with torch.no_grad():
    head.qkv.weight.copy_(numbers(12, 4))
for device in DEVICES:
    head.to(device).zero_grad()
    y = head(numbers(2, 3, 4, device=device))
    y.square().sum().backward()
    show(y, head.qkv.weight.grad[::5])
#> [-0.375, -0.0625, -0.4375, 3.3125, -0.0303, -0.5221, -1.0694, 1.8764, -0.1665, -0.5891, -0.9751, 2.0398, 0.5, 3.125, 1.625, 0.125, 0.094, 2.4754, 1.625, -0.1186, -0.345, 1.773, 1.625, -0.382] [2.1791, -0.9197, 1.3466, -1.7522, -12.3725, 1.6666, 1.6666, 1.6666, 0.354, 11.1364, -9.6936, 9.9399]
#> [-0.375, -0.0625, -0.4375, 3.3125, -0.0303, -0.5221, -1.0694, 1.8764, -0.1665, -0.5891, -0.9751, 2.0398, 0.5, 3.125, 1.625, 0.125, 0.094, 2.4754, 1.625, -0.1186, -0.345, 1.773, 1.625, -0.382] [2.1791, -0.9197, 1.3466, -1.7522, -12.3725, 1.6666, 1.6666, 1.6666, 0.354, 11.1364, -9.6936, 9.9399]

# %% products that do not fit
for one, other in (((2, 3), (2, 3)), ((2, 3, 4), (3, 4)), ((2, 3, 4), (2, 3, 4)), ((2, 3, 4), (3,)), ((3,), (2, 4, 4)),
                   ((2, 2, 3, 4), (2, 1, 5, 4)), ((2, 3, 3), ()), ((2, 3, 4), (5, 4, 4))):
    try:
        torch.ones(one) @ torch.ones(other)
    except RuntimeError as error:
        print(error)
try:
    torch.mm(torch.ones(2, 2, 2), torch.ones(2, 2))
except RuntimeError as error:
    print(error)
#> mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)
#> mat1 and mat2 shapes cannot be multiplied (6x4 and 3x4)
#> Expected size for first two dimensions of batch2 tensor to be: [2, 4] but got: [2, 3].
#> size mismatch, got input (6), mat (6x4), vec (3)
#> Expected size for first two dimensions of batch2 tensor to be: [2, 3] but got: [2, 4].
#> Expected size for first two dimensions of batch2 tensor to be: [4, 4] but got: [4, 5].
#> both arguments to matmul need to be at least 1D, but they are 3D and 0D
#> The size of tensor a (2) must match the size of tensor b (5) at non-singleton dimension 0
#> self must be a matrix

# %% products of two devices
torch.ones(2, 3, 4, device='cuda') @ torch.ones(2, 4, 3)
#! RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!

# %% layers of inputs that do not fit
for layer, shape in ((nn.Linear(3, 4), (2, 5)), (nn.Linear(3, 4), (2, 6, 5)), (nn.Linear(3, 4, bias=False), (5,)),
                     (nn.Conv2d(2, 3, 3), (1, 4, 5, 5)), (nn.Conv1d(2, 3, 3), (1, 4, 5)),
                     (nn.Conv1d(2, 3, 3), (1, 2, 5, 5)), (nn.RMSNorm(4), (3,))):
    try:
        layer(torch.ones(shape))
    except RuntimeError as error:
        print(error)
#> mat1 and mat2 shapes cannot be multiplied (2x5 and 3x4)
#> mat1 and mat2 shapes cannot be multiplied (12x5 and 3x4)
#> mat1 and mat2 shapes cannot be multiplied (1x5 and 3x4)
#> Given groups=1, weight of size [3, 2, 3, 3], expected input[1, 4, 5, 5] to have 2 channels, but got 4 channels instead
#> Given groups=1, weight of size [3, 2, 3], expected input[1, 4, 5] to have 2 channels, but got 4 channels instead
#> Expected 2D (unbatched) or 3D (batched) input to conv1d, but got input of size: [1, 2, 5, 5]
#> Given normalized_shape=[4], expected input with shape [*, 4], but got input of size[3]

# %% triangles
for device in DEVICES:
    x = numbers(2, 3, 4, device=device).requires_grad_()
    y = x.tril() + torch.triu(x, diagonal=1) * 2
    (y * y).sum().backward()
    print(torch.equal(x[0].tril(-1) + x[0].triu(), x[0].triu(-9)), x.tril().grad_fn, x.triu().grad_fn)
    show(y, x.grad)
print(torch.triu(torch.full((3, 3), -math.inf), diagonal=1))
print(torch.tril(torch.ones(2, 3, dtype=torch.bool)), torch.arange(6).reshape(2, 3).triu(1))
torch.tril(torch.ones(3))
#> True <TrilBackward0> <TriuBackward0>
#> [-1.0, 0.5, 3.0, 0.0, 1.25, -0.25, 2.0, -1.0, 0.75, -0.75, 0.5, -2.0, 0.25, 3.0, 0.0, 2.5, -0.25, 1.0, -1.0, 1.5, -0.75, 0.5, -1.0, 0.5] [-2.0, 2.0, 12.0, 0.0, 2.5, -0.5, 8.0, -4.0, 1.5, -1.5, 1.0, -8.0, 0.5, 12.0, 0.0, 10.0, -0.5, 2.0, -4.0, 6.0, -1.5, 1.0, -2.0, 2.0]
#> True <TrilBackward0> <TriuBackward0>
#> [-1.0, 0.5, 3.0, 0.0, 1.25, -0.25, 2.0, -1.0, 0.75, -0.75, 0.5, -2.0, 0.25, 3.0, 0.0, 2.5, -0.25, 1.0, -1.0, 1.5, -0.75, 0.5, -1.0, 0.5] [-2.0, 2.0, 12.0, 0.0, 2.5, -0.5, 8.0, -4.0, 1.5, -1.5, 1.0, -8.0, 0.5, 12.0, 0.0, 10.0, -0.5, 2.0, -4.0, 6.0, -1.5, 1.0, -2.0, 2.0]
#> tensor([[0., -inf, -inf],
#>         [0., 0., -inf],
#>         [0., 0., 0.]])
#> tensor([[ True, False, False],
#>         [ True,  True, False]]) tensor([[0, 1, 2],
#>         [0, 0, 5]])
#! RuntimeError: tril: input tensor must have at least 2 dimensions

# %% flipped and rolled
for device in DEVICES:
    x = numbers(2, 3, device=device).requires_grad_()
    weights = numbers(2, 3, device=device) + 3
    for y in (x.flip(0), x.flip(-1), torch.flip(x, (0, 1)), x.roll(1), x.roll(-1, 1), torch.roll(x, (1, 5), (0, 1)), x.roll(3, 1)):
        x.grad = None
        (y * weights).sum().backward()
        show(y, x.grad)
    print(x.flip(0).grad_fn, x.roll(1, 0).grad_fn)
print(torch.arange(4).flip(0), torch.arange(4).roll(2), torch.tensor([True, False]).flip(0))
torch.roll(torch.ones(3, 2), (1, 2), 0)
#> [0.0, 1.25, -0.25, -1.0, 0.25, 1.5] [3.0, 4.25, 2.75, 2.0, 3.25, 4.5]
#> [1.5, 0.25, -1.0, -0.25, 1.25, 0.0] [4.5, 3.25, 2.0, 2.75, 4.25, 3.0]
#> [-0.25, 1.25, 0.0, 1.5, 0.25, -1.0] [2.75, 4.25, 3.0, 4.5, 3.25, 2.0]
#> [-0.25, -1.0, 0.25, 1.5, 0.0, 1.25] [3.25, 4.5, 3.0, 4.25, 2.75, 2.0]
#> [0.25, 1.5, -1.0, 1.25, -0.25, 0.0] [4.5, 2.0, 3.25, 2.75, 3.0, 4.25]
#> [1.25, -0.25, 0.0, 0.25, 1.5, -1.0] [2.75, 3.0, 4.25, 4.5, 2.0, 3.25]
#> [-1.0, 0.25, 1.5, 0.0, 1.25, -0.25] [2.0, 3.25, 4.5, 3.0, 4.25, 2.75]
#> <FlipBackward0> <RollBackward0>
#> [0.0, 1.25, -0.25, -1.0, 0.25, 1.5] [3.0, 4.25, 2.75, 2.0, 3.25, 4.5]
#> [1.5, 0.25, -1.0, -0.25, 1.25, 0.0] [4.5, 3.25, 2.0, 2.75, 4.25, 3.0]
#> [-0.25, 1.25, 0.0, 1.5, 0.25, -1.0] [2.75, 4.25, 3.0, 4.5, 3.25, 2.0]
#> [-0.25, -1.0, 0.25, 1.5, 0.0, 1.25] [3.25, 4.5, 3.0, 4.25, 2.75, 2.0]
#> [0.25, 1.5, -1.0, 1.25, -0.25, 0.0] [4.5, 2.0, 3.25, 2.75, 3.0, 4.25]
#> [1.25, -0.25, 0.0, 0.25, 1.5, -1.0] [2.75, 3.0, 4.25, 4.5, 2.0, 3.25]
#> [-1.0, 0.25, 1.5, 0.0, 1.25, -0.25] [2.0, 3.25, 4.5, 3.0, 4.25, 2.75]
#> <FlipBackward0> <RollBackward0>
#> tensor([3, 2, 1, 0]) tensor([2, 3, 0, 1]) tensor([False,  True])
#! RuntimeError: shifts and dimensions must align. shifts: 2, dims:1

# %% flipped twice
torch.ones(3, 2).flip(0, 0)
#! RuntimeError: dim 0 appears multiple times in the list of dims

# %% outer products
for device in DEVICES:
    a, b = numbers(2, device=device).requires_grad_(), numbers(3, device=device)
    y = torch.outer(a, b)
    y.square().sum().backward()
    print(y.grad_fn)
    show(y, a.grad, a.outer(b))
torch.outer(torch.ones(3, 2), torch.ones(3))
#> <MulBackward0>
#> [1.0, -0.25, -1.5, -0.25, 0.0625, 0.375] [-6.625, 1.6562] [1.0, -0.25, -1.5, -0.25, 0.0625, 0.375]
#> <MulBackward0>
#> [1.0, -0.25, -1.5, -0.25, 0.0625, 0.375] [-6.625, 1.6562] [1.0, -0.25, -1.5, -0.25, 0.0625, 0.375]
#! RuntimeError: outer: Expected 1-D argument self, but got 2-D

# %% products of elements
for device in DEVICES:
    x = (numbers(2, 5, device=device) + 0.1).requires_grad_()
    for y in (x.prod(), x.prod(1), torch.prod(x, 0, keepdim=True), x.prod(-1, True)):
        x.grad = None
        y.sum().backward()
        print(tuple(y.shape), y.grad_fn)
        show(y, x.grad)
print(torch.tensor([2, 3, 4]).prod(), torch.tensor([True, False]).prod(), torch.tensor([]).prod(), torch.tensor(3.0).prod(0))
#> () <ProdBackward0>
#> [0.0025] [-0.0028, 0.0071, 0.0016, 0.0248, 0.0018, -0.0165, 0.0023, -0.0062, 0.0029, -0.0038]
#> (2,) <ProdBackward1>
#> [-0.068, -0.0365] [0.0756, -0.1944, -0.0425, -0.6804, -0.0504, 0.2431, -0.0332, 0.0912, -0.0429, 0.0561]
#> (1, 5) <ProdBackward1>
#> [0.135, 0.385, -0.64, 0.085, -0.8775] [-0.15, 1.1, -0.4, 0.85, -0.65, -0.9, 0.35, 1.6, 0.1, 1.35]
#> (2, 1) <ProdBackward1>
#> [-0.068, -0.0365] [0.0756, -0.1944, -0.0425, -0.6804, -0.0504, 0.2431, -0.0332, 0.0912, -0.0429, 0.0561]
#> () <ProdBackward0>
#> [0.0025] [-0.0028, 0.0071, 0.0016, 0.0248, 0.0018, -0.0165, 0.0023, -0.0062, 0.0029, -0.0038]
#> (2,) <ProdBackward1>
#> [-0.068, -0.0365] [0.0756, -0.1944, -0.0425, -0.6804, -0.0504, 0.2431, -0.0332, 0.0912, -0.0429, 0.0561]
#> (1, 5) <ProdBackward1>
#> [0.135, 0.385, -0.64, 0.085, -0.8775] [-0.15, 1.1, -0.4, 0.85, -0.65, -0.9, 0.35, 1.6, 0.1, 1.35]
#> (2, 1) <ProdBackward1>
#> [-0.068, -0.0365] [0.0756, -0.1944, -0.0425, -0.6804, -0.0504, 0.2431, -0.0332, 0.0912, -0.0429, 0.0561]
#> tensor(24) tensor(0) tensor(1.) tensor(3.)

# %% rounded
for device in DEVICES:
    x = torch.tensor([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 0.49999997, 8388607.5, 1e10, math.inf, math.nan, -1.26], device=device)
    print(x.round().tolist(), x[-1:].round(decimals=1).cpu(), torch.round(torch.arange(3)))
#> [-2.0, -2.0, -0.0, 0.0, 2.0, 2.0, 0.0, 8388608.0, 10000000000.0, inf, nan, -1.0] tensor([-1.3000]) tensor([0, 1, 2])
#> [-2.0, -2.0, -0.0, 0.0, 2.0, 2.0, 0.0, 8388608.0, 10000000000.0, inf, nan, -1.0] tensor([-1.3000]) tensor([0, 1, 2])

# %% medians
for device in DEVICES:
    x = torch.tensor([[3.0, 1.0, 2.0, 4.0], [7.0, 9.0, 5.0, 6.0]], device=device, requires_grad=True)
    print(x.median().grad_fn, torch.median(x, 1).values.tolist(), x.median(dim=0, keepdim=True).indices.tolist())
    (x.median() + x.median(1)[0].sum()).backward()
    print(x.grad.tolist())
print(torch.median(torch.tensor([[1.0, math.nan, 0.0], [1.0, 2.0, 3.0]]), 1), torch.tensor([]).median())
print(torch.tensor([4, 2, 9, 5]).median(), torch.tensor(2.0).median(0))
#> <MedianBackward0> [2.0, 6.0] [[0, 0, 0, 0]]
#> [[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 0.0, 1.0]]
#> <MedianBackward0> [2.0, 6.0] [[0, 0, 0, 0]]
#> [[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 0.0, 1.0]]
#> torch.return_types.median(
#> values=tensor([nan, 2.]),
#> indices=tensor([1, 1])) tensor(nan)
#> tensor(4) torch.return_types.median(
#> values=tensor(2.),
#> indices=tensor(0))

# %% distinct values
for device in DEVICES:
    x = torch.tensor([[3, 1], [1, 2]], device=device)
    for made in torch.unique(x, return_inverse=True, return_counts=True):
        print(made.tolist(), made.dtype)
    print(x.unique().tolist(), torch.tensor([0.5, -1.0, 0.5], device=device).unique().tolist())
print(torch.unique(torch.tensor([True, True])), torch.tensor([]).unique())
#> [1, 2, 3] torch.int64
#> [[2, 0], [0, 1]] torch.int64
#> [2, 1, 1] torch.int64
#> [1, 2, 3] [-1.0, 0.5]
#> [1, 2, 3] torch.int64
#> [[2, 0], [0, 1]] torch.int64
#> [2, 1, 1] torch.int64
#> [1, 2, 3] [-1.0, 0.5]
#> tensor([True]) tensor([])

# %% random orders
torch.manual_seed(1)
for device in DEVICES:
    order = torch.randperm(10, device=device)
    print(sorted(order.tolist()) == list(range(10)), order.dtype, order.device.type == device or device)
first, second = (torch.randperm(20, generator=torch.Generator().manual_seed(7)) for _ in range(2))
x = numbers(20)
print(torch.equal(first, second), torch.equal(x[first].sort().values, x.sort().values), len(torch.randperm(0)))
torch.randperm(-1)
#> True torch.int64 True
#> True torch.int64 True
#> True True 0
#! RuntimeError: Trying to create tensor with negative dimension -1: [-1]

# %% the logarithm of a sum of exponentials
for device in DEVICES:
    x = (numbers(2, 3, device=device) * 100).requires_grad_()
    y = torch.logsumexp(x, 1)
    y.sum().backward()
    print(tuple(x.logsumexp((0, 1), keepdim=True).shape), y.grad_fn)
    show(y, x.grad, x.logsumexp(0), x.logsumexp((0, 1)))
print(torch.tensor([-math.inf, -math.inf]).logsumexp(0), torch.tensor([math.inf, 1.0]).logsumexp(0), torch.tensor([1, 2]).logsumexp(0))
#> (1, 1) <LogsumexpBackward0>
#> [150.0, 125.0] [0.0, 0.0, 1.0, 0.0, 1.0, 0.0] [0.0, 125.0, 150.0] [150.0]
#> (1, 1) <LogsumexpBackward0>
#> [150.0, 125.0] [0.0, 0.0, 1.0, 0.0, 1.0, 0.0] [0.0, 125.0, 150.0] [150.0]
#> tensor(-inf) tensor(inf) tensor(2.3133)

# %% SiLU
print(nn.SiLU())
for device in DEVICES:
    x = numbers(5, device=device).requires_grad_()
    y = nn.SiLU()(x)
    y.square().sum().backward()
    print(y.grad_fn)
    show(y, x.grad, F.silu(x))
#> SiLU()
#> <SiluBackward0>
#> [-0.2689, 0.1405, 1.2264, 0.0, 0.9716] [-0.0389, 0.1753, 2.554, 0.0, 1.931] [-0.2689, 0.1405, 1.2264, 0.0, 0.9716]
#> <SiluBackward0>
#> [-0.2689, 0.1405, 1.2264, 0.0, 0.9716] [-0.0389, 0.1753, 2.554, 0.0, 1.931] [-0.2689, 0.1405, 1.2264, 0.0, 0.9716]

# %% RMS norm
print(nn.RMSNorm(4), nn.RMSNorm((2, 3), eps=0.5, elementwise_affine=False))
for device in DEVICES:
    norm = nn.RMSNorm(3, eps=1e-5).to(device)
    with torch.no_grad():
        norm.weight.copy_(numbers(3) + 2)
    x = numbers(2, 2, 3, device=device).requires_grad_()
    y = norm(x)
    y.square().sum().backward()
    show(y, x.grad, norm.weight.grad, F.rms_norm(x, (2, 3)))
#> RMSNorm((4,), eps=None, elementwise_affine=True) RMSNorm((2, 3), eps=0.5, elementwise_affine=False)
#> [-0.9517, 0.5353, 4.9962, 0.0, 3.8214, -1.1889, 1.2865, -1.4473, 3.3771, -0.9649, 1.4473, -4.5028] [13.9798, -1.6553, 9.5961, 0.0, -1.2754, -6.3794, -13.4121, -0.018, 17.8715, 16.8008, -4.4765, -14.8397] [6.9836, 16.9593, 33.1748] [-1.1024, 0.2756, 1.6535, 0.0, 1.3779, -0.2756, 1.2865, -0.6433, 0.9649, -0.9649, 0.6433, -1.2865]
#> [-0.9517, 0.5353, 4.9962, 0.0, 3.8214, -1.1889, 1.2865, -1.4473, 3.3771, -0.9649, 1.4473, -4.5028] [13.9798, -1.6553, 9.5961, 0.0, -1.2754, -6.3794, -13.4121, -0.018, 17.8715, 16.8008, -4.4765, -14.8397] [6.9836, 16.9593, 33.1748] [-1.1024, 0.2756, 1.6535, 0.0, 1.3779, -0.2756, 1.2865, -0.6433, 0.9649, -0.9649, 0.6433, -1.2865]

# %% convolutions along one axis
print(nn.Conv1d(2, 3, 3), nn.Conv1d(2, 3, (3,), 2, 1, bias=False), nn.Conv1d(1, 1, 3, padding='same'))
for device in DEVICES:
    for layer in (nn.Conv1d(2, 3, 2), nn.Conv1d(2, 1, 3, stride=2, padding=1, bias=False), nn.Conv1d(2, 2, 3, padding='same')):
        layer.to(device)
        with torch.no_grad():
            for p in layer.parameters():
                p.copy_(numbers(*p.shape))
        x = numbers(2, 2, 5, device=device).requires_grad_()
        y = layer(x)
        y.square().sum().backward()
        print(tuple(y.shape), tuple(layer(x[0]).shape))
        show(y, x.grad, layer.weight.grad)
print(F.conv1d(torch.ones(1, 1, 4, requires_grad=True), torch.ones(1, 1, 2)).grad_fn)
#> Conv1d(2, 3, kernel_size=(3,), stride=(1,)) Conv1d(2, 3, kernel_size=(3,), stride=(2,), padding=(1,), bias=False) Conv1d(1, 1, kernel_size=(3,), stride=(1,), padding=same)
#> (2, 3, 4) (3, 4)
#> [-0.3125, 0.625, -3.25, 0.4375, -1.8125, 1.4375, 1.25, 1.0625, -0.5625, 1.5625, 1.625, 1.6875, 0.125, -0.3125, 0.625, -3.25, 2.5, -1.8125, 1.4375, 1.25, 3.5, -0.5625, 1.5625, 1.625] [-4.75, 6.2812, 9.3125, -0.375, -2.8438, -5.125, 9.25, -10.1875, 0.625, -4.4375, 11.25, -11.1875, 6.2812, 9.3125, -4.6875, 8.875, -14.625, 9.25, -10.1875, -4.5] [-17.5, 4.2812, 10.2812, -12.9688, 18.6875, 4.4688, 12.9062, -9.2188, 17.0625, 6.0312, 14.8438, -4.7812]
#> (2, 1, 3) (1, 3)
#> [-0.4375, -0.6875, -0.625, 0.25, 4.6875, -0.5625] [-0.2188, 0.0625, -0.3438, -0.8125, -0.3125, -1.0938, 0.2188, -1.7188, 0.3438, -1.5625, 0.125, -8.625, 2.3438, 15.1875, -0.2812, 0.625, -0.125, 11.7188, -2.3438, -1.4062] [-11.4062, -0.1562, 13.3438, -4.0938, 11.0, -6.7188]
#> (2, 2, 5) (2, 5)
#> [-1.4375, 3.6875, -1.6875, 0.5, -1.625, -0.1875, 1.4375, -2.0, 4.1875, -1.3125, -0.75, -1.9375, 3.6875, -1.6875, -1.5625, 0.125, -0.625, 1.4375, -2.0, 2.5] [-5.0312, -4.8125, 21.75, -11.375, 8.2812, -5.9375, 14.75, -17.2188, 12.25, -14.0, 2.125, -6.9062, -6.9688, 22.5, -11.3438, -0.8125, -7.5, 15.875, -14.6875, 3.4375] [-21.5625, -4.5, 23.1875, -16.6562, 18.7812, -19.5625, 11.6875, -12.0938, 18.4375, -19.6562, 22.4688, -16.8438]
#> (2, 3, 4) (3, 4)
#> [-0.3125, 0.625, -3.25, 0.4375, -1.8125, 1.4375, 1.25, 1.0625, -0.5625, 1.5625, 1.625, 1.6875, 0.125, -0.3125, 0.625, -3.25, 2.5, -1.8125, 1.4375, 1.25, 3.5, -0.5625, 1.5625, 1.625] [-4.75, 6.2812, 9.3125, -0.375, -2.8438, -5.125, 9.25, -10.1875, 0.625, -4.4375, 11.25, -11.1875, 6.2812, 9.3125, -4.6875, 8.875, -14.625, 9.25, -10.1875, -4.5] [-17.5, 4.2812, 10.2812, -12.9688, 18.6875, 4.4688, 12.9062, -9.2188, 17.0625, 6.0312, 14.8438, -4.7812]
#> (2, 1, 3) (1, 3)
#> [-0.4375, -0.6875, -0.625, 0.25, 4.6875, -0.5625] [-0.2188, 0.0625, -0.3438, -0.8125, -0.3125, -1.0938, 0.2188, -1.7188, 0.3438, -1.5625, 0.125, -8.625, 2.3438, 15.1875, -0.2812, 0.625, -0.125, 11.7188, -2.3438, -1.4062] [-11.4062, -0.1562, 13.3438, -4.0938, 11.0, -6.7188]
#> (2, 2, 5) (2, 5)
#> [-1.4375, 3.6875, -1.6875, 0.5, -1.625, -0.1875, 1.4375, -2.0, 4.1875, -1.3125, -0.75, -1.9375, 3.6875, -1.6875, -1.5625, 0.125, -0.625, 1.4375, -2.0, 2.5] [-5.0312, -4.8125, 21.75, -11.375, 8.2812, -5.9375, 14.75, -17.2188, 12.25, -14.0, 2.125, -6.9062, -6.9688, 22.5, -11.3438, -0.8125, -7.5, 15.875, -14.6875, 3.4375] [-21.5625, -4.5, 23.1875, -16.6562, 18.7812, -19.5625, 11.6875, -12.0938, 18.4375, -19.6562, 22.4688, -16.8438]
#> <ConvolutionBackward0>

# %% modules by name
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleDict({'first': nn.Linear(2, 3), 'act': nn.ReLU()})
        self.parts['last'] = nn.Linear(3, 1)
    def forward(self, x):
        for name in self.parts:
            x = self.parts[name](x)
        return x
net = Net()
print(net, len(net.parts), 'act' in net.parts, list(net.parts.keys()), [name for name, _ in net.named_parameters()])
del net.parts['act']
net.parts.update({'more': nn.Identity()})
print(list(net.parts), [type(one).__name__ for one in net.parts.values()], net(torch.ones(4, 2)).shape)
nn.ModuleDict({'a': 3})
#> Net(
#>   (parts): ModuleDict(
#>     (first): Linear(in_features=2, out_features=3, bias=True)
#>     (act): ReLU()
#>     (last): Linear(in_features=3, out_features=1, bias=True)
#>   )
#> ) 3 True ['first', 'act', 'last'] ['parts.first.weight', 'parts.first.bias', 'parts.last.weight', 'parts.last.bias']
#> ['first', 'last', 'more'] ['Linear', 'Linear', 'Identity'] torch.Size([4, 1])
#! TypeError: int is not a Module subclass

# %% hooks of layers
net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
seen = []
handles = [layer.register_forward_hook(lambda layer, inputs, output: seen.append((type(layer).__name__, tuple(inputs[0].shape), tuple(output.shape))))
           for layer in net]
net(torch.ones(4, 2))
handles[0].remove()
doubled = net[2].register_forward_hook(lambda layer, inputs, output: output * 0 + 2)
print(net(torch.ones(1, 2)).tolist())
doubled.remove()
print(seen)
#> [[2.0]]
#> [('Linear', (4, 2), (4, 3)), ('ReLU', (4, 3), (4, 3)), ('Linear', (4, 3), (4, 1)), ('ReLU', (1, 3), (1, 3)), ('Linear', (1, 3), (1, 1))]

# %% initial weights
torch.manual_seed(0)
w = torch.empty(200, 100)
for initial in (nn.init.kaiming_normal_, nn.init.kaiming_uniform_, nn.init.xavier_normal_):
    initial(w)
    print(initial.__name__, round(w.std().item(), 2), abs(w.mean().item()) < 0.005)
nn.init.kaiming_normal_(w, mode='fan_out', nonlinearity='relu')
print(round(w.std().item(), 2), nn.init.calculate_gain('leaky_relu', 0.2), nn.init.calculate_gain('tanh'))
nn.init.kaiming_normal_(torch.ones(3))
#> kaiming_normal_ 0.14 True
#> kaiming_uniform_ 0.14 True
#> xavier_normal_ 0.08 True
#> 0.1 1.3867504905630728 1.6666666666666667
#! ValueError: Fan in and fan out can not be computed for tensor with fewer than 2 dimensions
