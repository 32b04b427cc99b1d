"""mxnet.init: initial values of parameters."""

import math

from mxnet import making
from overlap_dialect.arguments import missing


class Initializer:
    """Base class; subclasses in programs override `_init_weight(self, name, data)`."""

    def make(self, kind, name, shape, ctx):
        array = making.make(kind, "Fill", name, shape, ctx, None, None, 0.0)
        self._init_weight(name, array)
        return array

    def _init_weight(self, name, data):
        raise NotImplementedError(f"{type(self).__name__} has no _init_weight(), which sets the initial weights")

    def __call__(self, name, data):
        self._init_weight(name, data)

    def __repr__(self):
        return f"{type(self).__name__.lower()}"


class Drawn(Initializer):
    """An initialiser whose values come from a single operation."""

    def operation(self, shape):
        """Returns (operator, its first scalar, its second scalar)."""
        raise NotImplementedError

    def make(self, kind, name, shape, ctx):
        op, first, second = self.operation(shape)
        return making.make(kind, op, name, shape, ctx, None, None, first, second)

    def _init_weight(self, name, data):
        self.make(type(data), "init", data.extents, data.context).copyto(data)


class Constant(Drawn):
    def __init__(self, value=0.0):
        self.value = value

    def operation(self, shape):
        return "Fill", self.value, 0.0


class Zero(Constant):
    def __init__(self):
        super().__init__(0.0)


class One(Constant):
    def __init__(self):
        super().__init__(1.0)


Zeros, Ones = Zero, One


class Uniform(Drawn):
    def __init__(self, scale=0.07):
        self.scale = scale

    def operation(self, shape):
        return "RandomUniform", -self.scale, self.scale


class Normal(Drawn):
    def __init__(self, sigma=0.01):
        self.sigma = sigma

    def operation(self, shape):
        return "RandomNormal", 0.0, self.sigma


class Xavier(Drawn):
    """Scales random values so that the variance stays about the same from layer to layer."""

    def __init__(self, rnd_type="uniform", factor_type="avg", magnitude=3):
        if rnd_type not in ("uniform", "gaussian") or factor_type not in ("avg", "in", "out"):
            raise ValueError("Xavier draws 'uniform' or 'gaussian' numbers by the factor 'avg', 'in' or 'out'")
        self.rnd_type, self.factor_type, self.magnitude = (rnd_type, factor_type, magnitude)

    def operation(self, shape):
        if len(shape) < 2:
            raise ValueError(f"Xavier cannot be used for a vector: the shape must have two axes or more, not {shape}")
        window = math.prod(shape[2:])
        fan_in, fan_out = shape[1] * window, shape[0] * window
        factor = {"avg": (fan_in + fan_out) / 2, "in": fan_in, "out": fan_out}[self.factor_type]
        scale = math.sqrt(self.magnitude / factor)
        if self.rnd_type == "uniform":
            return "RandomUniform", -scale, scale
        return "RandomNormal", 0.0, scale


class MSRAPrelu(Xavier):
    def __init__(self, factor_type="avg", slope=0.25):
        super().__init__("gaussian", factor_type, 2 / (1 + slope**2))


NAMES = {"zeros": Zero, "zero": Zero, "ones": One, "one": One, "uniform": Uniform, "normal": Normal, "xavier": Xavier}
# Initial values of parameters other than weights, by the suffix of their names.
BY_NAME = {
    "bias": Zero,
    "beta": Zero,
    "running_mean": Zero,
    "moving_mean": Zero,
    "gamma": One,
    "running_var": One,
    "moving_var": One,
}


def create(init):
    if init is None:
        return Uniform()
    if isinstance(init, str):
        if init.lower() not in NAMES:
            raise NotImplementedError(f'the initialiser {init!r} is not supported; there are {", ".join(NAMES)}')
        return NAMES[init.lower()]()
    if isinstance(init, Initializer):
        return init
    if isinstance(init, type) and issubclass(init, Initializer):
        return init()
    raise TypeError(f"expected an initialiser such as init.Normal(0.01), not {init!r}")


def for_parameter(name, own, given):
    """A parameter's own initialiser, else the one for its suffix, else the one passed to initialize()."""
    if own is not None:
        return create(own)
    for end, initialiser in BY_NAME.items():
        if name.endswith(end):
            return initialiser()
    return create(given)


def __getattr__(name):
    raise missing("mxnet.init", name, "there are Zero, One, Constant, Uniform, Normal, Xavier and MSRAPrelu")
