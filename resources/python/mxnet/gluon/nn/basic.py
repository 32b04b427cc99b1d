"""Containers, and layers that are not specific to images."""

import math

import _overlap
from mxnet import ndarray, operators
from mxnet.emit import of_layer
from mxnet.gluon.block import Block, HybridBlock
from mxnet.symbol import Symbol, compose
from overlap_dialect.arguments import refuse

apply = _overlap.apply


def emit_for(x):
    """Returns the `emit` for x: arrays issue operations, symbols add graph nodes."""
    return compose if isinstance(x, Symbol) else of_layer


class _Container:
    """A list of layers that run in order."""

    def add(self, *blocks):
        for block in blocks:
            self.register_child(block)

    def __len__(self):
        return len(self._children)

    def __getitem__(self, key):
        layers = list(self._children.values())[key]
        if not isinstance(layers, list):
            return layers
        net = type(self)(prefix=self._prefix)
        net.add(*layers)
        return net

    def __iter__(self):
        return iter(self._children.values())


class Sequential(_Container, Block):
    def forward(self, x, *args):
        for block in self._children.values():
            x = block(x)
        return x


class HybridSequential(_Container, HybridBlock):
    def hybrid_forward(self, F, x):
        for block in self._children.values():
            x = block(x)
        return x


class Dense(HybridBlock):
    """y = x w^T + b with one example per row; `units` is the number of outputs."""

    def __init__(
        self,
        units,
        activation=None,
        use_bias=True,
        flatten=True,
        dtype="float32",
        weight_initializer=None,
        bias_initializer="zeros",
        in_units=0,
        **kwargs,
    ):
        super().__init__(**kwargs)
        self._units, self._flatten = units, flatten
        with self.name_scope():
            self.weight = self.params.get(
                "weight", shape=(units, in_units), init=weight_initializer, dtype=dtype, allow_deferred_init=True
            )
            self.bias = (
                self.params.get("bias", shape=(units,), init=bias_initializer, dtype=dtype, allow_deferred_init=True)
                if use_bias
                else None
            )
            self.act = Activation(activation, prefix=activation + "_") if activation is not None else None

    def infer_shape(self, shape):
        inner = math.prod(shape[1:]) if self._flatten else shape[-1]
        self.weight.infer((self._units, inner))

    def forward(self, x, *args):
        # Fast path of eager nets, which avoids hybrid_forward() in the usual case.
        if self._active or not self._flatten or not isinstance(x, _overlap.Tensor):
            return super().forward(x, *args)
        ordinal = x.ordinal
        weight = self.weight._arrays.get(ordinal)
        if weight is None:
            return super().forward(x)
        bias = self.bias
        inputs = (x, weight) if bias is None else (x, weight, bias.on(ordinal))
        made = apply("FullyConnected", inputs, "FullyConnected", "FullyConnected({0}, {1})", dispatch="layer")
        return made if self.act is None else self.act(made)

    def hybrid_forward(self, F, x, weight, bias=None):
        made = operators.FullyConnected(
            emit_for(x), x, weight, bias, self._units, bias is None, self._flatten, name="fwd"
        )
        return made if self.act is None else self.act(made)

    def __repr__(self):
        inner = self.weight.shape[1] or None
        return f'{type(self).__name__}({inner} -> {self._units}, {self.act if self.act else "linear"})'


class Embedding(HybridBlock):
    """Maps each index of the input to a row of the weight."""

    def __init__(self, input_dim, output_dim, dtype="float32", weight_initializer=None, sparse_grad=False, **kwargs):
        super().__init__(**kwargs)
        refuse("Embedding", {"sparse_grad": sparse_grad})
        self._sizes = (input_dim, output_dim)
        with self.name_scope():
            self.weight = self.params.get(
                "weight", shape=self._sizes, init=weight_initializer, dtype=dtype, allow_deferred_init=True
            )

    def hybrid_forward(self, F, x, weight):
        return operators.Embedding(emit_for(x), x, weight, name="fwd")

    def __repr__(self):
        return f"{type(self).__name__}({self._sizes[0]} -> {self._sizes[1]}, float32)"


class Activation(HybridBlock):
    def __init__(self, activation, **kwargs):
        if activation not in operators.ACTIVATIONS:
            raise NotImplementedError(
                f"the activation {activation!r} is not supported; there are relu, sigmoid " f"and tanh"
            )
        super().__init__(**kwargs)
        self._act_type = activation
        self._operator = operators.ACTIVATIONS[activation]

    def forward(self, x, *args):
        if self._active or not isinstance(x, _overlap.Tensor):
            return super().forward(x, *args)
        return apply(self._operator, (x,), self._act_type, self._act_type + "({0})", dispatch="layer")

    def hybrid_forward(self, F, x):
        return operators.Activation(emit_for(x), x, self._act_type, name="fwd")

    def __repr__(self):
        return f"{type(self).__name__}({self._act_type})"


class BatchNorm(HybridBlock):
    """Normalises each channel (axis 1) to mean 0 and variance 1 over the batch, then scales by gamma and adds beta."""

    def __init__(
        self,
        axis=1,
        momentum=0.9,
        epsilon=1e-5,
        center=True,
        scale=True,
        use_global_stats=False,
        beta_initializer="zeros",
        gamma_initializer="ones",
        running_mean_initializer="zeros",
        running_variance_initializer="ones",
        in_channels=0,
        **kwargs,
    ):
        super().__init__(**kwargs)
        if axis != 1:
            raise NotImplementedError(f"BatchNorm goes over axis 1 here, not over axis {axis}")
        self._options = {"eps": epsilon, "momentum": momentum, "use_global_stats": use_global_stats}
        self._channels = in_channels

        def parameter(name, init, is_learned):
            return self.params.get(
                name,
                shape=(in_channels,),
                init=init,
                allow_deferred_init=True,
                grad_req="write" if is_learned else "null",
                differentiable=is_learned,
            )

        self.gamma = parameter("gamma", gamma_initializer, scale)
        self.beta = parameter("beta", beta_initializer, center)
        self.running_mean = parameter("running_mean", running_mean_initializer, False)
        self.running_var = parameter("running_var", running_variance_initializer, False)

    def infer_shape(self, shape):
        if len(shape) < 2:
            raise ValueError(f"BatchNorm takes data with channels on axis 1, not of shape {shape}")
        self._channels = shape[1]
        for parameter in self._own_parameters.values():
            parameter.infer((shape[1],))

    def hybrid_forward(self, F, x, gamma, beta, running_mean, running_var):
        return operators.BatchNorm(
            emit_for(x), x, gamma, beta, running_mean, running_var, fix_gamma=False, name="fwd", **self._options
        )

    def __repr__(self):
        options = ", ".join(f"{name}={value}" for name, value in self._options.items())
        return f"{type(self).__name__}(axis=1, {options}, in_channels={self._channels or None})"


class Dropout(HybridBlock):
    def __init__(self, rate, axes=(), **kwargs):
        super().__init__(**kwargs)
        if axes:
            raise NotImplementedError("Dropout drops single elements here, not whole axes")
        self._rate = rate

    def hybrid_forward(self, F, x):
        return operators.Dropout(emit_for(x), x, self._rate, name="fwd")

    def __repr__(self):
        return f"{type(self).__name__}(p = {self._rate})"


class Flatten(HybridBlock):
    """Flattens all axes except the first."""

    def hybrid_forward(self, F, x):
        return operators.flatten(emit_for(x), x, name="fwd")

    def __repr__(self):
        return type(self).__name__


class Lambda(Block):
    """A function as a layer."""

    def __init__(self, function, prefix=None):
        super().__init__(prefix=prefix)
        self._function = getattr(ndarray, function) if isinstance(function, str) else function

    def forward(self, *args):
        return self._function(*args)


class HybridLambda(HybridBlock):
    """A function(F, x) as a layer."""

    def __init__(self, function, prefix=None):
        super().__init__(prefix=prefix)
        self._function = function

    def hybrid_forward(self, F, x, *args):
        if isinstance(self._function, str):
            return getattr(F, self._function)(x, *args)
        return self._function(F, x, *args)
