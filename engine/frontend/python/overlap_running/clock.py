"""Replaces Python's clocks by that of the run: modelled time on a virtual machine, real time otherwise."""

import sys

import _overlap

# Start of time.time() on virtual machines, so that two runs print the same times: 2017-07-14 02:40 UTC.
VIRTUAL_EPOCH_NS = 1_500_000_000_000_000_000

epoch_ns = 0
is_virtual = False
real_ns = None
real_monotonic = None
own_sleep = None


def begin():
    """Called at the start of a run."""
    global epoch_ns, is_virtual
    is_virtual = _overlap.is_virtual()
    epoch_ns = VIRTUAL_EPOCH_NS if is_virtual else real_ns() - _overlap.clock()


def replace(module, functions):
    """Replaces functions of `module`, by static methods: a class that stores one of Python's clocks as an attribute
    calls it without `self`, and the same must hold here."""
    for name, function in functions.items():
        function.__name__ = function.__qualname__ = name
        setattr(module, name, staticmethod(function))


def patch(time):
    """Makes `time` and `datetime` return the time of the current run; outside of runs, the system's time."""
    global real_ns, real_monotonic, own_sleep
    real_ns, real_monotonic, own_sleep = time.time_ns, time.monotonic, time.sleep
    has_run, clock = _overlap.has_run, _overlap.clock
    own_gettime, realtime = time.clock_gettime_ns, time.CLOCK_REALTIME
    functions = {}
    for name in ('perf_counter', 'monotonic', 'process_time', 'thread_time'):
        in_ns = (lambda own: lambda: clock() if has_run() else own())(getattr(time, name + '_ns'))
        functions[name + '_ns'] = in_ns
        functions[name] = (lambda in_ns: lambda: in_ns() / 1e9)(in_ns)

    def time_ns():
        return epoch_ns + clock() if has_run() else real_ns()

    def clock_gettime_ns(clk_id):
        if not has_run():
            return own_gettime(clk_id)
        return time_ns() if clk_id == realtime else clock()

    def sleep(seconds):
        if has_run():
            _overlap.sleep(seconds, 'time.sleep')
            return
        # A thread without a run uses the system's clock. It sleeps in slices, since it can be ended only between them.
        if not seconds > 0.05:
            own_sleep(seconds)
            return
        end = real_monotonic() + seconds
        while (left := end - real_monotonic()) > 0:
            own_sleep(min(left, 0.05))

    functions.update(
        time_ns=time_ns,
        time=lambda: time_ns() / 1e9,
        clock_gettime_ns=clock_gettime_ns,
        clock_gettime=lambda clk_id: clock_gettime_ns(clk_id) / 1e9,
        sleep=sleep,
    )
    replace(time, functions)
    patch_calendar(time, has_run)


def patch_calendar(time, has_run):
    """Replaces functions whose default argument is the current time. On a virtual machine the time zone is UTC, so that
    runs give the same output everywhere."""
    own_gmtime, own_localtime, own_mktime = time.gmtime, time.localtime, time.mktime
    own_asctime, own_strftime = time.asctime, time.strftime

    def gmtime(seconds=None):
        return own_gmtime(time.time() if seconds is None else seconds)

    def localtime(seconds=None):
        local = own_gmtime if is_virtual and has_run() else own_localtime
        return local(time.time() if seconds is None else seconds)

    def mktime(t):
        if not (is_virtual and has_run()):
            return own_mktime(t)
        import calendar

        return float(calendar.timegm(t))

    def asctime(t=None):
        return own_asctime(localtime() if t is None else t)

    def strftime(format, t=None):
        return own_strftime(format, localtime() if t is None else t)

    replace(
        time,
        {
            'gmtime': gmtime,
            'localtime': localtime,
            'mktime': mktime,
            'asctime': asctime,
            'ctime': lambda seconds=None: asctime(localtime(seconds)),
            'strftime': strftime,
        },
    )
    # Selects the Python implementation of datetime, which calls `time`; the C implementation reads the system clock.
    # The C implementation of zoneinfo supports only the C datetime.
    sys.modules['_datetime'] = sys.modules['_zoneinfo'] = None
    import datetime  # noqa: F401
