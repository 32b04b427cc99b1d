"""torch.amp: programs that switch mixed precision off run as they are; float16 and bfloat16 are not modelled."""

import contextlib

from overlap_dialect.arguments import ELSEWHERE, missing


def _refuse(name):
    raise NotImplementedError(f"torch.amp.{name} with enabled=True is not supported; {ELSEWHERE['autocast']}")


class autocast(contextlib.ContextDecorator):
    """Has no effect, with enabled=False."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if enabled:
            _refuse("autocast()")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


class GradScaler:
    """Scales nothing, with enabled=False."""

    def __init__(
        self,
        device="cuda",
        init_scale=65536.0,
        growth_factor=2.0,
        backoff_factor=0.5,
        growth_interval=2000,
        enabled=True,
    ):
        if enabled:
            _refuse("GradScaler()")

    def scale(self, outputs):
        return outputs

    def unscale_(self, optimizer):
        pass

    def step(self, optimizer, *args, **options):
        return optimizer.step(*args, **options)

    def update(self, new_scale=None):
        pass

    def is_enabled(self):
        return False

    def get_scale(self):
        return 1.0

    def state_dict(self):
        return {}

    def load_state_dict(self, state_dict):
        pass


def is_autocast_available(device_type):
    return False


def __getattr__(name):
    raise missing("torch.amp", name, "there are autocast and GradScaler, both with enabled=False")
