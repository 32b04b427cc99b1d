#: id = 13.3.2
#: title = Computation and communication
#: section = 13.3.2
#: group = 13.3 Automatic parallelism
#: order = 50
#: dialect = torch
#: machine = book-v100
#: values = timing
#: parameter n = 4000 | n | 1..20000
#: parameter products = 50 | products | 1..100000
#: parameter hostMemory = framework | host memory | framework,pageable,pageable-warm,pinned-cold,pinned
#: parameter copies = framework | copies on | framework,own,current
#: numbers n = 8
#: numbers products = 3
#: book Run on GPU1 = 0.5019
#: book Copy to CPU = 2.7168
#: book Run on GPU1 and copy to CPU = 2.4682
#: note = {2*n**3:FLOP} and {4*n*n:B} each. PyTorch itself copies on the current stream, where copies queue behind all products.
#: try Separate stream = set copies=own | On a separate stream a copy can start once its product is computed: {hiddenAfter} of the copying hides instead of {hiddenBefore}. The last block reads {before} now and {after} then: hiding saves time only where the copies decide, and not the pages of host memory.
#: try Pin memory = set hostMemory=pinned | Pinned host memory from a pool needs no work on pages: the last block reads {after} instead of {before}, with {hiddenAfter} of the copying hidden.
#: try Flip line 22 = flip 22 | If the program waits for each copy, the last block reads {after} instead of {before}.
devices = d2l.try_all_gpus()
def run(x):
    return [x.mm(x) for _ in range(50)]

def copy_to_cpu(x, non_blocking=False):
    return [y.to('cpu', non_blocking=non_blocking) for y in x]

x_gpu1 = torch.rand(size=(4000, 4000), device=devices[0])
run(x_gpu1)  # Warm-up
torch.cuda.synchronize()

with d2l.Benchmark('Run on GPU1'):
    y = run(x_gpu1)
    torch.cuda.synchronize()

with d2l.Benchmark('Copy to CPU'):
    y_cpu = copy_to_cpu(y)
    torch.cuda.synchronize()

with d2l.Benchmark('Run on GPU1 and copy to CPU'):
    y = run(x_gpu1)
    y_cpu = copy_to_cpu(y, True)
    torch.cuda.synchronize()
