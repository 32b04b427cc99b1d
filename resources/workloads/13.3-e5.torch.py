#: id = 13.3-e5
#: title = Exercise 5: complicated dependencies
#: dialect = torch
#: numbers side = 10, 21, 60, 61
#: numbers operations = 33
#: note = A diamond, a chain, a tree and a random graph on two GPUs and the CPU. Each runs once with a wait after every operation and once without: the results are equal to the last bit. In the end a dependency goes missing: the program hands a value on outside of the streams.
import random

import torch
from d2l import torch as d2l

devices = [d2l.try_gpu(0), d2l.try_gpu(1), torch.device('cpu')]

def matrices(count):
    torch.manual_seed(7)
    return [torch.rand(64, 64, device=devices[i % 3]) for i in range(count)]

def diamond(step):
    x, = matrices(1)
    left = step(lambda: x * 2 + 1)
    right = step(lambda: x.to(devices[1]) * 3)
    return step(lambda: left + right.to(devices[0]))

def chain(step):
    x, = matrices(1)
    for i in range(12):
        x = step(lambda: x.to(devices[i % 2]) @ x.to(devices[i % 2]) / 64)
    return x

def tree(step):
    level = matrices(16)
    while len(level) > 1:
        level = [step(lambda: a + b.to(a.device)) for a, b in zip(level[::2], level[1::2])]
    return level[0]

def random_graph(step):
    dice = random.Random(7)
    values = matrices(6)
    for i in range(60):
        a, b = dice.sample(range(6), 2)
        values[a] = step(lambda: values[a] * 0.5 + values[b].to(values[a].device) * 0.5)
    total = values[0].to(devices[2])
    for value in values[1:]:
        total = step(lambda: total + value.to(devices[2]))
    return total

def wait():
    for g in range(torch.cuda.device_count()):
        torch.cuda.synchronize(g)

def each(work):  # Waits after every operation
    y = work()
    wait()
    return y

for name, graph in (('diamond', diamond), ('chain', chain), ('tree', tree), ('random', random_graph)):
    with d2l.Benchmark(name + ', one by one'):
        serial = graph(each)
        wait()
    with d2l.Benchmark(name + ', as it comes'):
        parallel = graph(lambda work: work())
        wait()
    print(name, 'equal:', (serial - parallel).norm().item() == 0)

# One dependency is missing: the number leaves the GPU before the addition is issued
x = torch.ones(64, 64, device=devices[0])
seen = torch.full((64, 64), x.max().item())
x += 1
print('right:', x.max().item(), 'without the dependency:', seen.max().item())
