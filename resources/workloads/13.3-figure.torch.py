#: id = 13.3-figure
#: title = Two layers on a CPU and two GPUs
#: dialect = torch
#: numbers batch = 8, 13, 31, 32
#: numbers inputs = 8, 9
#: numbers hidden = 9, 10
#: numbers classes = 10, 13
#: numbers iterations = 29
#: note = Every line of the loop is a node of the book's figure. An event marks that the gradients of the second layer are on the CPU, so that it can sum and update them while the GPUs still work backwards through the first.
# The waits in lines 43 and 44 are not in the book's figure: they are off when the program opens
#: off = 43, 44
import torch
from d2l import torch as d2l

lr = 0.01
devices = [d2l.try_gpu(0), d2l.try_gpu(1)]
images = torch.rand(100, 1024)
fc1_weight = torch.randn(512, 1024) * 0.01
fc2_weight = torch.randn(10, 512) * 0.01
w1_0, w1_1 = [fc1_weight.to(d, copy=True).requires_grad_() for d in devices]
w2_0, w2_1 = [fc2_weight.to(d, copy=True).requires_grad_() for d in devices]
label_0, label_1 = [torch.ones(100 // 2, 10, device=d) for d in devices]

def to_cpu(weight):  # The gradient, and an event that ends its copy
    copy = weight.grad.to('cpu', non_blocking=True)
    weight.grad = None
    with torch.cuda.device(weight.device):
        done = torch.cuda.Event()
        done.record()
    return copy, done

def total(*copies):
    for copy, done in copies:
        done.synchronize()
    return copies[0][0] + copies[1][0]

with d2l.Benchmark('iterations'):
    for i in range(3):
        data = images + 0  # next_batch()
        data_0 = data[:100 // 2].to(devices[0])
        data_1 = data[100 // 2:].to(devices[1])
        fc1_0, fc1_1 = data_0 @ w1_0.T, data_1 @ w1_1.T
        hidden_0 = fc1_0.detach().requires_grad_()
        hidden_1 = fc1_1.detach().requires_grad_()
        fc2_0, fc2_1 = hidden_0 @ w2_0.T, hidden_1 @ w2_1.T
        fc2_0.backward(fc2_0.detach() - label_0)  # Gradients of hidden_0 and of the weight
        fc2_1.backward(fc2_1.detach() - label_1)
        fc2_wgrads = to_cpu(w2_0), to_cpu(w2_1)
        fc1_0.backward(hidden_0.grad)
        fc1_1.backward(hidden_1.grad)
        fc1_wgrads = to_cpu(w1_0), to_cpu(w1_1)
        torch.cuda.synchronize(devices[0])
        torch.cuda.synchronize(devices[1])
        fc2_weight -= lr * total(*fc2_wgrads)
        fc1_weight -= lr * total(*fc1_wgrads)
        for master, copies in ((fc2_weight, (w2_0, w2_1)), (fc1_weight, (w1_0, w1_1))):
            for copy in copies:
                copy.data.copy_(master)
    torch.cuda.synchronize(devices[0])
    torch.cuda.synchronize(devices[1])
