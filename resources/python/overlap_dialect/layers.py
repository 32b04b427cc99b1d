"""Names the layers of a net by paths, which the trace records."""

import _overlap

# Attributes that a call of a layer sets.
ATTRIBUTES = ("_layer_path", "_has_unknown_shapes")

_depth = 0  # calls of layers that have not returned


class Call:
    """One call of a layer: the operations that it issues belong to the layer.

    `children(layer)` returns the layers in it by name, `shapes(layer)` the extents of its own parameters.
    """

    __slots__ = ()

    def __init__(self, layer, children, shapes):
        global _depth
        if _depth == 0 and not _is_named(layer):
            _name(layer, "net", "", children, shapes)
        _overlap.enter_layer(layer.__dict__.get("_layer_path") or type(layer).__name__)
        _depth += 1

    def __enter__(self):
        pass

    def __exit__(self, *_):
        global _depth
        _depth -= 1
        _overlap.leave_layer()


def _is_named(net):
    """Whether the layers have paths that start at this net and contain the shapes of all parameters."""
    path = net.__dict__.get("_layer_path", "")
    return path.startswith("net:") and "/" not in path and not net.__dict__["_has_unknown_shapes"]


def _name(layer, name, above, children, shapes):
    """Names a layer and those in it; returns whether a shape is unknown."""
    sizes = shapes(layer)
    texts = ["x".join(str(extent) for extent in one) for one in sizes if one is not None]
    own = f"[{' '.join(texts)}]" if texts else ""
    path = f"{above}{name}:{type(layer).__name__}{own}"
    is_unknown = None in sizes
    for key, child in children(layer).items():
        is_unknown |= _name(child, key, path + "/", children, shapes)
    layer.__dict__["_layer_path"] = path
    layer.__dict__["_has_unknown_shapes"] = is_unknown
    return is_unknown
