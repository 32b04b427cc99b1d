# Optimizers, schedules, gradient functions and files of PyTorch.
import io, tempfile, torch
from torch import nn
import torch.nn.functional as F
from torch.optim import lr_scheduler

# %% learning rates by epoch
for make in (lambda o: lr_scheduler.StepLR(o, 2, 0.5), lambda o: lr_scheduler.MultiStepLR(o, [1, 3, 3], 0.5),
             lambda o: lr_scheduler.ExponentialLR(o, 0.5), lambda o: lr_scheduler.CosineAnnealingLR(o, 2, 0.25),
             lambda o: lr_scheduler.LambdaLR(o, lambda epoch: 1 / (1 + epoch))):
    w = torch.ones(1, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=1.0)
    schedule = make(optimizer)
    rates = schedule.get_last_lr()
    for epoch in range(4):
        optimizer.step()
        schedule.step()
        rates = rates + schedule.get_last_lr()
    print([round(rate, 6) for rate in rates], optimizer.param_groups[0]['lr'] == rates[-1], schedule.last_epoch)
#> [1.0, 1.0, 0.5, 0.5, 0.25] True 4
#> [1.0, 0.5, 0.5, 0.125, 0.125] True 4
#> [1.0, 0.5, 0.25, 0.125, 0.0625] True 4
#> [1.0, 0.625, 0.25, 0.625, 1.0] True 4
#> [1.0, 0.5, 0.333333, 0.25, 0.2] True 4

# %% parameter groups have separate learning rates
w, v = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
optimizer = torch.optim.SGD([{'params': w}, {'params': [v], 'lr': 0.5}], lr=0.1)
schedule = lr_scheduler.ExponentialLR(optimizer, 0.5)
(w + v).sum().backward()
optimizer.step()
schedule.step()
optimizer.step()
print(w, v, schedule.get_last_lr())
other = lr_scheduler.ExponentialLR(optimizer, 0.9)
other.load_state_dict(schedule.state_dict())
print(other.gamma, other.last_epoch)
#> tensor([0.8500], requires_grad=True) tensor([0.2500], requires_grad=True) [0.05, 0.25]
#> 0.5 1

# %% RMSprop and Adadelta
for make in (lambda p: torch.optim.RMSprop(p), lambda p: torch.optim.RMSprop(p, lr=0.1, momentum=0.9, centered=True, weight_decay=0.1),
             lambda p: torch.optim.Adadelta(p), lambda p: torch.optim.Adadelta(p, lr=0.5, rho=0.8, weight_decay=0.1)):
    w = torch.tensor([1.0, -2.0, 0.5], requires_grad=True)
    optimizer = make([w])
    for step in range(4):
        if step == 2:
            state = optimizer.state_dict()
            optimizer = make([w])
            optimizer.load_state_dict(state)
        optimizer.zero_grad()
        (w.square() * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
        optimizer.step()
    print([round(value, 5) for value in w.tolist()], sorted(optimizer.state_dict()['state'][0]))
print(torch.optim.RMSprop([w]), torch.optim.Adadelta([w]))
#> [0.73539, -1.72771, 0.25283] ['square_avg', 'step']
#> [-0.54539, 1.83443, 0.47919] ['grad_avg', 'momentum_buffer', 'square_avg', 'step']
#> [0.98698, -1.98697, 0.48702] ['acc_delta', 'square_avg', 'step']
#> [0.99523, -1.99523, 0.49524] ['acc_delta', 'square_avg', 'step']
#> RMSprop (
#> Parameter Group 0
#>     alpha: 0.99
#>     capturable: False
#>     centered: False
#>     differentiable: False
#>     eps: 1e-08
#>     foreach: None
#>     lr: 0.01
#>     maximize: False
#>     momentum: 0
#>     weight_decay: 0
#> ) Adadelta (
#> Parameter Group 0
#>     capturable: False
#>     differentiable: False
#>     eps: 1e-06
#>     foreach: None
#>     lr: 1.0
#>     maximize: False
#>     rho: 0.9
#>     weight_decay: 0
#> )

# %% one cycle of the learning rate
for make, options in ((lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9), {}), (torch.optim.Adam, {'three_phase': True, 'anneal_strategy': 'linear'}),
                      (lambda p: torch.optim.SGD(p, lr=0.1), {'cycle_momentum': False, 'div_factor': 10, 'pct_start': 0.5})):
    w = torch.ones(1, requires_grad=True)
    optimizer = make([w])
    schedule = lr_scheduler.OneCycleLR(optimizer, max_lr=1.0, epochs=2, steps_per_epoch=5, **options)
    steps = []
    for step in range(10):
        group = optimizer.param_groups[0]
        steps += [round(schedule.get_last_lr()[0], 6), round(group['betas'][0] if 'betas' in group else group['momentum'], 4)]
        optimizer.step()
        if step < 9:
            schedule.step()
    print(*steps)
for wrong in ({}, {'total_steps': 0}, {'total_steps': 3}):
    try:
        lr_scheduler.OneCycleLR(torch.optim.RMSprop([w]) if not wrong else torch.optim.Adadelta([w]), 1.0, **wrong)
    except ValueError as error:
        print(error)
schedule.step()
schedule.step()
#> 0.04 0.95 0.52 0.9 1.0 0.85 0.950485 0.855 0.811746 0.8688 0.611262 0.8889 0.388742 0.9111 0.188258 0.9312 0.049519 0.945 4e-06 0.95
#> 0.04 0.95 0.52 0.9 1.0 0.85 0.52 0.9 0.04 0.95 0.032001 0.95 0.024002 0.95 0.016002 0.95 0.008003 0.95 4e-06 0.95
#> 0.1 0 0.231802 0 0.55 0 0.868198 0 1.0 0 0.904509 0 0.654512 0 0.345498 0 0.095501 0 1e-05 0
#> You must define either total_steps OR (epochs AND steps_per_epoch)
#> Expected positive integer total_steps, but got 0
#> optimizer must support momentum or beta1 with `cycle_momentum` option enabled
#! ValueError: Tried to step 11 times. The specified number of total steps is 10

# %% gradients are clipped together
w, v = torch.tensor([3.0, 0.0], requires_grad=True), torch.tensor([4.0], requires_grad=True)
unused = torch.ones(2, requires_grad=True)
for norm in (2.0, 1, float('inf')):
    w.grad = v.grad = None
    (w.square() / 2).sum().backward()
    (v.square() / 2).sum().backward()
    total = nn.utils.clip_grad_norm_([w, unused, v], max_norm=1.0, norm_type=norm)
    print(total, w.grad, v.grad, unused.grad)
print(nn.utils.clip_grad_norm_([w, v], 100.0), w.grad)
nn.utils.clip_grad_value_([w, v], 0.25)
print(w.grad, v.grad, nn.utils.clip_grad_norm_([], 1.0))
#> tensor(5.) tensor([0.6000, 0.0000]) tensor([0.8000]) None
#> tensor(7.) tensor([0.4286, 0.0000]) tensor([0.5714]) None
#> tensor(4.) tensor([0.7500, 0.0000]) tensor([1.0000]) None
#> tensor(1.2500) tensor([0.7500, 0.0000])
#> tensor([0.2500, 0.0000]) tensor([0.2500]) tensor(0.)

# %% gradients of several devices are clipped together
w, v = torch.tensor([3.0], device='cuda:0', requires_grad=True), torch.tensor([4.0], device='cuda:1', requires_grad=True)
(w.square() / 2).sum().backward()
(v.square() / 2).sum().backward()
print(nn.utils.clip_grad_norm_([w, v], 1.0), w.grad, v.grad)
#> tensor(5., device='cuda:0') tensor([0.6000], device='cuda:0') tensor([0.8000], device='cuda:1')

# %% training resumes from the optimizer state
def trained(optimizer, w, steps):
    for step in range(steps):
        optimizer.zero_grad()
        (w * w).sum().backward()
        optimizer.step()
    return optimizer
for make in (lambda p: torch.optim.SGD(p, lr=0.125, momentum=0.5), lambda p: torch.optim.Adam(p, lr=0.125)):
    w = torch.tensor([1.0, -2.0], requires_grad=True)
    state = trained(make([w]), w, 2).state_dict()
    print({name: value for name, value in state['state'][0].items()}, state['param_groups'][0]['params'])
    twin = w.detach().clone().requires_grad_()
    resumed = make([twin])
    resumed.load_state_dict(state)
    trained(resumed, twin, 1)
    print(twin)
#> {'momentum_buffer': tensor([ 2.5000, -5.0000])} [0]
#> tensor([ 0.1719, -0.3438], requires_grad=True)
#> {'step': tensor(2.), 'exp_avg': tensor([ 0.3550, -0.7350]), 'exp_avg_sq': tensor([0.0071, 0.0300])} [0]
#> tensor([ 0.6278, -1.6260], requires_grad=True)

# %% autograd.grad()
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * x
z = (3 * y).sum()
print(torch.autograd.grad(z, [x, y], retain_graph=True), x.grad)
print(torch.autograd.grad(y, x, grad_outputs=torch.tensor([1.0, 10.0]), retain_graph=True))
other = torch.ones(1, requires_grad=True)
print(torch.autograd.grad(z, (other, z, x), allow_unused=True))
y = x * x
y.retain_grad()
z = (3 * y).sum()
z.backward(retain_graph=True)
z.backward()
print(y.grad, x.grad)
torch.autograd.backward([x.sum(), (2 * x).sum()])
print(x.grad)
#> (tensor([ 6., 12.]), tensor([3., 3.])) None
#> (tensor([ 2., 40.]),)
#> (None, tensor(1.), tensor([ 6., 12.]))
#> tensor([6., 6.]) tensor([12., 24.])
#> tensor([15., 27.])

# %% gradients return from GPUs to a CPU leaf
x = torch.tensor([1.0, 2.0], requires_grad=True)
w = x.cuda()
w.retain_grad()
y = (w * 3).to('cuda:1', non_blocking=True)
(y.square().sum() + x.cuda(1).sum()).cpu().backward()
print(x.grad, w.grad)
print(torch.autograd.grad((x.cuda() * torch.tensor(2.0)).sum(), x))
#> tensor([19., 37.]) tensor([18., 36.], device='cuda:0')
#> (tensor([2., 2.]),)

# %% saved values load unchanged
#: differs: PyTorch also counts the batches of batch norm
net = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm2d(3))
net[0].weight = nn.Parameter(torch.arange(6.0).reshape(3, 2))
x = torch.arange(6.0).reshape(2, 3)
mixed = {'net': net.state_dict(), 'x': x.t(), 'part': x[1], 'whole': torch.tensor([1, -2]), 'on': x > 2,
         'numbers': [1, -5, 1 << 40, 2.5, True, None, 'text ü'], ('a', 1): (x.shape, torch.float32), 'one': torch.tensor(3.0)}
with tempfile.TemporaryDirectory() as folder:
    torch.save(mixed, folder + '/all.params')
    loaded = torch.load(folder + '/all.params')
print({name: value for name, value in loaded.items() if name != 'net'})
print(list(loaded['net']), loaded['net']['0.weight'])
twin = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm2d(3))
print(twin.load_state_dict(loaded['net']), torch.equal(twin[0].bias, net[0].bias))
#> {'x': tensor([[0., 3.],
#>         [1., 4.],
#>         [2., 5.]]), 'part': tensor([3., 4., 5.]), 'whole': tensor([ 1, -2]), 'on': tensor([[False, False, False],
#>         [ True,  True,  True]]), 'numbers': [1, -5, 1099511627776, 2.5, True, None, 'text ü'], ('a', 1): (torch.Size([2, 3]), torch.float32), 'one': tensor(3.)}
#> ['0.weight', '0.bias', '1.weight', '1.bias', '1.running_mean', '1.running_var'] tensor([[0., 1.],
#>         [2., 3.],
#>         [4., 5.]])
#> <All keys matched successfully> True

# %% files store devices and parameters
def again(value, **options):
    file = io.BytesIO()
    torch.save(value, file)
    file.seek(0)
    return torch.load(file, **options)
x = torch.ones(2, device='cuda:1')
print(again(x).device, again(x, map_location='cpu').device, again(x, map_location={'cuda:1': 'cuda:0'}).device)
w = nn.Parameter(torch.ones(1))
print(again([w, w.data])[0], again(torch.ones(1, requires_grad=True)), again(torch.ones(0, 3)).shape)
tied = again({'a': w, 'b': w.detach()})
tied['b'] += 1
print(tied['a'].item())
optimizer = torch.optim.Adam([w])
w.sum().backward()
optimizer.step()
resumed = torch.optim.Adam([w])
resumed.load_state_dict(again(optimizer.state_dict()))
print(resumed.state_dict()['state'][0]['step'])
#> cuda:1 cpu cuda:0
#> Parameter containing:
#> tensor([1.], requires_grad=True) tensor([1.], requires_grad=True) torch.Size([0, 3])
#> 2.0
#> tensor(1.)

# %% save() follows links and keeps other files
import os, pathlib
with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder)
    (path / 'a.pt.part').write_text('of the reader')
    (path / 'link').symlink_to('a.pt')
    (path / 'nowhere').symlink_to('/dev/null')
    torch.save([1], path / 'a.pt')
    torch.save([2], str(path / 'link'))
    torch.save([3], path / 'nowhere')
    print((path / 'a.pt.part').read_text(), os.readlink(path / 'link'), torch.load(path / 'a.pt'))
    print(sorted(os.listdir(folder)), os.readlink(path / 'nowhere'))
#> of the reader a.pt [2]
#> ['a.pt', 'a.pt.part', 'link', 'nowhere'] /dev/null

# %% small tensor of a large file needs little memory
#: differs: reads what only Overlap has
import tracemalloc
from torch.serialization import Storage
storage = Storage('FloatStorage', bytes(1 << 22), 1 << 20, 'cpu')
tracemalloc.start()
print(storage.tensor(5, (2, 2), (1, 4)).shape, tracemalloc.get_traced_memory()[1] < 1 << 17)
tracemalloc.stop()
#> torch.Size([2, 2]) True

# %% net moved between loss and backward()
net = nn.Linear(2, 1)
loss = net(torch.ones(1, 2)).sum()
net.cuda()
loss.backward()
#! RuntimeError: leads to a parameter that was moved or replaced after it was used

# %% part of the loss computed before the move
net = nn.Linear(2, 1)
early = net(torch.ones(1, 2)).sum()
net.to('cuda')
(net(torch.ones(1, 2, device='cuda')).sum() + early.cuda()).backward()
#! RuntimeError: Move the net before its forward pass

# %% gradient of an unused tensor
x, y = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
torch.autograd.grad((2 * x).sum(), y)
#! RuntimeError: appears to not have been used in the graph

# %% second-order gradients
x = torch.ones(1, requires_grad=True)
torch.autograd.grad((x * x).sum(), x, create_graph=True)
#! NotImplementedError: has no argument create_graph here

# %% optimizer of a non-leaf tensor
torch.optim.SGD([torch.ones(1, requires_grad=True).cuda()], lr=0.1)
#! ValueError: can't optimize a non-leaf Tensor

# %% parameter in two groups
w = torch.ones(1, requires_grad=True)
torch.optim.SGD([{'params': w}, {'params': w}], lr=0.1)
#! ValueError: appear in more than one parameter group

# %% state of another net
a, b = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
torch.optim.SGD([a]).load_state_dict(torch.optim.SGD([a, b]).state_dict())
#! ValueError: doesn't match the size of optimizer's group

# %% unsupported scheduler
lr_scheduler.SwaLR(torch.optim.SGD([torch.ones(1, requires_grad=True)]), 0.1)
#! NotImplementedError: torch.optim.lr_scheduler.SwaLR is not supported; there are

# %% infinite gradient norm
w = torch.tensor([float('inf')], requires_grad=True)
(w * w).sum().backward()
nn.utils.clip_grad_norm_([w], 1.0, error_if_nonfinite=True)
#! RuntimeError: gradients from `parameters` is non-finite

# %% save() of a net
torch.save(nn.Linear(1, 1), io.BytesIO())
#! NotImplementedError: not Linear: of a net or an optimizer save its state_dict()

# %% list that contains itself
#: differs: Overlap refuses it
x = []
x.append(x)
torch.save(x, io.BytesIO())
#! ValueError: a list contains itself

# %% missing folder
torch.save([1], '/nowhere/x.pt')
#! RuntimeError: "/nowhere/x.pt" cannot be written: its folder does not exist

# %% file of another format
torch.load(io.BytesIO(b'not a zip archive'))
#! UnpicklingError: is no file of torch.save(), or damaged

# %% missing file
torch.load('/nowhere/x.params')
#! FileNotFoundError: /nowhere/x.params

# %% missing GPU
file = io.BytesIO()
torch.save(torch.ones(1), file)
content = file.getvalue()
torch.load(io.BytesIO(content), map_location='cuda:7')
#! RuntimeError: cuda:7 does not exist

# %% array of a parameter follows each step
from torch import nn
net = nn.Linear(2, 1, bias=False)
with torch.no_grad():
    net.weight.fill_(1.0)
array = net.weight.detach().numpy()
view = net.weight.detach().view(-1)
opt = torch.optim.Adam(net.parameters(), lr=0.5)
for _ in range(2):
    net(torch.ones(1, 2)).sum().backward()
    opt.step()
    opt.zero_grad()
print(array.round(3), [round(v, 3) for v in view.tolist()])
#> [[0. 0.]] [0.0, 0.0]

# %% step that fails in the middle has moved its averages, as in PyTorch
w = torch.ones(1, requires_grad=True)
opt = torch.optim.Adam([w], lr=0.1)
w.sum().backward()
opt.step()
opt.param_groups[0]['lr'] = 'x'
try:
    opt.step()
except TypeError:
    opt.param_groups[0]['lr'] = 0.1
opt.step()
print(round(w.item(), 4))
#> 0.8
