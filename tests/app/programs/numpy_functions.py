# Types and values of results of NumPy, with what Debian's python3-numpy prints for them outside of Overlap.
#: machines = book-v100, this-computer
import numpy as np

a = np.array([1, 2, 3])

# %% results of expressions
print(np.arange(27))
#> [ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
#>  24 25 26]
print(divmod(a, 2), 2 ** a)
#> (array([0, 1, 1]), array([1, 0, 1])) [2 4 8]
print(2 in a, 7 in a, 'abcd'[a.max()])
#> True False d
print(np.array([np.nan, 1.0]), np.array([np.inf, 1.5, -2.0]))
#> [nan  1.] [ inf  1.5 -2. ]
print(a / 2)
#> [0.5 1.  1.5]
print(1 / a)
#> [1.         0.5        0.33333333]
print(np.array([1, 2.5]))
#> [1.  2.5]
print(np.zeros(2, dtype=np.int64))
#> [0 0]
print(np.arange(3))
#> [0 1 2]
print(a > 1)
#> [False  True  True]
print(np.array([True]))
#> [ True]
print(np.maximum(a, 2))
#> [2 2 3]
print(a.mean())
#> 2.0
print((a * 1e9).sum(), np.ones(2).sum() / 0)
#> 6000000000.0 inf
print(np.float32(0.1), np.int64(2.5), np.float32([1, 2]), np.float64(2), np.zeros(1, np.float32).dtype)
#> 0.1 2 [1. 2.] 2.0 float32
print(f'{a.mean():f}')
#> 2.000000
print(np.float64([1]), np.zeros(2, dtype=np.float64).dtype)
#> [1.] float64
print(a / 0 > 1, a // 2, a % 2, -a, abs(-a))
#> [ True  True  True] [0 1 1] [1 0 1] [-1 -2 -3] [1 2 3]
print(repr(a * 0.5), repr(a > 1), repr(np.ones((2, 2), np.float32)))
#> array([0.5, 1. , 1.5]) array([False,  True,  True]) array([[1., 1.],
#>        [1., 1.]], dtype=float32)
print(np.arange(6).reshape(2, 3).T, np.arange(6)[::-2], a[a > 1], a[[0, 2]])
#> [[0 3]
#>  [1 4]
#>  [2 5]] [5 3 1] [2 3] [1 3]
print(np.linspace(0, 1, 3), np.cumsum(a), np.median([3, 1, 2]), np.std([1, 3]))
#> [0.  0.5 1. ] [1 3 6] 2.0 1.0
print(np.concatenate([a, a]), np.stack([a, a], 1).shape, np.where(a > 1, a, 0))
#> [1 2 3 1 2 3] (3, 2) [0 2 3]
print(np.matmul(np.eye(3), a), a @ a, np.einsum('i,i->', a, a), np.linalg.norm([3, 4]))
#> [1. 2. 3.] 14 14 5.0
print(a.sum(), a.mean(), a.std(), a.max(), a.argmin(), a.all(), (a > 2).any())
#> 6 2.0 0.816496580927726 3 0 True True
print(np.sort([3, 1, 2]), np.unique([1, 1, 2]), np.isnan([np.nan, 1]))
#> [1 2 3] [1 2] [ True False]
print(np.add.reduce(a), np.add.outer(a, a).shape, np.maximum.accumulate([1, 3, 2]))
#> 6 (3, 3) [1 3 3]
print(a.astype('float32').dtype, a.tolist(), a.item(1), a[1:].base is a)
#> float32 [1, 2, 3] 2 True
print(isinstance(a, np.ndarray), type(a).__name__ in ('ndarray', 'array'), np.random.default_rng(1).integers(0, 9, 3))
#> True True [4 4 6]
print(np.float32(0.1) + 1, np.int64(3) * 2, np.bool_(True) & False, f'{a}', f'{a.mean():.2f}')
#> 1.1000000014901161 6 False [1 2 3] 2.00

# %% arrays are written in place
b = a
b += 1
a[0] = 9
b[1:] *= 2
np.add(a, 1, out=b)
np.multiply(a, 2, b)
print(a, b is a)
a.sort()
a.fill(4)
np.copyto(a, [1, 2, 3])
np.put(a, 0, 7)
print(a)
c = np.zeros(3)
c[...] = a
c.flat[1] = 5
print(c)
#> [20 14 18] True
#> [7 2 3]
#> [7. 5. 3.]

# %% random numbers follow the seed
np.random.seed(3)
print(np.random.normal(size=3), np.random.rand(2), np.random.randint(0, 10, 4))
x = np.arange(5)
np.random.shuffle(x)
print(x, np.random.RandomState(0).rand(1), np.random.choice([1, 2, 3]))
#> [1.78862847 0.43650985 0.09649747] [0.89294695 0.89629309] [9 9 5 7]
#> [2 1 3 4 0] [0.5488135] 3

# %% functions refuse unknown keywords
print(np.sum(a, axis=0, keepdims=True), np.mean(a, dtype=np.float32), np.clip(a, 2, 3), np.round(a / 3, 2))
print(np.pad(a, 1), np.tile(a, 2), np.diff(a), np.dot(a, a), np.outer(a, a)[2])
print(np.array2string(a, separator=','), np.array_equal(a, a), np.allclose(a, a + 1e-9))
#> [6] 2.0 [2 2 3] [0.33 0.67 1.  ]
#> [0 1 2 3 0] [1 2 3 1 2 3] [1 1] 14 [3 6 9]
#> [1,2,3] True True

# %% masked and structured arrays
print(np.ma.masked_array(a, [0, 1, 0]).sum(), np.array([(1, 2.0)], dtype=[('x', int), ('y', float)])['y'])
print(np.vectorize(lambda v: v + 1)(a), np.apply_along_axis(sum, 0, np.ones((2, 2))))
#> 4 [2.]
#> [2 3 4] [2. 2.]

# %% print settings apply
np.set_printoptions(precision=2)
print(np.array([1 / 3]))
with np.errstate(all='ignore'):
    print(a / 0)
#> [0.33]
#> [inf inf inf]

# %% saved and loaded files
import io
file = io.BytesIO()
np.save(file, a)
file.seek(0)
print(np.load(file))
np.savez(file := io.BytesIO(), a=a)
file.seek(0)
print(np.load(file)['a'])
#> [1 2 3]
#> [1 2 3]

# %% result that the type cannot hold
a += 0.5
#! UFuncTypeError: Cannot cast ufunc 'add' output from dtype('float64') to dtype('int64')

# %% settings of an earlier run are reset
print(np.array([1 / 3]), np.geterr()['over'])
#> [0.33333333] warn

# %% missing function
np.nothing
#! AttributeError: module 'numpy' has no attribute 'nothing'

# %% package that is not visible
import requests
#! ModuleNotFoundError: NumPy and matplotlib

# %% type of arrays
import copy
import pickle
b = np.ones((2, 2))
print(type(a), type(a).__name__, type(a) is np.ndarray, type(b.sum(0)) == np.ndarray, a.__class__ is np.ndarray)
print(repr(np.ma.masked_array(a, a > 2)))
print(isinstance(np.matrix([1]), np.ndarray), issubclass(np.memmap, np.ndarray), isinstance([1], np.ndarray))
print(repr(b), repr(a[:0]), f'{b[0]}')
print(pickle.loads(pickle.dumps(b)).tolist(), pickle.loads(b.dumps())[0], copy.deepcopy(a))
print(pickle.loads(pickle.dumps(b)) + 1, isinstance(pickle.loads(pickle.dumps(b)), np.ndarray), np.ndarray((2, 1)).shape)


class Named(np.ndarray):
    def __new__(cls, values, name):
        made = np.asarray(values).view(cls)
        made.name = name
        return made

    def __array_finalize__(self, other):
        super().__array_finalize__(other)
        self.name = getattr(other, 'name', None)


n = Named([1, 2], 'n')
print(type(n + a[:2]).__name__, (n * 2).name, n[1:].name, isinstance(n, np.ndarray), n.sum())
#> <class 'numpy.ndarray'> ndarray True True True
#> masked_array(data=[1, 2, --],
#>              mask=[False, False,  True],
#>        fill_value=999999)
#> True True False
#> array([[1., 1.],
#>        [1., 1.]]) array([], dtype=int64) [1. 1.]
#> [[1.0, 1.0], [1.0, 1.0]] [1. 1.] [1 2 3]
#> [[2. 2.]
#>  [2. 2.]] True (2, 1)
#> Named n n True 3
