"""mxnet.sym: graphs instead of numbers; `F` of hybrid_forward() while a net is compiled."""

import functools
import types

import _overlap
from mxnet import name as names
from mxnet import operators
from overlap_dialect.arguments import missing

WHY = (
    "a compiled net runs as a graph, in which only operators are; call hybridize(active=False), or write it with "
    "operators of F"
)


class Symbol:
    """Represents an array while a net is captured. `extents` is None unless the shapes of the arguments are known."""

    __slots__ = ("native", "extents")
    kind = "Symbol"
    __hash__ = object.__hash__

    def __init__(self, native, extents=None):
        self.native = native
        self.extents = extents

    @property
    def name(self):
        return self.native.name

    def list_arguments(self):
        return self.native.list_arguments()

    def list_outputs(self):
        return self.native.list_outputs()

    def tojson(self):
        return self.native.to_json()

    def save(self, fname):
        _overlap.write_file(fname, self.tojson().encode())

    def __repr__(self):
        return f"<{self.kind} {self.name}>"

    @property
    def shape(self):
        if self.extents is None:
            raise NotImplementedError(f"the shape of {self!r} is not known: {WHY}")
        return self.extents

    def reshape(self, *shape, **options):
        return operators.reshape(compose, self, shape[0] if len(shape) == 1 else shape or options.get("shape"))

    def __add__(self, other):
        return _two["add"](compose, self, other)

    def __sub__(self, other):
        return _two["subtract"](compose, self, other)

    def __rsub__(self, other):
        return _two["subtract"](compose, other, self)

    def __mul__(self, other):
        return _two["multiply"](compose, self, other)

    def __truediv__(self, other):
        return _two["divide"](compose, self, other)

    def __neg__(self):
        return _two["negative"](compose, self)

    def __eq__(self, other):
        return _two["equal"](compose, self, other) if isinstance(other, (Symbol, int, float)) else NotImplemented

    def __ne__(self, other):
        return _two["not_equal"](compose, self, other) if isinstance(other, (Symbol, int, float)) else NotImplemented

    def __lt__(self, other):
        return _two["lesser"](compose, self, other)

    def __le__(self, other):
        return _two["lesser_equal"](compose, self, other)

    def __gt__(self, other):
        return _two["greater"](compose, self, other)

    def __ge__(self, other):
        return _two["greater_equal"](compose, self, other)

    def __pow__(self, exponent):
        return compose("PowerScalar", (self,), "power", None, "", scalars=(exponent,))

    __radd__, __rmul__ = __add__, __mul__

    def _refuse(what):
        def method(self, *args, **options):
            raise NotImplementedError(f"{what} of {self!r} cannot be captured: {WHY}")

        return method

    asnumpy, asscalar, item = (_refuse("asnumpy()"), _refuse("asscalar()"), _refuse("item()"))
    wait_to_read, __bool__ = _refuse("wait_to_read()"), _refuse("the truth")
    __float__, __int__, __len__ = _refuse("float()"), _refuse("int()"), _refuse("len()")
    __iadd__ = __isub__ = __imul__ = __itruediv__ = _refuse("a change in place (+=)")
    __setitem__ = _refuse("an assignment to parts, x[...] = y,")
    __iter__ = _refuse("iteration")
    copyto = as_in_context = as_in_ctx = _refuse("a copy to another device")
    del _refuse

    def __getitem__(self, index):
        raise NotImplementedError(f"parts of {self!r} cannot be captured; use F.slice_axis()")

    def __getattr__(self, name):
        function = _methods.get(name)
        if function is None:
            raise missing(type(self).__name__, name, WHY)
        return functools.partial(function, compose, self)


class _Symbol(Symbol):
    """The class of symbols after npx.set_np()."""

    __slots__ = ()
    kind = "_Symbol"


def _wrapped(native, extents):
    return (_Symbol if _overlap.is_np() else Symbol)(native, extents)


def inferred(op, shapes, hint, attributes):
    """The shape of the result, or None if the shape of an input is unknown."""
    if any(shape is None for shape in shapes):
        return None
    if op == "Reshape":
        return operators.filled_in(attributes["shape"], shapes[0], hint)
    if attributes.get("kernel") == (0, 0):
        attributes = {**attributes, "kernel": shapes[0][2:]}
    return tuple(_overlap.infer(op, shapes, **attributes)[0])


def compose(op, inputs, hint, name, text, **attributes):
    """Adds a node to the graph; checks the shapes that are known."""
    for one in inputs:
        if not isinstance(one, Symbol):
            raise TypeError(
                f"{hint}() takes symbols here, not {type(one).__name__}: parameters of a compiled net come "
                f"as arguments of hybrid_forward()"
            )
    extents = inferred(op, [one.extents for one in inputs], hint, attributes)
    native = _overlap.symbol_apply(op, [one.native for one in inputs], names.node(name, hint), **attributes)
    return _wrapped(native, extents)


def var(name, shape=None, **options):
    return _wrapped(_overlap.symbol_variable(name), None if shape is None else tuple(shape))


Variable = var


def json_of(outputs, shapes):
    """Writes several results as one graph, with the known shapes of variables."""
    return _overlap.symbols_to_json([one.native for one in outputs], shapes)


def load_json(json_str):
    loaded = [_wrapped(native, None) for native in _overlap.symbol_from_json(json_str)]
    return loaded[0] if len(loaded) == 1 else loaded


def load(fname):
    with open(fname, encoding="utf-8") as file:
        return load_json(file.read())


_two = operators.table()
_methods = {name: function for name, function in _two.items() if name[0].islower()}
globals().update({name: functools.partial(function, compose) for name, function in _two.items()})
# F.np and F.npx, which programs use after npx.set_np().
np = types.SimpleNamespace(**{name: functools.partial(function, compose) for name, function in _methods.items()})
npx = types.SimpleNamespace(**{name: functools.partial(_two[old], compose) for name, old in operators.NPX.items()})


def __getattr__(name):
    raise missing("mxnet.sym", name, "there are var, load and the operators of layers, arithmetic and shapes")
