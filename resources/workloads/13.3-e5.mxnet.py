#: id = 13.3-e5
#: title = Exercise 5: complicated dependencies
#: section = 13.3, exercise 5
#: group = 13.3 Automatic parallelism
#: order = 74
#: dialect = mxnet
#: machine = book-v100
#: values = computed
#: parameter side = 64 | matrix side | 2..2000
#: parameter operations = 60 | random operations | 1..5000
#: numbers side = 11, 22, 57, 58
#: numbers operations = 34
#: note = A diamond, a chain, a tree and a random graph on two GPUs and the CPU. Each runs once with a wait after every operation and once without: the results are equal to the last bit. In the end a dependency goes missing: the program hands a value on outside of the engine.
import random

import d2lzh as d2l
import mxnet as mx
from mxnet import nd

ctx = [mx.gpu(g) if mx.context.num_gpus() > 1 else mx.cpu(g) for g in range(2)] + [mx.cpu()]

def matrices(count):
    mx.random.seed(7)
    return [nd.random.uniform(shape=(64, 64), ctx=ctx[i % 3]) for i in range(count)]

def diamond(step):
    x, = matrices(1)
    left = step(lambda: x * 2 + 1)
    right = step(lambda: x.as_in_context(ctx[1]) * 3)
    return step(lambda: left + right.as_in_context(ctx[0]))

def chain(step):
    x, = matrices(1)
    for i in range(12):
        x = step(lambda: nd.dot(x.as_in_context(ctx[i % 2]), x.as_in_context(ctx[i % 2])) / 64)
    return x

def tree(step):
    level = matrices(16)
    while len(level) > 1:
        level = [step(lambda: a + b.as_in_context(a.context)) for a, b in zip(level[::2], level[1::2])]
    return level[0]

def random_graph(step):
    dice = random.Random(7)
    values = matrices(6)
    for i in range(60):
        a, b = dice.sample(range(6), 2)
        values[a] = step(lambda: values[a] * 0.5 + values[b].as_in_context(values[a].context) * 0.5)
    total = values[0].as_in_context(ctx[2])
    for value in values[1:]:
        total = step(lambda: total + value.as_in_context(ctx[2]))
    return total

def each(work):  # Waits after every operation
    y = work()
    y.wait_to_read()
    return y

for name, graph in (('diamond', diamond), ('chain', chain), ('tree', tree), ('random', random_graph)):
    with d2l.Benchmark(name + ', one by one'):
        serial = graph(each)
        nd.waitall()
    with d2l.Benchmark(name + ', as it comes'):
        parallel = graph(lambda work: work())
        nd.waitall()
    print(name, 'equal:', (serial - parallel).norm().asscalar() == 0)

# One dependency is missing: the number leaves the engine before the addition is issued
x = nd.ones((64, 64), ctx=ctx[0])
seen = nd.full((64, 64), x.max().asscalar())
x += 1
print('right:', x.max().asscalar(), 'without the dependency:', seen.max().asscalar())
