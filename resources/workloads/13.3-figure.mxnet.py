#: id = 13.3-figure
#: title = Two layers on a CPU and two GPUs
#: section = 13.3.2, figure
#: group = 13.3 Automatic parallelism
#: order = 62
#: dialect = mxnet
#: machine = book-v100
#: values = computed
#: parameter batch = 100 | batch | 2..100000
#: parameter inputs = 1024 | inputs | 1..20000
#: parameter hidden = 512 | hidden units | 1..20000
#: parameter classes = 10 | classes | 1..20000
#: parameter iterations = 3 | iterations | 1..1000
#: numbers batch = 9, 16, 30, 31
#: numbers inputs = 9, 10
#: numbers hidden = 10, 11, 33, 34
#: numbers classes = 11, 16, 35, 36
#: numbers iterations = 28
#: note = Every line of the loop is a node of the book's figure. The CPU can sum and update the second layer while the GPUs still work backwards through the first.
#: try Flip line 43 = flip 43 | If the program waits for the whole backward pass first, the block reads {after} instead of {before}.
# The wait in line 43 is not in the book's figure: it is off when the program opens
#: off = 43
import d2lzh as d2l
import mxnet as mx
from mxnet import autograd, nd

lr = 0.01
ctx = [mx.gpu(g) if mx.context.num_gpus() > 1 else mx.cpu(g) for g in range(2)]
images = nd.random.uniform(shape=(100, 1024))
fc1_weight = nd.random.normal(scale=0.01, shape=(512, 1024))
fc2_weight = nd.random.normal(scale=0.01, shape=(10, 512))
w1_0, w1_1 = [fc1_weight.copyto(c) for c in ctx]
w2_0, w2_1 = [fc2_weight.copyto(c) for c in ctx]
for w in (w1_0, w1_1, w2_0, w2_1):
    w.attach_grad()
label_0, label_1 = [nd.ones((100 // 2, 10), ctx=c) for c in ctx]

def layer(x, weight, units):
    return nd.FullyConnected(x, weight, num_hidden=units, no_bias=True)

def first_layer(x, weight, units):  # Its result begins a record of its own
    y = layer(x, weight, units)
    hidden = y.detach()
    hidden.attach_grad()
    return y, hidden

with d2l.Benchmark('iterations'):
    for i in range(3):
        data = images + 0  # next_batch()
        data_0 = data[:100 // 2].copyto(ctx[0])
        data_1 = data[100 // 2:].copyto(ctx[1])
        with autograd.record():
            fc1_0, hidden_0 = first_layer(data_0, w1_0, 512)
            fc1_1, hidden_1 = first_layer(data_1, w1_1, 512)
            fc2_0 = layer(hidden_0, w2_0, 10)
            fc2_1 = layer(hidden_1, w2_1, 10)
        fc2_ograd_0 = fc2_0.detach() - label_0
        fc2_ograd_1 = fc2_1.detach() - label_1
        fc2_0.backward(fc2_ograd_0)  # Gradients of hidden_0 and of the weight
        fc2_1.backward(fc2_ograd_1)
        fc1_0.backward(hidden_0.grad)
        fc1_1.backward(hidden_1.grad)
        nd.waitall()
        fc2_wgrad = w2_0.grad.copyto(mx.cpu()) + w2_1.grad.copyto(mx.cpu())
        fc2_weight -= lr * fc2_wgrad
        fc2_weight.copyto(w2_0), fc2_weight.copyto(w2_1)
        fc1_wgrad = w1_0.grad.copyto(mx.cpu()) + w1_1.grad.copyto(mx.cpu())
        fc1_weight -= lr * fc1_wgrad
        fc1_weight.copyto(w1_0), fc1_weight.copyto(w1_1)
    nd.waitall()
