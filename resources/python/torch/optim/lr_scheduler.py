"""torch.optim.lr_scheduler: learning rates that change from epoch to epoch."""

import bisect
import math
import warnings

from overlap_dialect.arguments import missing, refuse
from torch.optim.optimizer import Optimizer

TOO_EARLY = (
    "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you should "
    "call them in the opposite order: `optimizer.step()` before `lr_scheduler.step()`. Failure to do this "
    "will result in PyTorch skipping the first value of the learning rate schedule."
)


class LRScheduler:
    """Base class; subclasses define get_lr(), which returns the rates of the next epoch."""

    def __init__(self, optimizer, last_epoch=-1, verbose=False):
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        refuse(type(self).__name__, {"verbose": verbose})
        self.optimizer = optimizer
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", group["lr"])
            elif "initial_lr" not in group:
                raise KeyError(f"param 'initial_lr' is not specified in param_groups[{i}] when resuming an optimizer")
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self._step_count = 0
        self._steps_before = optimizer.steps_taken
        self.step()

    def step(self, epoch=None):
        """Advances to the next epoch."""
        if epoch is not None:
            raise NotImplementedError("step() goes to the next epoch here; leave its number out")
        if self._step_count == 1 and self.optimizer.steps_taken == self._steps_before:
            warnings.warn(TOO_EARLY, UserWarning, stacklevel=2)
        self._step_count += 1
        self.last_epoch += 1
        for group, rate in zip(self.optimizer.param_groups, self.get_lr()):
            group["lr"] = rate
        self._last_lr = self._rates()

    def _rates(self):
        return [group["lr"] for group in self.optimizer.param_groups]

    def get_last_lr(self):
        return self._last_lr

    def get_lr(self):
        raise NotImplementedError(f"{type(self).__name__} has no get_lr(), which gives the rates of an epoch")

    def state_dict(self):
        return {name: value for name, value in vars(self).items() if name not in ("optimizer", "_steps_before")}

    def load_state_dict(self, state_dict):
        vars(self).update(state_dict)

    def __getattr__(self, name):
        raise missing(type(self).__name__, name, "a schedule has step, get_last_lr, state_dict and load_state_dict")


class LambdaLR(LRScheduler):
    """Multiplies the initial rate by a function of the epoch."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1, verbose=False):
        groups = len(optimizer.param_groups)
        several = isinstance(lr_lambda, (list, tuple))
        if several and len(lr_lambda) != groups:
            raise ValueError(f"Expected {groups} lr_lambdas, but got {len(lr_lambda)}")
        self.lr_lambdas = list(lr_lambda) if several else [lr_lambda] * groups
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        return [first * factor(self.last_epoch) for factor, first in zip(self.lr_lambdas, self.base_lrs)]

    def state_dict(self):
        """Leaves out the functions, which cannot be saved."""
        return {
            **{name: value for name, value in super().state_dict().items() if name != "lr_lambdas"},
            "lr_lambdas": [None] * len(self.lr_lambdas),
        }

    def load_state_dict(self, state_dict):
        super().load_state_dict({name: value for name, value in state_dict.items() if name != "lr_lambdas"})


class StepLR(LRScheduler):
    """Multiplies the rate by gamma every `step_size` epochs."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1, verbose=False):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        is_due = self.last_epoch > 0 and self.last_epoch % self.step_size == 0
        return [rate * self.gamma if is_due else rate for rate in self._rates()]


class MultiStepLR(LRScheduler):
    """Multiplies the rate by gamma at each milestone."""

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1, verbose=False):
        self.milestones, self.gamma = {epoch: list(milestones).count(epoch) for epoch in milestones}, gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        times = self.milestones.get(self.last_epoch, 0)
        return [rate * self.gamma**times if times else rate for rate in self._rates()]


class ExponentialLR(LRScheduler):
    """Multiplies the rate by gamma after each epoch."""

    def __init__(self, optimizer, gamma, last_epoch=-1, verbose=False):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        return [rate * self.gamma if self.last_epoch > 0 else rate for rate in self._rates()]


class CosineAnnealingLR(LRScheduler):
    """A cosine that falls to eta_min within T_max epochs and rises again (Loshchilov and Hutter, 2016)."""

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1, verbose=False):
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        epoch, most, low = self.last_epoch, self.T_max, self.eta_min
        if epoch == 0:
            return self._rates()
        if self._step_count == 1:
            return [low + (first - low) * (1 + math.cos(epoch * math.pi / most)) / 2 for first in self.base_lrs]
        if (epoch - 1 - most) % (2 * most) == 0:
            return [
                rate + (first - low) * (1 - math.cos(math.pi / most)) / 2
                for rate, first in zip(self._rates(), self.base_lrs)
            ]
        ratio = (1 + math.cos(math.pi * epoch / most)) / (1 + math.cos(math.pi * (epoch - 1) / most))
        return [ratio * (rate - low) + low for rate in self._rates()]


class OneCycleLR(LRScheduler):
    """Raises the rate to max_lr and lowers it far below the first one, batch by batch (Smith and Topin, 2018); the
    momentum moves the other way."""

    def __init__(
        self,
        optimizer,
        max_lr,
        total_steps=None,
        epochs=None,
        steps_per_epoch=None,
        pct_start=0.3,
        anneal_strategy="cos",
        cycle_momentum=True,
        base_momentum=0.85,
        max_momentum=0.95,
        div_factor=25.0,
        final_div_factor=1e4,
        three_phase=False,
        last_epoch=-1,
        verbose=False,
    ):
        if total_steps is None and (epochs is None or steps_per_epoch is None):
            raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
        self.total_steps = epochs * steps_per_epoch if total_steps is None else total_steps
        if self.total_steps <= 0 or not isinstance(self.total_steps, int):
            raise ValueError(f"Expected positive integer total_steps, but got {self.total_steps}")
        if not 0 <= pct_start <= 1:
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        refuse("OneCycleLR", {"last_epoch": None if last_epoch == -1 else last_epoch})
        self._anneal_func_type, self.cycle_momentum = anneal_strategy, cycle_momentum
        low, high, last = base_momentum, max_momentum, self.total_steps - 1
        rise = pct_start * self.total_steps - 1
        # The last step of each phase, its first and its last rate, and its first and last momentum.
        self._schedule_phases = [(rise, "initial_lr", "max_lr", high, low)]
        if three_phase:
            self._schedule_phases.append((2 * rise, "max_lr", "initial_lr", low, high))
            self._schedule_phases.append((last, "initial_lr", "min_lr", high, high))
        else:
            self._schedule_phases.append((last, "max_lr", "min_lr", low, high))
        groups = optimizer.param_groups
        if cycle_momentum and not all("momentum" in group or "betas" in group for group in groups):
            raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")
        rates = list(max_lr) if isinstance(max_lr, (list, tuple)) else [max_lr] * len(groups)
        if len(rates) != len(groups):
            raise ValueError(f"Expected {len(groups)} values for max_lr, but got {len(rates)}")
        for group, rate in zip(groups, rates):
            first = rate / div_factor
            group.update(initial_lr=first, max_lr=rate, min_lr=first / final_div_factor)
        super().__init__(optimizer, last_epoch, verbose)

    def _between(self, first, last, share):
        if self._anneal_func_type == "linear":
            return (last - first) * share + first
        return last + (first - last) / 2 * (1 + math.cos(math.pi * share))

    def get_lr(self):
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError(f"Tried to step {step} times. The specified number of total steps is {self.total_steps}")
        begin, rates = 0.0, []
        for end, first, last, momentum, next_momentum in self._schedule_phases:
            if step <= end or end == self._schedule_phases[-1][0]:
                break
            begin = end
        share = (step - begin) / (end - begin) if end != begin else 1.0
        for group in self.optimizer.param_groups:
            rates.append(self._between(group[first], group[last], share))
            if self.cycle_momentum:
                moment = self._between(momentum, next_momentum, share)
                group.update({"betas": (moment, *group["betas"][1:])} if "betas" in group else {"momentum": moment})
        return rates


class MultiplicativeLR(LambdaLR):
    """Multiplies the rate by a function of the epoch."""

    def get_lr(self):
        if self.last_epoch == 0:
            return self._rates()
        return [rate * factor(self.last_epoch) for factor, rate in zip(self.lr_lambdas, self._rates())]


class ConstantLR(LRScheduler):
    """Multiplies the rate by a factor until `total_iters` epochs have passed."""

    def __init__(self, optimizer, factor=1.0 / 3, total_iters=5, last_epoch=-1, verbose=False):
        if not 0 <= factor <= 1:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        share = {0: self.factor, self.total_iters: 1.0 / self.factor}.get(self.last_epoch, 1.0)
        return [rate * share for rate in self._rates()]


class LinearLR(LRScheduler):
    """Multiplies the rate by a factor that goes from one number to another within `total_iters` epochs."""

    def __init__(self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5, last_epoch=-1, verbose=False):
        if not 0 < start_factor <= 1:
            raise ValueError("Starting multiplicative factor expected to be greater than 0 and less or equal to 1.")
        if not 0 <= end_factor <= 1:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        epoch, change, factor = self.last_epoch, self.end_factor - self.start_factor, 1.0
        if epoch == 0:
            factor = self.start_factor
        elif epoch <= self.total_iters:
            factor = 1.0 + change / (self.total_iters * self.start_factor + (epoch - 1) * change)
        return [rate * factor for rate in self._rates()]


class PolynomialLR(LRScheduler):
    """A power of the share of epochs that are left; 0 after `total_iters` epochs."""

    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1, verbose=False):
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        epoch, most = self.last_epoch, self.total_iters
        if epoch == 0 or epoch > most:
            return self._rates()
        factor = ((1.0 - epoch / most) / (1.0 - (epoch - 1) / most)) ** self.power
        return [rate * factor for rate in self._rates()]


class CosineAnnealingWarmRestarts(LRScheduler):
    """A cosine that falls to eta_min and starts again, after T_0 epochs, and then after T_mult times as many each time
    (Loshchilov and Hutter, 2016)."""

    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0.0, last_epoch=-1, verbose=False):
        if T_0 <= 0 or not isinstance(T_0, int):
            raise ValueError(f"Expected positive integer T_0, but got {T_0}")
        if T_mult < 1 or not isinstance(T_mult, int):
            raise ValueError(f"Expected integer T_mult >= 1, but got {T_mult}")
        self.T_0, self.T_i, self.T_mult, self.eta_min, self.T_cur = T_0, T_0, T_mult, eta_min, last_epoch
        super().__init__(optimizer, last_epoch, verbose)

    def step(self, epoch=None):
        """Advances to the next epoch, or to a part of one: step(epoch + batch / batches)."""
        epoch = self.last_epoch + 1 if epoch is None else epoch
        if epoch < 0:
            raise ValueError(f"Expected non-negative epoch, but got {epoch}")
        self.T_cur, self.T_i = epoch, self.T_0
        while self.T_cur >= self.T_i:
            self.T_cur, self.T_i = self.T_cur - self.T_i, self.T_i * self.T_mult
        self.last_epoch = math.floor(epoch)
        for group, rate in zip(self.optimizer.param_groups, self.get_lr()):
            group["lr"] = rate
        self._last_lr = self._rates()

    def get_lr(self):
        share = (1 + math.cos(math.pi * self.T_cur / self.T_i)) / 2
        return [self.eta_min + (first - self.eta_min) * share for first in self.base_lrs]


class CyclicLR(LRScheduler):
    """Goes between two rates, batch by batch (Smith, 2015); the momentum moves the other way."""

    def __init__(
        self,
        optimizer,
        base_lr,
        max_lr,
        step_size_up=2000,
        step_size_down=None,
        mode="triangular",
        gamma=1.0,
        scale_fn=None,
        scale_mode="cycle",
        cycle_momentum=True,
        base_momentum=0.8,
        max_momentum=0.9,
        last_epoch=-1,
        verbose=False,
    ):
        ways = {
            "triangular": ("cycle", lambda x: 1.0),
            "triangular2": ("cycle", lambda x: 1 / 2.0 ** (x - 1)),
            "exp_range": ("iterations", lambda x: gamma**x),
        }
        if mode not in ways and scale_fn is None:
            raise ValueError("mode is invalid and scale_fn is None")
        groups = optimizer.param_groups
        if cycle_momentum and not all("momentum" in group or "betas" in group for group in groups):
            raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")
        self._counts, self._scale = ways[mode] if scale_fn is None else (scale_mode, scale_fn)
        down = step_size_up if step_size_down is None else step_size_down
        self.total_size = float(step_size_up + down)
        self.step_ratio = step_size_up / self.total_size
        self.max_lrs, lows = self._each(groups, max_lr), self._each(groups, base_lr)
        self.cycle_momentum, self.base_momentum, self.max_momentum = cycle_momentum, base_momentum, max_momentum
        for group, rate in zip(groups, lows):
            group.update(lr=rate, initial_lr=rate)
        super().__init__(optimizer, last_epoch, verbose)

    @staticmethod
    def _each(groups, value):
        return list(value) if isinstance(value, (list, tuple)) else [value] * len(groups)

    def get_lr(self):
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        place = 1.0 + self.last_epoch / self.total_size - cycle
        height = place / self.step_ratio if place <= self.step_ratio else (place - 1) / (self.step_ratio - 1)
        height *= self._scale(cycle if self._counts == "cycle" else self.last_epoch)
        if self.cycle_momentum:
            moment = self.max_momentum - (self.max_momentum - self.base_momentum) * height
            for group in self.optimizer.param_groups:
                group.update({"betas": (moment, *group["betas"][1:])} if "betas" in group else {"momentum": moment})
        return [low + (high - low) * height for low, high in zip(self.base_lrs, self.max_lrs)]

    def state_dict(self):
        return {name: value for name, value in super().state_dict().items() if name != "_scale"}


class _Several(LRScheduler):
    """Schedules of one optimizer."""

    def __init__(self, optimizer, schedulers):
        name = type(self).__name__
        if not schedulers:
            raise ValueError(f"{name} expects at least one scheduler, but got no scheduler.")
        for i, one in enumerate(schedulers):
            if isinstance(one, ReduceLROnPlateau):
                raise ValueError(f"{name} does not support `ReduceLROnPlateau` scheduler, which is at index {i}")
            if one.optimizer is not optimizer:
                raise ValueError(f"{name} expects all schedulers to belong to the same optimizer, but not that at {i}")
        self.optimizer, self._schedulers = optimizer, list(schedulers)
        self._last_lr = self._rates()

    def state_dict(self):
        return {**super().state_dict(), "_schedulers": [one.state_dict() for one in self._schedulers]}

    def load_state_dict(self, state_dict):
        super().load_state_dict({name: value for name, value in state_dict.items() if name != "_schedulers"})
        for one, state in zip(self._schedulers, state_dict["_schedulers"]):
            one.load_state_dict(state)


class ChainedScheduler(_Several):
    """Steps of several schedules at once."""

    def __init__(self, schedulers, optimizer=None):
        super().__init__(optimizer or (schedulers[0].optimizer if schedulers else None), schedulers)

    def step(self):
        for one in self._schedulers:
            one.step()
        self._last_lr = self._rates()


class SequentialLR(_Several):
    """Schedules one after the other; each starts with the initial rates at its milestone."""

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1, verbose=False):
        super().__init__(optimizer, schedulers)
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(
                "Sequential Schedulers expects number of schedulers provided to be one more than the number of "
                f"milestone points, but got number of schedulers {len(schedulers)} and the number of milestones to be "
                f"equal to {len(milestones)}"
            )
        self._milestones, self.last_epoch = list(milestones), last_epoch + 1
        self._start(self._schedulers[bisect.bisect_right(self._milestones, 0)])

    def _start(self, schedule):
        for group in self.optimizer.param_groups:
            group["lr"] = group["initial_lr"]
        schedule.last_epoch, schedule._step_count = -1, 0
        schedule.step()
        self._last_lr = self._rates()

    def step(self):
        self.last_epoch += 1
        place = bisect.bisect_right(self._milestones, self.last_epoch)
        if place and self._milestones[place - 1] == self.last_epoch:
            self._start(self._schedulers[place])
            return
        self._schedulers[place].step()
        self._last_lr = self._rates()


class ReduceLROnPlateau(LRScheduler):
    """Multiplies the rate by a factor when a metric has not improved for `patience` epochs. step() reads the metric, a
    wait if it is a tensor on a GPU."""

    def __init__(
        self,
        optimizer,
        mode="min",
        factor=0.1,
        patience=10,
        threshold=1e-4,
        threshold_mode="rel",
        cooldown=0,
        min_lr=0,
        eps=1e-8,
        verbose=False,
    ):
        if factor >= 1:
            raise ValueError("Factor should be < 1.0.")
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        refuse("ReduceLROnPlateau", {"verbose": verbose})
        groups = optimizer.param_groups
        several = isinstance(min_lr, (list, tuple))
        if several and len(min_lr) != len(groups):
            raise ValueError(f"expected {len(groups)} min_lrs, got {len(min_lr)}")
        if mode not in ("min", "max"):
            raise ValueError(f"mode {mode} is unknown!")
        if threshold_mode not in ("rel", "abs"):
            raise ValueError(f"threshold mode {threshold_mode} is unknown!")
        self.optimizer, self.factor, self.patience, self.cooldown = optimizer, factor, patience, cooldown
        self.mode, self.threshold, self.threshold_mode, self.eps = mode, threshold, threshold_mode, eps
        self.min_lrs = list(min_lr) if several else [min_lr] * len(groups)
        self.best = math.inf if mode == "min" else -math.inf
        self.cooldown_counter = self.num_bad_epochs = self.last_epoch = 0
        self._last_lr = self._rates()

    def _is_better(self, metric):
        sign = 1 if self.mode == "min" else -1
        if self.threshold_mode == "abs":
            return sign * metric < sign * self.best - self.threshold
        return sign * metric < sign * self.best * (1 - sign * self.threshold)

    def step(self, metrics, epoch=None):
        metric = float(metrics)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        if self._is_better(metric):
            self.best, self.num_bad_epochs = metric, 0
        else:
            self.num_bad_epochs += 1
        if self.cooldown_counter > 0:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            for group, least in zip(self.optimizer.param_groups, self.min_lrs):
                rate = max(group["lr"] * self.factor, least)
                group["lr"] = rate if group["lr"] - rate > self.eps else group["lr"]
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
        self._last_lr = self._rates()


_LRScheduler = LRScheduler  # the older name


def __getattr__(name):
    there = [one for one, kind in globals().items() if isinstance(kind, type) and one[0] != "_"]
    raise missing("torch.optim.lr_scheduler", name, f"there are {', '.join(there)}", there)
