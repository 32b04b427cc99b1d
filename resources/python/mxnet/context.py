"""Devices."""

import _overlap


class Context:
    def __init__(self, device_type, device_id=0):
        if isinstance(device_type, Context):
            device_type, device_id = device_type.device_type, device_type.device_id
        if device_type not in ("cpu", "gpu", "cpu_pinned", "cpu_shared"):
            raise ValueError(f"a context is cpu or gpu, not {device_type!r}")
        self.device_type, self.device_id = device_type, device_id

    @property
    def ordinal(self):
        """GPU i has the ordinal i, CPU context i the ordinal -1 - i."""
        if self.device_type == "gpu":
            return self.device_id
        return -1 - self.device_id if self.device_type == "cpu" else -1

    def __eq__(self, other):
        return isinstance(other, Context) and (self.device_type, self.device_id) == (other.device_type, other.device_id)

    def __hash__(self):
        return hash((self.device_type, self.device_id))

    def __repr__(self):
        return f"{self.device_type}({self.device_id})"

    def __enter__(self):
        _current.append(self)
        return self

    def __exit__(self, *error):
        _current.pop()

    def empty_cache(self):
        _overlap.empty_cache(self.ordinal)


_current = []


def cpu(device_id=0):
    return Context("cpu", device_id)


def gpu(device_id=0):
    return Context("gpu", device_id)


def cpu_pinned(device_id=0):
    return Context("cpu_pinned", device_id)


def num_gpus():
    return _overlap.gpu_count()


def gpu_memory_info(device_id=0):
    levels = _overlap.memory(device_id)
    return levels["free"], levels["capacity"]


def current_context():
    return _current[-1] if _current else cpu()


current_device = current_context


def context_of(ordinal):
    return Context("cpu", -1 - ordinal) if ordinal < 0 else Context("gpu", ordinal)


def ordinal_of(ctx, device=None):
    where = ctx if ctx is not None else device
    if where is None:
        where = current_context()
    if not isinstance(where, Context):
        raise TypeError(f"expected a device such as mx.gpu(0), not {where!r}")
    return where.ordinal
