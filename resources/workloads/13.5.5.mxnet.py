#: id = 13.5.5
#: title = Splitting a batch
#: section = 13.5.5
#: group = 13.5 Training on multiple GPUs
#: order = 82
#: dialect = mxnet
#: machine = book-v100
#: values = computed
#: parameter rows = 6 | rows | 1..10000 | 5 rows do not split into two equal parts: the program says so
#: numbers rows = 10
#: note = No computation, one copy per GPU: the first rows go to the first GPU, the others to the second.
import mxnet as mx
from mxnet import nd

def split_and_load(batch, devices):
    share, rest = divmod(batch.shape[0], len(devices))
    assert rest == 0, f'{batch.shape[0]} rows do not split evenly over {len(devices)} devices'
    return [batch[k * share:(k + 1) * share].as_in_context(device)
            for k, device in enumerate(devices)]

rows = 6
batch = nd.arange(rows * 4).reshape((rows, 4))
devices = [mx.gpu(g) if mx.context.num_gpus() > 1 else mx.cpu(g) for g in range(2)]
print('input:', batch)
print('devices:', devices)
print('output:', split_and_load(batch, devices))
