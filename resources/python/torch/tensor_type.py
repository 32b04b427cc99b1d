"""torch.Tensor"""

import _overlap
import torch
from overlap_dialect.arguments import FLOAT32, missing, refuse, size_of
from overlap_dialect.numbers import torch_text
from overlap_dialect.operators import arithmetic, binary, product, reduction, unary
from overlap_dialect.reading import as_list, scalar

ONE = 'only one element tensors can be converted to Python scalars'


class Tensor(_overlap.Tensor):
    __slots__ = ()
    arithmetic(locals())
    mm = product('mm', '{0}.mm({1})')
    matmul = product('matmul', '{0}.matmul({1})')
    dot = product('dot', '{0}.dot({1})')
    add = binary('Add', 'AddScalar', 'add', '{0}.add({1})')
    sub = binary('Subtract', 'AddScalar', 'sub', '{0}.sub({1})', negate=True)
    mul = binary('Multiply', 'MultiplyScalar', 'mul', '{0}.mul({1})')
    div = binary('Divide', 'DivideScalar', 'div', '{0}.div({1})')
    add_ = binary('Add', 'AddScalar', 'add_', '{0}.add_({1})', in_place=True)
    sub_ = binary('Subtract', 'AddScalar', 'sub_', '{0}.sub_({1})', in_place=True, negate=True)
    mul_ = binary('Multiply', 'MultiplyScalar', 'mul_', '{0}.mul_({1})', in_place=True)
    div_ = binary('Divide', 'DivideScalar', 'div_', '{0}.div_({1})', in_place=True)
    relu = unary('Relu', 'relu', '{0}.relu()')
    exp = unary('Exp', 'exp', '{0}.exp()')
    log = unary('Log', 'log', '{0}.log()')
    sqrt = unary('Sqrt', 'sqrt', '{0}.sqrt()')
    tanh = unary('Tanh', 'tanh', '{0}.tanh()')
    sigmoid = unary('Sigmoid', 'sigmoid', '{0}.sigmoid()')
    abs = unary('Abs', 'abs', '{0}.abs()')
    sum = reduction('Sum', 'sum', '{0}.sum()')
    mean = reduction('Mean', 'mean', '{0}.mean()')
    norm = reduction('Norm', 'norm', '{0}.norm()')
    max = reduction('Max', 'max', '{0}.max()')
    argmax = reduction('ArgMax', 'argmax', '{0}.argmax()')
    t = unary('Transpose', 't', '{0}.t()')

    @property
    def T(self):
        return self.t()

    @property
    def shape(self):
        return torch.Size(self.extents)

    @property
    def device(self):
        return torch.device('cpu') if self.ordinal < 0 else torch.device('cuda', self.ordinal)

    @property
    def dtype(self):
        return torch._DTYPES[self.type_index]

    ndim = property(lambda self: len(self.extents))
    is_cuda = property(lambda self: self.ordinal >= 0)
    requires_grad = property(lambda self: False)
    grad = property(lambda self: None)

    def size(self, dim=None):
        return self.shape if dim is None else self.extents[dim]

    def dim(self):
        return len(self.extents)

    def numel(self):
        return self.elements

    nelement = numel

    def element_size(self):
        return (4, 8, 1)[self.type_index]

    def to(self, *args, device=None, dtype=None, non_blocking=False, copy=False, **options):
        refuse('to', options)
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
            raise NotImplementedError(f'a tensor keeps its type here; make it as {dtype!r} instead of converting it')
        target = self.ordinal if device is None else torch.ordinal_of(device)
        if target == self.ordinal and not copy:
            return self
        where = repr(str(device)) if device is not None else ''
        text = f".to({where}, non_blocking=True)" if non_blocking else f'.to({where})'
        return _overlap.copy(self, target, bool(non_blocking), 'to', text, None)

    def cpu(self):
        return self if self.ordinal < 0 else _overlap.copy(self, -1, False, 'cpu', '.cpu()', None)

    def cuda(self, device=None, non_blocking=False):
        target = torch.ordinal_of('cuda' if device is None else device)
        return self if target == self.ordinal else \
            _overlap.copy(self, target, bool(non_blocking), 'cuda', '.cuda()', None)

    def clone(self):
        return _overlap.copy(self, self.ordinal, True, 'clone', '.clone()', None)

    def copy_(self, source, non_blocking=False):
        return _overlap.copy(source, self.ordinal, bool(non_blocking), 'copy_', '', self)

    def detach(self):
        return self

    contiguous = detach
    data = property(detach)

    def reshape(self, *shape):
        shape = size_of(shape, None)
        if -1 in shape:
            known = 1
            for extent in shape:
                known *= extent if extent != -1 else 1
            shape = tuple(self.elements // known if e == -1 and known else e for e in shape)
        return _overlap.reshape(self, shape)

    view = reshape

    def flatten(self):
        return self.reshape(-1)

    def numpy(self):
        if self.ordinal >= 0:
            raise TypeError("can't convert cuda device type tensor to numpy. Use Tensor.cpu() to copy the tensor to "
                            'host memory first.')
        import numpy
        return _overlap.view_as(self, numpy.ndarray)

    def item(self):
        return scalar(self, 'item()', f'a Tensor with {self.elements} elements cannot be converted to Scalar')

    def tolist(self):
        return as_list(_overlap.fetch(self, 'tolist()'), self.extents, self.type_index)

    def __float__(self):
        return float(scalar(self, 'float()', ONE))

    def __int__(self):
        return int(scalar(self, 'int()', ONE))

    def __bool__(self):
        return bool(scalar(self, 'bool()', 'Boolean value of Tensor with more than one value is ambiguous'))

    def __len__(self):
        if not self.extents:
            raise TypeError('len() of a 0-d tensor')
        return self.extents[0]

    def __repr__(self):
        host = _overlap.fetch(self, 'print')
        text = 'tensor(' + torch_text(host, self.extents, self.type_index != FLOAT32, 7)
        _overlap.host_work(True, self.elements * self.element_size(), 'print')
        if self.ordinal >= 0:
            text += f", device='{self.device}'"
        return text + ')'

    def __format__(self, spec):
        return format(self.item(), spec) if not self.extents else format(repr(self), spec)

    def __hash__(self):
        return id(self)

    def __eq__(self, other):
        raise NotImplementedError('comparing tensors element by element is not there; compare .tolist() of both')

    __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __eq__

    def __getitem__(self, index):
        raise NotImplementedError('parts of a tensor, x[...], are not there; operations take whole tensors, and '
                                  '.tolist() gives the numbers')

    def __setitem__(self, index, value):
        if index == slice(None) or index is Ellipsis:
            if not isinstance(value, Tensor):
                value = torch.full(self.extents, value, device=self.device)
            self.copy_(value)
            return
        raise NotImplementedError('parts of a tensor cannot be assigned to; x[:] = y copies all of it')

    def __iter__(self):
        return self[0]

    def backward(self, *args, **options):
        raise NotImplementedError('backward() is not there; the programs of these sections only go forward')

    def __getattr__(self, name):
        raise missing('Tensor', name, torch.INSTEAD)
