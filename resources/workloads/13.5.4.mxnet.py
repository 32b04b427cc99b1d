#: id = 13.5.4
#: title = allreduce
#: section = 13.5.4
#: group = 13.5 Training on multiple GPUs
#: order = 81
#: dialect = mxnet
#: machine = book-v100
#: values = computed
#: note = Two copies and an addition per further GPU, all through the first one. The second function binds a name to the copy and leaves the array as it was, as an old edition did.
import mxnet as mx
from mxnet import nd

ctx = [mx.gpu(g) for g in range(mx.context.num_gpus())] or [mx.cpu(0), mx.cpu(1)]
b1 = nd.zeros(shape=20).copyto(ctx[0])  # A parameter on its GPU
b1.attach_grad()
print('b1 weight:', b1)
print('b1 grad:', b1.grad)

def ones_and_more():
    return [nd.ones((1, 2), ctx=device) * (g + 1) for g, device in enumerate(ctx)]

def allreduce(arrays):
    first, *others = arrays
    for other in others:  # To the first GPU and into the sum there
        first += other.copyto(first.context)
    for other in others:  # And back into the arrays of the others
        first.copyto(other)

arrays = ones_and_more()
print('before allreduce:', arrays)
allreduce(arrays)
print('after allreduce:', arrays)

def allreduce_into_the_list(arrays):
    for other in arrays[1:]:
        arrays[0] += other.copyto(arrays[0].context)
    for g in range(1, len(ctx)):  # A new array in the list; the old one keeps its value
        arrays[g] = arrays[0].copyto(ctx[g])

arrays = ones_and_more()
allreduce_into_the_list(list(arrays))
print('after the old one:', arrays)
