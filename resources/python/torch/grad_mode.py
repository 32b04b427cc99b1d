"""Whether operations are recorded for backward(): always, except within torch.no_grad()."""

import functools

import _overlap


class set_grad_enabled:
    """Sets the mode when it is called; as a `with` block, until the end of the block."""

    def __init__(self, mode):
        self._before = _overlap.recording(bool(mode))
        self._mode = bool(mode)

    def __enter__(self):
        _overlap.recording(self._mode)
        return self

    def __exit__(self, *error):
        _overlap.recording(self._before)


class no_grad:
    """A context manager, and a decorator with or without parentheses."""

    mode = False

    def __new__(cls, function=None):
        return super().__new__(cls) if function is None else cls()(function)

    def _again(self):
        """Returns a new instance for each call, since calls may be nested."""
        return type(self)()

    def __enter__(self):
        self._before = _overlap.recording(self.mode)
        return self

    def __exit__(self, *error):
        _overlap.recording(self._before)

    def __call__(self, function):
        @functools.wraps(function)
        def wrapped(*args, **options):
            with self._again():
                return function(*args, **options)

        return wrapped


class enable_grad(no_grad):
    mode = True


class inference_mode(no_grad):
    def __new__(cls, mode=True):
        return object.__new__(cls) if isinstance(mode, bool) else cls()(mode)

    def __init__(self, mode=True):
        self.mode = not mode

    def _again(self):
        return inference_mode(not self.mode)


def is_grad_enabled():
    return _overlap.is_recording()
