"""Replaces the waits of the standard library, and ends threads that outlive their program.

A wait is divided into short waits, and a stop takes effect between two of them. On a virtual machine it takes modelled
time."""

import _thread
import selectors
import sys
import threading
import time

import _overlap
from overlap_running import clock

PIECE = 0.05  # real seconds that a wait takes before a stop can end it
GRACE = 0.3  # real seconds to wait for threads that end by themselves
LIMIT = 0.5  # real seconds to wait for threads in which SystemExit was raised

own_lock = _thread.allocate_lock
own_join = threading.Thread.join


def wait(attempt, seconds, is_alone):
    """Calls attempt(seconds) until it returns a result or the time is over.

    On a virtual machine: if `is_alone`, no other thread or process can end the wait early, so the clock advances by
    `seconds` at once. Otherwise it advances with real time, because the awaited event happens in real time.
    """
    is_modelled = _overlap.has_run() and clock.is_virtual
    if is_modelled and seconds is not None and is_alone:
        _overlap.sleep(seconds)
        return attempt(0)
    end = None if seconds is None else clock.real_monotonic() + seconds
    while True:
        piece = PIECE if end is None else min(PIECE, max(end - clock.real_monotonic(), 0))
        begun = clock.real_monotonic()
        came = attempt(piece)
        if is_modelled:
            _overlap.sleep(clock.real_monotonic() - begun)
        if came or (end is not None and clock.real_monotonic() >= end):
            return came


abandoned = set()  # idents of threads of earlier runs that could not be ended


def is_only_thread():
    return _thread._count() <= len(abandoned)


class Lock:
    """threading.Lock with waits that a stop can end. Python's own lock can be interrupted in the main thread only."""

    def __init__(self):
        self._own = own_lock()

    def acquire(self, blocking=True, timeout=-1):
        own = self._own
        if not blocking or timeout != -1 and not 0 < timeout <= _thread.TIMEOUT_MAX:
            return own.acquire(blocking, timeout)
        if own.acquire(False):
            return True
        return wait(
            lambda piece: own.acquire(piece > 0, piece if piece > 0 else -1),
            None if timeout == -1 else timeout,
            is_only_thread(),
        )

    __enter__ = acquire

    def __exit__(self, *_):
        self._own.release()

    def release(self):
        self._own.release()

    def locked(self):
        return self._own.locked()

    def _at_fork_reinit(self):
        self._own._at_fork_reinit()

    def __repr__(self):
        return repr(self._own)


def join(self, timeout=None):
    own_join(self, 0)  # raises an error if the thread cannot be joined

    def has_ended(piece):
        own_join(self, piece)
        return not self.is_alive()

    if self.is_alive():
        wait(has_ended, None if timeout is None else max(timeout, 0), False)


def select_of(own):
    def select(self, timeout=None):
        ready = own(self, 0)
        if ready or (timeout is not None and timeout <= 0):
            return ready
        # An event loop registers one descriptor, an int, through which only other threads wake it. A wait for a process
        # registers file objects, to which that process writes.
        files = [key.fileobj for key in self.get_map().values()]
        is_alone = is_only_thread() and len(files) <= 1 and all(isinstance(file, int) for file in files)
        return wait(lambda piece: own(self, piece), timeout, is_alone)

    return select


class ThreadRefused(BaseException):
    """Raised in the program's main thread after another thread was refused."""


refused = []  # the error of the first thread of the program that tried to issue work
own_excepthook = threading.excepthook
main_thread = None


def begin():
    global main_thread
    main_thread = _thread.get_ident()
    refused.clear()


def excepthook(failed):
    """Ends the run with the error of the first thread that was refused because it issued work; those of later ones are
    dropped. Other exceptions are reported as usual."""
    is_refusal = _overlap.has_refused_thread() and str(failed.exc_value) == _overlap.THREAD_REFUSED
    if not is_refusal:
        own_excepthook(failed)
    elif not refused:
        refused.append(failed.exc_value)
        _overlap.raise_in(main_thread, ThreadRefused)


def refusal(describe):
    """Describes the error of a refused thread; None if no thread was refused."""
    if not _overlap.has_refused_thread():
        return None
    return describe(refused[0] if refused else RuntimeError(_overlap.THREAD_REFUSED))


def patch():
    threading.excepthook = excepthook
    threading.Lock = threading._allocate_lock = Lock
    threading.Thread.join = join
    threading._time = time.monotonic  # `threading` was imported before the clocks were replaced
    for name in ('SelectSelector', 'PollSelector', 'EpollSelector'):
        selector = getattr(selectors, name, None)
        if selector is not None:
            selector.select = select_of(selector.select)


# -- threads at the end of a run


def is_programs(thread, frame):
    """Whether a thread belongs to the program. False for threads of the window, which parse listings, and for a
    Thread that is about to end."""
    while frame.f_back is not None:
        frame = frame.f_back
    module, name = frame.f_globals.get('__name__') or '', frame.f_code.co_name
    if module == 'threading' and name == '_bootstrap':
        return thread is not None
    return not module.startswith(('overlap_listing.', 'overlap_running.')) or name == 'sleep'


def left_behind():
    """{ident: Thread} of the program's threads, except the calling one. None for threads without a Thread object."""
    mine = _thread.get_ident()
    known = {thread.ident: thread for thread in threading.enumerate()}
    return {
        number: known.get(number)
        for number, frame in sys._current_frames().items()
        if number != mine and is_programs(known.get(number), frame)
    }


def remaining():
    """The threads of left_behind() that are not abandoned. None if a thread is just starting and has no frame yet."""
    rest = {number: thread for number, thread in left_behind().items() if number not in abandoned}
    return rest or (None if _thread._count() > len(abandoned) else {})


def close_pools():
    """Shuts down executors that the program left open, so that their idle threads end. Python does so only at the end
    of the process."""
    futures = sys.modules.get('concurrent.futures.thread')
    for thread in list(getattr(futures, '_threads_queues', ())):
        executor = thread._args[0]() if getattr(thread, '_args', None) else None
        if executor is not None:
            executor.shutdown(wait=False, cancel_futures=True)


def wait_for_end(seconds, insist=lambda: None):
    """Polls until all threads have ended or the time is over; calls `insist` at each poll. Returns the remaining
    threads."""
    end = clock.real_monotonic() + seconds
    while (rest := remaining()) != {} and clock.real_monotonic() < end:
        insist()
        clock.own_sleep(0.01)
    return rest or {}


def ask_to_end():
    for number in left_behind():
        _overlap.raise_in(number, SystemExit)


def name_of(thread):
    return 'a thread' if thread is None else f'the thread {thread.name}'.encode('utf-8', 'replace').decode()


def end_threads():
    """Ends the threads that a program left running. Returns a message about them, or None."""
    abandoned.intersection_update(sys._current_frames())
    if remaining() == {}:
        return None
    close_pools()
    late = wait_for_end(GRACE)
    stuck = wait_for_end(LIMIT, ask_to_end) if late else {}
    abandoned.update(stuck)
    names = sorted({name_of(thread) for thread in late.values() if thread is None or not thread.daemon})
    if not names:
        return None
    what = ', '.join(names[:4]) + (f' and {len(names) - 4} more' if len(names) > 4 else '')
    was = 'was' if len(names) == 1 else 'were'
    how = 'cannot be ended before this process is' if stuck else f'{was} ended with it'
    return (
        f'{what[0].upper()}{what[1:]} {was} still running when the program ended, and {how}; '
        f'join() waits for a thread.'
    )


def has_threads():
    """Whether threads remain that cannot be ended. Python's shutdown would wait for them or run beside them."""
    abandoned.clear()
    return remaining() != {} and bool(wait_for_end(GRACE, ask_to_end) or _thread._count())
