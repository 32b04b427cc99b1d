"""Optimizers that adapt the rate of each parameter."""

import torch
from overlap_dialect.arguments import refuse
from torch.issuing import one_call
from torch.optim.optimizer import Optimizer, decayed


class Adagrad(Optimizer):
    """Divides the gradient by the root of the sum of its squares (Duchi et al., 2011)."""

    passes = 13  # addcmul 3, sqrt 2, add 2, mul 2, addcdiv 4

    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, **options):
        settings = self._settings(
            options,
            lr_decay=lr_decay,
            eps=eps,
            weight_decay=weight_decay,
            initial_accumulator_value=initial_accumulator_value,
        )
        super().__init__(params, lr, **settings)

    @one_call
    def _update(self, parameter, gradient, group):
        gradient = decayed(parameter, gradient, group)
        is_new = id(parameter) not in self._states
        state = self._averages(parameter, "sum")
        squares = state["sum"]
        if is_new and group["initial_accumulator_value"]:
            squares.fill_(group["initial_accumulator_value"])
        squares += gradient.square()
        rate = group["lr"] / (1 + (state["step"] - 1) * group["lr_decay"])
        parameter -= gradient / (squares.sqrt() + group["eps"]) * rate


class _Moments(Optimizer):
    """What optimizers with moving averages of the gradients and of their squares share."""

    first_rate = 1e-3

    def __init__(self, params, lr=None, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, **options):
        decoupled = options.pop("decoupled_weight_decay", False)
        own = {name: options.pop(name) for name in self.more if name in options}
        settings = self._settings(
            options,
            betas=tuple(betas),
            eps=eps,
            weight_decay=weight_decay,
            decoupled_weight_decay=decoupled,
            capturable=False,
            **{**self.more, **own},
        )
        super().__init__(params, self.first_rate if lr is None else lr, **settings)

    more = {}

    def _decayed(self, parameter, gradient, group):
        if not group["decoupled_weight_decay"]:
            return decayed(parameter, gradient, group)
        if group["weight_decay"]:
            parameter *= 1 - group["lr"] * group["weight_decay"]
        return gradient

    def _moved(self, parameter, gradient, group):
        """The state of the parameter, with both averages after this step."""
        first, second = group["betas"]
        state = self._averages(parameter, "exp_avg", "exp_avg_sq")
        mean, square = state["exp_avg"], state["exp_avg_sq"]
        mean *= first
        mean += gradient * (1 - first)
        square *= second
        square += gradient.square() * (1 - second)
        return state, mean, square


class NAdam(_Moments):
    """Adam with Nesterov's momentum (Dozat, 2016)."""

    passes = 22  # lerp 3, mul 2, addcmul 3, sqrt 2, div 2, add 2, addcdiv 4, addcdiv 4

    first_rate, more = 2e-3, {"momentum_decay": 4e-3}

    @one_call
    def _update(self, parameter, gradient, group):
        gradient = self._decayed(parameter, gradient, group)
        (first, second), rate = group["betas"], group["lr"]
        state, mean, square = self._moved(parameter, gradient, group)
        step = state["step"]
        now, then = (first * (1 - 0.5 * 0.96 ** (at * group["momentum_decay"])) for at in (step, step + 1))
        product = state["mu_product"] = state.get("mu_product", 1.0) * now
        root = (square / (1 - second**step)).sqrt() + group["eps"]
        parameter -= gradient / root * (rate * (1 - now) / (1 - product))
        parameter -= mean / root * (rate * then / (1 - product * then))

    def _kept(self, parameter):
        state = super()._kept(parameter)
        return {**state, "mu_product": torch.tensor(state["mu_product"])}

    def _take(self, parameter, state, group):
        averages = {name: one for name, one in state.items() if name != "mu_product"}
        super()._take(parameter, averages, group)
        self._states[id(parameter)]["mu_product"] = float(state["mu_product"])


class RAdam(_Moments):
    """Adam without adaptation until the average of the squares is certain enough (Liu et al., 2019)."""

    passes = 22  # lerp 3, mul 2, addcmul 3, sqrt 2, add 2, div 2, reciprocal 2, add 2, addcmul 4

    @one_call
    def _update(self, parameter, gradient, group):
        gradient = self._decayed(parameter, gradient, group)
        first, second = group["betas"]
        state, mean, square = self._moved(parameter, gradient, group)
        step = state["step"]
        start, most = 1 - second**step, 2 / (1 - second) - 1
        length = most - 2 * step * second**step / start
        rate = group["lr"] / (1 - first**step)
        if length <= 5:
            parameter -= mean * rate
            return
        share = ((length - 4) * (length - 2) * most / ((most - 4) * (most - 2) * length)) ** 0.5
        parameter -= mean / (square.sqrt() + group["eps"]) * (rate * share * start**0.5)


class Adamax(Optimizer):
    """Adam with the greatest gradient in the place of the root of the squares (Kingma and Ba, 2015)."""

    passes = 16  # lerp 3, mul 2, abs 2, add 2, maximum 3, addcdiv 4

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, **options):
        refuse("Adamax", {"capturable": options.pop("capturable", None)})
        settings = self._settings(options, betas=tuple(betas), eps=eps, weight_decay=weight_decay, capturable=False)
        super().__init__(params, lr, **settings)

    @one_call
    def _update(self, parameter, gradient, group):
        gradient, (first, second) = decayed(parameter, gradient, group), group["betas"]
        state = self._averages(parameter, "exp_avg", "exp_inf")
        mean, largest = state["exp_avg"], state["exp_inf"]
        mean *= first
        mean += gradient * (1 - first)
        largest = state["exp_inf"] = (largest * second).maximum(gradient.abs() + group["eps"])
        parameter -= mean / largest * (group["lr"] / (1 - first ** state["step"]))
