# Elementwise functions, selections and reductions that are one kernel in PyTorch; the lines are what PyTorch prints.
import math
import torch
import torch.nn.functional as F
DEVICES = ('cpu', 'cuda')
def show(*tensors):
    print(*(one if one is None else [round(v, 4) + 0.0 for v in one.detach().flatten().tolist()] for one in tensors))
def graded(function, *values):
    leaves = [torch.tensor(value, requires_grad=True) for value in values]
    made = function(*leaves)
    made.sum().backward()
    show(made, *(leaf.grad for leaf in leaves))

# %% functions of one tensor
for name in 'rsqrt reciprocal log2 log10 log1p exp2 expm1 sinh cosh tan erf erfc erfinv'.split():
    print(name, end=' ')
    graded(getattr(torch, name), [0.125, 0.5, 0.75])
x = torch.tensor([4.0, 0.25], requires_grad=True)
print(x.rsqrt(), x.log2().grad_fn, x.log1p().grad_fn, torch.erf(x).grad_fn)
#> rsqrt [2.8284, 1.4142, 1.1547] [-11.3137, -1.4142, -0.7698]
#> reciprocal [8.0, 2.0, 1.3333] [-64.0, -4.0, -1.7778]
#> log2 [-3.0, -1.0, -0.415] [11.5416, 2.8854, 1.9236]
#> log10 [-0.9031, -0.301, -0.1249] [3.4744, 0.8686, 0.5791]
#> log1p [0.1178, 0.4055, 0.5596] [0.8889, 0.6667, 0.5714]
#> exp2 [1.0905, 1.4142, 1.6818] [0.7559, 0.9803, 1.1657]
#> expm1 [0.1331, 0.6487, 1.117] [1.1331, 1.6487, 2.117]
#> sinh [0.1253, 0.5211, 0.8223] [1.0078, 1.1276, 1.2947]
#> cosh [1.0078, 1.1276, 1.2947] [0.1253, 0.5211, 0.8223]
#> tan [0.1257, 0.5463, 0.9316] [1.0158, 1.2984, 1.8679]
#> erf [0.1403, 0.5205, 0.7112] [1.1109, 0.8788, 0.6429]
#> erfc [0.8597, 0.4795, 0.2888] [-1.1109, -0.8788, -0.6429]
#> erfinv [0.1112, 0.4769, 0.8134] [0.8973, 1.1126, 1.7175]
#> tensor([0.5000, 2.0000], grad_fn=<RsqrtBackward0>) <Log2Backward0> <Log1PBackward0> <ErfBackward0>

# %% activations
for name in 'elu celu selu relu6 hardtanh hardsigmoid hardswish softplus softsign logsigmoid mish tanhshrink'.split():
    print(name, end=' ')
    graded(getattr(F, name), [-2.5, -0.5, 0.25, 2.0, 7.0])
graded(lambda x: F.elu(x, 0.5), [-1.0, 1.0])
graded(lambda x: F.hardtanh(x, -2, 0.5), [-3.0, -1.0, 1.0])
graded(lambda x: F.softplus(x, beta=2), [-3.0, 0.0, 30.0])
graded(lambda x: F.threshold(x, 0.5, -1.0), [-3.0, 1.0])
graded(F.prelu, [[-3.0, 1.0], [2.0, -1.0]], [0.25, 0.5])
graded(F.glu, [1.0, 2.0, 0.5, -0.5])
graded(lambda x: F.softmin(x, -1), [1.0, 2.0])
print(F.mish(torch.ones(1, requires_grad=True)).grad_fn, F.softplus(torch.ones(1, requires_grad=True)).grad_fn)
#> elu [-0.9179, -0.3935, 0.25, 2.0, 7.0] [0.0821, 0.6065, 1.0, 1.0, 1.0]
#> celu [-0.9179, -0.3935, 0.25, 2.0, 7.0] [0.0821, 0.6065, 1.0, 1.0, 1.0]
#> selu [-1.6138, -0.6918, 0.2627, 2.1014, 7.3549] [0.1443, 1.0663, 1.0507, 1.0507, 1.0507]
#> relu6 [0.0, 0.0, 0.25, 2.0, 6.0] [0.0, 0.0, 1.0, 1.0, 0.0]
#> hardtanh [-1.0, -0.5, 0.25, 1.0, 1.0] [0.0, 1.0, 1.0, 0.0, 0.0]
#> hardsigmoid [0.0833, 0.4167, 0.5417, 0.8333, 1.0] [0.1667, 0.1667, 0.1667, 0.1667, 0.0]
#> hardswish [-0.2083, -0.2083, 0.1354, 1.6667, 7.0] [-0.3333, 0.3333, 0.5833, 1.1667, 1.0]
#> softplus [0.0789, 0.4741, 0.8259, 2.1269, 7.0009] [0.0759, 0.3775, 0.5622, 0.8808, 0.9991]
#> softsign [-0.7143, -0.3333, 0.2, 0.6667, 0.875] [0.0816, 0.4444, 0.64, 0.1111, 0.0156]
#> logsigmoid [-2.5789, -0.9741, -0.5759, -0.1269, -0.0009] [0.9241, 0.6225, 0.4378, 0.1192, 0.0009]
#> mish [-0.1968, -0.2207, 0.1696, 1.944, 7.0] [-0.1097, 0.2895, 0.7542, 1.0693, 1.0]
#> tanhshrink [-1.5134, -0.0379, 0.0051, 1.036, 6.0] [0.9734, 0.2136, 0.06, 0.9293, 1.0]
#> [-0.3161, 1.0] [0.1839, 1.0]
#> [-2.0, -1.0, 0.5] [0.0, 1.0, 0.0]
#> [0.0012, 0.3466, 30.0] [0.0025, 0.5, 1.0]
#> [-1.0, 1.0] [0.0, 1.0]
#> [-0.75, 1.0, 2.0, -0.5] [0.25, 1.0, 1.0, 0.5] [-3.0, -1.0]
#> [0.6225, 0.7551] [0.6225, 0.3775, 0.235, 0.47]
#> [0.7311, 0.2689] [0.0, 0.0]
#> <MishBackward0> <SoftplusBackward0>

# %% functions of several tensors
for device in DEVICES:
    a, b = torch.tensor([1.0, 2.0, 3.0], device=device), torch.tensor([4.0, -5.0, 6.0], device=device)
    show(torch.lerp(a, b, 0.25), a.addcmul(a, b, value=0.5), torch.addcdiv(a, a, b, value=2), torch.hypot(a, b))
    show(torch.logaddexp(a, b), torch.lerp(a, b, torch.tensor([0.0, 0.5, 1.0], device=device)))
    print(torch.logical_and(a > 1, b > 0).tolist(), (a > 1).logical_or(b > 5).tolist(), torch.logical_xor(a, b > 0).tolist())
graded(torch.lerp, [1.0, 2.0], [3.0, 5.0], [0.25, 0.5])
graded(torch.addcmul, [1.0, 2.0], [3.0, 5.0], [0.25, 0.5])
graded(torch.logaddexp, [1.0, 200.0], [1.0, 5.0])
#> [1.75, 0.25, 3.75] [3.0, -3.0, 12.0] [1.5, 1.2, 4.0] [4.1231, 5.3852, 6.7082]
#> [4.0486, 2.0009, 6.0486] [1.0, -1.5, 6.0]
#> [False, False, True] [False, True, True] [False, True, False]
#> [1.75, 0.25, 3.75] [3.0, -3.0, 12.0] [1.5, 1.2, 4.0] [4.1231, 5.3852, 6.7082]
#> [4.0486, 2.0009, 6.0486] [1.0, -1.5, 6.0]
#> [False, False, True] [False, True, True] [False, True, False]
#> [1.5, 3.5] [0.75, 0.5] [0.25, 0.5] [2.0, 3.0]
#> [1.75, 4.5] [1.0, 1.0] [0.25, 0.5] [3.0, 5.0]
#> [1.6931, 200.0] [0.5, 1.0] [0.5, 0.0]

# %% questions
x = torch.tensor([1.0, math.nan, math.inf, -math.inf])
print(torch.isnan(x).tolist(), x.isinf().tolist(), torch.isfinite(x).tolist())
a = torch.tensor([1.0, 2.0, math.inf, math.nan])
print(torch.isclose(a, a + 1e-7).tolist(), torch.isclose(a, a, equal_nan=True).tolist(), a.isclose(torch.tensor(1.0001), rtol=1e-3).tolist())
print(torch.isnan(torch.tensor([1, 2])).tolist())
#> [False, True, False, False] [False, False, True, True] [True, False, False, False]
#> [True, True, True, False] [True, True, True, True] [True, False, False, False]
#> [False, False]

# %% clamp with both bounds
for device in DEVICES:
    x = torch.tensor([-2.0, 0.25, 0.5, 3.0], device=device, requires_grad=True)
    y = x.clamp(0, 1)
    y.sum().backward()
    print(y.tolist(), y.grad_fn, x.grad.tolist())
x = torch.tensor([1, 5, 9])
print(x.clamp(2, 6), torch.clamp(x, max=4), torch.clip(x, min=7))
z = torch.tensor([-1.0, 2.0])
print(z.clamp_(min=0), z.clamp_(max=1.5), z.clamp_(0.25, 1), z.clamp_min(0.5), torch.clamp_max(z, 0.5))
#> [0.0, 0.25, 0.5, 1.0] <ClampBackward1> [0.0, 1.0, 1.0, 0.0]
#> [0.0, 0.25, 0.5, 1.0] <ClampBackward1> [0.0, 1.0, 1.0, 0.0]
#> tensor([2, 5, 6]) tensor([1, 4, 4]) tensor([7, 7, 9])
#> tensor([0.2500, 1.0000]) tensor([0.2500, 1.0000]) tensor([0.2500, 1.0000]) tensor([0.5000, 1.0000]) tensor([0.2500, 0.5000])

# %% where selects
for device in DEVICES:
    a = torch.tensor([1.0, math.nan, 3.0], device=device, requires_grad=True)
    b = torch.tensor([[1.0], [2.0]], device=device, requires_grad=True)
    c = torch.tensor([True, False, True], device=device)
    y = torch.where(c, a, b)
    y.sum().backward()
    print(y.tolist(), a.grad.tolist(), b.grad.tolist(), y.grad_fn)
    print(torch.where(c, 0.0, -math.inf).tolist(), torch.where(c, 1, 2).tolist(), torch.where(c, a.detach(), 7).tolist())
print(torch.where(torch.tensor([True, False]), torch.tensor([1, 2]), 0), torch.where(torch.tensor(True), torch.tensor([1, 2]), 1.5))
#> [[1.0, 1.0, 3.0], [1.0, 2.0, 3.0]] [2.0, 0.0, 2.0] [[1.0], [1.0]] <WhereBackward0>
#> [0.0, -inf, 0.0] [1, 2, 1] [1.0, 7.0, 3.0]
#> [[1.0, 1.0, 3.0], [1.0, 2.0, 3.0]] [2.0, 0.0, 2.0] [[1.0], [1.0]] <WhereBackward0>
#> [0.0, -inf, 0.0] [1, 2, 1] [1.0, 7.0, 3.0]
#> tensor([1, 0]) tensor([1., 2.])

# %% variance and deviation
for device in DEVICES:
    x = torch.tensor([[1.0, 2.0, 4.0], [3.0, 3.0, 9.0]], device=device, requires_grad=True)
    show(x.var(), x.std(), x.var(0), x.std(1), x.var(1, unbiased=False), torch.std(x, dim=(0, 1), correction=0), x.var(False))
    print(x.var(1, keepdim=True).shape, torch.var_mean(x, 1)[1].tolist(), [one.shape for one in torch.std_mean(x)])
    (x.var(1).sum() + x.std() * 2).backward()
    show(x.grad)
x = torch.ones(3, requires_grad=True)
x.std().backward()
print(x.grad.tolist(), torch.ones(1).var().item(), torch.ones(2).var().grad_fn, x.var().grad_fn, x.std(0).grad_fn)
#> [7.8667] [2.8048] [2.0, 0.5, 12.5] [1.5275, 3.4641] [1.5556, 8.0] [2.5604] [6.5556]
#> torch.Size([2, 1]) [2.3333332538604736, 5.0] [torch.Size([]), torch.Size([])]
#> [-1.7136, -0.571, 1.7142, -2.0951, -2.0951, 4.7606]
#> [7.8667] [2.8048] [2.0, 0.5, 12.5] [1.5275, 3.4641] [1.5556, 8.0] [2.5604] [6.5556]
#> torch.Size([2, 1]) [2.3333332538604736, 5.0] [torch.Size([]), torch.Size([])]
#> [-1.7136, -0.571, 1.7142, -2.0951, -2.0951, 4.7606]
#> [0.0, 0.0, 0.0] nan None <VarBackward0> <StdBackward0>

# %% norms
x = torch.tensor([[3.0, -4.0], [0.0, 1.0]], requires_grad=True)
show(x.norm(), x.norm(1), x.norm(math.inf), x.norm(-math.inf), x.norm(3), x.norm(0), x.norm(3, dim=1), x.norm(0.5, 0))
(x.norm(3) + x.norm(1, 1).sum()).backward()
show(x.grad)
show(torch.linalg.norm(x), torch.linalg.norm(x, 2, 1), torch.linalg.vector_norm(x, 3), torch.linalg.matrix_norm(x), torch.linalg.norm(x, dim=0))
show(torch.linalg.norm(x, dim=1, keepdim=True), torch.linalg.multi_dot([x, x, x]), torch.linalg.matrix_power(x, 3))
#> [5.099] [8.0] [4.0] [0.0] [4.5144] [3.0] [4.4979, 1.0] [3.0, 9.0]
#> [1.4416, -1.7851, 0.0, 1.0491]
#> [5.099] [5.0, 1.0] [4.5144] [5.099] [3.0, 4.1231]
#> [5.0, 1.0] [27.0, -52.0, 0.0, 1.0] [27.0, -52.0, 0.0, 1.0]

# %% softmax along any axis
for device in DEVICES:
    x = torch.tensor([[1.0, 2.0, 4.0], [3.0, 3.0, -9.0]], device=device, requires_grad=True)
    y = x.softmax(0)
    (y * torch.arange(6.0, device=device).reshape(2, 3)).sum().backward()
    show(y, x.grad, F.log_softmax(x, 0))
x = torch.arange(8.0).reshape(2, 2, 2).requires_grad_()
F.log_softmax(x, dim=1)[:, 0].sum().backward()
show(F.softmax(x, dim=1), x.grad)
#> [0.1192, 0.2689, 1.0, 0.8808, 0.7311, 0.0] [-0.315, -0.5898, 0.0, 0.315, 0.5898, 0.0] [-2.1269, -1.3133, 0.0, -0.1269, -0.3133, -13.0]
#> [0.1192, 0.2689, 1.0, 0.8808, 0.7311, 0.0] [-0.315, -0.5898, 0.0, 0.315, 0.5898, 0.0] [-2.1269, -1.3133, 0.0, -0.1269, -0.3133, -13.0]
#> [0.1192, 0.1192, 0.8808, 0.8808, 0.1192, 0.1192, 0.8808, 0.8808] [0.8808, 0.8808, -0.8808, -0.8808, 0.8808, 0.8808, -0.8808, -0.8808]

# %% softmax along a missing axis
torch.ones(2, 3).softmax(2)
#! IndexError: Dimension out of range (expected to be in range of [-2, 1], but got 2)

# %% extremes, counts and NaN
x = torch.tensor([[1.0, 5.0, 5.0], [0.0, -2.0, 3.0]], requires_grad=True)
show(x.amax(), x.amax(1), torch.amin(x, 0), x.amin(dim=(0, 1)))
print(x.amax(1, keepdim=True).shape, torch.count_nonzero(x).item(), x.count_nonzero(1).tolist())
(x.amax(1).sum() + x.amin()).backward()
show(x.grad)
n = torch.tensor([1.0, math.nan, 3.0])
show(n.nansum(), torch.nanmean(n), torch.nansum(n, 0))
#> [5.0] [5.0, 3.0] [0.0, -2.0, 3.0] [-2.0]
#> torch.Size([2, 1]) 5 [3, 2]
#> [0.0, 0.5, 0.5, 0.0, 1.0, 1.0]
#> [4.0] [2.0] [4.0]

# %% triangles
for device in DEVICES:
    x = torch.arange(1.0, 13.0, device=device).reshape(3, 4).requires_grad_()
    print(x.tril().tolist(), torch.triu(x, 1).tolist(), x.tril(-1).tolist())
    (x.triu(-1) * x).sum().backward()
    print(x.grad.tolist(), x.tril().grad_fn)
print(torch.tril(torch.ones(2, 3, dtype=torch.int64)), torch.triu(torch.ones(2, 2, dtype=torch.bool)), torch.tril(torch.full((2, 2), math.inf)))
print(torch.arange(8.0).reshape(2, 2, 2).tril().tolist())
#> [[1.0, 0.0, 0.0, 0.0], [5.0, 6.0, 0.0, 0.0], [9.0, 10.0, 11.0, 0.0]] [[0.0, 2.0, 3.0, 4.0], [0.0, 0.0, 7.0, 8.0], [0.0, 0.0, 0.0, 12.0]] [[0.0, 0.0, 0.0, 0.0], [5.0, 0.0, 0.0, 0.0], [9.0, 10.0, 0.0, 0.0]]
#> [[2.0, 4.0, 6.0, 8.0], [10.0, 12.0, 14.0, 16.0], [0.0, 20.0, 22.0, 24.0]] <TrilBackward0>
#> [[1.0, 0.0, 0.0, 0.0], [5.0, 6.0, 0.0, 0.0], [9.0, 10.0, 11.0, 0.0]] [[0.0, 2.0, 3.0, 4.0], [0.0, 0.0, 7.0, 8.0], [0.0, 0.0, 0.0, 12.0]] [[0.0, 0.0, 0.0, 0.0], [5.0, 0.0, 0.0, 0.0], [9.0, 10.0, 0.0, 0.0]]
#> [[2.0, 4.0, 6.0, 8.0], [10.0, 12.0, 14.0, 16.0], [0.0, 20.0, 22.0, 24.0]] <TrilBackward0>
#> tensor([[1, 0, 0],
#>         [1, 1, 0]]) tensor([[ True,  True],
#>         [False,  True]]) tensor([[inf, 0.],
#>         [inf, inf]])
#> [[[0.0, 0.0], [2.0, 3.0]], [[4.0, 0.0], [6.0, 7.0]]]

# %% triangle of a vector
torch.ones(3).tril()
#! RuntimeError: tril: input tensor must have at least 2 dimensions

# %% flip
x = torch.arange(6.0).reshape(2, 3).requires_grad_()
print(x.flip(0).tolist(), torch.flip(x, (0, 1)).tolist(), x.flip(-1).grad_fn, torch.arange(3).flip(0))
(x.flip(1) * x).sum().backward()
print(x.grad.tolist())
#> [[3.0, 4.0, 5.0], [0.0, 1.0, 2.0]] [[5.0, 4.0, 3.0], [2.0, 1.0, 0.0]] <FlipBackward0> tensor([2, 1, 0])
#> [[4.0, 2.0, 0.0], [10.0, 8.0, 6.0]]

# %% repeat and tile
for device in DEVICES:
    x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], device=device, requires_grad=True)
    print(x.repeat(2, 1).tolist(), x.repeat(2, 1, 2).shape, torch.tile(x, (2,)).tolist(), x.repeat(2, 1).grad_fn)
    y = x.repeat(3, 2)
    (y * y).sum().backward()
    print(x.grad.tolist(), y.shape)
print(torch.tensor([1, 2]).repeat(2), torch.tensor(3.0).repeat(2), torch.ones(2).repeat(0).shape)
print(torch.tensor([1, 2]).repeat_interleave(2), torch.repeat_interleave(torch.tensor([[1, 2], [3, 4]]), 2, dim=1).tolist())
print(torch.tensor([5, 6, 7]).repeat_interleave(torch.tensor([1, 0, 2])))
#> [[1.0, 2.0], [3.0, 4.0], [1.0, 2.0], [3.0, 4.0]] torch.Size([2, 2, 4]) [[1.0, 2.0, 1.0, 2.0], [3.0, 4.0, 3.0, 4.0]] <RepeatBackward0>
#> [[12.0, 24.0], [36.0, 48.0]] torch.Size([6, 4])
#> [[1.0, 2.0], [3.0, 4.0], [1.0, 2.0], [3.0, 4.0]] torch.Size([2, 2, 4]) [[1.0, 2.0, 1.0, 2.0], [3.0, 4.0, 3.0, 4.0]] <RepeatBackward0>
#> [[12.0, 24.0], [36.0, 48.0]] torch.Size([6, 4])
#> tensor([1, 2, 1, 2]) tensor([3., 3.]) torch.Size([0])
#> tensor([1, 1, 2, 2]) [[1, 1, 2, 2], [3, 3, 4, 4]]
#> tensor([5, 7, 7])

# %% repeat with too few sizes
torch.ones(2, 2).repeat(2)
#! RuntimeError: Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor

# %% functions are one operation
import torch
x = torch.tensor([1.0, 2.0, 0.5], requires_grad=True)
for made in (x.var(), x.where(x > 1, 0.0), x.clamp(0, 1), F.elu(x), x.lerp(x, 0.5), x.repeat(2), x.flip(0), x.erf(), F.mish(x)):
    print(made.grad_fn, end=' ')
print()
#> <VarBackward0> <WhereBackward0> <ClampBackward1> <EluBackward0> <LerpBackward0> <RepeatBackward0> <FlipBackward0> <ErfBackward0> <MishBackward0> 
