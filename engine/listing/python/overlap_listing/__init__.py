"""Parses a listing, finds its sync points and rewrites it. `engine/listing/rewriter` calls `sync_points` and `prepare`;
nothing here is for programs, and nothing here needs the engine."""

from overlap_listing.instrument import prepare
from overlap_listing.sync import sync_points

__all__ = ['prepare', 'sync_points']
