#: id = 13.3.2-small
#: title = On a card of 4 GB
#: dialect = mxnet
#: numbers n = 13
#: numbers products = 6
#: try 44 products = set products=44 | With 44 products instead of {products} the block reads {after} instead of {before}. | Run on GPU1
from mxnet import np, npx
from d2l import mxnet as d2l
npx.set_np()

def run(x):
    return [x.dot(x) for _ in range(50)]

def copy_to_cpu(x):
    return [y.copyto(npx.cpu()) for y in x]

devices = d2l.try_all_gpus()

x_gpu1 = np.random.uniform(size=(4000, 4000), ctx=devices[0])

with d2l.Benchmark('Run on GPU1'):
    y = run(x_gpu1)
    npx.waitall()

with d2l.Benchmark('Copy to CPU'):
    y_cpu = copy_to_cpu(y)
    npx.waitall()
