"""Results on the scale that libraries for learning expect."""

from __future__ import annotations

from collections.abc import Sequence


def returns(payoffs: Sequence[float]) -> list[float]:
    """From -1 to 1: the share of opponents beaten minus the share of opponents lost to. They add up to 0.

    >>> returns([33, 31])
    [1.0, -1.0]
    >>> returns([5, 9, 5])
    [-0.5, 1.0, -0.5]
    """
    others = len(payoffs) - 1
    return [
        (sum(other < mine for other in payoffs) - sum(other > mine for other in payoffs)) / others for mine in payoffs
    ]
