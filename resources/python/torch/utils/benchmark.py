"""torch.utils.benchmark: measures statements by the run's clock; waits for the GPUs before reading it."""

import statistics
import textwrap
import timeit as library

import torch
from overlap_dialect.arguments import missing, refuse

MOST_TURNS = 1000  # limit on the turns of a blocked_autorange(); on a virtual machine each turn takes the same time
UNITS = (("s", 1.0), ("ms", 1e3), ("us", 1e6), ("ns", 1e9))
NAMES = dict(s="seconds", ms="milliseconds", us="microseconds", ns="nanoseconds")


def timer():
    if torch.cuda.is_available():
        torch.cuda.synchronize()
    return library.default_timer()


def _text(seconds, unit):
    name, factor = unit
    return f"{seconds * factor:.2f} {name}"


def _title(spec):
    label, stmt, sub_label = spec["label"], spec["stmt"], spec["sub_label"]
    if label is None and "\n" in stmt:
        return "stmt:" + (f" ({sub_label})" if sub_label else "") + "\n" + textwrap.indent(stmt, "  ")
    return (stmt if label is None else label) + (f": {sub_label}" if sub_label else "")


def _setup(spec):
    code = spec["setup"]
    if code in ("", "pass"):
        return ""
    return "setup:\n" + textwrap.indent(code, "  ") if "\n" in code else f"setup: {code}"


class Measurement:
    """Times of a statement, in seconds for one execution."""

    __module__ = "torch.utils.benchmark.utils.common"  # PyTorch prints it

    def __init__(self, number_per_run, raw_times, task_spec):
        self.number_per_run, self.raw_times, self.task_spec = number_per_run, list(raw_times), task_spec
        self.metadata = None

    times = property(lambda self: [time / self.number_per_run for time in self.raw_times])
    median = property(lambda self: statistics.median(self.times))
    mean = property(lambda self: statistics.fmean(self.times))
    iqr = property(lambda self: self._quartiles[1] - self._quartiles[0])
    has_warnings = property(lambda self: bool(self._warning()))

    @property
    def _quartiles(self):
        if len(self.times) < 2:
            return self.median, self.median
        first, _, third = statistics.quantiles(self.times, n=4, method="inclusive")
        return first, third

    def _warning(self):
        share = self.iqr / self.median if self.median else 0.0
        if share < 0.1:
            return ""
        reason = "This suggests significant environmental influence."
        if share < 0.25:
            reason = "This could indicate system fluctuation."
        first = f"  WARNING: Interquartile range is {share:.1%} of the median measurement."
        return f"{first}\n{'':11}{reason}"

    def __getattr__(self, name):
        if name in ("stmt", "setup", "label", "sub_label", "description", "num_threads"):
            return self.task_spec[name]
        raise missing("Measurement", name, "there are times, raw_times, number_per_run, median, mean and iqr")

    def __repr__(self):
        spec, count = self.task_spec, len(self.raw_times)
        lines = [object.__repr__(self), _title(spec), spec["description"], _setup(spec)]
        lines = [f"{one}\n" if "\n" in one else one for one in lines if one]
        unit = next((one for one in UNITS if self.median * one[1] >= 1), UNITS[-1])
        lines.append(f"  {'Median: ' * (count > 1)}{_text(self.median, unit)}")
        if count >= 4:
            first, third = (f"{one * unit[1]:.2f}" for one in self._quartiles)
            lines.append(f"  IQR:    {_text(self.iqr, unit)} ({first} to {third})")
        per = "per measurement," if count > 1 else ","  # PyTorch prints a space before this comma
        lines.append(f"  {count} measurement{'s' * (count > 1)}, {self.number_per_run} runs {per} 1 thread")
        return "\n".join([*lines, self._warning()]).rstrip()


class Timer:
    """Executes `stmt` many times, after `setup`. Both are strings, as in the module timeit."""

    def __init__(
        self,
        stmt="pass",
        setup="pass",
        global_setup="",
        timer=timer,
        globals=None,
        label=None,
        sub_label=None,
        description=None,
        env=None,
        num_threads=1,
        language="python",
    ):
        refuse("torch.utils.benchmark.Timer", {"global_setup": global_setup or None, "env": env})
        if str(language).lower() not in ("python", "py", "language.python"):
            raise NotImplementedError("torch.utils.benchmark.Timer() runs Python only here; leave language out")
        if num_threads != 1:
            raise NotImplementedError("the CPU has one lane here; leave num_threads out, or set the parameter workers")
        names = {"torch": torch, **(globals or {})}
        self._spec = dict(
            stmt=stmt, setup=setup, label=label, sub_label=sub_label, description=description, num_threads=1
        )
        self._timer = library.Timer(stmt, setup, timer, names)

    def timeit(self, number=1000000):
        if number < 1:
            raise ValueError(f"timeit() runs the statement 1 time or more, not {number}")
        self._timer.timeit(max(number // 100, 2))  # warms up, as in PyTorch
        return Measurement(number, [self._timer.timeit(number)], self._spec)

    def _number(self, seconds):
        """The number of executions in a block, such that reading the clock takes at most 1/10,000 of its time."""
        number, overhead = 1, min(self._timer.timeit(0) for _ in range(5))
        while number < MOST_TURNS:
            taken = self._timer.timeit(number)
            if taken > seconds or (taken >= seconds / 1000 and overhead <= taken * 1e-4):
                break
            number *= 10
        return number

    def blocked_autorange(self, callback=None, min_run_time=0.2):
        """Measures for at least `min_run_time`, in blocks that are long enough for the clock; at most 100 blocks."""
        number, times = self._number(min_run_time), []
        while not times or (sum(times) < min_run_time and len(times) < 100):
            times.append(self._timer.timeit(number))
            if callback is not None:
                callback(number, times[-1])
        return Measurement(number, times, self._spec)

    def adaptive_autorange(self, threshold=0.1, *, min_run_time=0.01, max_run_time=10.0, callback=None):
        """Measures until the distance of the quartiles is less than `threshold` times the median, or a limit is
        reached."""
        number, times = self._number(min_run_time), []
        while True:
            times.append(self._timer.timeit(number))
            made = Measurement(number, times, self._spec)
            is_close = len(times) > 3 and made.iqr < threshold * made.median
            if (is_close and sum(times) >= min_run_time) or sum(times) >= max_run_time or len(times) >= 100:
                return made

    def __getattr__(self, name):
        raise missing("Timer", name, "there are timeit, blocked_autorange and adaptive_autorange")


class Compare:
    """A table of measurements: a row for each sub_label, a column for each description."""

    def __init__(self, results):
        self._results = list(results)

    def extend_results(self, results):
        self._results += results

    def trim_significant_figures(self):
        pass

    def colorize(self, rowwise=False):
        pass

    def __str__(self):
        rows = list(dict.fromkeys(one.sub_label or one.stmt for one in self._results))
        columns = list(dict.fromkeys(one.description or "" for one in self._results))
        found = {(one.sub_label or one.stmt, one.description or ""): one.median for one in self._results}
        unit = next((one for one in UNITS if min(found.values(), default=1) * one[1] >= 1), UNITS[-1])
        first = max(map(len, rows), default=0)
        label = next((one.label for one in self._results if one.label), "")
        widths = [max(len(column), 10) for column in columns]
        lines = [f"[{f' {label} ':-^{first + sum(widths) + 3 * len(widths)}}]"]
        lines.append(" " * (first + 2) + "".join(f"  |  {c:>{w}}" for c, w in zip(columns, widths)))
        for row in rows:
            times = (found.get((row, column)) for column in columns)
            shown = ("" if one is None else f"{one * unit[1]:.1f}" for one in times)
            lines.append(f"  {row:<{first}}" + "".join(f"  |  {one:>{w}}" for one, w in zip(shown, widths)))
        return "\n".join(lines) + f"\n\nTimes are in {NAMES[unit[0]]} ({unit[0]}).\n"

    def print(self):
        print(self)


def __getattr__(name):
    raise missing("torch.utils.benchmark", name, "there are Timer, Measurement and Compare")
