"""Optimizers: update rules that a Trainer applies to parameters."""

import _overlap

apply = _overlap.apply


class Optimizer:
    """Base class: `defaults` lists the supported options; update() applies a gradient to one array of a parameter."""

    name, defaults = "", {}

    def __init__(self, options):
        unknown = set(options) - set(self.defaults)
        if unknown:
            raise NotImplementedError(
                f"{self.name} has no option {sorted(unknown)[0]} here; there are " f'{", ".join(self.defaults)}'
            )
        for name, value in options.items():
            if not isinstance(value, (int, float)):
                raise TypeError(f"{name} must be a number, not {value!r}")
        chosen = {**self.defaults, **options}
        self.learning_rate, self.decay = chosen["learning_rate"], chosen["wd"]
        self._chosen = chosen
        self._kept = {}

    def _zeros(self, parameter, array, names):
        """Returns the optimizer's state for this array; at the first call, arrays of zeros."""
        from mxnet.making import zeros_for

        key = (parameter.name, array.ordinal)
        if key not in self._kept:
            self._kept[key] = [zeros_for(array) for _ in names]
            for kept, name in zip(self._kept[key], names):
                _overlap.set_name(kept, f"{parameter.name}.{name}")
        return self._kept[key]

    def _pulled(self, parameter, array, gradient, scale):
        """The gradient times `scale`, plus the weight decay."""
        scaled = apply("MultiplyScalar", (gradient,), "mul", "{0} / batch", scalars=(scale,), dispatch="free")
        decay = self.decay * parameter.wd_mult
        if not decay:
            return scaled
        pull = apply("MultiplyScalar", (array,), "mul", "{0} * wd", scalars=(decay,), dispatch="free")
        return apply("Add", (scaled, pull), "add", "{0} + {1}", dispatch="free")


class Sgd(Optimizer):
    """Stochastic gradient descent, with momentum and weight decay."""

    name, defaults = "sgd", {"learning_rate": 0.01, "momentum": 0.0, "wd": 0.0}

    def update(self, parameter, array, gradient, scale, priority=0):
        rate, momentum = (self.learning_rate * parameter.lr_mult, self._chosen["momentum"])
        if self.decay * parameter.wd_mult:
            gradient, scale = self._pulled(parameter, array, gradient, scale), 1.0
        if not momentum:
            apply(
                "SgdUpdate",
                (array, gradient),
                "sgd_update",
                "sgd_update({0}, {1})",
                scalars=(rate, scale),
                dispatch="update",
                priority=priority,
            )
            return
        (moving,) = self._zeros(parameter, array, ("momentum",))
        apply(
            "SgdMomentumUpdate",
            (array, gradient, moving),
            "sgd_mom_update",
            "sgd_mom_update({0}, {1})",
            scalars=(rate, scale, momentum),
            dispatch="update",
            priority=priority,
        )


class Adam(Optimizer):
    """Adam (Kingma and Ba, 2015) as in MXNet, which corrects the bias of the moments in the learning rate. A step is
    one kernel, which reads four arrays and writes three."""

    name = "adam"
    defaults = {"learning_rate": 0.001, "beta1": 0.9, "beta2": 0.999, "epsilon": 1e-8, "wd": 0.0}

    def __init__(self, options):
        super().__init__({name: value for name, value in options.items() if name != "lazy_update"})  # sparse only
        self._counts = {}

    def update(self, parameter, array, gradient, scale, priority=0):
        first, second, epsilon = (self._chosen[name] for name in ("beta1", "beta2", "epsilon"))
        mean, square = self._zeros(parameter, array, ("mean", "variance"))
        key = (parameter.name, array.ordinal)
        count = self._counts[key] = self._counts.get(key, 0) + 1
        rate = self.learning_rate * parameter.lr_mult * (1 - second**count) ** 0.5 / (1 - first**count)

        def step(op, inputs, *scalars, out=None, dispatch="free"):
            return apply(
                op,
                inputs,
                "adam_update",
                "adam_update(...)",
                scalars=scalars or None,
                out=out,
                dispatch=dispatch,
                priority=priority,
            )

        with _overlap.OneKernel(array, 7.0, "adam_update", "adam_update(...)"):
            gradient = self._pulled(parameter, array, gradient, scale)
            step("MultiplyScalar", (mean,), first, out=mean)
            step("Add", (mean, step("MultiplyScalar", (gradient,), 1 - first)), out=mean)
            step("MultiplyScalar", (square,), second, out=square)
            step("Add", (square, step("MultiplyScalar", (step("Square", (gradient,)),), 1 - second)), out=square)
            root = step("AddScalar", (step("Sqrt", (square,)),), epsilon)
            change = step("MultiplyScalar", (step("Divide", (mean, root)),), rate)
            step("Subtract", (array, change), out=array, dispatch="update")


OPTIMIZERS = {one.name: one for one in (Sgd, Adam)}
