"""What mxnet.nd.NDArray and mxnet.np.ndarray share."""

import _overlap
from mxnet.context import cpu, gpu, ordinal_of
from overlap_dialect.arguments import FLOAT32, missing, size_of
from overlap_dialect.numbers import numpy_text
from overlap_dialect.operators import arithmetic, binary, product, reduction, unary
from overlap_dialect.reading import as_list, scalar

INSTEAD = ('there are random numbers, ones, zeros, dot, arithmetic, sum, mean, norm, copies, and the waits '
           '(wait_to_read, waitall, asnumpy, asscalar, item)')
ONE = 'The current array is not a scalar'


class Array(_overlap.Tensor):
    __slots__ = ()
    arithmetic(locals())
    dot = product('dot', '{0}.dot({1})')
    sum = reduction('Sum', 'sum', '{0}.sum()')
    mean = reduction('Mean', 'mean', '{0}.mean()')
    norm = reduction('Norm', 'norm', '{0}.norm()')
    max = reduction('Max', 'max', '{0}.max()')
    argmax = reduction('ArgMax', 'argmax', '{0}.argmax()')
    relu = unary('Relu', 'relu', '{0}.relu()')
    exp = unary('Exp', 'exp', '{0}.exp()')
    log = unary('Log', 'log', '{0}.log()')
    sqrt = unary('Sqrt', 'sqrt', '{0}.sqrt()')
    tanh = unary('Tanh', 'tanh', '{0}.tanh()')
    sigmoid = unary('Sigmoid', 'sigmoid', '{0}.sigmoid()')
    abs = unary('Abs', 'abs', '{0}.abs()')
    transpose = unary('Transpose', 'transpose', '{0}.transpose()')

    @property
    def T(self):
        return self.transpose()

    @property
    def context(self):
        return cpu() if self.ordinal < 0 else gpu(self.ordinal)

    ctx = device = context
    shape = property(lambda self: self.extents)
    size = property(lambda self: self.elements)
    ndim = property(lambda self: len(self.extents))
    dtype = property(lambda self: ('float32', 'int64', 'bool')[self.type_index])
    grad = property(lambda self: None)

    # -- copies: always asynchronous
    def copyto(self, other):
        if isinstance(other, Array):
            return _overlap.copy(self, other.ordinal, True, 'copyto', '.copyto(...)', other)
        return _overlap.copy(self, ordinal_of(other), True, 'copyto', f'.copyto({other})', None)

    def as_in_ctx(self, ctx):
        return self if ordinal_of(ctx) == self.ordinal else self.copyto(ctx)

    as_in_context = to_device = as_in_ctx

    def copy(self):
        return self.copyto(self.context)

    def reshape(self, *shape, **options):
        shape = size_of(shape, options.get('shape'))
        if -1 in shape:
            known = 1
            for extent in shape:
                known *= extent if extent != -1 else 1
            shape = tuple(self.elements // known if e == -1 and known else e for e in shape)
        return _overlap.reshape(self, shape)

    def detach(self):
        return self

    # -- waits
    def wait_to_read(self):
        _overlap.wait(self, 'wait_to_read()')

    wait_to_write = wait_to_read

    def asnumpy(self):
        import numpy
        host = _overlap.fetch(self, 'asnumpy()')
        _overlap.host_work(False, self.elements * (4, 8, 1)[self.type_index], 'asnumpy()')
        return _overlap.view_as(host, numpy.ndarray)

    def asscalar(self):
        return scalar(self, 'asscalar()', ONE)

    def item(self):
        return scalar(self, 'item()', ONE)

    def tolist(self):
        return as_list(_overlap.fetch(self, 'tolist()'), self.shape, self.type_index)

    def __float__(self):
        return float(self.item())

    def __int__(self):
        return int(self.item())

    def __bool__(self):
        if self.elements != 1:
            raise ValueError('The truth value of an array with more than one element is ambiguous')
        return bool(self.item())

    def __len__(self):
        if not self.shape:
            raise TypeError('len() of unsized object')
        return self.shape[0]

    def text(self, separator, indent):
        """The numbers, after the wait for them."""
        host = _overlap.fetch(self, 'print')
        text = numpy_text(host, self.shape, self.type_index != FLOAT32, separator, indent)
        _overlap.host_work(True, self.elements * (4, 8, 1)[self.type_index], 'print')
        return text

    def __format__(self, spec):
        return format(self.item(), spec) if spec and self.elements == 1 else format(str(self), spec)

    def __hash__(self):
        return id(self)

    def __eq__(self, other):
        raise NotImplementedError('comparing arrays element by element is not there; compare .asnumpy().tolist()')

    __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __eq__

    def __getitem__(self, index):
        raise NotImplementedError('parts of an array, x[...], are not there; operations take whole arrays, and '
                                  '.asnumpy() gives the numbers')

    def __setitem__(self, index, value):
        if index == slice(None) or index is Ellipsis:
            if isinstance(value, Array):
                value.copyto(self)
                return
            (self * 0 + value).copyto(self)
            return
        raise NotImplementedError('parts of an array cannot be assigned to; x[:] = y copies all of it')

    def __iter__(self):
        return self[0]

    def attach_grad(self, *args, **options):
        raise NotImplementedError('attach_grad() is not there; the programs of these sections only go forward')

    backward = attach_grad

    def __getattr__(self, name):
        raise missing(type(self).__name__, name, INSTEAD)
