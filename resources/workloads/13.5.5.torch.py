#: id = 13.5.5
#: title = Splitting a batch
#: dialect = torch
#: numbers rows = 9
import torch
from d2l import torch as d2l

def split_and_load(batch, devices):
    share, rest = divmod(batch.shape[0], len(devices))
    assert rest == 0, f'{batch.shape[0]} rows do not split evenly over {len(devices)} devices'
    return [batch[k * share:(k + 1) * share].to(device) for k, device in enumerate(devices)]

rows = 6
batch = torch.arange(rows * 4).reshape(rows, 4)
devices = [d2l.try_gpu(g) for g in range(2)]
print('input:', batch)
print('devices:', devices)
print('output:', split_and_load(batch, devices))
