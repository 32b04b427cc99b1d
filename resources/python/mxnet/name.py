"""Names of nodes and blocks, counted as MXNet counts them: dense0, dense1, hybridnet0_relu0."""

_managers = ()  # name managers of the blocks whose name scopes are open, innermost last
_counts = {}


class NameManager:
    def __init__(self, prefix=""):
        self.prefix = prefix
        self._counts = {}

    def get(self, name, hint):
        if name is None:
            name = f"{hint}{self._counts.setdefault(hint, 0)}"
            self._counts[hint] += 1
        return self.prefix + name

    def __enter__(self):
        global _managers
        _managers += (self,)
        return self

    def __exit__(self, *error):
        global _managers
        _managers = _managers[:-1]


class Prefix(NameManager):
    """Prepends a prefix to every name and counts from 0."""


def next_count(hint):
    """Counts per program. Rebinds the dictionary: after a run the front end restores the bindings of modules."""
    global _counts
    count = _counts.get(hint, 0)
    _counts = {**_counts, hint: count + 1}
    return count


def node(name, hint):
    """The name of a new node."""
    if _managers:
        return _managers[-1].get(name, hint)
    return name if name is not None else f"{hint}{next_count(hint)}"
