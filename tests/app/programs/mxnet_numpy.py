# asnumpy() copies the values of an array once they are computed.
#: dialect = mxnet
#: machines = book-v100, this-computer
import numpy as onp
from mxnet import nd, np

# %% asnumpy copies
x = nd.ones((2, 2))
a = x.asnumpy()
x += 1
a[0, 0] = 7
print(a, x.asnumpy(), type(a).__name__ in ('ndarray', 'array'), a.dtype)
#> [[7. 1.]
#>  [1. 1.]] [[2. 2.]
#>  [2. 2.]] True float32

# %% types of results
print(np.array([1, 2], dtype='int64').asnumpy().dtype, np.array([True]).asnumpy(), nd.array([1, 2]).asnumpy() / 3)
print(nd.array(onp.arange(3)), np.array(onp.ones(2)), nd.array(onp.array([1, 2]), dtype='int64').dtype)
#> int64 [ True] [0.33333334 0.6666667 ]
#> 
#> [0. 1. 2.]
#> <NDArray 3 @cpu(0)> [1. 1.] int64

# %% NumPy's functions of arrays
x = nd.array([1, 4])
print(onp.sqrt(x.asnumpy()), onp.array(x), onp.mean(np.ones(2).asnumpy()), x * onp.float32(2), onp.float64(2) * np.ones(1))
x[:] = onp.array([5, 6])
print(x.asnumpy().tolist(), nd.take(x, nd.array([1])).asscalar(), x[onp.array([1, 0])].asnumpy())
#> [1. 2.] [1. 4.] 1.0 
#> [2. 8.]
#> <NDArray 2 @cpu(0)> [2.]
#> [5.0, 6.0] 6.0 [6. 5.]
