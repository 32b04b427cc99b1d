"""Runs a listing that overlap_listing has prepared: namespace, clocks, threads and cleanup.

`engine/frontend` calls `start`, `handle_interrupts`, `execute`, `end_threads`, `clean` and `has_threads`. Programs
do not use this package.
"""

from overlap_running.running import clean, execute, handle_interrupts, start
from overlap_running.waiting import end_threads, has_threads

__all__ = ['clean', 'end_threads', 'execute', 'handle_interrupts', 'has_threads', 'start']
