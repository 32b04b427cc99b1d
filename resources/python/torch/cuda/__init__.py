"""torch.cuda: devices, streams, events and memory."""

import warnings

import _overlap
from overlap_dialect.arguments import missing, named


def _ordinal(where):
    import torch

    if where is None:
        return _overlap.current_gpu()
    ordinal = torch.ordinal_of(where)
    if ordinal < 0:
        raise ValueError(
            f"Expected a cuda device, but got: {where}; streams and waits of torch.cuda are of GPUs, so "
            "choose a machine that has one (book-v100 is modelled and needs no hardware), or the MXNet "
            "version of the program"
        )
    return ordinal


def device_count():
    return _overlap.gpu_count()


def is_available():
    return _overlap.gpu_count() > 0


def current_device():
    return _overlap.current_gpu()


def set_device(device):
    _overlap.set_current_gpu(_ordinal(device))


def get_device_name(device=None):
    return _overlap.gpu_model(_ordinal(device))


# NVIDIA's table of compute capabilities, for the models of virtual machines and for common ones.
CAPABILITIES = {
    "M60": (5, 2),
    "P100": (6, 0),
    "V100": (7, 0),
    "T4": (7, 5),
    "A100": (8, 0),
    "L4": (8, 9),
    "RTX 30": (8, 6),
    "RTX 40": (8, 9),
    "H100": (9, 0),
    "H200": (9, 0),
}


def get_device_capability(device=None):
    model = get_device_name(device)
    for name, capability in CAPABILITIES.items():
        if name in model:
            return capability
    raise NotImplementedError(f"the compute capability of {model} is not known here; leave the question out")


def synchronize(device=None):
    """Waits for all streams of a device, by default of the current one."""
    if not is_available():
        raise RuntimeError(
            "No CUDA GPUs are available: this machine has none; choose one that has, "
            "such as book-v100, which is modelled and needs no hardware"
        )
    if device is None:
        _overlap.synchronize(None, "torch.cuda.synchronize()")
    else:
        _overlap.synchronize(_ordinal(device), f"torch.cuda.synchronize({device})")


class Stream:
    def __init__(self, device=None, priority=0, _index=None):
        if priority != 0:
            warnings.warn("streams of one device have the same priority here", UserWarning, stacklevel=2)
        self._ordinal, self._before = _ordinal(device), ()
        self.index = _overlap.create_stream(self._ordinal) if _index is None else _index

    @property
    def device(self):
        import torch

        return torch.device("cuda", self._ordinal)

    def synchronize(self):
        _overlap.synchronize_stream(self.index, "stream.synchronize()")

    def wait_event(self, event):
        event.wait(self)

    def wait_stream(self, stream):
        _overlap.stream_wait(self.index, _overlap.record_event(stream.index))

    def record_event(self, event=None):
        event = Event() if event is None else event
        event.record(self)
        return event

    def query(self):
        return _overlap.is_stream_done(self.index)

    def __enter__(self):
        """Makes the stream and its device current."""
        self._before = (*self._before, (_overlap.current_gpu(), _overlap.current_stream(self._ordinal)))
        set_stream(self)
        return self

    def __exit__(self, *error):
        *self._before, (gpu, stream) = self._before
        _overlap.set_stream(self._ordinal, stream)
        _overlap.set_current_gpu(gpu)

    def __eq__(self, other):
        return isinstance(other, Stream) and self.index == other.index

    def __hash__(self):
        return hash(self.index)

    def __getattr__(self, name):
        raise missing(
            "Stream", name, "a stream has synchronize, wait_stream, wait_event, record_event, query and device"
        )

    def __repr__(self):
        return f"<torch.cuda.Stream device=cuda:{self._ordinal} number={self.index}>"


class _NoStream:
    def __enter__(self):
        return None

    def __exit__(self, *error):
        pass


def stream(stream):
    return _NoStream() if stream is None else stream


def set_stream(stream):
    if stream is not None:
        if not isinstance(stream, Stream):
            raise TypeError(f"set_stream(): argument 'stream' must be Stream, not {type(stream).__name__}")
        _overlap.set_current_gpu(stream._ordinal)
        _overlap.set_stream(stream._ordinal, stream.index)


def current_stream(device=None):
    return Stream(_ordinal(device), _index=_overlap.current_stream(_ordinal(device)))


def default_stream(device=None):
    return Stream(_ordinal(device), _index=_overlap.default_stream(_ordinal(device)))


class Event:
    def __init__(self, enable_timing=False, blocking=False, interprocess=False):
        self._timing = enable_timing
        self._index = self._ordinal = None

    def record(self, stream=None):
        stream = current_stream() if stream is None else stream
        if self._ordinal not in (None, stream._ordinal):
            raise RuntimeError(
                f"Event device {self._ordinal} does not match recording stream's device " f"{stream._ordinal}."
            )
        self._ordinal = stream._ordinal
        self._index = _overlap.record_event(stream.index)

    def wait(self, stream=None):
        stream = current_stream() if stream is None else stream
        if self._index is not None:
            _overlap.stream_wait(stream.index, self._index)

    def query(self):
        return self._index is None or _overlap.is_event_done(self._index)

    def synchronize(self):
        if self._index is not None:
            _overlap.synchronize_event(self._index, "event.synchronize()")

    def elapsed_time(self, end_event):
        """Returns milliseconds."""
        if not (self._timing and end_event._timing):
            raise RuntimeError("both events must be made with enable_timing=True")
        if self._index is None or end_event._index is None:
            raise RuntimeError("both events must be recorded before the time between them is available")
        if self._ordinal != end_event._ordinal:
            raise RuntimeError(
                f"CUDA error: invalid resource handle: the events are of cuda:{self._ordinal} and "
                f"cuda:{end_event._ordinal}, and each GPU has a separate clock; record both on one"
            )
        return _overlap.elapsed(self._index, end_event._index) * 1e3

    def __getattr__(self, name):
        raise missing("Event", name, "an event has record, wait, query, synchronize and elapsed_time")


class device:
    """Makes a device current within a `with` block."""

    def __init__(self, device):
        self._ordinal = _ordinal(device)

    def __enter__(self):
        self._before = _overlap.current_gpu()
        _overlap.set_current_gpu(self._ordinal)
        return self

    def __exit__(self, *error):
        _overlap.set_current_gpu(self._before)


class CUDAGraph:
    """GPU work that is captured once; each replay() issues all of it at the cost of one launch."""

    def __init__(self, keep_graph=False):
        self._captured = None

    def capture_begin(self, pool=None, capture_error_mode="global"):
        if self._captured is not None:
            raise RuntimeError("This CUDAGraph has been captured already; call reset() first, or make another one")
        self._captured = _overlap.begin_capture()

    def capture_end(self):
        if not _overlap.is_capturing():
            raise RuntimeError("no capture of this CUDAGraph has begun")
        if _overlap.end_capture() == 0:
            warnings.warn(
                "The CUDA Graph is empty: nothing within its capture was for a GPU", UserWarning, stacklevel=3
            )

    def replay(self):
        """Runs the captured work again, on the current values of its tensors. The program does not wait."""
        if self._captured is None:
            raise RuntimeError("Called CUDAGraph::replay without a preceding successful capture.")
        self._captured.replay()

    def reset(self):
        self._captured = None

    def pool(self):
        return (0, id(self))

    def __getattr__(self, name):
        raise missing("CUDAGraph", name, "there are capture_begin, capture_end, replay, reset and pool")


class graph:
    """`with torch.cuda.graph(g):` captures the GPU work of the block, which does not run until g.replay()."""

    def __init__(self, cuda_graph, pool=None, stream=None, capture_error_mode="global"):
        if not isinstance(cuda_graph, CUDAGraph):
            raise TypeError(f"torch.cuda.graph() takes a torch.cuda.CUDAGraph, not {type(cuda_graph).__name__}")
        self._graph = cuda_graph

    def __enter__(self):
        synchronize()
        self._graph.capture_begin()

    def __exit__(self, error, *rest):
        if error is None:
            self._graph.capture_end()
        else:
            _overlap.end_capture()
            self._graph.reset()


def is_current_stream_capturing():
    return _overlap.is_capturing()


def graph_pool_handle():
    return (0, 0)


def _memory(name, key):
    def level(device=None):
        return _overlap.memory(_ordinal(device))[key]

    return named(level, name)


memory_allocated = _memory("memory_allocated", "allocated")
memory_reserved = _memory("memory_reserved", "reserved")
max_memory_allocated = _memory("max_memory_allocated", "peak_allocated")
max_memory_reserved = _memory("max_memory_reserved", "peak_reserved")


def reset_peak_memory_stats(device=None):
    _overlap.reset_peaks(_ordinal(device))


reset_max_memory_allocated = reset_max_memory_cached = reset_peak_memory_stats


def memory_stats(device=None):
    """The statistics that are recorded, by PyTorch's names."""
    return {
        f"{name}_bytes.all.{when}": _overlap.memory(_ordinal(device))[key]
        for name in ("allocated", "reserved")
        for when, key in (("current", name), ("peak", f"peak_{name}"))
    }


def memory_summary(device=None, abbreviated=False):
    levels, lines = _overlap.memory(_ordinal(device)), []
    for name in ("allocated", "reserved"):
        now, peak = (levels[key] / 2**20 for key in (name, f"peak_{name}"))
        lines.append(f"| {name:<9} memory | {now:10.2f} MiB now | {peak:10.2f} MiB peak |")
    return "\n".join(lines) + "\n"


def mem_get_info(device=None):
    levels = _overlap.memory(_ordinal(device))
    return levels["free"], levels["capacity"]


class _Properties:
    def __init__(self, ordinal):
        self.name = _overlap.gpu_model(ordinal)
        self.total_memory = _overlap.memory(ordinal)["capacity"]

    def __getattr__(self, name):
        raise missing("properties", name, "there are name and total_memory")


def get_device_properties(device=None):
    return _Properties(_ordinal(device))


def empty_cache():
    for ordinal in range(_overlap.gpu_count()):
        _overlap.empty_cache(ordinal)


def is_bf16_supported(including_emulation=True):
    """No: numbers are float32 here."""
    return False


def manual_seed(seed):
    _overlap.seed(int(seed))


manual_seed_all = manual_seed


class OutOfMemoryError(RuntimeError):
    """Raised if a GPU has no memory left; the front end looks up this class."""


from torch.cuda import amp  # noqa: part of the package


def __getattr__(name):
    raise missing(
        "torch.cuda",
        name,
        "there are devices, synchronize, Stream, Event, stream, CUDAGraph, graph and the memory figures",
    )
