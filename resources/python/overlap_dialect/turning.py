"""Permutes axes with the engine's only transposition, which reverses all axes; adjacent axes can be merged first."""

from functools import lru_cache


def turns(order, wanted):
    """The shortest sequence of reversals from one order of axes to another: for each reversal, the blocks of adjacent
    axes that it reverses. Three axes need at most two."""
    return _turns(tuple(order), tuple(wanted))


@lru_cache(1000)  # each step of a training repeats the same requests
def _turns(start, goal):
    came = {start: None}
    reached = [start]
    for one in reached:
        if one == goal:
            break
        for cuts in range(1, 1 << (len(one) - 1)):
            blocks = blocks_of(one, cuts)
            following = tuple(axis for block in reversed(blocks) for axis in block)
            if following not in came:
                came[following] = (one, blocks)
                reached.append(following)
    steps = []
    while came[goal] is not None:
        goal, blocks = came[goal]
        steps.append(blocks)
    return tuple(steps[::-1])


def blocks_of(order, cuts):
    """Splits the order after axis i if bit i of `cuts` is set."""
    blocks, begin = [], 0
    for i in range(len(order)):
        if cuts >> i & 1 or i == len(order) - 1:
            blocks.append(order[begin : i + 1])
            begin = i + 1
    return blocks
