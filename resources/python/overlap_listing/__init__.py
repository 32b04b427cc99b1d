"""What the front end does to a listing: finds its sync points, follows its statements, runs it.

`engine/frontend` calls `start`, `sync_points`, `prepare`, `execute` and `clean`; nothing here is for programs.
"""

from overlap_listing.instrument import prepare
from overlap_listing.running import clean, execute, start
from overlap_listing.sync import sync_points

__all__ = ['clean', 'execute', 'prepare', 'start', 'sync_points']
