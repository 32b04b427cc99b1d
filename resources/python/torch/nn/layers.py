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
        if pair(dilation) != (1, 1) or groups != 1:
            raise NotImplementedError("convolutions have one group and no dilation here")
        self.in_channels, self.out_channels = in_channels, out_channels
        self.kernel_size, self.stride = pair(kernel_size), pair(stride)
        pads = padding_of(padding, self.kernel_size, stride)
        self.padding = padding if isinstance(padding, str) else pads
        self._make(bias, device)

    def _make(self, bias, device):
        bound = self._bound()
        self.weight = _uniform((self.out_channels, self.in_channels, *self.kernel_size), bound, device)
        self.bias = _uniform((self.out_channels,), bound, device) if bias else None

    def _bound(self):
        return _bound_of(self.in_channels * math.prod(self.kernel_size))

    def forward(self, input):
        return F.conv2d(input, self.weight, self.bias, self.stride, self.padding, dispatch="layer")

    def extra_repr(self):
        padding = f", padding={self.padding}" if self.padding not in ((0, 0), (0,)) else ""
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
        if dilation not in (1, (1,)) or groups != 1:
            raise NotImplementedError("convolutions have one group and no dilation here")
        self.in_channels, self.out_channels = in_channels, out_channels
        self.kernel_size, self.stride = _single(kernel_size), _single(stride)
        self.padding = padding if isinstance(padding, str) else _single(padding)
        self._make(bias, device)

    def forward(self, input):
        return F.conv1d(input, self.weight, self.bias, self.stride, self.padding, dispatch="layer")


class LazyConv2d(Conv2d):
    """Becomes a Conv2d at the first batch, which determines the number of input channels."""

    def __init__(self, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, device=None):
        super().__init__(0, out_channels, kernel_size, stride, padding, dilation, groups, bias, device)

    def _make(self, bias, device):
        self.weight = UninitializedParameter(device)
        self.bias = UninitializedParameter(device) if bias else None

    def forward(self, input):
        self.in_channels = input.extents[1]
        bound = self._bound()
        for name, shape in (
            ("weight", (self.out_channels, self.in_channels, *self.kernel_size)),
            ("bias", (self.out_channels,)),
        ):
            parameter = self._parameters.get(name)
            if parameter is not None:
                self._parameters[name] = parameter.materialize(shape, "RandomUniform", -bound, bound)
        self.__class__ = Conv2d
        return self.forward(input)


class BatchNorm2d(Module):
    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None):
        super().__init__()
        if not affine or not track_running_stats:
            raise NotImplementedError("BatchNorm2d learns a weight and a bias and keeps running statistics here")
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self._make(device)

    def _make(self, device):
        shape = (self.num_features,)
        self.weight = Parameter(made_on(device, "Fill", shape, 1.0, 0.0, "parameter"))
        self.bias = Parameter(made_on(device, "Fill", shape, 0.0, 0.0, "parameter"))
        self.register_buffer("running_mean", made_on(device, "Fill", shape, 0.0, 0.0, "buffer"))
        self.register_buffer("running_var", made_on(device, "Fill", shape, 1.0, 0.0, "buffer"))

    def forward(self, input):
        return F.batch_norm(
            input,
            self.running_mean,
            self.running_var,
            self.weight,
            self.bias,
            self.training,
            self.momentum,
            self.eps,
            dispatch="layer",
        )

    def extra_repr(self):
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine=True, " f"track_running_stats=True"
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
        self.__class__ = BatchNorm2d
        return self.forward(input)


class Embedding(Module):
    """Maps each index of the input to a row of the weight."""

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, device=None, **options):
        super().__init__()
        refuse("Embedding", {"padding_idx": padding_idx, **options})
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        shape = (num_embeddings, embedding_dim)
        self.weight = Parameter(made_on(device, "RandomNormal", shape, 0.0, 1.0, "parameter"))

    def forward(self, input):
        return F.embedding(input, self.weight, dispatch="layer")

    def extra_repr(self):
        return f"{self.num_embeddings}, {self.embedding_dim}"


class _Activation(Module):
    function = None

    def forward(self, input):
        return type(self).function(input)


class ReLU(Module):
    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def forward(self, input):
        return F.relu(input, self.inplace)

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


class SiLU(ReLU):
    def forward(self, input):
        return F.silu(input, self.inplace)


class LeakyReLU(Module):
    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__()
        self.negative_slope, self.inplace = negative_slope, inplace

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self):
        return f"negative_slope={self.negative_slope}" + (", inplace=True" if self.inplace else "")


class GELU(Module):
    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        return F.gelu(input, self.approximate)

    def extra_repr(self):
        return f"approximate={self.approximate!r}"


class Softmax(Module):
    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return F.softmax(input, self.dim)

    def extra_repr(self):
        return f"dim={self.dim}"


class Tanh(_Activation):
    function = F.tanh


class Sigmoid(_Activation):
    function = F.sigmoid


class Dropout(Module):
    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        self.p, self.inplace = p, inplace

    def forward(self, input):
        return F.dropout(input, self.p, self.training, self.inplace)

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"


class Identity(Module):
    def forward(self, input):
        return input


class Flatten(Module):
    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        if start_dim != 1 or end_dim != -1:
            raise NotImplementedError("Flatten makes one row an example here: start_dim=1, end_dim=-1")

    def forward(self, input):
        return input.reshape(input.extents[0], -1)

    def extra_repr(self):
        return "start_dim=1, end_dim=-1"


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


class AdaptiveAvgPool2d(Module):
    def __init__(self, output_size):
        super().__init__()
        self.output_size = output_size

    def forward(self, input):
        return F.adaptive_avg_pool2d(input, self.output_size)

    def extra_repr(self):
        return f"output_size={self.output_size}"


class CrossEntropyLoss(Module):
    def __init__(self, weight=None, reduction="mean", **options):
        super().__init__()
        self._options = {"weight": weight, "reduction": reduction, **options}

    def forward(self, input, target):
        return F.cross_entropy(input, target, **self._options)


class MSELoss(Module):
    function = F.mse_loss

    def __init__(self, reduction="mean"):
        super().__init__()
        self.reduction = reduction

    def forward(self, input, target):
        return type(self).function(input, target, reduction=self.reduction)


class L1Loss(MSELoss):
    function = F.l1_loss


class BCEWithLogitsLoss(MSELoss):
    function = F.binary_cross_entropy_with_logits
