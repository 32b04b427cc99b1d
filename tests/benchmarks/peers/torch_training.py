"""Steps of training (forward, backward, SGD) in PyTorch, for tests/benchmarks/bench_training.

    python3 torch_training.py THREADS NETWORK SECONDS

NETWORK is lenet, resnet18 or mlp, the networks of the chapter with random inputs, written as usual in PyTorch; or w7 or
w7-compiled, where a step is a thousand forward passes of the network of program 13.1.3.
After two warm-up steps, prints one line per step with its wall time and processor time in seconds, until SECONDS have
passed. With "-" instead of SECONDS, runs one step for each line on standard input, so that two programs can take turns
on a machine that others use.
Exit status 3: PyTorch is not installed.
"""

import sys
import time

try:
    import torch
    from networks import lenet, mlp, resnet18
    from torch import nn
except ImportError:
    sys.exit(3)


def forwards(compiles):
    """A thousand forward passes of the network of program 13.1.3."""
    net = nn.Sequential(nn.Linear(512, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU(), nn.Linear(128, 2)).eval()
    x = torch.rand(1, 512)
    if compiles:
        net = torch.jit.freeze(torch.jit.trace(net, x))

    def thousand():
        with torch.no_grad():
            for _ in range(1000):
                net(x)

    return thousand


def training(network):
    """One step on one batch."""
    net, shape, classes = {"lenet": lenet, "resnet18": resnet18, "mlp": mlp}[network]()
    net.train()
    x = torch.rand(shape)
    target = torch.randint(classes, (shape[0],)) if classes > 1 else torch.ones(shape[0], 1)
    loss = nn.CrossEntropyLoss() if classes > 1 else nn.MSELoss()
    sgd = torch.optim.SGD(net.parameters(), 0.01)

    def step():
        sgd.zero_grad()
        loss(net(x), target).backward()
        sgd.step()

    return step


def main():
    threads, network, seconds = sys.argv[1:4]
    torch.set_num_threads(int(threads))
    torch.manual_seed(0)
    step = forwards(network == "w7-compiled") if network.startswith("w7") else training(network)

    def measured():
        begin = time.perf_counter()
        processor = time.process_time()
        step()
        return f"{time.perf_counter() - begin} {time.process_time() - processor}"

    for _ in range(2):
        step()
    print("ready", torch.__version__, flush=True)
    if seconds == "-":
        for _ in sys.stdin:
            print(measured(), flush=True)
        return
    end = time.perf_counter() + float(seconds)
    while time.perf_counter() < end:
        print(measured(), flush=True)


main()
