"""Optimizers."""

import _overlap
import torch
from overlap_dialect.arguments import missing, refuse
from overlap_dialect.training import expect_rate
from torch.issuing import one_call
from torch.nn.parameter import UninitializedParameter, learned


def zero_grad(parameters, set_to_none=True):
    for parameter in map(learned, parameters):
        if parameter is None or parameter.grad is None:
            continue
        if set_to_none:
            parameter.grad = None
        else:
            parameter.grad.zero_()


class Optimizer:
    """Base class; subclasses define _update(), which applies a gradient to its parameter.

    PyTorch computes a step by a few kernels, each for all parameters (foreach). Here it is one kernel for each
    parameter, which reads and writes as many bytes: `passes` times the parameter's, and more for the settings of
    `more_passes`. 0: each operation is a kernel."""

    passes, more_passes = 0, {"weight_decay": 3}
    switches = {"foreach": None, "differentiable": False, "fused": None}  # without an effect

    def __init__(self, params, lr, **settings):
        self.defaults = {"lr": lr, **settings}
        self._expect(self.defaults)
        self.param_groups = []
        self.steps_taken = 0
        self._states = {}
        listed = [params] if isinstance(params, dict) else list(params)
        if not listed:
            raise ValueError("optimizer got an empty parameter list")
        for group in listed if isinstance(listed[0], dict) else [{"params": listed}]:
            self.add_param_group(group)

    def _expect(self, group):
        for what, name in (
            ("learning rate", "lr"),
            ("momentum value", "momentum"),
            ("epsilon value", "eps"),
            ("weight_decay value", "weight_decay"),
            ("alpha value", "alpha"),
            ("rho value", "rho"),
        ):
            if group.get(name, 0) < 0:
                raise ValueError(f"Invalid {what}: {group[name]}")
        for i, beta in enumerate(group.get("betas", ())):
            if not 0 <= beta < 1:
                raise ValueError(f"Invalid beta parameter at index {i}: {beta}")

    def add_param_group(self, param_group):
        """Adds parameters with separate settings; missing settings take the defaults."""
        name = type(self).__name__
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group).__name__}")
        given = dict(param_group)
        self._refuse_others(given)
        params = given.pop("params")
        params = [params] if isinstance(params, torch.Tensor) else list(params)
        there = {id(one) for group in self.param_groups for one in group["params"]}
        for one in params:
            if not isinstance(one, (torch.Tensor, UninitializedParameter)):
                raise TypeError(
                    f"{name} can only optimize Tensors, the parameters of a net, but one of the params is "
                    f"{type(one).__name__}"
                )
            if isinstance(one, torch.Tensor) and not one.is_leaf:
                raise ValueError(
                    "can't optimize a non-leaf Tensor: it was computed from others (x.cuda() of a leaf is "
                    "no leaf, either); make it a leaf by .detach().requires_grad_()"
                )
            if id(one) in there:
                raise ValueError("some parameters appear in more than one parameter group")
        group = {"params": params, **self.defaults, **given}
        self._expect(group)
        self.param_groups.append(group)

    def _refuse_others(self, given):
        """Raises if a group sets an option that is unsupported here."""
        for name in ("maximize", "capturable"):
            if given.get(name) and not self.defaults.get(name):
                refuse(type(self).__name__, {name: given[name]})

    def _settings(self, given, **there):
        """Completes the settings with options that have one supported value; `given` are the options of the call."""
        ways = self.switches
        refuse(type(self).__name__, {name: value for name, value in given.items() if name not in ways})
        return {**there, "maximize": False, **{name: given.get(name, value) for name, value in ways.items()}}

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            zero_grad(group["params"], set_to_none)

    def step(self, closure=None):
        """`closure` recomputes the loss, which is returned."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        if self.passes and _overlap.is_capturing():
            raise RuntimeError(
                f"Attempting CUDA graph capture of step() for an instance of {type(self).__name__} but param_groups' "
                f"capturable is False."
            )
        self.steps_taken += 1
        before = _overlap.phase("update")
        try:
            with torch.no_grad():
                for group in self.param_groups:
                    expect_rate(group["lr"])
                    for parameter in map(learned, group["params"]):
                        if parameter is not None and parameter.grad is not None:
                            self._apply(parameter, group)
        finally:
            _overlap.phase(before)
        return loss

    def _apply(self, parameter, group):
        if not self.passes:
            self._update(parameter, parameter.grad, group)
            return
        name, before, is_whole = type(self).__name__.lower(), self._states.get(id(parameter)), False
        before = before and dict(before)
        passes = self.passes + sum(more for setting, more in self.more_passes.items() if group.get(setting))
        try:
            with _overlap.OneKernel(parameter, passes, name, f"{name}({parameter.name or 'w'})"):
                self._update(parameter, parameter.grad, group)
                is_whole = True
        except BaseException:
            if is_whole:  # the kernel was refused, for example for lack of memory
                self._states.pop(id(parameter), None)
                if before:
                    self._states[id(parameter)] = before
            raise

    # -- state of the optimizer, as PyTorch saves it
    def state_dict(self):
        """Parameters are numbered. Tensors are those of the optimizer, not copies, unless they need a conversion."""
        state, groups, count = {}, [], 0
        for group in self.param_groups:
            numbers = list(range(count, count + len(group["params"])))
            count += len(numbers)
            groups.append({**{name: value for name, value in group.items() if name != "params"}, "params": numbers})
            for number, parameter in zip(numbers, map(learned, group["params"])):
                if parameter is not None and id(parameter) in self._states:
                    state[number] = self._kept(parameter)
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict):
        groups = state_dict["param_groups"]
        if len(groups) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        if any(len(new["params"]) != len(own["params"]) for new, own in zip(groups, self.param_groups)):
            raise ValueError(
                "loaded state dict contains a parameter group that doesn't match the size of optimizer's " "group"
            )
        for new in groups:
            self._refuse_others(new)
        self._states.clear()
        for new, own in zip(groups, self.param_groups):
            own.update({name: value for name, value in new.items() if name != "params"})
            for number, parameter in zip(new["params"], map(learned, own["params"])):
                if number in state_dict["state"]:
                    if parameter is None:
                        raise RuntimeError(
                            "load_state_dict(): a parameter has no shape yet; run the net on a batch " "first"
                        )
                    with torch.no_grad():
                        self._take(parameter, state_dict["state"][number], own)

    def __getattr__(self, name):
        raise missing(
            type(self).__name__,
            name,
            "an optimizer has step, zero_grad, param_groups, add_param_group, " "state_dict and load_state_dict",
        )

    def __repr__(self):
        text = f"{type(self).__name__} (\n"
        for number, group in enumerate(self.param_groups):
            text += f"Parameter Group {number}\n"
            text += "".join(f"    {name}: {value}\n" for name, value in sorted(group.items()) if name != "params")
        return text + ")"

    def _state(self, parameter, make):
        """The state of a parameter; make() creates it at the first call."""
        key = id(parameter)
        if key not in self._states:
            self._states[key] = make()
        return self._states[key]

    def _kept(self, parameter):
        state = self._states[id(parameter)]
        return {**state, "step": torch.tensor(float(state["step"]))}

    def _take(self, parameter, state, group):
        averages = {name: taken(tensor, parameter) for name, tensor in state.items() if name != "step"}
        self._states[id(parameter)] = {"step": int(state["step"]), **averages}

    def _averages(self, parameter, *names):
        """The state of a parameter, after one more step: moving averages that start at zero."""
        state = self._state(parameter, lambda: {"step": 0, **{name: zeros_for(parameter) for name in names}})
        state["step"] += 1
        return state


def decayed(parameter, gradient, group):
    """Adds the gradient of the weight decay."""
    return gradient + parameter.detach() * group["weight_decay"] if group["weight_decay"] else gradient


def zeros_for(parameter):
    return torch.zeros(parameter.extents, device=parameter.device)


def taken(tensor, parameter):
    """Copies a tensor of a loaded state to the device of the parameter; raises if the shapes differ."""
    if tensor.extents != parameter.extents:
        raise RuntimeError(
            f"load_state_dict(): the state of a parameter of {list(parameter.extents)} cannot be of "
            f"{list(tensor.extents)}"
        )
    return tensor.detach().to(parameter.device).clone()


class SGD(Optimizer):
    """Stochastic gradient descent, with momentum and weight decay."""

    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, **options):
        settings = self._settings(
            options, momentum=momentum, dampening=dampening, weight_decay=weight_decay, nesterov=bool(nesterov)
        )
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, lr, **settings)

    @one_call
    def _update(self, parameter, gradient, group):
        rate, momentum = group["lr"], group["momentum"]
        gradient = decayed(parameter, gradient, group)
        if not momentum:
            _overlap.apply(
                "SgdUpdate", (parameter, gradient), "sgd", "sgd({0}, {1})", scalars=(rate, 1.0), dispatch="update"
            )
            return
        if group["nesterov"] or group["dampening"]:
            self._step_by_buffer(parameter, gradient, group)
            return
        self._step_with_momentum(parameter, gradient, rate, momentum)

    def _step_by_buffer(self, parameter, gradient, group):
        """Nesterov's momentum, and dampening, keep the momentum as PyTorch does, without the rate."""
        key = id(parameter)
        if key not in self._states:
            self._states[key] = {"momentum_buffer": gradient.clone()}
            moving = self._states[key]["momentum_buffer"]
        else:
            moving = self._states[key]["momentum_buffer"]
            moving *= group["momentum"]
            moving += gradient if not group["dampening"] else gradient * (1 - group["dampening"])
        step = gradient + moving * group["momentum"] if group["nesterov"] else moving
        parameter -= step * group["lr"]

    def _step_with_momentum(self, parameter, gradient, rate, momentum):
        """The engine's momentum includes the rate of its last step, as MXNet's does; PyTorch's does not, so that a new
        rate takes effect at once. Therefore the stored momentum is rescaled to the new rate.
        """
        state = self._state(parameter, lambda: {"moving": zeros_for(parameter), "rate": 1.0})
        moving, held = state["moving"], state["rate"]
        if rate == 0:
            moving *= momentum
            moving -= gradient * held
            return
        _overlap.apply(
            "SgdMomentumUpdate",
            (parameter, gradient, moving),
            "sgd",
            "sgd({0}, {1})",
            scalars=(rate, 1.0, momentum * (rate / held)),
            dispatch="update",
        )
        state["rate"] = rate

    def _kept(self, parameter):
        state = self._states[id(parameter)]
        if "momentum_buffer" in state:
            return dict(state)
        with torch.no_grad():
            return {"momentum_buffer": state["moving"] / -state["rate"]}

    def _take(self, parameter, state, group):
        buffer = state.get("momentum_buffer")
        if buffer is not None:
            moving = taken(buffer, parameter)
            if group["nesterov"] or group["dampening"]:
                self._states[id(parameter)] = {"momentum_buffer": moving}
                return
            rate = group["lr"] or 1.0
            moving *= -rate
            self._states[id(parameter)] = {"moving": moving, "rate": rate}


class Adam(Optimizer):
    """Adam (Kingma and Ba, 2015): divides the moving average of the gradients by the root of that of their squares,
    both corrected for their start at zero."""

    decouples_decay = False
    passes = 18  # lerp 3, mul 2, addcmul 3, sqrt 2, div 2, add 2, addcdiv 4
    more_passes = {"weight_decay": 3, "amsgrad": 3}

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, **options):
        settings = self._settings(
            options,
            betas=tuple(betas),
            eps=eps,
            amsgrad=bool(amsgrad),
            weight_decay=weight_decay,
            capturable=False,
            decoupled_weight_decay=self.decouples_decay,
        )
        super().__init__(params, lr, **settings)

    @one_call
    def _update(self, parameter, gradient, group):
        rate, (first, second) = group["lr"], group["betas"]
        state = self._averages(parameter, "exp_avg", "exp_avg_sq", *["max_exp_avg_sq"] * group["amsgrad"])
        mean, square, step = state["exp_avg"], state["exp_avg_sq"], state["step"]
        if group["weight_decay"] and self.decouples_decay:
            parameter *= 1 - rate * group["weight_decay"]
        elif group["weight_decay"]:
            gradient = decayed(parameter, gradient, group)
        mean *= first
        mean += gradient * (1 - first)
        square *= second
        square += gradient.square() * (1 - second)
        if group["amsgrad"]:
            square = state["max_exp_avg_sq"] = state["max_exp_avg_sq"].maximum(square)
        root = square.sqrt() / (1 - second**step) ** 0.5
        parameter -= mean / (root + group["eps"]) * (rate / (1 - first**step))


class AdamW(Adam):
    """Adam with decoupled weight decay, which does not enter the moving averages."""

    decouples_decay, more_passes = True, {"weight_decay": 2, "amsgrad": 3}

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, **options):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, **options)


class RMSprop(Optimizer):
    """Divides the gradient by the root of the moving average of its squares (Hinton, 2012)."""

    passes = 13  # mul 2, addcmul 3, sqrt 2, add 2, addcdiv 4
    more_passes = {"weight_decay": 3, "momentum": 5, "centered": 6}
    switches = {"foreach": None, "differentiable": False}

    def __init__(
        self,
        params,
        lr=1e-2,
        alpha=0.99,
        eps=1e-8,
        weight_decay=0,
        momentum=0,
        centered=False,
        capturable=False,
        **options,
    ):
        settings = self._settings(
            {"capturable": capturable, **options},
            momentum=momentum,
            alpha=alpha,
            eps=eps,
            centered=centered,
            weight_decay=weight_decay,
            capturable=False,
        )
        super().__init__(params, lr, **settings)

    @one_call
    def _update(self, parameter, gradient, group):
        gradient, alpha = decayed(parameter, gradient, group), group["alpha"]
        others = [("momentum_buffer", group["momentum"]), ("grad_avg", group["centered"])]
        state = self._averages(parameter, "square_avg", *(name for name, is_used in others if is_used))
        square = state["square_avg"]
        square *= alpha
        square += gradient.square() * (1 - alpha)
        if group["centered"]:
            mean = state["grad_avg"]
            mean *= alpha
            mean += gradient * (1 - alpha)
            square = square - mean.square()
        step = gradient / (square.sqrt() + group["eps"])
        if group["momentum"]:
            moving = state["momentum_buffer"]
            moving *= group["momentum"]
            moving += step
            step = moving
        parameter -= step * group["lr"]


class Adadelta(Optimizer):
    """Scales the gradient by the ratio of the moving averages of earlier steps and gradients (Zeiler, 2012)."""

    passes = 27  # mul 2, addcmul 3, add 2, sqrt 2, add 2, sqrt 2, div 3, mul 3, mul 2, addcmul 3, add 3
    switches = {"foreach": None, "differentiable": False}

    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, capturable=False, **options):
        settings = self._settings(
            {"capturable": capturable, **options}, rho=rho, eps=eps, weight_decay=weight_decay, capturable=False
        )
        super().__init__(params, lr, **settings)

    @one_call
    def _update(self, parameter, gradient, group):
        gradient, rho, eps = decayed(parameter, gradient, group), group["rho"], group["eps"]
        state = self._averages(parameter, "square_avg", "acc_delta")
        square, steps = state["square_avg"], state["acc_delta"]
        square *= rho
        square += gradient.square() * (1 - rho)
        step = (steps + eps).sqrt() / (square + eps).sqrt() * gradient
        steps *= rho
        steps += step.square() * (1 - rho)
        parameter -= step * group["lr"]
