# Types of results, as MXNet promotes and prints them.
#: dialect = mxnet
import mxnet as mx
from mxnet import nd, np
x = nd.array([3, -4])
i = np.array([1, 2], dtype='int64')

# %% results of expressions
print(nd.norm(x, ord=1).asscalar(), x.norm().asscalar())
#> 7.0 5.0
print((x > 0).asnumpy().tolist())
#> [1.0, 0.0]
print(nd.one_hot(nd.array([0, 2, 5]), 3).asnumpy().tolist())
#> [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]
print((lambda x: (nd.transpose(x, axes=(0, 1)).__iadd__(10), nd.swapaxes(x, 1, 1).__iadd__(10), x)[-1])(nd.zeros((1, 2))).asnumpy().tolist())
#> [[0.0, 0.0]]
print(nd.one_hot(nd.array([1.7, 0.2]), 2).asnumpy().tolist())
#> [[0.0, 1.0], [1.0, 0.0]]
print(nd.one_hot(nd.array([1]), depth=2, on_value=5, off_value=-1).asnumpy().tolist())
#> [[-1.0, 5.0]]
print(nd.arange(12).reshape((2, 3, 2)).transpose((0, 2, 1)).asnumpy().tolist())
#> [[[0.0, 2.0, 4.0], [1.0, 3.0, 5.0]], [[6.0, 8.0, 10.0], [7.0, 9.0, 11.0]]]
print(nd.transpose(nd.arange(6).reshape((1, 2, 3)), axes=(2, 0, 1)).asnumpy().tolist())
#> [[[0.0, 3.0]], [[1.0, 4.0]], [[2.0, 5.0]]]
print(nd.ones((2, 3, 4)).swapaxes(0, 2).shape, np.ones((2, 3, 4)).transpose(1, 0, 2).shape, nd.ones((2, 3)).T.shape)
#> (4, 3, 2) (3, 2, 4) (3, 2)
print(nd.array([30]).sqrt().asscalar(), [nd.ones(1).asscalar()])
#> 5.477226 [1.0]
print(3 in x, 7 in x.reshape((1, 2)), 2 in i, 'ab'[i[0]])
#> True False True b
print(nd.array([True, False]).asnumpy(), nd.array(range(2)).asnumpy(), np.array([True]))
#> [1. 0.] [0. 1.] [ True]
print(nd.ones((1,), mx.gpu(0)).context, nd.full((2,), 3, mx.gpu(1), 'int64').dtype, nd.zeros(1, mx.cpu()).context)
#> gpu(0) int64 cpu(0)
print(nd.arange(6)[::2].asnumpy(), nd.arange(5)[1::3].asnumpy())
#> [0. 2. 4.] [1. 4.]
print(repr(i / 2))
#> array([0.5, 1. ])
print(repr(i * 2))
#> array([2, 4], dtype=int64)
print(repr(i > 1))
#> array([False,  True])
print(repr(np.argmax(i)))
#> array(1, dtype=int64)
print(np.ones(66).sum(), f'{np.ones(2).sum()}', np.ones(1).sum() * 1e9, np.ones(2).sum() * 1.5)
#> 66.0 2.0 1000000000.0 3.0
print(np.float32(2), np.int32(2.5), np.float64(2), np.ones(1, dtype=np.float32).dtype)
#> 2.0 2 2.0 float32
print(repr(np.ones(2).sum()), i.sum(), np.ones(4, ctx=mx.gpu()).sum())
#> array(2.) 3 4.0 @gpu(0)
print(f'{np.ones(2).mean().asnumpy():f}')
#> 1.000000

# %% nd.transpose(nd.ones((2, 3)), axes=(0, 0))
nd.transpose(nd.ones((2, 3)), axes=(0, 0))
#! ValueError: each of the 2 axes is named once

# %% nd.ones((2, 3)).swapaxes(0, 2)
nd.ones((2, 3)).swapaxes(0, 2)
#! ValueError: out of range

# %% i += 0.5
i += 0.5
#! MXNetError: Cannot cast

# %% nd.array([1, 2], dtype='int64') * 0.5
nd.array([1, 2], dtype='int64') * 0.5
#! NotImplementedError: .astype('float32')

# %% nd.norm(x, ord=3)
nd.norm(x, ord=3)
#! NotImplementedError: norm() is of ord=1 or 2 here

# %% nd.random.normal(-1, 'cpu')
nd.random.normal(-1, 'cpu')
#! TypeError: random.normal() takes a number here, not 'cpu'

# %% nd.sum(3, 2**64)
nd.sum(3, 2**64)
#! ValueError: axis 18446744073709551616 is out of range, for an array has at most 6 axes

# %% no message names an attribute that programs do not know
array = mx.np.ones((2, 2))
count = 0
for module in (mx.np, mx.npx, mx.nd, mx.autograd):
    for name in dir(module):
        function = getattr(module, name)
        inner = (getattr(function, '__module__', '') or '').startswith('overlap_dialect')
        if inner or name[0] == '_' or not callable(function) or isinstance(function, type) or name == 'save':
            continue
        count += 1
        for arguments in (('x',), ('x', array), (array, 'x'), (array, array, 'x')):
            try:
                function(*arguments)
            except NotImplementedError:
                pass
            except AttributeError as error:
                print(module.__name__, name, error)
            except Exception:
                pass
print(count > 100)
#> True

# %% the message names function, argument and type
for function in (mx.np.zeros_like, mx.nd.BlockGrad):
    try:
        function('x')
    except TypeError as error:
        print(error)
#> zeros_like(): argument 'a' must be ndarray, not str
#> BlockGrad(): argument 'data' must be NDArray, not str

# %% how arrays are printed
from mxnet import npx
from d2l import mxnet as d2l
print(nd.ones((1, 2)))
print(nd.ones((2, 2)).sum())
print(nd.ones((2, 2)).sum().asscalar())
print(repr(np.ones((1, 2)) * 3), repr(np.ones((1, 2), ctx=npx.gpu(1))), np.ones((1, 2), ctx=npx.gpu()))
print(np.array([0.1, 0.25]), d2l.try_all_gpus(), np.ones((2, 3)).asnumpy()[1, 2])
#> 
#> [[1. 1.]]
#> <NDArray 1x2 @cpu(0)>
#> 
#> [4.]
#> <NDArray 1 @cpu(0)>
#> 4.0
#> array([[3., 3.]]) array([[1., 1.]], ctx=gpu(1)) [[1. 1.]] @gpu(0)
#> [0.1  0.25] [gpu(0), gpu(1)] 1.0
