"""The common base class of mxnet.nd.NDArray and mxnet.np.ndarray."""

import _overlap
from mxnet import making, operators
from mxnet.context import context_of, ordinal_of
from mxnet.emit import of_call
from overlap_dialect import indexing, numbering
from overlap_dialect.arguments import FLOAT32, as_type, missing, named, names_of, refuse, size_of
from overlap_dialect.numbers import Scalar, numpy_text
from overlap_dialect.operators import arithmetic, comparisons, logic, product, reduction, unary
from overlap_dialect.reading import as_list, real, scalar
from overlap_numpy import sharing

INSTEAD = (
    "there are random numbers, arithmetic, comparisons, reductions, shapes, the layers of nets, copies, and the "
    "waits (wait_to_read, waitall, asnumpy, asscalar, item)"
)
ONE = "The current array is not a scalar"


def reducing(op, name):
    """Makes a reduction method: the native operator reduces all elements, the general one along axes."""
    whole = reduction(op, name, f"{{0}}.{name}()")
    along = operators.reduction(op, name)

    def method(self, axis=None, keepdims=False, **options):
        if axis is None and not keepdims and not options:
            return whole(self)
        return along(of_call, self, axis, keepdims, **options)

    return named(method, name)


def method_of(function):
    """Turns a function of mxnet.operators into a method."""

    def method(self, *args, **options):
        return function(of_call, self, *args, **options)

    return named(method, function.__name__)


class Array(_overlap.Tensor):
    __slots__ = ()
    arithmetic(locals())
    comparisons(locals())
    logic(locals())
    dot = product("dot", "{0}.dot({1})")
    sum = reducing("Sum", "sum")
    mean = reducing("Mean", "mean")
    _norm = reduction("Norm", "norm", "{0}.norm()")
    max = reducing("Max", "max")
    argmax = reducing("ArgMax", "argmax")

    def norm(self, ord=2, axis=None, keepdims=False, **options):
        if (ord, axis, keepdims, options) == (2, None, False, {}):
            return self._norm()
        return operators.norm(of_call, self, ord, axis, keepdims, **options)

    square = unary("Square", "square", "{0}.square()")
    sign = unary("Sign", "sign", "{0}.sign()")
    expand_dims = method_of(operators.expand_dims)
    squeeze = method_of(operators.squeeze)
    reshape_like = method_of(operators.reshape_like)
    broadcast_to = method_of(operators.broadcast_to)
    broadcast_like = method_of(operators.broadcast_like)
    split = method_of(operators.split)
    softmax = method_of(operators.softmax)
    log_softmax = method_of(operators.log_softmax)
    pick = method_of(operators.pick)
    take = method_of(operators.take)
    clip = method_of(operators.clip)
    slice_axis = method_of(operators.slice_axis)
    relu = unary("Relu", "relu", "{0}.relu()")
    exp = unary("Exp", "exp", "{0}.exp()")
    log = unary("Log", "log", "{0}.log()")
    sqrt = unary("Sqrt", "sqrt", "{0}.sqrt()")
    sin = unary("Sin", "sin", "{0}.sin()")
    cos = unary("Cos", "cos", "{0}.cos()")
    tanh = unary("Tanh", "tanh", "{0}.tanh()")
    sigmoid = unary("Sigmoid", "sigmoid", "{0}.sigmoid()")
    abs = unary("Abs", "abs", "{0}.abs()")
    swapaxes = method_of(operators.swapaxes)
    one_hot = method_of(operators.one_hot)
    _transposed = unary("Transpose", "transpose", "{0}.transpose()")

    def transpose(self, *args, axes=None):
        """x.transpose(), x.transpose(0, 2, 1), x.transpose((0, 2, 1))"""
        axes = axes if axes is not None else args[0] if len(args) == 1 and isinstance(args[0], (tuple, list)) else args
        return operators.transpose(of_call, self, axes) if axes else self._transposed()

    @property
    def T(self):
        return self._transposed()

    @property
    def context(self):
        return context_of(self.ordinal)

    ctx = device = context
    shape = property(lambda self: self.extents)
    size = property(lambda self: self.elements)
    ndim = property(lambda self: len(self.extents))
    dtype = property(lambda self: ("float32", "int64", "bool")[self.type_index])
    grad = property(lambda self: self.gradient)

    # -- copies: always asynchronous
    def copyto(self, other):
        if isinstance(other, Array):
            if self.type_index != other.type_index and other.type_index != FLOAT32:
                return self.astype(other.dtype).copyto(other)
            return _overlap.copy(self, other.ordinal, True, "copyto", ".copyto(...)", other)
        return _overlap.copy(self, ordinal_of(other), True, "copyto", f".copyto({other})", None)

    def as_in_ctx(self, ctx):
        return self if ordinal_of(ctx) == self.ordinal else self.copyto(ctx)

    as_in_context = to_device = as_in_ctx

    def copy(self):
        return self.copyto(self.context)

    def reshape(self, *shape, **options):
        shape = size_of(shape, options.pop("shape", None))
        refuse("reshape", {k: v for k, v in options.items() if (k, v) != ("order", "C")})
        made = operators.reshape(of_call, self, shape)
        _overlap.link_shape(made, self)
        return made

    def flatten(self):
        """nd keeps the first axis and flattens the others; np flattens all axes into one."""
        return operators.flatten(of_call, self) if self.module == "nd" else operators.reshape(of_call, self, (-1,))

    def astype(self, dtype, copy=True):
        index = making.type_index(dtype)
        if index == self.type_index and not copy:
            return self
        return _overlap.cast(self, index, "astype", f".astype({making.type_text(dtype)})")

    # -- gradients
    def attach_grad(self, grad_req="write", stype=None):
        """Allocates the gradient, which is zero until backward() writes it."""
        gradient = None if grad_req == "null" else making.zeros_for(self)
        _overlap.attach_grad(self, gradient, grad_req)

    def backward(self, out_grad=None, retain_graph=False, train_mode=True):
        from mxnet import autograd

        autograd.backward([self], None if out_grad is None else [out_grad], retain_graph, train_mode)

    def detach(self):
        return _overlap.detach(self)

    # -- waits
    def wait_to_read(self):
        _overlap.wait(self, ".wait_to_read()")

    wait_to_write = wait_to_read

    def asnumpy(self):
        host = _overlap.fetch(self, ".asnumpy()")
        _overlap.host_work(False, self.elements * (4, 8, 1)[self.type_index], "asnumpy()")
        return sharing.of_tensor(host)

    _AXIS = "axis"  # in messages
    __array_priority__ = 1000  # NumPy then leaves mixed operators to this class

    def __array__(self, dtype=None):
        made = self.asnumpy()
        return made if dtype is None else made.astype(dtype)

    def asscalar(self):
        value = scalar(self, ".asscalar()", ONE)
        return Scalar(value) if isinstance(value, float) else value

    def item(self):
        return scalar(self, ".item()", ONE)

    def tolist(self):
        return as_list(_overlap.fetch(self, ".tolist()"), self.shape, self.type_index)

    def __float__(self):
        return real(self, ".item()", ONE)

    def __int__(self):
        return int(self.item())

    def __bool__(self):
        if self.elements != 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous")
        _overlap.note_branch()
        return bool(self.item())

    def __index__(self):
        if self.type_index == FLOAT32 or self.elements != 1:
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        return int(self.item())

    def __contains__(self, element):
        """Waits once, for the maximum, whatever the shape."""
        return bool((self == element).max())

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def text(self, separator, indent):
        """Waits for the values and formats them."""
        host = _overlap.fetch(self, "print")
        text = numpy_text(host, self.shape, self.type_index, separator, indent)
        _overlap.host_work(True, self.elements * (4, 8, 1)[self.type_index], "print")
        return text

    def __format__(self, spec):
        return format(self.item(), spec) if spec and self.elements == 1 else format(str(self), spec)

    def __hash__(self):
        return id(self)

    def __getitem__(self, index):
        return indexing.get(self, index, indexing.is_in_one_piece)

    def __setitem__(self, index, value):
        if value is self:
            return  # x[:] += y has already changed x in place
        if indexing.takes_all(index):
            self._assign(value)
            return
        index = indexing.numbered(index, self.extents)
        if numbering.has_named(index):
            numbering.put(
                self,
                index,
                lambda extents: self._fitting(value, extents),
                "{0}" + indexing.text_of(index) + " = {2}",
                self._shows,
                indexing.get,
            )
            return
        offsets, extents, _ = indexing.block(index, self)
        if indexing.is_part(value, self, offsets, extents):
            return
        value = self._fitting(value, extents)
        _overlap.apply(
            "SliceAssign",
            (self, value),
            "slice_assign",
            "{0}" + indexing.text_of(index) + " = {1}",
            offsets=offsets,
            out=self,
        )

    def _shows(self, index):
        """Whether the part is a view of the array rather than a copy."""
        return indexing.is_in_one_piece(indexing.block(index, self)[1], self.extents)

    def _fitting(self, value, extents):
        """Converts an assigned value to the type of this array and to the shape `extents`."""
        if not isinstance(value, Array):
            value = making.filled(self, extents, value)
        if value.type_index != self.type_index:
            value = value.astype(self.dtype)
        return indexing.broadcast(value, extents)

    def _assign(self, value):
        if isinstance(value, Array):
            indexing.broadcast(value, self.extents).copyto(self)
        elif isinstance(value, (int, float)):
            _overlap.fill(self, as_type(value, self.type_index), f"[:] = {value:g}")
        else:
            making.array_from(type(self), value, self.dtype).copyto(self)

    def __iter__(self):
        if not self.extents:
            raise TypeError("iteration over an array without axes")
        return (self[i] for i in range(self.extents[0]))

    def __getattr__(self, name):
        raise missing(type(self).__name__, name, INSTEAD, names_of(Array))
