# Arrays of NumPy and tensors of a GPU.
import numpy as np
import torch

# %% tensor on a GPU
torch.ones(2, device='cuda').numpy()
#! TypeError: can't convert cuda device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.

# %% array that shares the target of a copy
host = torch.zeros(500, 500, pin_memory=True)
a = host.numpy()
y = torch.ones(500, 500, device='cuda')
host.copy_(y @ y, non_blocking=True)
torch.cuda.synchronize()
print(a[0, :2], host[0, 0])
a[0, 0] = 3
z = host.to('cuda')
print(z[0, :2])
#> [500. 500.] tensor(500.)
#> tensor([  3., 500.], device='cuda:0')

# %% values copied to a GPU
x = torch.ones(2, device='cuda')
print((x * np.float32(0.5)).tolist(), np.int64(3) - x, torch.from_numpy(np.arange(2)).cuda())
print(torch.tensor(np.ones((1, 2)), dtype=torch.int64, device='cuda'))
#> [0.5, 0.5] tensor([2., 2.], device='cuda:0') tensor([0, 1], device='cuda:0')
#> tensor([[1, 1]], device='cuda:0')
