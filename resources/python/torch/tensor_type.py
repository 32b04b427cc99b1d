"""torch.Tensor"""

import _overlap
import torch
from overlap_dialect import indexing
from overlap_dialect import operators
from overlap_dialect.arguments import BOOL, FLOAT32, as_type, missing, named, names_of, plain_number, refuse
from overlap_dialect.numbers import torch_line, torch_text
from overlap_dialect.operators import arithmetic, binary, comparing, comparisons, logic, product, reduction, unary
from overlap_dialect.reading import as_list, real, scalar
from overlap_numpy import sharing
from torch import formulas
from torch.issuing import axis_bits, expect_product, issue, labelled, numpy_named, reduce, scaled, together
from torch.making import Made
from torch.tensor_gradients import Gradients
from torch.tensor_parts import Parts
from torch.tensor_shapes import Shapes

ONE = "only one element tensors can be converted to Python scalars"


def reducing(op, name):
    """Makes a reduction method: the native operator reduces all elements, the general one along axes."""
    whole = reduction(op, name, f"{{0}}.{name}()")

    def method(self, dim=None, keepdim=False, dtype=None, **options):
        refuse(name, options)
        data = self if dtype is None else self.type(dtype)
        if dim is None and keepdim:
            dim = tuple(range(len(self.extents)))
        return whole(data) if dim is None or dim == () else reduce(op, name, data, dim, keepdim)

    return named(method, name)


def multiplying(name, text):
    """Makes a product of matrices or vectors; matmul also takes axes in front."""
    native = product(name, text)

    def method(self, other):
        both = [one.extents for one in (self, other) if isinstance(one, Tensor)]
        ranks = [len(one) for one in both]
        if ranks[1:] and max(ranks) > 2:
            if name == "mm":
                raise RuntimeError("self must be a matrix" if ranks[0] != 2 else "mat2 must be a matrix")
            return torch.composed.matmul(self, other, text)
        if ranks == [2, 2]:
            expect_product(*both)
        return native(self, other)

    return named(method, name)


def choosing(op, name, text):
    """Elementwise maximum or minimum of two tensors; equal elements get half of the gradient each."""
    native = binary(op, op + "Scalar", name, text)

    def method(self, other):
        self, other = together(self, other)
        if isinstance(other, Tensor) and self.type_index == other.type_index == FLOAT32:
            return issue(op, (self, other), name, text, scalars=(0.5,))
        return native(self, other)

    return named(method, name)


# Which of several equal maxima gets the gradient: all of them evenly, or the first one.
EVENLY, FIRST = 1.0, 2.0


class Extreme(tuple):
    """Elements along an axis, such as the largest, and their indices."""

    values, indices = property(lambda self: self[0]), property(lambda self: self[1])

    def __repr__(self):
        return f"torch.return_types.{self.name}(\nvalues={self[0]!r},\nindices={self[1]!r})"


class Largest(Extreme):
    name = "max"


class Smallest(Extreme):
    name = "min"


def turned(tensor):
    """Reverses the order of the values, so that max() finds the minimum."""
    return tensor == 0 if tensor.type_index == BOOL else -tensor


class Tensor(Gradients, Shapes, Parts, Made, _overlap.Tensor):
    __slots__ = ()
    promotion = "torch"
    arithmetic(locals())
    comparisons(locals())
    logic(locals())

    def __new__(cls, *args):
        """torch.Tensor([1, 2]) and torch.Tensor(2, 3): float32."""
        if len(args) == 1 and isinstance(args[0], (list, tuple)):
            return torch.tensor(args[0], dtype=torch.float32, device="cpu")
        return torch.empty(*args, device="cpu")

    def __copy__(self):
        return _overlap.view_as(self, type(self))

    def __deepcopy__(self, memo):
        if not self.is_leaf:
            raise RuntimeError(
                "Only Tensors created explicitly by the user (graph leaves) support the deepcopy "
                "protocol at the moment; use .detach().clone()"
            )
        with torch.no_grad():
            made = self.detach().clone()
        memo[id(self)] = made
        return made.requires_grad_() if self.requires_grad else made

    mm = multiplying("mm", "{0}.mm({1})")
    matmul = multiplying("matmul", "{0}.matmul({1})")
    __matmul__ = multiplying("matmul", "{0} @ {1}")
    _dot = product("dot", "{0}.dot({1})")
    add = scaled(binary("Add", "AddScalar", "add", "{0}.add({1})"), "add")
    sub = scaled(binary("Subtract", "AddScalar", "sub", "{0}.sub({1})", negate=True), "sub")
    mul = binary("Multiply", "MultiplyScalar", "mul", "{0}.mul({1})")
    div = binary("Divide", "DivideScalar", "div", "{0}.div({1})")
    add_ = scaled(binary("Add", "AddScalar", "add_", "{0}.add_({1})", in_place=True), "add_")
    sub_ = scaled(binary("Subtract", "AddScalar", "sub_", "{0}.sub_({1})", in_place=True, negate=True), "sub_", -1)
    mul_ = binary("Multiply", "MultiplyScalar", "mul_", "{0}.mul_({1})", in_place=True)
    div_ = binary("Divide", "DivideScalar", "div_", "{0}.div_({1})", in_place=True)
    relu = unary("Relu", "relu", "{0}.relu()")
    exp = unary("Exp", "exp", "{0}.exp()")
    log = unary("Log", "log", "{0}.log()")
    sqrt = unary("Sqrt", "sqrt", "{0}.sqrt()")
    sin = unary("Sin", "sin", "{0}.sin()")
    cos = unary("Cos", "cos", "{0}.cos()")
    tanh = unary("Tanh", "tanh", "{0}.tanh()")
    sigmoid = unary("Sigmoid", "sigmoid", "{0}.sigmoid()")
    abs = unary("Abs", "abs", "{0}.abs()")
    sum = reducing("Sum", "sum")
    mean = reducing("Mean", "mean")
    argmax = reducing("ArgMax", "argmax")
    square = unary("Square", "square", "{0}.square()")
    sign = unary("Sign", "sign", "{0}.sign()")
    neg = unary("Negate", "neg", "-{0}")
    maximum = choosing("Maximum", "maximum", "{0}.maximum({1})")
    minimum = choosing("Minimum", "minimum", "{0}.minimum({1})")
    # If both are equal, the tensor itself gets the whole gradient.
    _at_least = binary("Maximum", "MaximumScalar", "clamp", "{0}.clamp(min={1})")
    _at_most = binary("Minimum", "MinimumScalar", "clamp", "{0}.clamp(max={1})")
    eq, ne, lt = (comparing("Equal", "eq", "=="), comparing("NotEqual", "ne", "!="), comparing("Less", "lt", "<"))
    le, gt = comparing("LessEqual", "le", "<="), comparing("Greater", "gt", ">")
    ge = comparing("GreaterEqual", "ge", ">=")
    pow = __pow__ = formulas.power
    remainder = __mod__ = formulas.remainder
    floor_divide = __floordiv__ = formulas.floor_divide
    fmod = formulas.fmod
    _norm, _largest = reducing("Norm", "norm"), reducing("Max", "max")

    def _max(self, dim=None, keepdim=False, dtype=None, share=EVENLY):
        if self.type_index != FLOAT32:
            return self._largest(dim, keepdim, dtype)
        along = dim is not None and dim != ()
        return issue(
            "Max",
            (self,),
            "max",
            f"{{0}}.max(dim={dim})" if along else "{0}.max()",
            scalars=(share,),
            axes=axis_bits(dim, self, "max") if along else 0,
            keep_axes=keepdim,
        )

    def norm(self, p=2, dim=None, keepdim=False, dtype=None):
        if isinstance(p, str) and p != "fro":
            raise NotImplementedError(f"norm() is of a number or 'fro' here, not {p!r}")
        return formulas.vector_norm(self, 2 if p == "fro" else p, dim, keepdim, dtype)

    def dot(self, tensor):
        """Supports vectors only."""
        both = [len(one.extents) for one in (self, tensor) if isinstance(one, Tensor)]
        if len(both) == 2 and both != [1, 1]:
            raise RuntimeError(f"1D tensors expected, but got {both[0]}D and {both[1]}D tensors")
        return Tensor._dot(self, tensor)

    def max(self, dim=None, keepdim=False):
        """The maximum; along an axis also its indices; of two tensors the elementwise maximum."""
        if isinstance(dim, Tensor):
            return self.maximum(dim)
        if dim is None:
            return self._max()
        return Largest((self._max(dim, keepdim, share=FIRST), self.argmax(dim, keepdim)))

    def min(self, dim=None, keepdim=False):
        if isinstance(dim, Tensor):
            return self.minimum(dim)
        if dim is None:
            return labelled(turned(turned(self)._max()), "{0}.min()", self)
        other = turned(self)
        values = labelled(turned(other._max(dim, keepdim, share=FIRST)), f"{{0}}.min(dim={dim})", self)
        return Smallest((values, other.argmax(dim, keepdim)))

    def argmin(self, dim=None, keepdim=False):
        return turned(self).argmax(dim, keepdim)

    def all(self, dim=None, keepdim=False):
        return (self == 0)._max(dim, keepdim) == 0

    def any(self, dim=None, keepdim=False):
        return (self != 0)._max(dim, keepdim)

    sum, mean, argmax, max, min, argmin, all, any = map(numpy_named, (sum, mean, argmax, max, min, argmin, all, any))

    def logical_not(self):
        return self == 0

    def floor(self):
        return operators.floor(self) if self.type_index == FLOAT32 else self

    def ceil(self):
        return operators.ceil(self) if self.type_index == FLOAT32 else self

    def trunc(self):
        return operators.cut(self) if self.type_index == FLOAT32 else self

    def where(self, condition, other):
        return torch.where(condition, self, other)

    clamp = clip = formulas.clamp

    def clamp_(self, min=None, max=None):
        bounds = [one for one in (min, max) if one is not None]
        if len(bounds) != 1 or isinstance(bounds[0], Tensor):
            return self.copy_(self.clamp(min, max))
        op = "MaximumScalar" if max is None else "MinimumScalar"
        _overlap.apply(op, (self,), "clamp_", "{0}.clamp_()", scalars=bounds, out=self)
        return self

    clip_ = clamp_
    clamp_min, clamp_max = (lambda self, min: self.clamp(min)), (lambda self, max: self.clamp(None, max))

    def softmax(self, dim):
        return torch.softmax(self, dim)

    def log_softmax(self, dim):
        return torch.log_softmax(self, dim)

    @property
    def shape(self):
        return torch.Size(self.extents)

    @property
    def device(self):
        return torch.device("cpu") if self.ordinal < 0 else torch.device("cuda", self.ordinal)

    @property
    def dtype(self):
        return torch._DTYPES[self.type_index]

    ndim = property(lambda self: len(self.extents))
    is_cuda = property(lambda self: self.ordinal >= 0)

    def size(self, dim=None):
        return self.shape if dim is None else self.extents[dim]

    def dim(self):
        return len(self.extents)

    def numel(self):
        return self.elements

    nelement = numel

    nbytes = property(lambda self: self.elements * self.element_size())

    def element_size(self):
        return (4, 8, 1)[self.type_index]

    def to(self, *args, device=None, dtype=None, non_blocking=False, copy=False, **options):
        refuse("to", options)
        if args and isinstance(args[0], Tensor):
            args = (args[0].device,) + args[1:]
        if args and isinstance(args[0], torch.dtype):
            args, dtype = args[1:], args[0]
        if args:
            device = args[0]
        if len(args) > 1 and isinstance(args[1], torch.dtype):
            args, dtype = args[:1] + args[2:], args[1]
        if len(args) > 1:
            non_blocking = args[1]
        if dtype is not None and dtype is not self.dtype:
            return self.type(dtype).to(device=device, non_blocking=non_blocking)
        target = self.ordinal if device is None else torch.ordinal_of(device)
        if target == self.ordinal and not copy:
            return self
        where = repr(str(device)) if device is not None else ""
        text = f".to({where}, non_blocking=True)" if non_blocking else f".to({where})"
        return _overlap.copy(self, target, bool(non_blocking), "to", text, None)

    def cpu(self):
        return self if self.ordinal < 0 else _overlap.copy(self, -1, False, "cpu", ".cpu()", None)

    def cuda(self, device=None, non_blocking=False):
        target = torch.ordinal_of("cuda" if device is None else device)
        return (
            self if target == self.ordinal else _overlap.copy(self, target, bool(non_blocking), "cuda", ".cuda()", None)
        )

    def clone(self):
        return _overlap.copy(self, self.ordinal, True, "clone", ".clone()", None)

    def copy_(self, source, non_blocking=False):
        source = self._fitting(source, self.extents)
        return _overlap.copy(source, self.ordinal, bool(non_blocking), "copy_", "", self)

    def _fitting(self, value, extents):
        """Converts an assigned value to this type and broadcasts it to `extents`."""
        if not isinstance(value, _overlap.Tensor):
            value = plain_number(value)
            if not isinstance(value, (bool, int, float)):
                raise TypeError(f"can't assign a {type(value).__name__} to a {self.type()}")
            return torch.full(extents, as_type(value, self.type_index), device=self.device, dtype=self.dtype)
        if value.type_index != self.type_index and self.type_index != FLOAT32:
            value = value.type(self.dtype)
        return indexing.broadcast(value, extents)

    def _beside(self, other):
        """Copies a single number to the device of the other tensor; PyTorch passes it as a kernel argument."""
        return _overlap.copy(self, other.ordinal, True, "to", "", None)

    def record_stream(self, stream):
        """Checks its argument only: memory is never reused before all streams that use it are done."""
        if not isinstance(stream, torch.cuda.Stream):
            raise TypeError(f"record_stream() takes a torch.cuda.Stream, not {type(stream).__name__}")

    def pin_memory(self):
        """Copies to pinned memory, from which a GPU can copy while the program continues."""
        return _overlap.pin(self)

    def is_pinned(self, device=None):
        return _overlap.is_pinned(self)

    def type(self, dtype=None):
        if dtype is None:
            kind = ("FloatTensor", "LongTensor", "BoolTensor")[self.type_index]
            return f"torch.cuda.{kind}" if self.is_cuda else f"torch.{kind}"
        return self if dtype is self.dtype else _overlap.cast(self, torch._type_index(dtype), "to", f".to({dtype!r})")

    def float(self):
        return self.type(torch.float32)

    def double(self):
        return self.type(torch.float64)

    def long(self):
        return self.type(torch.int64)

    def bool(self):
        return self.type(torch.bool)

    @property
    def data(self):
        return self.detach()

    @data.setter
    def data(self, value):
        """Copies the values into this tensor; its views show them too."""
        if not isinstance(value, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {type(value).__name__}")
        if _overlap.are_one_storage(self, value):
            return  # w.data -= y has already changed w in place
        if (value.extents, value.ordinal, value.type_index) != (self.extents, self.ordinal, self.type_index):
            if not isinstance(self, torch.nn.Parameter):
                raise NotImplementedError(
                    ".data of a tensor other than an nn.Parameter accepts only a tensor of the same shape, type and "
                    "device here; make a new tensor"
                )
            _overlap.set_data(self, value.detach(), None)
            return
        with torch.no_grad():
            self.copy_(value.detach())

    def fill_(self, value):
        _overlap.fill(self, as_type(value, self.type_index), f"[:] = {value:g}")
        return self

    def zero_(self):
        return self.fill_(0)

    def numpy(self):
        if self.ordinal >= 0:
            raise TypeError(
                "can't convert cuda device type tensor to numpy. Use Tensor.cpu() to copy the tensor to "
                "host memory first."
            )
        if self.requires_grad:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        return sharing.of_shared(self)

    _AXIS = "dimension"  # in messages
    __array_priority__ = 1000  # NumPy then leaves mixed operators to the tensor

    def __array__(self, dtype=None):
        made = self.numpy()
        return made if dtype is None else made.astype(dtype)

    def __array_wrap__(self, array, context=None):
        return torch.from_numpy(array)

    def item(self):
        return self._number(".item()", f"a Tensor with {self.elements} elements cannot be converted to Scalar")

    def _number(self, call, message):
        if self.elements != 1:
            raise RuntimeError(message)
        return scalar(self, call, message)

    def tolist(self):
        return as_list(_overlap.fetch(self, ".tolist()"), self.extents, self.type_index)

    def __float__(self):
        return real(self, "float()", ONE)

    def __int__(self):
        return int(scalar(self, "int()", ONE))

    def __bool__(self):
        _overlap.note_branch()
        return bool(self._number("bool()", "Boolean value of Tensor with more than one value is ambiguous"))

    def __index__(self):
        if self.type_index == FLOAT32 or self.elements != 1:
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return int(scalar(self, "index", ONE))

    def __contains__(self, element):
        """Waits once, whatever the shape."""
        return bool((self == element).any())

    def __len__(self):
        if not self.extents:
            raise TypeError("len() of a 0-d tensor")
        return self.extents[0]

    def __repr__(self):
        host = _overlap.fetch(self, "print")
        text = "tensor(" + torch_text(host, self.extents, self.type_index, 7)
        _overlap.host_work(True, self.elements * self.element_size(), "print")
        words = [f"device='{self.device}'"] if self.ordinal >= 0 else []
        if not self.elements:
            words += [f"size={self.extents}"] if len(self.extents) != 1 else []
            words += [f"dtype={self.dtype}"] if self.type_index != FLOAT32 else []
        if self.requires_grad:
            words.append("requires_grad=True" if self.is_leaf else f"grad_fn={self.grad_fn}")
        return torch_line(text, words, 7)

    def __format__(self, spec):
        return format(self.item(), spec) if not self.extents else format(repr(self), spec)

    def __hash__(self):
        return id(self)

    def __iter__(self):
        if not self.extents:
            raise TypeError("iteration over a 0-d tensor")
        return (self[i] for i in range(self.extents[0]))

    def __getattr__(self, name):
        names = names_of(Tensor)
        raise missing("Tensor", name, "a tensor has " + ", ".join(names), names)
