# Made by tools/export.py from __init__.py; not edited by hand.
from clfcompare.explore.frame import Explorer as Explorer
from clfcompare.explore.critical_differences import (
    explore_critical_differences as explore_critical_differences,
)
from clfcompare.explore.power import explore_power as explore_power
from clfcompare.explore.rope import explore_rope as explore_rope
from clfcompare.explore.sampling import explore_sampling as explore_sampling
from clfcompare.explore.threshold import explore_threshold as explore_threshold
from clfcompare.explore.winner import explore_winner as explore_winner

__all__ = [
    "Explorer",
    "explore_critical_differences",
    "explore_power",
    "explore_rope",
    "explore_sampling",
    "explore_threshold",
    "explore_winner",
]
