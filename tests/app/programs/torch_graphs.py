# torch.cuda.CUDAGraph, torch.compile, measurements and profiles.
import time
import torch
from torch import nn

# %% captured work runs at each replay, on the numbers of its tensors
x = torch.ones(3, device='cuda')
y = torch.zeros(3, device='cuda')
g = torch.cuda.CUDAGraph()
with torch.cuda.graph(g):
    z = x * 2
    y += z
print(y.tolist())
g.replay()
print(y.tolist(), z.tolist())
x.copy_(torch.tensor([1.0, 2.0, 3.0]))
g.replay()
g.replay()
print(y.tolist(), z.tolist())
#> [0.0, 0.0, 0.0]
#> [2.0, 2.0, 2.0] [2.0, 2.0, 2.0]
#> [6.0, 10.0, 14.0] [2.0, 4.0, 6.0]

# %% a replay costs the program one launch, and the GPU does all the work
x = torch.ones(64, 64, device='cuda')
def work():
    y = x
    for _ in range(100):
        y = y * 0.5 + 1
    return y
work()
torch.cuda.synchronize()
begin = time.perf_counter()
eager = work()
issued_eagerly = time.perf_counter() - begin
torch.cuda.synchronize()
took_eagerly = time.perf_counter() - begin
g = torch.cuda.CUDAGraph()
with torch.cuda.graph(g):
    captured = work()
g.replay()
torch.cuda.synchronize()
begin = time.perf_counter()
g.replay()
issued = time.perf_counter() - begin
torch.cuda.synchronize()
took = time.perf_counter() - begin
print(torch.equal(eager, captured), issued_eagerly > 50 * issued, took < took_eagerly)
#> True True True

# %% a training step as a graph gives the numbers of the steps one by one
def trained(replays):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)).cuda()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    x, y = torch.ones(2, 4, device='cuda'), torch.zeros(2, 1, device='cuda')
    def step():
        optimizer.zero_grad(set_to_none=True)
        loss = ((net(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        return loss
    for _ in range(3):
        step()
    if not replays:
        for _ in range(4):
            loss = step()
    else:
        g = torch.cuda.CUDAGraph()
        with torch.cuda.graph(g):
            loss = step()
        for _ in range(4):
            g.replay()
    return [loss.item(), *net[0].weight.flatten().tolist()]
print(trained(False) == trained(True))
#> True

# %% random numbers differ from replay to replay
g = torch.cuda.CUDAGraph()
with torch.cuda.graph(g):
    r = torch.rand(4, device='cuda')
g.replay()
first = r.tolist()
g.replay()
print(first != r.tolist())
#> True

# %% tensors of a capture stay while the graph is there
g = torch.cuda.CUDAGraph()
y = torch.zeros(1, device='cuda')
def work():
    inner = torch.ones(1, device='cuda') * 3
    y.copy_(inner + 1)
with torch.cuda.graph(g):
    work()
for _ in range(3):
    y.zero_()
    g.replay()
print(y.item())
g.reset()
#> 4.0

# %% a wait cannot be captured
#: differs: needs a GPU
g = torch.cuda.CUDAGraph()
x = torch.ones(2, device='cuda')
try:
    with torch.cuda.graph(g):
        x.sum().item()
except RuntimeError as error:
    print(str(error)[:67])
print(torch.cuda.is_current_stream_capturing(), x.tolist())
g.replay()
#> CUDA error: operation not permitted when stream is capturing: copie
#> False [1.0, 1.0]
#! RuntimeError: Called CUDAGraph::replay without a preceding successful capture.

# %% synchronization cannot be captured
with torch.cuda.graph(torch.cuda.CUDAGraph()):
    torch.cuda.synchronize()
#! RuntimeError: CUDA error: operation not permitted when stream is capturing: torch.cuda.synchronize()

# %% compiled net
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.LayerNorm(8), nn.Linear(8, 2))
compiled = torch.compile(net)
x = torch.arange(8.0).reshape(2, 4)
print(torch.allclose(compiled(x), net(x)), list(compiled.state_dict())[:2], compiled.training)
compiled(x).sum().backward()
gradient = net[0].weight.grad.clone()
net.zero_grad()
net(x).sum().backward()
print(torch.allclose(gradient, net[0].weight.grad, atol=1e-6), compiled.eval().training, net.training)
#> True ['_orig_mod.0.weight', '_orig_mod.0.bias'] True
#> True False False

# %% compiled function
@torch.compile
def f(a, b):
    """Adds."""
    return (a * b + 1).relu()
print(f(torch.tensor([1.0, -2.0]), torch.tensor([3.0, 3.0])), f.__name__, f.__doc__)
print(torch.compile(lambda x: x * 2, mode='reduce-overhead')(torch.ones(1)))
#> tensor([4., 0.]) f Adds.
#> tensor([2.])

# %% a function that cannot be captured runs as it is written
@torch.compile
def f(x):
    return x if x.sum() > 0 else -x
print(f(torch.tensor([-3.0])), f(torch.tensor([3.0])))
#> tensor([3.]) tensor([3.])

# %% a net and a function that ran never before are captured
one = torch.compile(nn.Sequential(nn.Linear(2, 2)), fullgraph=True)
print(one(torch.ones(1, 2)).shape)
print(torch.compile(lambda a, b: (a + b) * 2, fullgraph=True)(torch.ones(1), torch.ones(1)))
#> torch.Size([1, 2])
#> tensor([4.])

# %% a whole graph is asked for
#: differs: an exception of torch._dynamo
torch.compile(lambda x: x if x.sum() > 0 else -x, fullgraph=True)(torch.ones(1))
#! RuntimeError: torch.compile(fullgraph=True): a comparison, on whose outcome an if or a while could depend,

# %% a timer measures the platform's time
#: differs: the time is modelled
import torch.utils.benchmark as benchmark
timer = benchmark.Timer(stmt='time.sleep(seconds)', globals={'time': time, 'seconds': 0.5}, label='sleep', sub_label='half', description='one')
measured = timer.timeit(4)
import re
def shown(measured):
    print(re.sub('at 0x[0-9a-f]+>', 'at 0x1>', str(measured)))
shown(measured)
print(round(measured.mean, 3), round(measured.median, 3), measured.number_per_run, len(measured.times))
shown(timer.blocked_autorange(min_run_time=1))
shown(timer.blocked_autorange(min_run_time=2))
shown(benchmark.Measurement(2, [1.0, 2.0, 3.0, 4.0], {**measured.task_spec, 'label': None, 'stmt': 'x\ny', 'setup': 'z'}))
benchmark.Compare([measured]).print()
#> <torch.utils.benchmark.utils.common.Measurement object at 0x1>
#> sleep: half
#> one
#>   500.00 ms
#>   1 measurement, 4 runs , 1 thread
#> 0.5 0.5 4 1
#> <torch.utils.benchmark.utils.common.Measurement object at 0x1>
#> sleep: half
#> one
#>   Median: 500.01 ms
#>   2 measurements, 1 runs per measurement, 1 thread
#> <torch.utils.benchmark.utils.common.Measurement object at 0x1>
#> sleep: half
#> one
#>   Median: 500.01 ms
#>   IQR:    0.00 ms (500.01 to 500.01)
#>   4 measurements, 1 runs per measurement, 1 thread
#> <torch.utils.benchmark.utils.common.Measurement object at 0x1>
#> stmt: (half)
#>   x
#>   y
#> 
#> one
#> setup: z
#>   Median: 1.25 s
#>   IQR:    0.75 s (0.88 to 1.62)
#>   4 measurements, 2 runs per measurement, 1 thread
#>   WARNING: Interquartile range is 60.0% of the median measurement.
#>            This suggests significant environmental influence.
#> [----- sleep -----]
#>         |         one
#>   half  |       500.0
#> 
#> Times are in milliseconds (ms).
#> 

# %% a timer waits for the GPU
from torch.utils.benchmark import Timer
x = torch.rand(4000, 4000, device='cuda')
x @ x
torch.cuda.synchronize()
begin = time.perf_counter()
x @ x
issued = time.perf_counter() - begin
print(Timer('x @ x', globals=globals()).timeit(5).mean > 100 * issued)
#> True

# %% a profile exports the trace
import json, os, tempfile
from torch.profiler import profile, record_function, ProfilerActivity
x = torch.rand(100, 100, device='cuda')
with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as prof:
    with record_function('products'):
        for _ in range(3):
            y = x @ x
        y.cpu()
x @ x
torch.cuda.synchronize()
folder = tempfile.mkdtemp()
path = os.path.join(folder, 'trace.pt')
prof.export_chrome_trace(path)
events = json.load(open(path, encoding='utf-8'))['traceEvents']
os.remove(path)
os.rmdir(folder)
spans = [one for one in events if one.get('ph') == 'X']
print(min(one['ts'] for one in spans) >= 0, sorted({one['args']['op'] for one in spans if 'op' in one.get('args', {})}))
print(sum('matmul' in (one['name'], one.get('args', {}).get('operator')) and one['cat'] == 'compute' for one in spans), len(prof.events()) > 5, len(prof.key_averages()))
waited = prof.key_averages().rows['wait in y.cpu()']
print(waited[0] > 0, waited[1:])
table = prof.key_averages().table(sort_by='cuda_time_total', row_limit=1)
print([line.split()[0] + ' ' + line.split()[-1] for line in table.split('\n')[1:4:2]])
#> True [0, 1, 2, 3]
#> 3 True 3
#> True [0.0, 1]
#> ['Name Calls', 'matmul 3']

# %% a profile's table counts only the work of GPUs as CUDA time
from torch.profiler import profile
a, b = torch.rand(1000, 1000), torch.rand(1000, 1000, device='cuda')
with profile() as prof:
    a @ a
    torch.relu(b)
    torch.cuda.synchronize()
rows = prof.key_averages().rows
print(rows['matmul'][0] > 1000, rows['matmul'][1], rows['relu'][1] > 0)
#: differs: PyTorch's averages have no rows
#> True 0.0 True

# %% a layer that is one kernel takes as long as its memory traffic
def took(call):
    torch.cuda.synchronize()
    begin = time.perf_counter()
    call()
    torch.cuda.synchronize()
    return time.perf_counter() - begin
x = torch.rand(64, 256, 1024, device='cuda')
q = torch.rand(128, 64, 64, device='cuda')
simple = min(took(lambda: torch.relu(x)) for _ in range(3))
for layer in (nn.GELU(), nn.SiLU(), nn.LeakyReLU(), nn.LayerNorm(1024).to('cuda')):
    print(min(took(lambda: layer(x)) for _ in range(3)) < 1.5 * simple)
print(min(took(lambda: torch.bmm(q, q)) for _ in range(4)) < 0.0002)
#> True
#> True
#> True
#> True
#> True

# %% a schedule chooses the steps that a profile is made of
from torch.profiler import profile, schedule
made = []
with profile(schedule=schedule(wait=1, warmup=1, active=2, repeat=2), on_trace_ready=lambda p: made.append(p.step_num)) as prof:
    for _ in range(10):
        torch.ones(2) + 1
        prof.step()
print(made)
#> [4, 8]

# %% pinning first takes longer than the driver's own staging
from torch.utils.benchmark import Timer
x, pinned = torch.randn(1_000_000), torch.randn(1_000_000, pin_memory=True)
plain, fast, first = (Timer(call, globals=globals()).timeit(20).mean for call in ("x.to('cuda:0')", "pinned.to('cuda:0')", "x.pin_memory().to('cuda:0')"))
print(fast < plain < first < 2 * plain)
#> True

# %% pinned memory
x = torch.ones(3)
print(x.is_pinned(), x.pin_memory().is_pinned(), torch.zeros(2, pin_memory=True).is_pinned(), x.cuda().is_pinned())
print(x.cuda().to('cpu', non_blocking=True).is_pinned(), x.cuda().cpu().is_pinned(), torch.tensor([1], pin_memory=True).is_pinned())
#> False True True False
#> True False True
