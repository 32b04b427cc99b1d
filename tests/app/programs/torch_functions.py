# Functions and layers of PyTorch that are several operators here; the lines are what PyTorch prints for them.
import math
import torch
from torch import nn
import torch.nn.functional as F
DEVICES = ('cpu', 'cuda')
def show(*tensors):
    print(*(one if one is None else [round(v, 4) + 0.0 for v in one.detach().flatten().tolist()] for one in tensors))

# %% bmm multiplies each pair of matrices
for device in DEVICES:
    a = torch.arange(8.0, device=device).reshape(2, 2, 2).requires_grad_()
    b = (torch.arange(12.0, device=device) / 8).reshape(2, 2, 3).requires_grad_()
    y = torch.bmm(a, b)
    (y * y).sum().backward()
    print(tuple(y.shape), y.grad_fn, torch.equal(a.bmm(b), y))
    show(y, a.grad, b.grad)
#> (2, 2, 3) <BmmBackward0> True
#> [0.375, 0.5, 0.625, 1.125, 1.75, 2.375, 8.625, 9.75, 10.875, 12.375, 14.0, 15.625] [0.4375, 1.5625, 1.625, 5.5625, 51.75, 73.6875, 74.3125, 105.8125] [4.5, 7.0, 9.5, 7.5, 11.5, 15.5, 217.5, 246.0, 274.5, 259.5, 293.5, 327.5]
#> (2, 2, 3) <BmmBackward0> True
#> [0.375, 0.5, 0.625, 1.125, 1.75, 2.375, 8.625, 9.75, 10.875, 12.375, 14.0, 15.625] [0.4375, 1.5625, 1.625, 5.5625, 51.75, 73.6875, 74.3125, 105.8125] [4.5, 7.0, 9.5, 7.5, 11.5, 15.5, 217.5, 246.0, 274.5, 259.5, 293.5, 327.5]

# %% bmm of matrices
torch.bmm(torch.ones(2, 2), torch.ones(2, 2))
#! RuntimeError: batch1 must be a 3D tensor

# %% bmm of sizes that do not fit
torch.bmm(torch.ones(2, 3, 4), torch.ones(2, 5, 6))
#! RuntimeError: Expected size for first two dimensions of batch2 tensor to be: [2, 4] but got: [2, 5].

# %% einsum of two operands
for device in DEVICES:
    m = torch.tensor([[1.0, 2.0], [3.0, 4.0]], device=device)
    x = torch.arange(8.0, device=device).reshape(2, 2, 2)
    for equation, one, other in (('ij,jk->ik', m, m), ('ij,kj', m, m), ('i,j->ji', m[0], m[1]), ('ij,ij->', m, m),
                                 ('ij,ij->j', m, m), ('bij,bjk->bik', x, x), ('bij,bkj->bki', x, x), ('bij,j->ib', x, m[0]),
                                 ('ij,kl->ik', m, m), ('bhd,bhd->bh', x, x), ('i,bi->b', m[0], m)):
        y = torch.einsum(equation, one, other)
        print(equation, tuple(y.shape), y.flatten().tolist())
#> ij,jk->ik (2, 2) [7.0, 10.0, 15.0, 22.0]
#> ij,kj (2, 2) [5.0, 11.0, 11.0, 25.0]
#> i,j->ji (2, 2) [3.0, 6.0, 4.0, 8.0]
#> ij,ij-> () [30.0]
#> ij,ij->j (2,) [10.0, 20.0]
#> bij,bjk->bik (2, 2, 2) [2.0, 3.0, 6.0, 11.0, 46.0, 55.0, 66.0, 79.0]
#> bij,bkj->bki (2, 2, 2) [1.0, 3.0, 3.0, 13.0, 41.0, 59.0, 59.0, 85.0]
#> bij,j->ib (2, 2) [2.0, 14.0, 8.0, 20.0]
#> ij,kl->ik (2, 2) [9.0, 21.0, 21.0, 49.0]
#> bhd,bhd->bh (2, 2) [1.0, 13.0, 41.0, 85.0]
#> i,bi->b (2,) [5.0, 11.0]
#> ij,jk->ik (2, 2) [7.0, 10.0, 15.0, 22.0]
#> ij,kj (2, 2) [5.0, 11.0, 11.0, 25.0]
#> i,j->ji (2, 2) [3.0, 6.0, 4.0, 8.0]
#> ij,ij-> () [30.0]
#> ij,ij->j (2,) [10.0, 20.0]
#> bij,bjk->bik (2, 2, 2) [2.0, 3.0, 6.0, 11.0, 46.0, 55.0, 66.0, 79.0]
#> bij,bkj->bki (2, 2, 2) [1.0, 3.0, 3.0, 13.0, 41.0, 59.0, 59.0, 85.0]
#> bij,j->ib (2, 2) [2.0, 14.0, 8.0, 20.0]
#> ij,kl->ik (2, 2) [9.0, 21.0, 21.0, 49.0]
#> bhd,bhd->bh (2, 2) [1.0, 13.0, 41.0, 85.0]
#> i,bi->b (2,) [5.0, 11.0]

# %% gradients of einsum
for device in DEVICES:
    q = (torch.arange(12.0, device=device) / 4).reshape(2, 2, 3).requires_grad_()
    k = (torch.arange(12.0, device=device) / 8 - 0.5).reshape(2, 2, 3).requires_grad_()
    (torch.einsum('bqd,bkd->bqk', q, k) ** 2).sum().backward()
    show(q.grad, k.grad)
#> [0.2031, 0.1641, 0.125, 1.0469, 0.7969, 0.5469, 6.0156, 7.5234, 9.0312, 8.5469, 10.6875, 12.8281] [-1.5938, -2.2344, -2.875, 0.0938, 0.1562, 0.2188, 19.0312, 21.4844, 23.9375, 37.5938, 42.4375, 47.2812]
#> [0.2031, 0.1641, 0.125, 1.0469, 0.7969, 0.5469, 6.0156, 7.5234, 9.0312, 8.5469, 10.6875, 12.8281] [-1.5938, -2.2344, -2.875, 0.0938, 0.1562, 0.2188, 19.0312, 21.4844, 23.9375, 37.5938, 42.4375, 47.2812]

# %% einsum with a wrong number of letters
torch.einsum('ijk,jk->ik', torch.ones(2, 2), torch.ones(2, 2))
#! RuntimeError: einsum(): the number of subscripts in the equation (3) does not match the number of dimensions (2) for operand 0

# %% cumsum
for device in DEVICES:
    m = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], device=device, requires_grad=True)
    print(m.cumsum(0).tolist(), torch.cumsum(m, -1).tolist())
    (m.cumsum(1) * m).sum().backward()
    print(m.grad.tolist(), m.cumsum(1).grad_fn)
    print(torch.tensor([True, True, False, True], device=device).cumsum(0).tolist(), torch.arange(7, device=device).cumsum(0).dtype)
    print(torch.arange(1, 12, device=device).cumsum(0).tolist(), torch.ones(1, device=device).cumsum(0).tolist())
#> [[1.0, 2.0, 3.0], [5.0, 7.0, 9.0]] [[1.0, 3.0, 6.0], [4.0, 9.0, 15.0]]
#> [[7.0, 8.0, 9.0], [19.0, 20.0, 21.0]] <CumsumBackward0>
#> [1, 2, 2, 3] torch.int64
#> [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66] [1.0]
#> [[1.0, 2.0, 3.0], [5.0, 7.0, 9.0]] [[1.0, 3.0, 6.0], [4.0, 9.0, 15.0]]
#> [[7.0, 8.0, 9.0], [19.0, 20.0, 21.0]] <CumsumBackward0>
#> [1, 2, 2, 3] torch.int64
#> [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66] [1.0]

# %% cumsum along a missing axis
torch.ones(2, 2).cumsum(2)
#! IndexError: Dimension out of range (expected to be in range of [-2, 1], but got 2)

# %% sort
for device in DEVICES:
    x = torch.tensor([3.0, 1.0, math.inf, 2.0, -1.0], device=device, requires_grad=True)
    values, indices = x.sort()
    print(values.tolist(), indices.tolist(), indices.dtype, values.grad_fn)
    x.sort(descending=True).values[1].backward()
    print(x.grad.tolist(), x.argsort().tolist())
    print([one.tolist() for one in torch.sort(torch.tensor([[3, 1], [0, 7]], device=device), 0)])
    print([one.tolist() for one in torch.sort(torch.tensor([1.0, 1.0, 0.0, 1.0], device=device), stable=True)])
print(torch.tensor([2.0, 1.0]).sort())
#> [-1.0, 1.0, 2.0, 3.0, inf] [4, 1, 3, 0, 2] torch.int64 <SortBackward0>
#> [1.0, 0.0, 0.0, 0.0, 0.0] [4, 1, 3, 0, 2]
#> [[[0, 1], [3, 7]], [[1, 0], [0, 1]]]
#> [[0.0, 1.0, 1.0, 1.0], [2, 0, 1, 3]]
#> [-1.0, 1.0, 2.0, 3.0, inf] [4, 1, 3, 0, 2] torch.int64 <SortBackward0>
#> [1.0, 0.0, 0.0, 0.0, 0.0] [4, 1, 3, 0, 2]
#> [[[0, 1], [3, 7]], [[1, 0], [0, 1]]]
#> [[0.0, 1.0, 1.0, 1.0], [2, 0, 1, 3]]
#> torch.return_types.sort(
#> values=tensor([1., 2.]),
#> indices=tensor([1, 0]))

# %% NaN is the largest
x = torch.tensor([3.0, math.nan, 1.0])
print(x.sort().indices.tolist(), x.sort(descending=True).indices.tolist(), x.topk(1).indices.tolist())
#> [2, 0, 1] [1, 0, 2] [1]

# %% topk
for device in DEVICES:
    x = torch.tensor([[3.0, 1.0, 2.0, 9.0], [4.0, 8.0, 6.0, 5.0]], device=device, requires_grad=True)
    values, indices = torch.topk(x, 2)
    print(values.tolist(), indices.tolist(), values.grad_fn)
    values.sum().backward()
    print(x.grad.tolist(), x.topk(1, dim=0, largest=False).values.tolist())
print(torch.tensor([1.0, 3.0, 2.0]).topk(2))
#> [[9.0, 3.0], [8.0, 6.0]] [[3, 0], [1, 2]] <TopkBackward0>
#> [[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 1.0, 0.0]] [[3.0, 1.0, 2.0, 5.0]]
#> [[9.0, 3.0], [8.0, 6.0]] [[3, 0], [1, 2]] <TopkBackward0>
#> [[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 1.0, 0.0]] [[3.0, 1.0, 2.0, 5.0]]
#> torch.return_types.topk(
#> values=tensor([3., 2.]),
#> indices=tensor([1, 2]))

# %% topk of too many
torch.ones(3).topk(4)
#! RuntimeError: selected index k out of range

# %% gelu
for device in DEVICES:
    x = torch.tensor([-2.5, -1.0, -0.25, 0.0, 0.5, 2.0], device=device, requires_grad=True)
    for approximate in ('none', 'tanh'):
        x.grad = None
        y = F.gelu(x, approximate=approximate)
        y.sum().backward()
        show(y, x.grad)
print(y.grad_fn, nn.GELU(), nn.GELU('tanh'))
#> [-0.0155, -0.1587, -0.1003, 0.0, 0.3457, 1.9545] [-0.0376, -0.0833, 0.3046, 0.5, 0.8675, 1.0852]
#> [-0.0151, -0.1588, -0.1003, 0.0, 0.3457, 1.9546] [-0.038, -0.083, 0.3046, 0.5, 0.8674, 1.0861]
#> [-0.0155, -0.1587, -0.1003, 0.0, 0.3457, 1.9545] [-0.0376, -0.0833, 0.3046, 0.5, 0.8675, 1.0852]
#> [-0.0151, -0.1588, -0.1003, 0.0, 0.3457, 1.9546] [-0.038, -0.083, 0.3046, 0.5, 0.8674, 1.0861]
#> <GeluBackward0> GELU(approximate='none') GELU(approximate='tanh')

# %% seeds
def drawn(seed):
    torch.manual_seed(seed)
    return torch.rand(2).tolist()
print(drawn(-5) == drawn(2**64 - 5), drawn(-2**63) == drawn(2**63), drawn(7.9) == drawn(7), drawn(7) == drawn(8))
seed = torch.seed()
print(torch.rand(2).tolist() == drawn(seed), torch.seed() == seed)
#> True True True False
#> True False

# %% layer norm
for device in DEVICES:
    torch.manual_seed(0)
    layer = nn.LayerNorm(3).to(device)
    with torch.no_grad():
        layer.weight.copy_(torch.tensor([1.0, 2.0, 0.5]))
        layer.bias.copy_(torch.tensor([0.0, -1.0, 1.0]))
    x = torch.tensor([[[1.0, 2.0, 4.0], [0.0, -1.0, 5.0]]], device=device, requires_grad=True)
    y = layer(x)
    (y * torch.tensor([1.0, 2.0, 3.0], device=device)).sum().backward()
    show(y, x.grad)
    show(layer.weight.grad, layer.bias.grad)
    show(F.layer_norm(x, (2, 3)), nn.LayerNorm((2, 3), elementwise_affine=False)(x))
print([name for name, _ in layer.named_parameters()], y.grad_fn)
#> [-1.069, -1.5345, 1.6682, -0.508, -2.778, 1.6985] [-0.9736, 1.4604, -0.4868, -0.5715, 0.4763, 0.0952]
#> [-1.577, -2.3125, 8.1999] [2.0, 4.0, 6.0]
#> [-0.3941, 0.0788, 1.0245, -0.8669, -1.3398, 1.4974] [-0.3941, 0.0788, 1.0245, -0.8669, -1.3398, 1.4974]
#> [-1.069, -1.5345, 1.6682, -0.508, -2.778, 1.6985] [-0.9736, 1.4604, -0.4868, -0.5715, 0.4763, 0.0952]
#> [-1.577, -2.3125, 8.1999] [2.0, 4.0, 6.0]
#> [-0.3941, 0.0788, 1.0245, -0.8669, -1.3398, 1.4974] [-0.3941, 0.0788, 1.0245, -0.8669, -1.3398, 1.4974]
#> ['weight', 'bias'] <NativeLayerNormBackward0>

# %% layer norm of another shape
nn.LayerNorm(3)(torch.ones(2, 4))
#! RuntimeError: Given normalized_shape=[3], expected input with shape [*, 3], but got input of size[2, 4]

# %% batch norm of vectors
for device in DEVICES:
    layer = nn.BatchNorm1d(2).to(device)
    x = torch.tensor([[1.0, 2.0], [3.0, 4.0], [8.0, 0.0]], device=device, requires_grad=True)
    y = layer(x)
    (y * x.detach()).sum().backward()
    show(y, x.grad, layer.running_mean, layer.running_var)
    layer.eval()
    show(layer(x), layer(torch.ones(1, 2, 3, device=device)))
#> [-1.019, 0.0, -0.3397, 1.2247, 1.3587, -1.2247] [0.0, 0.0, 0.0, 0.0, 0.0, 0.0] [0.4, 0.2] [2.2, 1.3]
#> [0.4045, 1.5787, 1.7529, 3.3328, 5.1239, -0.1754] [0.4045, 0.4045, 0.4045, 0.7016, 0.7016, 0.7016]
#> [-1.019, 0.0, -0.3397, 1.2247, 1.3587, -1.2247] [0.0, 0.0, 0.0, 0.0, 0.0, 0.0] [0.4, 0.2] [2.2, 1.3]
#> [0.4045, 1.5787, 1.7529, 3.3328, 5.1239, -0.1754] [0.4045, 0.4045, 0.4045, 0.7016, 0.7016, 0.7016]

# %% batch norm of pictures
nn.BatchNorm1d(2)(torch.ones(2, 2, 2, 2))
#! ValueError: expected 2D or 3D input (got 4D input)

# %% scaled dot product attention
for device in DEVICES:
    q = (torch.arange(16.0, device=device) / 8).reshape(2, 1, 4, 2).requires_grad_()
    k = (1 - torch.arange(16.0, device=device) / 16).reshape(2, 1, 4, 2).requires_grad_()
    v = (torch.arange(24.0, device=device) / 24).reshape(2, 1, 4, 3).requires_grad_()
    y = F.scaled_dot_product_attention(q, k, v)
    (y * y).sum().backward()
    print(tuple(y.shape))
    show(y)
    show(q.grad, k.grad, v.grad)
    show(F.scaled_dot_product_attention(q, k, v, is_causal=True))
    mask = torch.tensor([[True, False, True, True]], device=device).expand(4, 4)
    show(F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=0.5))
    show(F.scaled_dot_product_attention(q, k, v, attn_mask=torch.ones(2, 1, 4, 4, device=device)))
#> (2, 1, 4, 3)
#> [0.1858, 0.2274, 0.2691, 0.1789, 0.2205, 0.2622, 0.172, 0.2137, 0.2553, 0.1652, 0.2069, 0.2485, 0.6584, 0.7001, 0.7418, 0.6518, 0.6935, 0.7351, 0.6452, 0.6869, 0.7286, 0.6388, 0.6805, 0.7222]
#> [-0.0188, -0.0188, -0.0182, -0.0182, -0.0176, -0.0176, -0.0168, -0.0168, -0.0563, -0.0563, -0.0549, -0.0549, -0.0534, -0.0534, -0.0518, -0.0518] [-0.0671, -0.0897, -0.0158, -0.0218, 0.0252, 0.0334, 0.0577, 0.0781, -0.8391, -0.9154, -0.0969, -0.1063, 0.3457, 0.377, 0.5903, 0.6447] [0.3918, 0.4851, 0.5784, 0.3626, 0.4488, 0.535, 0.3364, 0.4162, 0.496, 0.3129, 0.3869, 0.461, 1.8239, 1.9411, 2.0584, 1.413, 1.5038, 1.5946, 1.0974, 1.1679, 1.2383, 0.8543, 0.9092, 0.964]
#> [0.0, 0.0417, 0.0833, 0.0608, 0.1024, 0.1441, 0.1167, 0.1584, 0.2001, 0.1652, 0.2069, 0.2485, 0.5, 0.5417, 0.5833, 0.5553, 0.5969, 0.6386, 0.6023, 0.6439, 0.6856, 0.6388, 0.6805, 0.7222]
#> [0.2068, 0.2485, 0.2901, 0.2007, 0.2423, 0.284, 0.1945, 0.2361, 0.2778, 0.1882, 0.2299, 0.2715, 0.6819, 0.7235, 0.7652, 0.6755, 0.7172, 0.7589, 0.6692, 0.7109, 0.7525, 0.6629, 0.7045, 0.7462]
#> [0.1858, 0.2274, 0.2691, 0.1789, 0.2205, 0.2622, 0.172, 0.2137, 0.2553, 0.1652, 0.2069, 0.2485, 0.6584, 0.7001, 0.7418, 0.6518, 0.6935, 0.7351, 0.6452, 0.6869, 0.7286, 0.6388, 0.6805, 0.7222]
#> (2, 1, 4, 3)
#> [0.1858, 0.2274, 0.2691, 0.1789, 0.2205, 0.2622, 0.172, 0.2137, 0.2553, 0.1652, 0.2069, 0.2485, 0.6584, 0.7001, 0.7418, 0.6518, 0.6935, 0.7351, 0.6452, 0.6869, 0.7286, 0.6388, 0.6805, 0.7222]
#> [-0.0188, -0.0188, -0.0182, -0.0182, -0.0176, -0.0176, -0.0168, -0.0168, -0.0563, -0.0563, -0.0549, -0.0549, -0.0534, -0.0534, -0.0518, -0.0518] [-0.0671, -0.0897, -0.0158, -0.0218, 0.0252, 0.0334, 0.0577, 0.0781, -0.8391, -0.9154, -0.0969, -0.1063, 0.3457, 0.377, 0.5903, 0.6447] [0.3918, 0.4851, 0.5784, 0.3626, 0.4488, 0.535, 0.3364, 0.4162, 0.496, 0.3129, 0.3869, 0.461, 1.8239, 1.9411, 2.0584, 1.413, 1.5038, 1.5946, 1.0974, 1.1679, 1.2383, 0.8543, 0.9092, 0.964]
#> [0.0, 0.0417, 0.0833, 0.0608, 0.1024, 0.1441, 0.1167, 0.1584, 0.2001, 0.1652, 0.2069, 0.2485, 0.5, 0.5417, 0.5833, 0.5553, 0.5969, 0.6386, 0.6023, 0.6439, 0.6856, 0.6388, 0.6805, 0.7222]
#> [0.2068, 0.2485, 0.2901, 0.2007, 0.2423, 0.284, 0.1945, 0.2361, 0.2778, 0.1882, 0.2299, 0.2715, 0.6819, 0.7235, 0.7652, 0.6755, 0.7172, 0.7589, 0.6692, 0.7109, 0.7525, 0.6629, 0.7045, 0.7462]
#> [0.1858, 0.2274, 0.2691, 0.1789, 0.2205, 0.2622, 0.172, 0.2137, 0.2553, 0.1652, 0.2069, 0.2485, 0.6584, 0.7001, 0.7418, 0.6518, 0.6935, 0.7351, 0.6452, 0.6869, 0.7286, 0.6388, 0.6805, 0.7222]

# %% attention of sizes that do not fit
F.scaled_dot_product_attention(torch.ones(1, 2, 3), torch.ones(1, 2, 4), torch.ones(1, 2, 4))
#! RuntimeError: scaled_dot_product_attention() takes query [..., L, E], key [..., S, E] and value [..., S, Ev], not

# %% cross entropy of probabilities
for device in DEVICES:
    x = torch.tensor([[1.0, 2.0, 4.0], [1.0, 0.0, -1.0]], device=device, requires_grad=True)
    y = torch.tensor([[0.5, 0.25, 0.25], [0.0, 1.0, 0.0]], device=device)
    loss = F.cross_entropy(x, y)
    loss.backward()
    show(loss.reshape(1), x.grad, F.cross_entropy(x, y, reduction='none'), F.cross_entropy(x, y, reduction='sum').reshape(1))
    show(nn.CrossEntropyLoss()(x[:, :1], y[:, :1]).reshape(1))
#> [1.7887] [-0.229, -0.0679, 0.2969, 0.3326, -0.3776, 0.045] [2.1698, 1.4076] [3.5775]
#> [0.0]
#> [1.7887] [-0.229, -0.0679, 0.2969, 0.3326, -0.3776, 0.045] [2.1698, 1.4076] [3.5775]
#> [0.0]

# %% comparisons that raise
for device in DEVICES:
    x = torch.tensor([1.0, 2.0], device=device)
    torch.testing.assert_close(x, x + 1e-6)
    torch.testing.assert_close(x.sum(), torch.tensor(3, dtype=torch.double, device=device).to(x.dtype))
    torch.testing.assert_close([x, 1], [x, 1])
    for other in (x + 1e-3, x.long(), x[:1], torch.tensor([1.0, math.nan], device=device)):
        try:
            torch.testing.assert_close(x, other)
        except AssertionError as error:
            print(str(error).split('\n')[0])
torch.testing.assert_close(torch.tensor([math.nan]), torch.tensor([math.nan]), equal_nan=True)
torch.testing.assert_close(1.0, 1.1)
#> Tensor-likes are not close!
#> The values for attribute 'dtype' do not match: torch.float32 != torch.int64.
#> The values for attribute 'shape' do not match: torch.Size([2]) != torch.Size([1]).
#> Tensor-likes are not close!
#> Tensor-likes are not close!
#> The values for attribute 'dtype' do not match: torch.float32 != torch.int64.
#> The values for attribute 'shape' do not match: torch.Size([2]) != torch.Size([1]).
#> Tensor-likes are not close!
#! AssertionError: Scalars are not close!

# %% a transformer block
torch.manual_seed(0)
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.qkv = nn.LayerNorm(4), nn.Linear(4, 12)
        self.mlp = nn.Sequential(nn.LayerNorm(4), nn.Linear(4, 8), nn.GELU(), nn.Linear(8, 4))
    def forward(self, x):
        q, k, v = self.qkv(self.norm(x)).chunk(3, dim=-1)
        x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return x + self.mlp(x)
net = Block()
with torch.no_grad():
    for i, p in enumerate(net.parameters()):
        p.copy_((torch.arange(p.numel()) * (i + 3) % 7 / 7 - 0.4).reshape(p.shape))
for device in DEVICES:
    net.to(device).zero_grad()
    x = (torch.arange(24, device=device) * 5 % 11 / 11).reshape(2, 3, 4)
    loss = net(x).square().mean()
    loss.backward()
    show(loss.reshape(1), net.qkv.bias.grad, net.mlp[1].weight.grad.sum(0))
#> [0.621] [0.0007, -0.0002, -0.0009, -0.0017, 0.0, 0.0, 0.0, 0.0, 0.1461, 0.5176, 0.4245, 0.0706] [-0.0359, -0.0261, -0.0282, 0.036]
#> [0.621] [0.0007, -0.0002, -0.0009, -0.0017, 0.0, 0.0, 0.0, 0.0, 0.1461, 0.5176, 0.4245, 0.0706] [-0.0359, -0.0261, -0.0282, 0.036]

# %% sine and cosine
for device in DEVICES:
    x = torch.tensor([-2.0, 0.0, 0.5, 3.0, 100.0], device=device, requires_grad=True)
    y = torch.sin(x) + 2 * x.cos()
    y.sum().backward()
    show(y, x.grad)
print(torch.sin(torch.tensor([0, 1])).dtype, torch.cos(x).grad_fn)
#> [-1.7416, 2.0, 2.2346, -1.8389, 1.2183] [1.4024, 1.0, -0.0813, -1.2722, 1.8751]
#> [-1.7416, 2.0, 2.2346, -1.8389, 1.2183] [1.4024, 1.0, -0.0813, -1.2722, 1.8751]
#> torch.float32 <CosBackward0>
