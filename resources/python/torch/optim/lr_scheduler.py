"""torch.optim.lr_scheduler: learning rates that change from epoch to epoch."""

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


def __getattr__(name):
    raise missing(
        "torch.optim.lr_scheduler",
        name,
        "there are StepLR, MultiStepLR, ExponentialLR, CosineAnnealingLR, OneCycleLR and LambdaLR",
    )
