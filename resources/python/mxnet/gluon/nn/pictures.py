"""Layers for images: [examples, channels, height, width]."""

from mxnet import operators
from mxnet.gluon.block import HybridBlock
from mxnet.gluon.nn.basic import Activation, emit_for
from mxnet.operators import pair


def check_layout(layout):
    if layout != "NCHW":
        raise NotImplementedError(f"pictures are NCHW here (examples, channels, height, width), not {layout}")


class Conv2D(HybridBlock):
    def __init__(
        self,
        channels,
        kernel_size,
        strides=(1, 1),
        padding=(0, 0),
        dilation=(1, 1),
        groups=1,
        layout="NCHW",
        activation=None,
        use_bias=True,
        weight_initializer=None,
        bias_initializer="zeros",
        in_channels=0,
        **kwargs,
    ):
        super().__init__(**kwargs)
        check_layout(layout)
        if pair(dilation) != (1, 1) or groups != 1:
            raise NotImplementedError("convolutions have one group and no dilation here")
        self._channels, self._in_channels = channels, in_channels
        self._window = {"kernel": pair(kernel_size), "stride": pair(strides), "pad": pair(padding)}
        self.weight = self.params.get(
            "weight",
            shape=(channels, in_channels, *self._window["kernel"]),
            init=weight_initializer,
            allow_deferred_init=True,
        )
        self.bias = (
            self.params.get("bias", shape=(channels,), init=bias_initializer, allow_deferred_init=True)
            if use_bias
            else None
        )
        with self.name_scope():
            self.act = Activation(activation, prefix=activation + "_") if activation is not None else None

    def infer_shape(self, shape):
        if len(shape) != 4:
            raise ValueError(
                f"Conv2D takes pictures of four axes (examples, channels, height, width), not of shape " f"{shape}"
            )
        self._in_channels = shape[1]
        self.weight.infer((self._channels, shape[1], *self._window["kernel"]))

    def hybrid_forward(self, F, x, weight, bias=None):
        made = operators.Convolution(
            emit_for(x), x, weight, bias, num_filter=self._channels, no_bias=bias is None, name="fwd", **self._window
        )
        return made if self.act is None else self.act(made)

    def __repr__(self):
        window = self._window
        padding = f', padding={window["pad"]}' if window["pad"] != (0, 0) else ""
        act = f", {self.act}" if self.act is not None else ""
        return (
            f"{type(self).__name__}({self._in_channels or None} -> {self._channels}, "
            f'kernel_size={window["kernel"]}, stride={window["stride"]}{padding}{act})'
        )


class _Pooling(HybridBlock):
    kind = "max"
    is_global = False

    def __init__(
        self,
        pool_size=(2, 2),
        strides=None,
        padding=0,
        ceil_mode=False,
        layout="NCHW",
        count_include_pad=True,
        **kwargs,
    ):
        super().__init__(**kwargs)
        check_layout(layout)
        if ceil_mode:
            raise NotImplementedError("pooling drops incomplete windows here: ceil_mode=False")
        size = pair(pool_size)
        self._window = {"kernel": size, "stride": pair(strides, size), "pad": pair(padding)}
        self._counts_padding = count_include_pad

    def hybrid_forward(self, F, x):
        return operators.Pooling(
            emit_for(x),
            x,
            pool_type=self.kind,
            global_pool=self.is_global,
            name="fwd",
            count_include_pad=self._counts_padding,
            **self._window,
        )

    def __repr__(self):
        window = self._window
        return (
            f'{type(self).__name__}(size={window["kernel"]}, stride={window["stride"]}, padding={window["pad"]}, '
            f"ceil_mode=False, global_pool={self.is_global}, pool_type={self.kind}, layout=NCHW)"
        )


class MaxPool2D(_Pooling):
    pass


class AvgPool2D(_Pooling):
    kind = "avg"


class GlobalMaxPool2D(_Pooling):
    is_global = True

    def __init__(self, layout="NCHW", **kwargs):
        super().__init__((1, 1), layout=layout, **kwargs)


class GlobalAvgPool2D(GlobalMaxPool2D):
    kind = "avg"
