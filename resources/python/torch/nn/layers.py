"""Layers and losses."""

import math

from overlap_dialect.arguments import refuse
from torch.issuing import padding_of, pair
from torch.nn import functional as F
from torch.nn.module import Module
from torch.nn.parameter import Parameter, UninitializedParameter, made_on


def _uniform(shape, bound, device):
    return Parameter(made_on(device, "RandomUniform", shape, -bound, bound, "parameter"))


def _bound_of(inputs):
    """The bound of a layer's initial weights; 0 without inputs. A negative number raises when the weights are made."""
    return 1 / math.sqrt(inputs) if inputs > 0 else 0.0


def _single(value):
    return (value,) if isinstance(value, int) else tuple(value)


class Linear(Module):
    def __init__(self, in_features, out_features, bias=True, device=None):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        bound = _bound_of(in_features)
        self.weight = _uniform((out_features, in_features), bound, device)
        self.bias = _uniform((out_features,), bound, device) if bias else None

    def forward(self, input):
        return F.linear(input, self.weight, self.bias, dispatch="layer")

    def extra_repr(self):
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class Conv2d(Module):
    def __init__(
        self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, device=None
    ):
        super().__init__()
        self._group(in_channels, out_channels, groups)
        self.kernel_size, self.stride, self.dilation = pair(kernel_size), pair(stride), pair(dilation)
        reach = tuple(d * (k - 1) + 1 for d, k in zip(self.dilation, self.kernel_size))
        pads = padding_of(padding, reach, stride)
        self.padding = padding if isinstance(padding, str) else pads
        self._make(bias, device)

    def _group(self, in_channels, out_channels, groups):
        if groups <= 0:
            raise ValueError("groups must be a positive integer")
        for name, channels in (("in", in_channels), ("out", out_channels)):
            if channels % groups:
                raise ValueError(f"{name}_channels must be divisible by groups")
        self.in_channels, self.out_channels, self.groups = in_channels, out_channels, groups

    def _make(self, bias, device):
        bound = self._bound()
        shape = (self.out_channels, self.in_channels // self.groups, *self.kernel_size)
        self.weight = _uniform(shape, bound, device)
        self.bias = _uniform((self.out_channels,), bound, device) if bias else None

    def _bound(self):
        return _bound_of(self.in_channels // self.groups * math.prod(self.kernel_size))

    def forward(self, input):
        more = (self.stride, self.padding, self.dilation, self.groups)
        return F.conv2d(input, self.weight, self.bias, *more, dispatch="layer")

    def extra_repr(self):
        padding = f", padding={self.padding}" if self.padding not in ((0, 0), (0,)) else ""
        padding += f", dilation={self.dilation}" if set(self.dilation) != {1} else ""
        padding += f", groups={self.groups}" if self.groups != 1 else ""
        bias = ", bias=False" if self.bias is None else ""
        return (
            f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
            f"{padding}{bias}"
        )


class Conv1d(Conv2d):
    def __init__(
        self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, device=None
    ):
        Module.__init__(self)
        self._group(in_channels, out_channels, groups)
        self.kernel_size, self.stride, self.dilation = _single(kernel_size), _single(stride), _single(dilation)
        self.padding = padding if isinstance(padding, str) else _single(padding)
        self._make(bias, device)

    def forward(self, input):
        more = (self.stride, self.padding, self.dilation, self.groups)
        return F.conv1d(input, self.weight, self.bias, *more, dispatch="layer")


def _materialize(layer, shapes, bound):
    """Makes the parameters of a lazy layer at its first batch."""
    for name, shape in shapes.items():
        parameter = layer._parameters.get(name)
        if parameter is not None:
            layer._parameters[name] = parameter.materialize(shape, "RandomUniform", -bound, bound)


def _lazy(base):
    """A convolution whose first batch determines the number of input channels; it becomes a `base` then."""

    class Lazy(base):
        def __init__(self, out_channels, kernel_size, *args, **options):
            super().__init__(0, out_channels, kernel_size, *args, **options)

        def _make(self, bias, device):
            self.weight = UninitializedParameter(device)
            self.bias = UninitializedParameter(device) if bias else None

        def forward(self, input):
            self.in_channels = input.extents[1]
            weight = (self.out_channels, self.in_channels // self.groups, *self.kernel_size)
            _materialize(self, {"weight": weight, "bias": weight[:1]}, self._bound())
            self.__class__ = base
            return self.forward(input)

    Lazy.__name__ = Lazy.__qualname__ = f"Lazy{base.__name__}"
    return Lazy


LazyConv1d, LazyConv2d = _lazy(Conv1d), _lazy(Conv2d)


class LazyLinear(Linear):
    """Becomes a Linear at the first batch, which determines the number of inputs."""

    def __init__(self, out_features, bias=True, device=None):
        Module.__init__(self)
        self.in_features, self.out_features = 0, out_features
        self.weight = UninitializedParameter(device)
        self.bias = UninitializedParameter(device) if bias else None

    def forward(self, input):
        self.in_features = input.extents[-1]
        shape = (self.out_features, self.in_features)
        _materialize(self, {"weight": shape, "bias": shape[:1]}, _bound_of(self.in_features))
        self.__class__ = Linear
        return self.forward(input)


class BatchNorm2d(Module):
    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None):
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        self._make(device)

    def _make(self, device):
        """What PyTorch leaves out, constants or statistics, the kernel needs: it is a buffer that is not saved."""
        shape, learns, keeps = (self.num_features,), self.affine, self.track_running_stats
        for name, value in (("weight", 1.0), ("bias", 0.0)):
            made = made_on(device, "Fill", shape, value, 0.0, "parameter")
            self.register_parameter(name, Parameter(made) if learns else None)
            if not learns:
                self.register_buffer("_" + name, made, persistent=False)
        for name, value in (("running_mean", 0.0), ("running_var", 1.0)):
            made = made_on(device, "Fill", shape, value, 0.0, "buffer")
            self.register_buffer(name if keeps else "_" + name, made, persistent=keeps)
            if not keeps:
                self.register_buffer(name, None)

    def _own(self, name):
        own = getattr(self, name)
        return getattr(self, "_" + name) if own is None else own

    def forward(self, input):
        return F.batch_norm(
            input,
            *map(self._own, ("running_mean", "running_var", "weight", "bias")),
            self.training or not self.track_running_stats,
            self.momentum,
            self.eps,
            dispatch="layer",
        )

    def extra_repr(self):
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"track_running_stats={self.track_running_stats}"
        )


class BatchNorm1d(BatchNorm2d):
    def forward(self, input):
        rank = len(input.extents)
        if rank not in (2, 3):
            raise ValueError(f"expected 2D or 3D input (got {rank}D input)")
        return super().forward(input)


class LayerNorm(Module):
    """Normalises each example over its last axes."""

    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None):
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.normalized_shape, self.eps, self.elementwise_affine = shape, eps, elementwise_affine
        learns = elementwise_affine
        self.weight = Parameter(made_on(device, "Fill", shape, 1.0, 0.0, "parameter")) if learns else None
        self.bias = Parameter(made_on(device, "Fill", shape, 0.0, 0.0, "parameter")) if learns and bias else None

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps, dispatch="layer")

    def extra_repr(self):
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class RMSNorm(Module):
    """Divides each example by the root of the mean of its squares."""

    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None):
        super().__init__()
        shape = _single(normalized_shape)
        self.normalized_shape, self.eps, self.elementwise_affine = shape, eps, elementwise_affine
        learns = elementwise_affine
        self.weight = Parameter(made_on(device, "Fill", shape, 1.0, 0.0, "parameter")) if learns else None

    def forward(self, input):
        return F.rms_norm(input, self.normalized_shape, self.weight, self.eps, dispatch="layer")

    extra_repr = LayerNorm.extra_repr


class LazyBatchNorm2d(BatchNorm2d):
    """Becomes a BatchNorm2d at the first batch."""

    base = BatchNorm2d

    def __init__(self, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None):
        super().__init__(0, eps, momentum, affine, track_running_stats, device)

    def _make(self, device):
        self.weight, self.bias = UninitializedParameter(device), UninitializedParameter(device)

    def forward(self, input):
        self.num_features = input.extents[1]
        shape = (self.num_features,)
        device = self._parameters["weight"].device
        self._parameters["weight"] = self._parameters["weight"].materialize(shape, "Fill", 1.0, 0.0)
        self._parameters["bias"] = self._parameters["bias"].materialize(shape, "Fill", 0.0, 0.0)
        self.register_buffer("running_mean", made_on(device, "Fill", shape, 0.0, 0.0, "buffer"))
        self.register_buffer("running_var", made_on(device, "Fill", shape, 1.0, 0.0, "buffer"))
        self.__class__ = self.base
        return self.forward(input)


class LazyBatchNorm1d(LazyBatchNorm2d):
    base = BatchNorm1d


class Embedding(Module):
    """Maps each index of the input to a row of the weight."""

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, device=None, **options):
        super().__init__()
        refuse("Embedding", options)
        if padding_idx is not None and not -num_embeddings <= padding_idx < num_embeddings:
            raise AssertionError("Padding_idx must be within num_embeddings")
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.padding_idx = None if padding_idx is None else padding_idx % num_embeddings
        shape = (num_embeddings, embedding_dim)
        self.weight = Parameter(made_on(device, "RandomNormal", shape, 0.0, 1.0, "parameter"))
        if padding_idx is not None:
            self.weight.detach()[self.padding_idx] = 0

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None):
        made = cls(*embeddings.extents, padding_idx, device=embeddings.device)
        made.weight = Parameter(embeddings, requires_grad=not freeze)
        return made

    def forward(self, input):
        return F.embedding(input, self.weight, self.padding_idx, dispatch="layer")

    def extra_repr(self):
        padding = "" if self.padding_idx is None else f", padding_idx={self.padding_idx}"
        return f"{self.num_embeddings}, {self.embedding_dim}{padding}"


class Identity(Module):
    def forward(self, input):
        return input


class Flatten(Module):
    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, input):
        rank = len(input.extents)
        first, last = self.start_dim % rank, self.end_dim % rank
        return input.reshape(*input.extents[:first], -1, *input.extents[last + 1 :])

    def extra_repr(self):
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    def __init__(self, dim, unflattened_size):
        super().__init__()
        self.dim, self.unflattened_size = dim, tuple(unflattened_size)

    def forward(self, input):
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self):
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"


class PReLU(Module):
    def __init__(self, num_parameters=1, init=0.25, device=None):
        super().__init__()
        self.num_parameters = num_parameters
        self.weight = Parameter(made_on(device, "Fill", (num_parameters,), init, 0.0, "parameter"))

    def forward(self, input):
        return F.prelu(input, self.weight)

    def extra_repr(self):
        return f"num_parameters={self.num_parameters}"


class ConvTranspose2d(Conv2d):
    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        output_padding=0,
        groups=1,
        bias=True,
        dilation=1,
        device=None,
    ):
        if pair(dilation) != (1, 1) or groups != 1:
            raise NotImplementedError("transposed convolutions have one group and no dilation here")
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, device)
        self.output_padding = pair(output_padding)

    def _make(self, bias, device):
        bound = _bound_of(self.out_channels * math.prod(self.kernel_size))
        self.weight = _uniform((self.in_channels, self.out_channels, *self.kernel_size), bound, device)
        self.bias = _uniform((self.out_channels,), bound, device) if bias else None

    def forward(self, input):
        return F.conv_transpose2d(
            input, self.weight, self.bias, self.stride, self.padding, self.output_padding, dispatch="layer"
        )

    def extra_repr(self):
        more = f", output_padding={self.output_padding}" if self.output_padding != (0, 0) else ""
        text = super().extra_repr()
        return text.replace(", bias=False", f"{more}, bias=False") if self.bias is None else text + more


class GroupNorm(Module):
    """Normalises each group of channels of an example."""

    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None):
        super().__init__()
        if num_channels % num_groups:
            raise ValueError(f"num_channels ({num_channels}) must be divisible by num_groups ({num_groups})")
        self.num_groups, self.num_channels, self.eps, self.affine = num_groups, num_channels, eps, affine
        shape = (num_channels,)
        self.weight = Parameter(made_on(device, "Fill", shape, 1.0, 0.0, "parameter")) if affine else None
        self.bias = Parameter(made_on(device, "Fill", shape, 0.0, 0.0, "parameter")) if affine else None

    def forward(self, input):
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps, dispatch="layer")

    def extra_repr(self):
        return f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}"


class InstanceNorm2d(GroupNorm):
    """Normalises each channel of an example."""

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None):
        refuse(type(self).__name__, {"track_running_stats": track_running_stats})
        super().__init__(num_features, num_features, eps, affine, device)
        self.momentum = momentum

    def extra_repr(self):
        return (
            f"{self.num_channels}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"track_running_stats=False"
        )


class InstanceNorm1d(InstanceNorm2d):
    pass


class _Pooling(Module):
    function = None

    def __init__(self, kernel_size, stride=None, padding=0, **options):
        super().__init__()
        self.kernel_size, self.padding = kernel_size, padding
        self.stride = kernel_size if stride is None else stride
        self._options = options

    def forward(self, input):
        return type(self).function(input, self.kernel_size, self.stride, self.padding, **self._options)

    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool2d(_Pooling):
    function = F.avg_pool2d


class MaxPool2d(_Pooling):
    function = F.max_pool2d

    def extra_repr(self):
        return super().extra_repr() + ", dilation=1, ceil_mode=False"  # the only supported values
