"""Python's clocks, read from the platform while a program runs: on a virtual machine time is modelled time."""

import _overlap

# time.time() of virtual machines counts from here, so that two runs print the same: 2017-07-14 02:40 UTC.
VIRTUAL_EPOCH_NS = 1_500_000_000_000_000_000

epoch_ns = 0
real_ns = None


def begin():
    """A run begins."""
    global epoch_ns
    epoch_ns = VIRTUAL_EPOCH_NS if _overlap.is_virtual() else real_ns() - _overlap.clock()


def patch(time):
    """Gives `time` clocks that follow the run under way, and its own outside of runs."""
    global real_ns
    real_ns = time.time_ns
    has_run, clock = _overlap.has_run, _overlap.clock
    own = {name: getattr(time, name) for name in
           ('perf_counter_ns', 'monotonic_ns', 'process_time_ns', 'thread_time_ns')}
    own_sleep = time.sleep

    def time_ns():
        return epoch_ns + clock() if has_run() else real_ns()

    def time_():
        return time_ns() / 1e9

    time.time_ns = time_ns
    time.time = time_
    for name, original in own.items():
        in_ns = (lambda original: lambda: clock() if has_run() else original())(original)
        setattr(time, name, in_ns)
        setattr(time, name[:-3], (lambda in_ns: lambda: in_ns() / 1e9)(in_ns))

    def sleep(seconds):
        if has_run():
            _overlap.sleep(seconds)
        else:
            own_sleep(seconds)

    time.sleep = sleep
    for function, name in ((time_, 'time'), (sleep, 'sleep')):
        function.__name__ = name
