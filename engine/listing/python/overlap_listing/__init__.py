"""Parses a listing, finds its sync points and levers, and rewrites it. `engine/listing/rewriter` calls `sync_points`,
`insertions`, `levers` and `prepare`. Programs do not use this package, and it does not need the engine."""

from overlap_listing.insertions import insertions
from overlap_listing.instrument import prepare
from overlap_listing.levers import levers
from overlap_listing.sync import sync_points

__all__ = ['insertions', 'levers', 'prepare', 'sync_points']
