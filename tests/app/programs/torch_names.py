# Names that programs often use: tensors made from others, optimizers, schedules, custom functions; the lines are what PyTorch prints.
import math
import torch
from torch import nn
import torch.nn.functional as F
DEVICES = ('cpu', 'cuda')
def show(*tensors):
    print(*(one if one is None else [round(v, 4) + 0.0 for v in one.detach().flatten().tolist()] for one in tensors))

# %% as_tensor
x = torch.ones(2)
print(torch.as_tensor(x) is x, torch.as_tensor([1, 2]), torch.as_tensor(x, dtype=torch.int64), torch.as_tensor(2.5))
#> True tensor([1, 2]) tensor([1, 1]) tensor(2.5000)

# %% new tensors like another
for device in DEVICES:
    x = torch.ones(2, 3, device=device)
    made = (x.new_zeros(2), x.new_ones(1, 2), x.new_full((2,), 7.0), x.new_tensor([1, 2]), x.new_empty(2, 2), x.long().new_zeros((1,)))
    print([(tuple(one.shape), one.dtype, one.device == x.device) for one in made], made[2].tolist())
print(x.view_as(torch.ones(3, 2)).shape, x.type_as(torch.tensor(1)).dtype, x.is_floating_point(), torch.is_floating_point(torch.tensor(1)), torch.ones(2).get_device())
print(torch.randint_like(x, 5).shape, torch.FloatTensor([1, 2]), torch.LongTensor([1, 2]), torch.BoolTensor([True]), torch.get_default_dtype(), torch.finfo(torch.float32).eps)
#> [((2,), torch.float32, True), ((1, 2), torch.float32, True), ((2,), torch.float32, True), ((2,), torch.float32, True), ((2, 2), torch.float32, True), ((1,), torch.int64, True)] [7.0, 7.0]
#> [((2,), torch.float32, True), ((1, 2), torch.float32, True), ((2,), torch.float32, True), ((2,), torch.float32, True), ((2, 2), torch.float32, True), ((1,), torch.int64, True)] [7.0, 7.0]
#> torch.Size([3, 2]) torch.int64 True False -1
#> torch.Size([2, 3]) tensor([1., 2.]) tensor([1, 2]) tensor([True]) torch.float32 1.1920928955078125e-07

# %% parts and shapes
x = torch.arange(24.0).reshape(2, 3, 4)
print([one.tolist() for one in x[0, :, :2].unbind(1)], torch.narrow(x, 1, 1, 2).shape, x.select(2, 1).tolist(), torch.movedim(x, 0, 2).shape)
print(x.movedim((0, 1), (1, 2)).shape, x.swapaxes(0, 1).shape, torch.ravel(x).shape, x.flatten(1).shape, torch.flatten(x, 0, 1).shape, torch.tensor(1.0).flatten().shape)
print([one.shape[0] for one in torch.tensor_split(torch.arange(7), 3)], [one.tolist() for one in torch.arange(5).tensor_split((1, 3))])
print(torch.hstack([torch.ones(2), torch.zeros(1)]), torch.vstack([torch.ones(2), torch.zeros(2)]).tolist(), torch.concatenate([torch.ones(1), torch.ones(1)]))
a, b = torch.meshgrid(torch.arange(2), torch.arange(3), indexing='ij')
c, d = torch.meshgrid(torch.arange(2), torch.arange(3), indexing='xy')
print(a.tolist(), b.tolist(), c.tolist(), d.tolist())
#> [[0.0, 4.0, 8.0], [1.0, 5.0, 9.0]] torch.Size([2, 2, 4]) [[1.0, 5.0, 9.0], [13.0, 17.0, 21.0]] torch.Size([3, 4, 2])
#> torch.Size([4, 2, 3]) torch.Size([3, 2, 4]) torch.Size([24]) torch.Size([2, 12]) torch.Size([6, 4]) torch.Size([1])
#> [3, 2, 2] [[0], [1, 2], [3, 4]]
#> tensor([1., 1., 0.]) [[1.0, 1.0], [0.0, 0.0]] tensor([1., 1.])
#> [[0, 0, 0], [1, 1, 1]] [[0, 1, 2], [0, 1, 2]] [[0, 1], [0, 1], [0, 1]] [[0, 0], [1, 1], [2, 2]]

# %% narrow beyond the end
torch.arange(4).narrow(0, 3, 2)
#! RuntimeError: start (3) + length (2) exceeds dimension size (4).

# %% diagonals
for device in DEVICES:
    x = torch.arange(1.0, 7.0, device=device).reshape(2, 3).requires_grad_()
    print(x.diagonal().tolist(), torch.diag(x, 1).tolist(), x.diagonal(-1).tolist(), torch.trace(x).item())
    (torch.diag(x) ** 2).sum().backward()
    print(x.grad.tolist())
    v = torch.tensor([1.0, 2.0], device=device, requires_grad=True)
    (torch.diag(v) * torch.ones(2, 2, device=device) * 3).sum().backward()
    print(torch.diag(v).tolist(), torch.diag(v, 1).tolist(), torch.diag(v, -1).tolist(), v.grad.tolist())
    print(torch.ones(3, 2, device=device).fill_diagonal_(5).tolist(), torch.zeros(2, 2, dtype=torch.int64, device=device).fill_diagonal_(3).tolist())
#> [1.0, 5.0] [2.0, 6.0] [4.0] 6.0
#> [[2.0, 0.0, 0.0], [0.0, 10.0, 0.0]]
#> [[1.0, 0.0], [0.0, 2.0]] [[0.0, 1.0, 0.0], [0.0, 0.0, 2.0], [0.0, 0.0, 0.0]] [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]] [3.0, 3.0]
#> [[5.0, 1.0], [1.0, 5.0], [1.0, 1.0]] [[3, 0], [0, 3]]
#> [1.0, 5.0] [2.0, 6.0] [4.0] 6.0
#> [[2.0, 0.0, 0.0], [0.0, 10.0, 0.0]]
#> [[1.0, 0.0], [0.0, 2.0]] [[0.0, 1.0, 0.0], [0.0, 0.0, 2.0], [0.0, 0.0, 0.0]] [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]] [3.0, 3.0]
#> [[5.0, 1.0], [1.0, 5.0], [1.0, 1.0]] [[3, 0], [0, 3]]

# %% products
a, b, v = torch.arange(4.0).reshape(2, 2), torch.ones(2, 2), torch.tensor([1.0, 2.0])
print(torch.mv(a, v), torch.addmm(v, a, b, beta=2, alpha=0.5), torch.baddbmm(torch.ones(1, 2, 2), a[None], b[None]).tolist())
#> tensor([2., 8.]) tensor([[2.5000, 4.5000],
#>         [4.5000, 6.5000]]) [[[2.0, 2.0], [6.0, 6.0]]]

# %% drawing numbers
torch.manual_seed(3)
for device in DEVICES:
    x = torch.empty(4000, device=device)
    print(abs(x.normal_(2, 0.5).mean().item() - 2) < 0.1, 0 <= x.uniform_(0, 3).min().item() < 0.1, x.max().item() <= 3)
    print(abs(x.bernoulli_(0.25).mean().item() - 0.25) < 0.05, sorted(set(x.tolist())), abs(x.exponential_(2).mean().item() - 0.5) < 0.1)
    p = torch.tensor([0.0, 1.0, 0.5], device=device).repeat(1000)
    drawn = torch.bernoulli(p).reshape(1000, 3)
    print(drawn[:, 0].sum().item(), drawn[:, 1].mean().item(), 0.4 < drawn[:, 2].mean().item() < 0.6)
w = torch.empty(1000)
nn.init.trunc_normal_(w, std=2.0, a=-1.0, b=1.0)
print(w.min().item() >= -1, w.max().item() <= 1, abs(w.mean().item()) < 0.1, nn.init.eye_(torch.empty(2, 3)).tolist())
#> True True True
#> True [0.0, 1.0] True
#> 0.0 1.0 True
#> True True True
#> True [0.0, 1.0] True
#> 0.0 1.0 True
#> True True True [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]

# %% multinomial
torch.manual_seed(3)
for device in DEVICES:
    p = torch.tensor([[0.0, 3.0, 1.0], [2.0, 0.0, 0.0]], device=device)
    one = torch.multinomial(p, 1)
    many = torch.multinomial(p, 2000, replacement=True)
    print(one.shape, one.dtype, one[1].item(), many.shape, sorted(set(many[0].tolist())), set(many[1].tolist()))
    print(abs((many[0] == 1).float().mean().item() - 0.75) < 0.05, sorted(torch.multinomial(p[0] + 0.1, 3).tolist()))
#> torch.Size([2, 1]) torch.int64 0 torch.Size([2, 2000]) [1, 2] {0}
#> True [0, 1, 2]
#> torch.Size([2, 1]) torch.int64 0 torch.Size([2, 2000]) [1, 2] {0}
#> True [0, 1, 2]

# %% multinomial of too many numbers
torch.multinomial(torch.ones(3), 4)
#! RuntimeError: cannot sample n_sample > prob_dist.size(-1) samples without replacement

# %% multinomial of integers
torch.multinomial(torch.tensor([1, 2]), 1)
#! RuntimeError: multinomial only supports floating-point dtypes for input, got: Long

# %% optimizers
def trained(make):
    w = torch.tensor([1.0, -2.0, 0.5], requires_grad=True)
    optimizer = make([w])
    for step in range(8):
        optimizer.zero_grad()
        ((w - 0.25) ** 2 * torch.tensor([1.0, 3.0, 0.1])).sum().backward()
        optimizer.step()
    show(w)
    return optimizer
O = torch.optim
trained(lambda p: O.Adagrad(p, lr=0.1, lr_decay=0.1, weight_decay=0.01, initial_accumulator_value=0.5))
trained(lambda p: O.NAdam(p, lr=0.1))
trained(lambda p: O.NAdam(p, lr=0.1, weight_decay=0.1, decoupled_weight_decay=True))
trained(lambda p: O.RAdam(p, lr=0.1, weight_decay=0.1))
trained(lambda p: O.Adamax(p, lr=0.1, weight_decay=0.1))
trained(lambda p: O.SGD(p, lr=0.05, momentum=0.9, nesterov=True, weight_decay=0.01))
trained(lambda p: O.SGD(p, lr=0.05, momentum=0.9, dampening=0.5))
trained(lambda p: O.Adam(p, lr=0.1, amsgrad=True))
made = trained(lambda p: O.NAdam(p, lr=0.1))
state = made.state_dict()['state'][0]
print(sorted(state), round(state['mu_product'].item(), 4), state['step'].item())
again = O.NAdam([torch.zeros(3, requires_grad=True)])
again.load_state_dict(made.state_dict())
print(again.param_groups[0]['lr'], round(again.state_dict()['state'][0]['mu_product'].item(), 4))
#> [0.696, -1.6563, 0.4565]
#> [0.4699, -1.3907, 0.2298]
#> [0.4282, -1.2661, 0.2271]
#> [0.3614, 1.2544, 0.442]
#> [0.3844, -1.2652, 0.0719]
#> [-0.0477, 0.0894, 0.415]
#> [0.0854, 1.7028, 0.4584]
#> [0.2621, -1.2105, 0.1538]
#> [0.4699, -1.3907, 0.2298]
#> ['exp_avg', 'exp_avg_sq', 'mu_product', 'step'] 0.0017 8.0
#> 0.1 0.0017

# %% nesterov without momentum
torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1, nesterov=True)
#! ValueError: Nesterov momentum requires a momentum and zero dampening

# %% schedules
S = torch.optim.lr_scheduler
def rates(make, steps=9, **options):
    optimizer = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=1.0, momentum=0.9, **options)
    schedule, found = make(optimizer), []
    for step in range(steps):
        found.append(round(optimizer.param_groups[0]['lr'], 4))
        optimizer.step()
        schedule.step()
    print(found, round(schedule.get_last_lr()[0], 4))
    return optimizer
rates(lambda o: S.MultiplicativeLR(o, lambda epoch: 0.9))
rates(lambda o: S.ConstantLR(o, 0.5, 3))
rates(lambda o: S.LinearLR(o, 0.25, 1.0, 4))
rates(lambda o: S.PolynomialLR(o, 5, 2.0))
rates(lambda o: S.CosineAnnealingWarmRestarts(o, 2, 2, 0.1), 12)
print(round(rates(lambda o: S.CyclicLR(o, 0.1, 1.0, 3, 2, 'triangular2'), 12).param_groups[0]['momentum'], 4))
rates(lambda o: S.SequentialLR(o, [S.LinearLR(o, 0.1, 1.0, 3), S.CosineAnnealingLR(o, 5)], [3]))
rates(lambda o: S.SequentialLR(o, [S.ConstantLR(o, 0.1, 2), S.StepLR(o, 2, 0.5)], milestones=[2]))
rates(lambda o: S.ChainedScheduler([S.ConstantLR(o, 0.1, 2), S.ExponentialLR(o, 0.9)]))
#> [1.0, 0.9, 0.81, 0.729, 0.6561, 0.5905, 0.5314, 0.4783, 0.4305] 0.3874
#> [0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0] 1.0
#> [0.25, 0.4375, 0.625, 0.8125, 1.0, 1.0, 1.0, 1.0, 1.0] 1.0
#> [1.0, 0.64, 0.36, 0.16, 0.04, 0.0, 0.0, 0.0, 0.0] 0.0
#> [1.0, 0.55, 1.0, 0.8682, 0.55, 0.2318, 1.0, 0.9657, 0.8682, 0.7222, 0.55, 0.3778] 0.2318
#> [0.1, 0.4, 0.7, 1.0, 0.55, 0.1, 0.25, 0.4, 0.55, 0.325, 0.1, 0.175] 0.25
#> 0.8833
#> [0.1, 0.4, 0.7, 1.0, 0.9045, 0.6545, 0.3455, 0.0955, 0.0] 0.0955
#> [0.1, 0.1, 1.0, 1.0, 0.5, 0.5, 0.25, 0.25, 0.125] 0.125
#> [0.1, 0.09, 0.81, 0.729, 0.6561, 0.5905, 0.5314, 0.4783, 0.4305] 0.3874

# %% a schedule that follows a metric
optimizer = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=1.0)
schedule = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.5, patience=1, cooldown=1, min_lr=0.2)
for metric in (1.0, 0.9, 0.95, 0.91, 0.9, 0.92, 0.93, torch.tensor(0.94), 0.95, 0.96):
    schedule.step(metric)
    print(schedule.get_last_lr()[0], end=' ')
print(schedule.best, schedule.num_bad_epochs)
#> 1.0 1.0 1.0 0.5 0.5 0.5 0.25 0.25 0.25 0.2 0.9 0

# %% factor of a plateau
torch.optim.lr_scheduler.ReduceLROnPlateau(torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=1.0), factor=1.0)
#! ValueError: Factor should be < 1.0.

# %% functions with a backward of their own
class Cut(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, limit):
        ctx.save_for_backward(x)
        ctx.limit = limit
        return x.clamp(max=limit)
    @staticmethod
    def backward(ctx, gradient):
        x, = ctx.saved_tensors
        print(ctx.needs_input_grad)
        return gradient * (x < ctx.limit) * 10, None
for device in DEVICES:
    w = torch.tensor([1.0, 2.0, 3.0], device=device, requires_grad=True)
    h = w * 2
    y = Cut.apply(h, 5.0)
    z = (Cut.apply(y * y, 20.0) + h).sum()
    z.backward()
    print(y.tolist(), w.grad.tolist(), y.requires_grad, y.is_leaf)
with torch.no_grad():
    print(Cut.apply(w, 2.5).requires_grad, Cut.apply(torch.ones(1), 0.5))
#> (True, False)
#> (True, False)
#> [2.0, 4.0, 5.0] [802.0, 1602.0, 2.0] True False
#> (True, False)
#> (True, False)
#> [2.0, 4.0, 5.0] [802.0, 1602.0, 2.0] True False
#> False tensor([0.5000])

# %% function of several results
class Both(torch.autograd.Function):
    @staticmethod
    def forward(a, b):
        return a * b, a + b
    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)
    @staticmethod
    def backward(ctx, first, second):
        a, b = ctx.saved_tensors
        return first * b + second, first * a + second
a, b = torch.tensor([2.0], requires_grad=True), torch.tensor([3.0], requires_grad=True)
x, y = Both.apply(a, b)
(x * 2).sum().backward()
print(x, a.grad, b.grad)
x, y = Both.apply(a, b)
(x * y).sum().backward()
print(a.grad, b.grad)
#> tensor([6.], grad_fn=<BothBackward>) tensor([6.]) tensor([4.])
#> tensor([27.]) tensor([20.])

# %% wrong number of gradients
class Short(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        return a * b
    @staticmethod
    def backward(ctx, gradient):
        return gradient
Short.apply(torch.ones(1, requires_grad=True), torch.ones(1)).sum().backward()
#! RuntimeError: returned an incorrect number of gradients (expected 2, got 1)

# %% checkpoints compute again
from torch.utils.checkpoint import checkpoint
net = nn.Linear(2, 2)
with torch.no_grad():
    net.weight.copy_(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
    net.bias.zero_()
calls = []
def block(x):
    calls.append(len(calls))
    return net(x).tanh()
x = torch.tensor([[0.1, -0.2]], requires_grad=True)
y = checkpoint(block, x, use_reentrant=False)
y.sum().backward()
show(y, x.grad, net.weight.grad)
print(calls)
#> [-0.2913, -0.4621] [3.2745, 4.9761] [0.0915, -0.183, 0.0786, -0.1573]
#> [0, 1]

# %% checkpoints draw the same numbers again
from torch.utils.checkpoint import checkpoint
x = torch.ones(64, requires_grad=True)
y = checkpoint(torch.nn.functional.dropout, x, 0.5, use_reentrant=False)
after = torch.rand(1)
y.sum().backward()
print(bool(((x.grad > 0) == (y > 0)).all()), 0 < (y > 0).sum().item() < 64)
torch.manual_seed(1)
torch.nn.functional.dropout(torch.ones(64), 0.5)
first = torch.rand(1)
torch.manual_seed(1)
checkpoint(torch.nn.functional.dropout, x, 0.5, use_reentrant=False).sum().backward()
print(torch.rand(1).item() == first.item())
#> True True
#> True

# %% mixed precision that is switched off
scaler = torch.amp.GradScaler('cuda', enabled=False)
w = torch.ones(1, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.1)
with torch.autocast('cpu', dtype=torch.bfloat16, enabled=False):
    loss = (w * 3).sum()
scaler.scale(loss).backward()
scaler.unscale_(optimizer)
scaler.step(optimizer)
scaler.update()
from torch.cuda.amp import GradScaler
print(w.tolist(), loss.dtype, scaler.is_enabled(), GradScaler(enabled=False).get_scale(), torch.float16, torch.bfloat16.is_floating_point)
#> [0.699999988079071] torch.float32 False 1.0 torch.float16 True

# %% parameters as a vector, sequences as a batch
net = nn.Sequential(nn.Linear(2, 1), nn.Linear(1, 1))
vector = nn.utils.parameters_to_vector(net.parameters())
nn.utils.vector_to_parameters(torch.arange(5.0), net.parameters())
print(vector.shape, [one.tolist() for one in net.parameters()])
from torch.nn.utils.rnn import pad_sequence
parts = [torch.tensor([1, 2, 3]), torch.tensor([4])]
print(pad_sequence(parts, batch_first=True).tolist(), pad_sequence(parts, padding_value=-1).tolist())
a, b = torch.ones(1, requires_grad=True), torch.ones(2, requires_grad=True)
(pad_sequence([a, b]) * 2).sum().backward()
print(a.grad, b.grad)
#> torch.Size([5]) [[[0.0, 1.0]], [2.0], [[3.0]], [4.0]]
#> [[1, 2, 3], [4, 0, 0]] [[1, 4], [2, -1], [3, -1]]
#> tensor([2.]) tensor([2., 2.])

# %% modules
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Sequential(nn.Linear(2, 2))
        self.register_buffer('mask', torch.ones(1), persistent=False)
        self.register_buffer('kept', torch.zeros(1))
    def forward(self, x):
        return self.inner(x)
net = Net()
handle = net.register_forward_pre_hook(lambda module, inputs: (inputs[0] * 0,))
print(list(net.state_dict()), [name for name, _ in net.named_buffers()], net.get_submodule('inner.0') is net.inner[0])
print(torch.equal(net(torch.ones(1, 2))[0], net.inner[0].bias), len(list(net.parameters(recurse=False))))
handle.remove()
#> ['kept', 'inner.0.weight', 'inner.0.bias'] ['mask', 'kept'] True
#> True 0

# %% samplers and joined data sets
from torch.utils.data import ConcatDataset, DataLoader, RandomSampler, SequentialSampler, SubsetRandomSampler, TensorDataset, WeightedRandomSampler
data = ConcatDataset([TensorDataset(torch.arange(3)), TensorDataset(torch.arange(10, 12))])
print(len(data), data[3], data[-1], [batch[0].tolist() for batch in DataLoader(data, 2, sampler=SequentialSampler(data))])
print(sorted(RandomSampler(data)), sorted(SubsetRandomSampler([1, 4])), set(WeightedRandomSampler([0.0, 1.0, 0.0], 5)), len(DataLoader(data, 2, sampler=RandomSampler(data))))
#> 5 (tensor(10),) (tensor(11),) [[0, 1], [2, 10], [11]]
#> [0, 1, 2, 3, 4] [1, 4] {1} 3

# %% progress bars
from tqdm import tqdm, trange
bar = tqdm(range(3), desc='epoch')
total = 0
for i in bar:
    bar.set_postfix(loss=i)
    total += i
for i in trange(2):
    total += i
with tqdm(total=4) as other:
    other.update(2)
    print(total, other.n, other.total)
#> 4 2 4

# %% enabled autocast
#: differs: float16 is not modelled
with torch.autocast('cuda', dtype=torch.float16):
    pass
#! NotImplementedError: torch.amp.autocast() with enabled=True is not supported; numbers are float32 here: give enabled=False

# %% tensor of float16
#: differs: float16 is not modelled
torch.ones(2, dtype=torch.float16)
#! NotImplementedError: torch.float16 is not supported; numbers are float32 here

# %% gradients of chosen tensors through a function of one's own
#: differs: backward() goes through it
class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2
x = torch.ones(1, requires_grad=True)
torch.autograd.grad(Twice.apply(x).sum(), x)
#! NotImplementedError: torch.autograd.grad() does not go through an autograd.Function here

# %% distributions
from torch.distributions import Bernoulli, Categorical, Normal, Uniform, kl_divergence
torch.manual_seed(1)
for device in DEVICES:
    logits = torch.tensor([[0.5, 1.0, -1.0], [0.0, 0.0, 2.0]], device=device, requires_grad=True)
    policy = Categorical(logits=logits)
    action = policy.sample()
    (policy.log_prob(torch.tensor([1, 2], device=device)) * torch.tensor([1.0, -2.0], device=device)).sum().backward()
    show(policy.probs, policy.log_prob(torch.tensor([0, 1], device=device)), policy.entropy(), logits.grad)
    print(action.shape, action.dtype, policy.sample((5,)).shape, policy.sample((4, 3)).shape)
    loc = torch.tensor([0.0, 1.0], device=device, requires_grad=True)
    made = Normal(loc, torch.tensor([1.0, 0.5], device=device))
    made.log_prob(torch.tensor([0.5, 0.5], device=device)).sum().backward()
    show(made.log_prob(torch.tensor([0.5, 0.5], device=device)), made.entropy(), loc.grad, kl_divergence(made, Normal(torch.zeros(2, device=device), 1.0)))
    print(made.rsample().requires_grad, made.sample((2000,)).shape, abs(made.sample((4000,)).mean(0)[1].item() - 1) < 0.1)
show(Categorical(torch.tensor([1.0, 3.0])).logits, Bernoulli(torch.tensor([0.25])).log_prob(torch.ones(1)), Bernoulli(logits=torch.zeros(1)).entropy())
print(Normal(0.0, 1.0).sample().shape, Uniform(2.0, 3.0).sample().item() >= 2, Uniform(0, 4).log_prob(torch.tensor(1.0)).item())
#> [0.3482, 0.5741, 0.0777, 0.1065, 0.1065, 0.787] [-1.055, -2.2395] [0.8845, 0.6656] [-0.3482, 0.4259, -0.0777, 0.213, 0.213, -0.426]
#> torch.Size([2]) torch.int64 torch.Size([5, 2]) torch.Size([4, 3, 2])
#> [-1.0439, -0.7258] [1.4189, 0.7258] [0.5, -2.0] [0.0, 0.8181]
#> True torch.Size([2000, 2]) True
#> [0.3482, 0.5741, 0.0777, 0.1065, 0.1065, 0.787] [-1.055, -2.2395] [0.8845, 0.6656] [-0.3482, 0.4259, -0.0777, 0.213, 0.213, -0.426]
#> torch.Size([2]) torch.int64 torch.Size([5, 2]) torch.Size([4, 3, 2])
#> [-1.0439, -0.7258] [1.4189, 0.7258] [0.5, -2.0] [0.0, 0.8181]
#> True torch.Size([2000, 2]) True
#> [-1.3863, -0.2877] [-1.3863] [0.6931]
#> torch.Size([]) True -1.3862943649291992

# %% further functions
x = torch.tensor([[3.0, 1.0, 2.0], [5.0, 4.0, 9.0]], requires_grad=True)
show(x.cumprod(1), x.quantile(0.5), torch.quantile(x, 0.4, dim=1), torch.quantile(x, torch.tensor([0.25, 1.0]), 0), x.diff(), x.diff(dim=0), torch.dist(x, x * 2, 1))
(x.cumprod(0).sum() + x.quantile(0.3)).backward()
show(x.grad, torch.cdist(x, x + 1), torch.inner(x, x), x.fliplr(), torch.flipud(x), x.mT)
print(torch.bincount(torch.tensor([1, 1, 3])).tolist(), torch.tril_indices(2, 3).tolist(), torch.triu_indices(2, 2, 1).tolist())
print(torch.nan_to_num(torch.tensor([math.nan, math.inf, -math.inf, 1.0]), nan=2.0, posinf=5.0).tolist(), torch.zeros(2, 3).index_fill_(1, torch.tensor([0, 2]), 4.0).tolist())
y = torch.tensor([1.5, -2.5])
print(y.floor_(), y.pow_(2), y.clamp_min_(5), y.addcmul_(y, y, value=2), y.lerp_(torch.zeros(2), 0.5), y.round_(), torch.sgn(y), torch.e)
print(len(nn.ParameterList([nn.Parameter(torch.ones(1)), torch.ones(2)])), [name for name, _ in nn.ParameterList([torch.ones(1)]).named_parameters()])
#> [3.0, 3.0, 6.0, 5.0, 20.0, 180.0] [3.5] [1.8, 4.8] [3.5, 1.75, 3.75, 5.0, 4.0, 9.0] [-2.0, 1.0, -1.0, 5.0] [2.0, 3.0, 7.0] [24.0]
#> [6.5, 5.0, 10.5, 3.0, 1.0, 2.0] [1.7321, 9.434, 6.4031, 1.7321] [14.0, 37.0, 37.0, 122.0] [2.0, 1.0, 3.0, 9.0, 4.0, 5.0] [5.0, 4.0, 9.0, 3.0, 1.0, 2.0] [3.0, 5.0, 1.0, 4.0, 2.0, 9.0]
#> [0, 2, 0, 1] [[0, 1, 1], [0, 0, 1]] [[0], [1]]
#> [2.0, 5.0, -3.4028234663852886e+38, 1.0] [[4.0, 0.0, 4.0], [4.0, 0.0, 4.0]]
#> tensor([28., 86.]) tensor([28., 86.]) tensor([28., 86.]) tensor([28., 86.]) tensor([28., 86.]) tensor([28., 86.]) tensor([1., 1.]) 2.718281828459045
#> 2 ['0']

# %% scalars of a training
#: differs: PyTorch needs the package tensorboard
from torch.utils.tensorboard import SummaryWriter
with SummaryWriter() as writer:
    writer.add_scalar('loss', torch.tensor(0.5), 0)
    writer.add_scalars('accuracy', {'train': 0.5, 'test': 0.25}, 1)
print('done')
#> done

# %% powers of tensors, factors of sums, and NumPy's names
for device in DEVICES:
    x = torch.tensor([[2.0], [-1.5]], device=device, requires_grad=True)
    y = x ** torch.tensor([0, 1, 2, 3], device=device)
    y.sum().backward()
    show(y, x.grad)
    e = torch.tensor([0.5, 2.0, 0.0], device=device, requires_grad=True)
    b = torch.tensor([4.0, 3.0, 0.5], device=device, requires_grad=True)
    z = b.pow(e)
    z.sum().backward()
    show(z, b.grad, e.grad, torch.tensor([-2.0, -2.0, 0.0, 0.0], device=device).pow(torch.tensor([3.0, 2.0, 1.5, 0.0], device=device)))
    w = torch.ones(2, device=device)
    print(w.add(w, alpha=3).tolist(), torch.sub(w, w, alpha=0.5).tolist(), w.add_(torch.ones(2, device=device), alpha=0.5).tolist(), w.sub_(2, alpha=2).tolist(), w.mul_(0.5).add_(w, alpha=-1).tolist())
    m = torch.arange(6.0, device=device).reshape(2, 3)
    print(m.sum(axis=1).tolist(), m.mean(axis=0, keepdims=True).tolist(), m.max(axis=1).values.tolist(), m.argmax(axis=1).tolist(), torch.cat([m, m], axis=1).shape, m.std(axis=0).shape)
p = nn.Parameter(torch.ones(2))
with torch.no_grad():
    p.add_(torch.ones(2), alpha=0.25)
    p.data.sub_(torch.ones(2), alpha=0.5)
print(p)
#> [1.0, 2.0, 4.0, 8.0, 1.0, -1.5, 2.25, -3.375] [17.0, 4.75]
#> [2.0, 9.0, 1.0] [0.25, 6.0, 0.0] [2.7726, 9.8875, -0.6931] [-8.0, 4.0, 0.0, 1.0]
#> [4.0, 4.0] [0.5, 0.5] [1.5, 1.5] [-2.5, -2.5] [0.0, 0.0]
#> [3.0, 12.0] [[1.5, 2.5, 3.5]] [2.0, 5.0] [2, 2] torch.Size([2, 6]) torch.Size([3])
#> [1.0, 2.0, 4.0, 8.0, 1.0, -1.5, 2.25, -3.375] [17.0, 4.75]
#> [2.0, 9.0, 1.0] [0.25, 6.0, 0.0] [2.7726, 9.8875, -0.6931] [-8.0, 4.0, 0.0, 1.0]
#> [4.0, 4.0] [0.5, 0.5] [1.5, 1.5] [-2.5, -2.5] [0.0, 0.0]
#> [3.0, 12.0] [[1.5, 2.5, 3.5]] [2.0, 5.0] [2, 2] torch.Size([2, 6]) torch.Size([3])
#> Parameter containing:
#> tensor([0.7500, 0.7500], requires_grad=True)

# %% remainders
for device in DEVICES:
    x = torch.tensor([5.5, -1.0, 3.0], device=device, requires_grad=True)
    y = torch.tensor([2.0, 2.0, -2.0], device=device, requires_grad=True)
    z = torch.remainder(x, y)
    z.sum().backward()
    show(z, x.grad, y.grad, x % 2, torch.fmod(x, 2), x // 2, torch.floor_divide(x, y), x.detach().long().fmod(2))
print(torch.remainder(torch.arange(-2, 3), 3).tolist(), (torch.arange(5) // 2).tolist(), torch.arange(5) % 2)
#> [1.5, 1.0, -1.0] [1.0, 1.0, 1.0] [-2.0, 1.0, 2.0] [1.5, 1.0, 1.0] [1.5, -1.0, 1.0] [2.0, -1.0, 1.0] [2.0, -1.0, -2.0] [1.0, -1.0, 1.0]
#> [1.5, 1.0, -1.0] [1.0, 1.0, 1.0] [-2.0, 1.0, 2.0] [1.5, 1.0, 1.0] [1.5, -1.0, 1.0] [2.0, -1.0, 1.0] [2.0, -1.0, -2.0] [1.0, -1.0, 1.0]
#> [1, 2, 0, 1, 2] [0, 0, 1, 1, 2] tensor([0, 1, 0, 1, 0])

# %% older names, and stacks of columns
from torch.autograd import Variable
print(Variable(torch.ones(1), requires_grad=True), torch.column_stack([torch.ones(2), torch.zeros(2)]).tolist(), torch.dstack([torch.ones(2), torch.zeros(2)]).shape)
print(torch.dstack([torch.ones(2, 3), torch.zeros(2, 3)]).shape, torch.atleast_2d(torch.ones(3)).shape, torch.atleast_1d(torch.tensor(1.0)).shape, torch.argwhere(torch.tensor([0, 2])).tolist())
print(nn.Softmax2d()(torch.zeros(1, 2, 1, 1)).flatten().tolist())
#> tensor([1.], requires_grad=True) [[1.0, 0.0], [1.0, 0.0]] torch.Size([1, 2, 2])
#> torch.Size([2, 3, 2]) torch.Size([1, 3]) torch.Size([1]) [[1]]
#> [0.5, 0.5]
