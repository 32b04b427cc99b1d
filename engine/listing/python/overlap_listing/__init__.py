"""What the front end does to a listing: finds its sync points, follows its statements, runs it.

`engine/frontend` calls `start`, `sync_points`, `prepare`, `execute`, `end_threads`, `clean` and `has_threads`; nothing
here is for programs.
"""

from overlap_listing.instrument import prepare
from overlap_listing.running import clean, execute, start
from overlap_listing.sync import sync_points
from overlap_listing.waiting import end_threads, has_threads

__all__ = ['clean', 'end_threads', 'execute', 'has_threads', 'prepare', 'start', 'sync_points']
