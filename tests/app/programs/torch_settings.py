# Idioms that choose a device, and settings of PyTorch.
import torch
from torch import nn

# %% the choice of a device
print(torch.backends.mps.is_available(), torch.backends.mps.is_built(), hasattr(torch, 'xpu') and torch.xpu.is_available())
device = 'cuda' if torch.cuda.is_available() else 'mps' if torch.backends.mps.is_available() else 'cpu'
print(torch.ones(2).to(device).sum().item())
#> False False False
#> 2.0

# %% the accelerator of the machine
#: differs: a machine with GPUs
print(torch.accelerator.is_available(), torch.accelerator.device_count(), torch.accelerator.current_accelerator())
x = torch.ones(2, device=torch.accelerator.current_accelerator())
torch.accelerator.synchronize()
print(x.device, torch.cuda.get_device_capability(), torch.cuda.get_device_capability('cuda:1') >= (8, 0))
#> True 2 cuda
#> cuda:0 (7, 0) False

# %% the format of products
#: differs: TF32 is a parameter of the run here
torch.backends.cuda.matmul.allow_tf32 = True
torch.backends.cudnn.allow_tf32 = True
torch.set_float32_matmul_precision('high')
print(torch.backends.cuda.matmul.allow_tf32, torch.get_float32_matmul_precision())
#> False highest

# %% how tensors are printed
torch.set_printoptions(precision=2)
print(torch.tensor([1 / 3, 2.5]))
torch.set_printoptions(sci_mode=True)
print(torch.tensor([1 / 3, 2.5]), torch.tensor([1.0, 2.0]))
torch.set_printoptions(sci_mode=False)
print(torch.tensor([1e-6, 2.5, 1e9]))
torch.set_printoptions(threshold=5, edgeitems=1)
print(torch.arange(12.0).reshape(3, 4))
torch.set_printoptions(linewidth=20, profile='default')
print(torch.arange(12.0))
#> tensor([0.33, 2.50])
#> tensor([3.33e-01, 2.50e+00]) tensor([1.00e+00, 2.00e+00])
#> tensor([    0.00,     2.50, 1000000000.00])
#> tensor([[ 0.,  ...,  3.],
#>         ...,
#>         [ 8.,  ..., 11.]])
#> tensor([ 0.,  1.,
#>          2.,  3.,
#>          4.,  5.,
#>          6.,  7.,
#>          8.,  9.,
#>         10., 11.])

# %% they are set for one run
print(torch.tensor([1 / 3, 1e-6]))
#> tensor([3.3333e-01, 1.0000e-06])

# %% random numbers of a generator
g = torch.Generator().manual_seed(3)
print(g.initial_seed(), g.device, torch.Generator().initial_seed())
from torch.utils.data import DataLoader, TensorDataset, random_split
data = TensorDataset(torch.arange(10))
splits = [random_split(data, [7, 3], generator=torch.Generator().manual_seed(42)) for _ in range(2)]
print(splits[0][0].indices == splits[1][0].indices, sorted(splits[0][0].indices + splits[0][1].indices) == list(range(10)))
orders = [torch.cat([x for (x,) in DataLoader(data, 4, shuffle=True, generator=torch.Generator().manual_seed(1))]).tolist() for _ in range(2)]
print(orders[0] == orders[1], sorted(orders[0]) == list(range(10)), orders[0] != list(range(10)))
#> 3 cpu 67280421310721
#> True True
#> True True True

# %% numbers of 64 bits
#: differs: they are float32 here
print(torch.ones(2).double().dtype, nn.Linear(2, 2).double().weight.dtype)
#> torch.float32 torch.float32

# %% half precision
with torch.autocast('cuda', dtype=torch.float16):
    pass
#! NotImplementedError: leave out autocast(), GradScaler and half()

# %% a gradient scaler
torch.cuda.amp.GradScaler()
#! NotImplementedError: instead of scaler.scale(loss).backward()

# %% how numbers are printed
print(torch.ones(1, 2), torch.tensor([1, 20]), torch.tensor([0.5, -2.25]), torch.tensor(2.5), torch.ones(2, 2).shape)
print((torch.eye(2) * 3 - 1).sum().item(), (1 / torch.full((2,), 4.0)).tolist())
print(torch.arange(4).reshape(2, 2))
print(torch.mm(torch.eye(2), torch.ones(2, 2)).numpy())
#> tensor([[1., 1.]]) tensor([ 1, 20]) tensor([ 0.5000, -2.2500]) tensor(2.5000) torch.Size([2, 2])
#> 2.0 [0.25, 0.25]
#> tensor([[0, 1],
#>         [2, 3]])
#> [[1. 1.]
#>  [1. 1.]]

# %% how tensors of a GPU are printed
print(torch.zeros(2, device='cuda:1'), torch.zeros(2, device='cuda:1').device)
#> tensor([0., 0.], device='cuda:1') cuda:1
