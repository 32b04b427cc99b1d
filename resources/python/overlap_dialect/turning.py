"""Orders of axes, of what the engine can do: reverse all axes of a tensor, which may be blocks of neighbours."""

from functools import lru_cache


def turns(order, wanted):
    """The fewest reversals that lead from one order of axes to another: for each the blocks that are reversed as they
    stand before it. Two do for three axes."""
    return _turns(tuple(order), tuple(wanted))


@lru_cache(1000)  # a program asks for the same ones in each step of its training
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
    """Cut behind axis i where bit i says so."""
    blocks, begin = [], 0
    for i in range(len(order)):
        if cuts >> i & 1 or i == len(order) - 1:
            blocks.append(order[begin : i + 1])
            begin = i + 1
    return blocks
