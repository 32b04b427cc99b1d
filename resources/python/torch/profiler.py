"""torch.profiler: every run is traced, so a profile is the part of the trace from start() to stop()."""

import enum
import json
import math
import os
import shutil
import tempfile

import _overlap
import torch
from overlap_dialect.arguments import missing


class ProfilerActivity(enum.Enum):
    CPU = 0
    CUDA = 2


class ProfilerAction(enum.Enum):
    NONE = 0
    WARMUP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3


def schedule(*, wait, warmup, active, repeat=0, skip_first=0):
    """Which steps a profile records."""

    def action(step):
        if step < skip_first:
            return ProfilerAction.NONE
        cycle, place = divmod(step - skip_first, wait + warmup + active)
        if (repeat and cycle >= repeat) or place < wait:
            return ProfilerAction.NONE
        if place < wait + warmup:
            return ProfilerAction.WARMUP
        return ProfilerAction.RECORD_AND_SAVE if place == wait + warmup + active - 1 else ProfilerAction.RECORD

    return action


def tensorboard_trace_handler(dir_name, worker_name=None, use_gzip=False):
    """Writes a trace to a folder whenever a profile is complete."""
    written = []

    def handler(profile_):
        os.makedirs(dir_name, exist_ok=True)
        name = f"{worker_name or 'overlap'}.{len(written)}.pt.trace.json" + (".gz" if use_gzip else "")
        written.append(name)
        profile_.export_chrome_trace(os.path.join(dir_name, name))

    return handler


class record_function:
    """Names the operations of a block; they are a phase on the timeline."""

    def __init__(self, name, args=None):
        self._name = name

    def __enter__(self):
        self._before = _overlap.phase(self._name)
        return self

    def __exit__(self, *error):
        _overlap.phase(self._before)


class profile:
    """Records the operations from start() to stop(). At the end the program waits for the GPUs, as in PyTorch."""

    def __init__(
        self,
        *,
        activities=None,
        schedule=None,
        on_trace_ready=None,
        record_shapes=False,
        profile_memory=False,
        with_stack=False,
        with_flops=False,
        with_modules=False,
        experimental_config=None,
        use_cuda=None,
    ):
        self._schedule, self._on_trace_ready = schedule, on_trace_ready
        self._begin = self._end = self._issued = None
        self.step_num = 0

    def _action(self):
        return ProfilerAction.RECORD if self._schedule is None else self._schedule(self.step_num)

    @property
    def _records(self):
        return self._action() in (ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE)

    def start(self):
        self._end = None
        if self._records:
            self._begin = _overlap.clock()

    def stop(self):
        if self._begin is not None and self._end is None:
            self._finish()

    def _finish(self):
        self._issued = _overlap.clock()
        for gpu in range(torch.cuda.device_count()):
            torch.cuda.synchronize(gpu)
        self._end = _overlap.clock()
        if self._on_trace_ready is not None:
            self._on_trace_ready(self)

    def step(self):
        """Ends a training step. Schedules count these calls."""
        is_last = self._action() is ProfilerAction.RECORD_AND_SAVE
        self.step_num += 1
        if is_last and self._begin is not None and self._end is None:
            self._finish()
        if self._records and (self._begin is None or self._end is not None):
            self._begin, self._end = _overlap.clock(), None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *error):
        self.stop()

    def _write(self, path):
        if self._begin is None:
            raise RuntimeError("a profile has events after start(): call it, or use the profile in a 'with' block")
        _overlap.export_trace(path, self._begin, _overlap.clock() if self._end is None else self._end)

    def export_chrome_trace(self, path):
        """Writes what the profile recorded as Chrome trace events, compressed if the name ends in .gz."""
        path = os.fsdecode(path)
        ending = ".json.gz" if path.endswith(".gz") else ".json"
        if path.endswith(ending):
            self._write(path)
            return
        with tempfile.TemporaryDirectory() as folder:
            made = os.path.join(folder, "trace" + ending)
            self._write(made)
            shutil.move(made, path)

    def events(self):
        """The operations and waits of the program in the profile, as dictionaries of Chrome's trace events."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "trace.json")
            self._write(path)
            with open(path, encoding="utf-8") as file:
                found = json.load(file)
        # Without the waits of stop().
        length = math.inf if self._end is None else self._issued - self._begin
        spans = [one for one in found["traceEvents"] if one.get("ph") == "X"]
        devices = {one["pid"]: one["args"]["name"] for one in found["traceEvents"] if one["name"] == "process_name"}
        for one in spans:
            one.setdefault("args", {})["device"] = devices.get(one["pid"], "")
        waits = [one for one in spans if one["cat"] == "wait" and one["ts"] * 1e3 < length]
        return [one for one in spans if one["cat"] != "wait" and "op" in one.get("args", {})] + waits

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0):
        return Averages(self.events())

    def __getattr__(self, name):
        raise missing("profile", name, "there are start, stop, step, export_chrome_trace, events and key_averages")


class Averages:
    """Operations by name: how often, how long the program took to issue them, how long they ran. Waits by call."""

    COLUMNS = ("Name", "CPU total", "CUDA total", "CUDA time avg", "# of Calls")

    def __init__(self, events):
        issued = {one["args"]["op"]: one for one in events if one["cat"] == "issue"}
        self.rows = {}
        for one in events:
            if one["cat"] == "issue":
                continue
            is_wait = one["cat"] == "wait"
            # A result without a name gets the name of its operator.
            name = f"wait in {one['name']}" if is_wait else one["args"].get("operator", one["name"])
            row = self.rows.setdefault(name, [0.0, 0.0, 0])
            issue = one if is_wait else issued.get(one["args"]["op"])
            row[0] += issue["dur"] if issue else 0.0
            if not is_wait:  # a CPU computes inside the call
                row[1 if one["args"]["device"].startswith("GPU") else 0] += one["dur"]
            row[2] += 1

    def table(self, sort_by=None, row_limit=100, **options):
        column = 0 if sort_by and sort_by.startswith("cpu") else 2 if sort_by == "count" else 1
        rows = sorted(self.rows.items(), key=lambda row: -row[1][column])[:row_limit]
        lines = [
            (name, f"{cpu:.3f}us", f"{gpu:.3f}us", f"{gpu / count:.3f}us", str(count))
            for name, (cpu, gpu, count) in rows
        ]
        widths = [max(map(len, column)) for column in zip(self.COLUMNS, *lines)]
        rule = "  ".join("-" * width for width in widths)
        shown = ["  ".join(f"{cell:>{width}}" for cell, width in zip(line, widths)) for line in (self.COLUMNS, *lines)]
        return "\n".join([rule, shown[0], rule, *shown[1:], rule]) + "\n"

    def __len__(self):
        return len(self.rows)

    def __str__(self):
        return self.table()


def __getattr__(name):
    raise missing(
        "torch.profiler",
        name,
        "there are profile, schedule, record_function, ProfilerActivity and tensorboard_trace_handler",
    )
