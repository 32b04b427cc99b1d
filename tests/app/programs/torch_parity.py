# Programs of learners, with what PyTorch 2 prints for them.
import torch
from torch import nn
import torch.nn.functional as F

# %% optimizer created before the net moves
for make in (lambda p: torch.optim.SGD(p, lr=1.0), lambda p: torch.optim.Adam(p, lr=0.5, eps=0.0)):
    net = nn.Linear(2, 1)
    w, old, optimizer = net.weight, net.weight.detach(), make(net.parameters())
    torch.nn.init.ones_(w)
    net.to('cuda')
    net(torch.ones(1, 2, device='cuda')).sum().backward()
    optimizer.step()
    print(net.weight is w, [round(v, 5) for v in w[0].tolist()], old, w.device)
#> True [0.0, 0.0] tensor([[1., 1.]]) cuda:0
#> True [0.5, 0.5] tensor([[1., 1.]]) cuda:0

# %% gradients move with their parameters
net = nn.Linear(2, 1)
net(torch.ones(1, 2)).sum().backward()
net.cuda()
print(net.weight.grad)
net(torch.ones(1, 2, device='cuda')).sum().backward()
print(net.weight.grad)
net.weight.grad = None
net.bias.requires_grad_(False)
net.cpu()
print(net.weight.grad, net.weight.requires_grad, net.bias.requires_grad)
#> tensor([[1., 1.]], device='cuda:0')
#> tensor([[2., 2.]], device='cuda:0')
#> None True False

# %% weight shared by two layers stays shared
a, b = nn.Linear(2, 2), nn.Linear(2, 2)
b.weight = a.weight
net = nn.Sequential(a, b).cuda()
print(len(list(net.parameters())), a.weight is b.weight, a.weight.device)
#> 3 True cuda:0

# %% results of parameters are not parameters
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(2))
    def forward(self, x):
        self.twice, self.old = self.w * 2, self.w.detach().clone()
        return (self.twice * x).sum()
net = Net()
net(torch.ones(2)).backward()
print([name for name, _ in net.named_parameters()], list(net.state_dict()), type(net.twice).__name__)
print(net.w.to('cpu') is net.w, isinstance(torch.cat([net.w, net.w]), nn.Parameter))
#> ['w'] ['w'] Tensor
#> True False

# %% only parameters print as parameters
w = nn.Parameter(torch.ones(2))
print(w, w.data, w.sum(), w.reshape(2), w.long(), w.grad)
net = nn.Linear(1, 1)
nn.init.zeros_(net.weight)
nn.init.zeros_(net.bias)
print(net.state_dict())
#> Parameter containing:
#> tensor([1., 1.], requires_grad=True) tensor([1., 1.]) tensor(2., grad_fn=<SumBackward0>) tensor([1., 1.], grad_fn=<ViewBackward0>) tensor([1, 1]) None
#> OrderedDict([('weight', tensor([[0.]])), ('bias', tensor([0.]))])

# %% momentum with a changing learning rate
w = torch.zeros(1, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.0, momentum=0.5)
for rate in (0.0, 1.0, 0.1, 0.1, 0.0, 0.2):
    optimizer.param_groups[0]['lr'] = rate
    optimizer.zero_grad()
    w.sum().backward()
    optimizer.step()
    print(round(w.item(), 3), end=' ')
#> 0.0 -1.5 -1.675 -1.862 -1.862 -2.256 

# %% classes ignored by a loss
for device in ('cpu', 'cuda'):
    x = torch.tensor([[1.0, 2.0, 4.0], [1.0, 1.0, 1.0], [0.0, 3.0, 1.0]], device=device, requires_grad=True)
    y = torch.tensor([2, -100, 1]).to(device)
    loss = F.cross_entropy(x, y)
    loss.backward()
    print(f'{loss.item():.4f}', x.grad[1].abs().tolist(), f"{F.cross_entropy(x, y, reduction='sum').item():.4f}")
print(f'{nn.CrossEntropyLoss(ignore_index=1)(x, torch.tensor([2, 0, 1], device=device)).item():.4f}')
#> 0.1698 [0.0, 0.0, 0.0] 0.3397
#> 0.1698 [0.0, 0.0, 0.0] 0.3397
#> 0.6342

# %% grad_fn of single operations
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 1
y -= 1
for made in (x / 2, x - 1, x + 1, y, 1 - x, x ** 2, x.clone(), torch.cat([x, x]), x.sum(0), x.sum(), x[0], x[:1], x.max(), x.clamp(0, 1)):
    print(made.grad_fn, end=' ')
#> <DivBackward0> <SubBackward0> <AddBackward0> <SubBackward0> <RsubBackward1> <PowBackward0> <CloneBackward0> <CatBackward0> <SumBackward1> <SumBackward0> <SelectBackward0> <SliceBackward0> <MaxBackward1> <ClampBackward1> 

# %% grad_fn of composed operations
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
for made in (x.min(), x.min(0).values, x.std(), x.var(0), torch.where(x > 1, x, 0.0), torch.stack([x, x]), x.unsqueeze(0),
             x.transpose(0, 1), x.permute(1, 0), x.reshape(1, 2, 2).squeeze(0), 2.0 ** x, F.mse_loss(x, x * 2),
             x.masked_fill(x > 1, 0.0), x[torch.tensor([0])], x.gather(0, torch.tensor([[0, 1]])), x[0].dot(x[1])):
    print(made.grad_fn, end=' ')
#> <MinBackward1> <MinBackward0> <StdBackward0> <VarBackward0> <WhereBackward0> <StackBackward0> <UnsqueezeBackward0> <TransposeBackward0> <PermuteBackward0> <SqueezeBackward1> <PowBackward2> <MseLossBackward0> <MaskedFillBackward0> <IndexBackward0> <GatherBackward0> <DotBackward0> 

# %% grad_fn of losses
x, y = torch.ones(2, 3, requires_grad=True), torch.tensor([0, 2])
print(F.cross_entropy(x, y), F.nll_loss(x.log_softmax(1), y, reduction='sum'), (-x).mean().grad_fn, (-x).grad_fn)
#> tensor(1.0986, grad_fn=<NllLossBackward0>) tensor(2.1972, grad_fn=<NllLossBackward0>) <MeanBackward0> <NegBackward0>

# %% layers and optimizers print their settings
#: since 2.7
print(nn.MaxPool2d(2), nn.AvgPool2d(2))
print(torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1, momentum=0.9))
print(torch.optim.Adam([torch.ones(1, requires_grad=True)]))
#> MaxPool2d(kernel_size=2, stride=2, padding=0, dilation=1, ceil_mode=False) AvgPool2d(kernel_size=2, stride=2, padding=0)
#> SGD (
#> Parameter Group 0
#>     dampening: 0
#>     differentiable: False
#>     foreach: None
#>     fused: None
#>     lr: 0.1
#>     maximize: False
#>     momentum: 0.9
#>     nesterov: False
#>     weight_decay: 0
#> )
#> Adam (
#> Parameter Group 0
#>     amsgrad: False
#>     betas: (0.9, 0.999)
#>     capturable: False
#>     decoupled_weight_decay: False
#>     differentiable: False
#>     eps: 1e-08
#>     foreach: None
#>     fused: None
#>     lr: 0.001
#>     maximize: False
#>     weight_decay: 0
#> )

# %% slices of a size are sizes
#: since 2.9
size = torch.ones(2, 3).shape
print(size[:1], size[0], size + (1,), (4,) + size, size * 2, size[1:].numel())
#> torch.Size([2]) 2 torch.Size([2, 3, 1]) torch.Size([4, 2, 3]) torch.Size([2, 3, 2, 3]) 3

# %% decorators without parentheses
x = torch.ones(1, requires_grad=True)
made = [mode(lambda: x * 2)() for mode in (torch.no_grad, torch.enable_grad, torch.inference_mode)]
print([one.requires_grad for one in made], (x * 2).requires_grad)
print(torch.inference_mode(False)(lambda: x * 2)().requires_grad)
#> [False, True, False] True
#> True

# %% nets convert to types and devices
net = nn.Linear(2, 1)
print(net.to(torch.float32) is net, net.float() is net, net.to('cuda', non_blocking=True).weight.device)
print(net.to(torch.ones(1)).weight.device, net.to(device='cuda', dtype=torch.float32).bias.device)
#> True True cuda:0
#> cpu cuda:0

# %% optimizer with a closure
net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
def closure():
    optimizer.zero_grad()
    loss = net(torch.ones(1, 2)).square().sum()
    loss.backward()
    return loss
first = optimizer.step(closure)
print(bool(optimizer.step(closure) < first), first.requires_grad, optimizer.step())
#> True True None

# %% gradients of clamp at its bounds
a = torch.tensor([1., 2., 3.], requires_grad=True)
a.clamp(min=torch.tensor([1., 1., 1.])).sum().backward()
print(a.grad)
a, m = torch.tensor([1., 2., 3.], requires_grad=True), torch.tensor([3., 2., 1.], requires_grad=True)
a.clamp(max=m).sum().backward()
print(a.grad, m.grad, a.clamp(m).grad_fn)
a = torch.tensor([1., 2., 3.], requires_grad=True)
a.clamp(1, 2).sum().backward()
print(a.grad)
#> tensor([1., 1., 1.])
#> tensor([1., 1., 0.]) tensor([0., 0., 1.]) <ClampBackward0>
#> tensor([1., 1., 0.])

# %% bases below the float range
print(1e-50 ** torch.tensor([1., 2.]), 1e-50 ** torch.tensor(0.))
#> tensor([0., 0.]) tensor(1.)

# %% checks of values during a copy
g = torch.tensor([2, 3], device='cuda')
x = g.to('cpu', non_blocking=True)
print((torch.tensor([9, 9]) // x).shape, F.one_hot(x, 4).shape)
#> torch.Size([2]) torch.Size([2, 4])

# %% axes of size 1 keep their strides
x = torch.zeros(3, 1, 4)
v = x.permute(1, 0, 2)
v += 1
print(v.stride(), x.permute(1, 0, 2).is_contiguous(), x.sum().item(), x.transpose(0, 1).reshape(12).shape)
#> (4, 4, 1) True 12.0 torch.Size([12])

# %% batches of named tuples
#: differs: Overlap has no float64
from collections import namedtuple
from torch.utils.data import DataLoader
Row = namedtuple('Row', 'x y')
for batch in DataLoader([Row(1, 2.0), Row(3, 4.0)], 2, pin_memory=True):
    print(type(batch).__name__, batch.x, batch.y)
#> Row tensor([1, 3]) tensor([2., 4.])

# %% widths of zero, inf and nan
inf, nan = torch.inf, torch.nan
print(torch.tensor([0.0, -inf]), torch.tensor([nan, 1.0]), torch.tensor([-0.0, 0.5]), torch.tensor([-0.0, 0.0]))
print(torch.tensor([inf, nan]), torch.tensor([-inf, 0.25, 1.0]), torch.tensor([100.0, nan, -inf]), torch.tensor([-0.0, -1.0]))
print(torch.tensor([1e10, -inf, 1.0]), torch.tensor([[0.0, 1e-9], [nan, -1.0]]))
#> tensor([0., -inf]) tensor([nan, 1.]) tensor([-0.0000, 0.5000]) tensor([-0., 0.])
#> tensor([inf, nan]) tensor([  -inf, 0.2500, 1.0000]) tensor([100.,  nan, -inf]) tensor([-0., -1.])
#> tensor([1.0000e+10,       -inf, 1.0000e+00]) tensor([[ 0.0000e+00,  1.0000e-09],
#>         [        nan, -1.0000e+00]])

# %% stream selects its device
streams, outs = [torch.cuda.Stream(device=i) for i in range(2)], []
for s in streams:
    with torch.cuda.stream(s), torch.cuda.stream(s):
        a = torch.randn(10, 10, device='cuda')
        outs.append((str((a @ a).device), torch.cuda.current_stream() == s))
print(outs, torch.cuda.current_device(), torch.cuda.current_stream(1) == torch.cuda.default_stream(1))
torch.cuda.set_stream(streams[1])
print(torch.cuda.current_device(), torch.cuda.current_stream(0) == torch.cuda.default_stream(0))
#> [('cuda:0', True), ('cuda:1', True)] 0 True
#> 1 True

# %% default device of new tensors
with torch.device('cuda:1'):
    print(torch.zeros(2).device, nn.Linear(2, 2).weight.device, nn.LazyConv2d(2, 2).weight.device, torch.tensor([1]).device)
    print(torch.ones(2, device='cpu').device, torch.ones(1, device='cuda').device, torch.Tensor(2, 3).device)
    with torch.device('cpu'):
        print(torch.rand(1).device, torch.cuda.current_device())
torch.set_default_device('cuda')
print(torch.arange(1).device, torch.get_default_device())
torch.set_default_device(None)
print(torch.arange(1).device)
#> cuda:1 cuda:1 cuda:1 cuda:1
#> cpu cuda:0 cpu
#> cpu 0
#> cuda:0 cuda:0
#> cpu

# %% stream polled until idle
x = torch.rand(4000, 4000, device='cuda')
y, polls = x @ x, 0
while not torch.cuda.current_stream().query():
    polls += 1
print(polls > 1, torch.cuda.current_stream().query())
#> True True

# %% reset of peak memory
x = torch.ones(1 << 20, device='cuda')
y = x * 2
del y
print(torch.cuda.max_memory_allocated() >> 20)
torch.cuda.reset_peak_memory_stats()
print(torch.cuda.max_memory_allocated() >> 20, torch.cuda.memory_stats()['allocated_bytes.all.peak'] >> 20)
y = x[:1 << 18] * 2
print(torch.cuda.max_memory_allocated() >= 5 << 20, torch.cuda.max_memory_allocated(1))
#> 8
#> 4 4
#> True 0

# %% split, expand and slices with steps
x = torch.arange(12.).reshape(2, 6)
print([t.tolist() for t in x.split(4, 1)], [t.tolist() for t in torch.split(x[0], [1, 5])])
print(torch.arange(2).expand(2, -1).tolist(), torch.ones(2, 1).expand_as(x[:, :2]).tolist())
print(x[0, ::2].tolist(), x[:, 1::4].tolist(), x[::2, ::3].tolist(), x[0, :5][::2].tolist(), x[..., 5::9].tolist())
odd = x[:, 1::2]
odd += 100
x[0, ::3] = torch.tensor([-1., -2.])
print(x.tolist())
w = torch.arange(6., requires_grad=True)
(w[::2] * w[1::2]).sum().backward()
print(w.grad.tolist(), torch.tensor(range(3)), x.nbytes)
#> [[[0.0, 1.0, 2.0, 3.0], [6.0, 7.0, 8.0, 9.0]], [[4.0, 5.0], [10.0, 11.0]]] [[0.0], [1.0, 2.0, 3.0, 4.0, 5.0]]
#> [[0, 1], [0, 1]] [[1.0, 1.0], [1.0, 1.0]]
#> [0.0, 2.0, 4.0] [[1.0, 5.0], [7.0, 11.0]] [[0.0, 3.0]] [0.0, 2.0, 4.0] [[5.0], [11.0]]
#> [[-1.0, 101.0, 2.0, -2.0, 4.0, 105.0], [6.0, 107.0, 8.0, 109.0, 10.0, 111.0]]
#> [1.0, 0.0, 3.0, 2.0, 5.0, 4.0] tensor([0, 1, 2]) 48

# %% torch functions in a scripted net
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)
    def forward(self, x):
        return torch.relu(self.a(x)) + torch.exp(torch.tanh(x)) * torch.sigmoid(x)
x, net = torch.randn(3, 2), Net()
print(torch.allclose(torch.jit.script(net)(x), net(x)), torch.jit.script(nn.Sequential(net))[0] is net)
#> True True

# %% values read during a copy
y = torch.ones(500, 500, device='cuda')
print((y @ y).to('cpu', non_blocking=True).numpy()[0, :2], y.record_stream(torch.cuda.Stream()))
#> [500. 500.] None

# %% NumPy statistics of times
#: differs: NumPy 2 prints the types of numbers
import numpy as np
times = [0.5, 0.25, 1.0, 0.75]
print(np.mean(times), np.median(times), np.max(times), np.min(times), np.std([1, 3]), np.argmax(times), np.sum([1, 2]))
print(np.array(times).cumsum().tolist(), np.array(times).argmin(), np.linspace(0, 1, 3), np.array(times)[1:3])
x = torch.zeros(2, 3)
a = x.numpy()
a[0, 1], a[1] = 5, [1, 2, 3]
print(a[0], x[1], [row.sum() for row in a])
#> 0.625 0.625 1.0 0.25 1.0 2 3
#> [0.5, 0.75, 1.75, 2.5] 1 [0.  0.5 1. ] [0.25 1.  ]
#> [0. 5. 0.] tensor([1., 2., 3.]) [5.0, 6.0]

# %% further losses and activations
x, y = torch.tensor([-2.0, 0.5, 100.0], requires_grad=True), torch.tensor([0.0, 1.0, 1.0])
loss = nn.BCEWithLogitsLoss()(x, y)
loss.backward()
print(loss, [round(one, 4) for one in x.grad.tolist()])
print(nn.L1Loss(reduction='sum')(x, y), F.leaky_relu(x), nn.LeakyReLU(0.1), torch.zeros(2, dtype=int))
#> tensor(0.2003, grad_fn=<BinaryCrossEntropyWithLogitsBackward0>) [0.0397, -0.1258, 0.0]
#> tensor(101.5000, grad_fn=<SumBackward0>) tensor([-2.0000e-02,  5.0000e-01,  1.0000e+02], grad_fn=<LeakyReluBackward0>) LeakyReLU(negative_slope=0.1) tensor([0, 0])

# %% magic lines of notebooks
%matplotlib inline
!pip install d2l
for i in range(2):
    %timeit i
torch.backends.cudnn.benchmark = True
%time y = 1.0
print(y)
#> 0 ns ± 0 ns per loop (mean ± std. dev. of 7 runs, 1,000 loops each)
#> 0 ns ± 0 ns per loop (mean ± std. dev. of 7 runs, 1,000 loops each)
#> Wall time: 0 ns
#> 1.0

# %% elapsed time between events of two GPUs
a, b = [torch.cuda.Event(enable_timing=True) for i in range(2)]
a.record()
with torch.cuda.device(1):
    b.record()
torch.cuda.synchronize(1)
a.elapsed_time(b)
#! RuntimeError: invalid resource handle: the events are of cuda:0 and cuda:1

# %% event of another GPU
e = torch.cuda.Event()
e.record()
e.record(torch.cuda.Stream(device=1))
#! RuntimeError: Event device 0 does not match recording stream's device 1.

# %% split sizes with a wrong sum
torch.ones(4).split([1, 2])
#! RuntimeError: expects split_sizes to sum exactly to 4 (input tensor's size at dimension 0), but got split_sizes=[1, 2]

# %% axis that cannot be expanded
torch.ones(2, 3).expand(3, 3)
#! RuntimeError: must match the existing size (2) at non-singleton dimension 0.  Target sizes: [3, 3].  Tensor sizes: [2, 3]

# %% profiler
torch.cuda.nvtx.range_push('products')
#! NotImplementedError: the timeline is the profiler

# %% unsupported attribute of a stream
torch.cuda.Stream().cuda_stream
#! NotImplementedError: Stream.cuda_stream is not supported; a stream has synchronize

# %% layer applied to a number
nn.Linear(2, 2)(3)
#! TypeError: argument 'input' must be Tensor, not int

# %% dot product of matrices
torch.dot(torch.ones(2, 2), torch.ones(2))
#! RuntimeError: 1D tensors expected, but got 2D and 1D tensors

# %% tensor assigned to a parameter
net = nn.Linear(2, 1)
net.weight = torch.ones(1, 2)
#! TypeError: cannot assign 'torch.FloatTensor' as parameter 'weight' (torch.nn.Parameter or None expected)

# %% number assigned to a layer
net = nn.Sequential(nn.Linear(2, 1))
setattr(net, '0', 3)
#! TypeError: cannot assign 'int' as child module '0' (torch.nn.Module or None expected)

# %% negative learning rate
torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=-1)
#! ValueError: Invalid learning rate: -1

# %% class out of range on a GPU
F.cross_entropy(torch.ones(2, 3, device='cuda'), torch.tensor([0, 7]).cuda())
#! IndexError: Target 7 is out of bounds.

# %% net converted to integers
nn.Linear(2, 1).to(torch.int64)
#! TypeError: nn.Module.to only accepts floating point or complex dtypes, but got desired dtype=torch.int64

# %% unsupported method of an optimizer
torch.optim.SGD([torch.ones(1)]).register_step_post_hook(print)
#! NotImplementedError: SGD.register_step_post_hook is not supported; an optimizer has step, zero_grad, param_groups

# %% missing axes
torch.arange(24.).reshape(2, 3, 4).permute(2, 3, 1)
#! IndexError: Dimension out of range (expected to be in range of [-3, 2], but got 3)

# %% negative momentum
torch.optim.SGD([torch.ones(1, requires_grad=True)], momentum=-1)
#! ValueError: Invalid momentum value: -1

# %% negative weight decay
torch.optim.Adam([torch.ones(1, requires_grad=True)], weight_decay=-0.5)
#! ValueError: Invalid weight_decay value: -0.5
