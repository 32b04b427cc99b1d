#: id = 13.5.4
#: title = allreduce
#: dialect = torch
#: note = Two copies and an addition per further GPU, all through the first one. The second function puts the copy into the list and leaves the tensor as it was, as an old edition did.
import torch
from d2l import torch as d2l

devices = d2l.try_all_gpus() or [torch.device('cpu')] * 2
b1 = torch.zeros(20).to(devices[0]).requires_grad_()  # A parameter on its GPU
print('b1 weight:', b1)
print('b1 grad:', b1.grad)

def ones_and_more():
    return [torch.ones((1, 2), device=device) * (g + 1) for g, device in enumerate(devices)]

def allreduce(data):
    first, *others = data
    for other in others:  # To the first GPU and into the sum there
        first += other.to(first.device)
    for other in others:  # And back into the tensors of the others
        other.copy_(first)

data = ones_and_more()
print('before allreduce:', data)
allreduce(data)
print('after allreduce:', data)

def allreduce_into_the_list(data):
    for other in data[1:]:
        data[0] += other.to(data[0].device)
    for g in range(1, len(devices)):  # A new tensor in the list; the old one keeps its value
        data[g] = data[0].to(devices[g])

data = ones_and_more()
allreduce_into_the_list(list(data))
print('after the old one:', data)
