"""Blocks: layers, and nets of layers."""

import re
from collections import OrderedDict

import _overlap
from mxnet import name as names
from mxnet import ndarray, symbol
from mxnet.context import Context
from mxnet.gluon.parameter import (
    DeferredInitializationError,
    Parameter,
    ParameterDict,
    is_known,
    load_parameters,
    save_parameters,
)
from mxnet.symbol import Symbol
from overlap_dialect.arguments import missing
from overlap_dialect.layers import Call
from overlap_dialect.saving import save_params

_scopes = ()  # blocks whose name_scope() is open, innermost last


class NameScope:
    """A `with` block in which the names of new blocks and graph nodes start with the prefix of a block."""

    def __init__(self, block):
        self._block = block
        self._counts = block._child_counts
        self._names = names.Prefix(block.prefix)

    def __enter__(self):
        global _scopes
        _scopes += (self._block,)
        self._names.__enter__()
        return self

    def __exit__(self, *error):
        global _scopes
        _scopes = _scopes[:-1]
        self._names.__exit__(*error)


def new_prefix(prefix, hint):
    if not _scopes:
        return prefix if prefix is not None else f"{hint}{names.next_count(hint)}_"
    parent = _scopes[-1]
    if prefix is None:
        count = parent._child_counts.get(hint, 0)
        parent._child_counts[hint] = count + 1
        prefix = f"{hint}{count}_"
    return parent.prefix + prefix


def indented(text):
    first, *rest = text.split("\n")
    return "\n".join([first] + ["  " + line for line in rest])


def _children(block):
    return block._children


def _shapes(block):
    """The shapes of the block's own trainable parameters; None for one that is not known yet."""
    trained = [one for one in block._own_parameters.values() if one.grad_req != "null"]
    return [one.shape if is_known(one.shape) else None for one in trained]


class Block:
    """A layer or a net of layers; subclasses define forward()."""

    def __init__(self, prefix=None, params=None):
        self._children = OrderedDict()
        self._own_parameters = {}
        self._child_counts = {}
        self._prefix = new_prefix(prefix, type(self).__name__.lower())
        self._params = ParameterDict(self._prefix if params is None else params.prefix, params)

    def __setattr__(self, name, value):
        if isinstance(value, Block):
            self.register_child(value, name)
        elif isinstance(value, Parameter):
            self._own_parameters[name] = value
        elif name in self.__dict__.get("_children", ()):
            del self._children[name]
        object.__setattr__(self, name, value)

    def __repr__(self):
        lines = "".join(f"\n  ({name}): {indented(repr(child))}" for name, child in self._children.items())
        return f"{type(self).__name__}({lines}\n)"

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        raise missing(
            type(self).__name__,
            name,
            "a block has initialize, collect_params, hybridize, save_parameters, "
            "load_parameters and what its __init__() sets",
        )

    @property
    def prefix(self):
        return self._prefix

    @property
    def name(self):
        return self._prefix.removesuffix("_")

    @property
    def params(self):
        return self._params

    def name_scope(self):
        return NameScope(self)

    def register_child(self, block, name=None):
        self._children[str(len(self._children)) if name is None else name] = block

    def collect_params(self, select=None):
        """Parameters of this block and of all blocks in it; `select`: a regular expression for names."""
        found = ParameterDict(self._params.prefix)
        self._collect(found, re.compile(select) if select else None)
        return found

    def _collect(self, found, pattern):
        for parameters in (self._params.values(), self._own_parameters.values()):
            for parameter in parameters:
                if pattern is None or pattern.match(parameter.name):
                    found.update({parameter.name: parameter})
        for child in self._children.values():
            child._collect(found, pattern)

    def initialize(self, init=None, ctx=None, verbose=False, force_reinit=False):
        self.collect_params().initialize(init, ctx, verbose, force_reinit)

    def apply(self, fn):
        for child in self._children.values():
            child.apply(fn)
        fn(self)
        return self

    def hybridize(self, active=True, **kwargs):
        for child in self._children.values():
            child.hybridize(active, **kwargs)

    def cast(self, dtype):
        if dtype not in ("float32", float):
            raise NotImplementedError(f"nets are float32 here, not {dtype}")

    def _structure(self, prefix=""):
        """Returns the parameters by their path in the net, such as '0.weight'."""
        found = {prefix + name: parameter for name, parameter in self._own_parameters.items()}
        for name, child in self._children.items():
            found.update(child._structure(f"{prefix}{name}."))
        return found

    def save_parameters(self, filename, deduplicate=False):
        save_parameters(filename, self._structure())

    def load_parameters(
        self, filename, ctx=None, allow_missing=False, ignore_extra=False, cast_dtype=False, dtype_source="current"
    ):
        load_parameters(filename, self._structure(), ctx, allow_missing, ignore_extra)

    def summary(self, *inputs):
        """Prints the number of parameters of each layer."""
        self(*inputs)
        rows = []
        self.apply(
            lambda block: rows.append(
                (type(block).__name__, sum(p.data(p.list_ctx()[0]).size for p in block._own_parameters.values()))
            )
            if block._own_parameters
            else None
        )
        width = max([len(name) for name, _ in rows] + [5])
        for name, count in rows:
            print(f"{name:<{width}}  {count:>12,}")
        print(f'{"Total":<{width}}  {sum(count for _, count in rows):>12,}')

    def __call__(self, *args):
        with Call(self, _children, _shapes):
            return self.forward(*args)

    def forward(self, *args):
        raise NotImplementedError(f"{type(self).__name__} has no forward()")


class HybridBlock(Block):
    """A block whose hybrid_forward(F, x, ...) works on arrays and on symbols: it can be compiled into a graph."""

    def __init__(self, prefix=None, params=None):
        super().__init__(prefix, params)
        self._active = False
        self._graph = None

    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        if isinstance(value, (Block, Parameter)):
            self._graph = None

    def register_child(self, block, name=None):
        if not isinstance(block, HybridBlock):
            raise ValueError(
                f"the blocks in a HybridBlock must be HybridBlocks themselves, and {type(block).__name__} "
                f"is none; put them into a Sequential, or derive the class from nn.HybridBlock"
            )
        super().register_child(block, name)
        self._graph = None

    def hybridize(self, active=True, **kwargs):
        self._active, self._graph = active, None
        super().hybridize(active, **kwargs)

    def infer_shape(self, *shapes):
        """Derives the shapes of the parameters from those of the inputs; layers override it."""

    def hybrid_forward(self, F, x, *args, **parameters):
        raise NotImplementedError(f"{type(self).__name__} has no hybrid_forward()")

    def forward(self, x, *args):
        if isinstance(x, Symbol):
            return self._composed(x, *args)
        if not isinstance(x, _overlap.Tensor):
            raise TypeError(f"{type(self).__name__} takes arrays, not {type(x).__name__}")
        if self._active:
            return self._compiled((x, *args))
        return self.hybrid_forward(ndarray, x, *args, **self._arrays(x, args))

    def _arrays(self, x, args):
        try:
            return {name: parameter.on(x.ordinal) for name, parameter in self._own_parameters.items()}
        except DeferredInitializationError:
            self._infer([one.extents for one in (x, *args) if isinstance(one, _overlap.Tensor)])
            return {name: parameter.on(x.ordinal) for name, parameter in self._own_parameters.items()}

    def _infer(self, shapes):
        self.infer_shape(*shapes)
        for parameter in self._own_parameters.values():
            if parameter._deferred is not None:
                if not is_known(parameter.shape):
                    raise ValueError(
                        f"the shape of {parameter.name}, {parameter.shape}, does not follow from the "
                        f"data; give it when the parameter is made"
                    )
                parameter.finish()

    def _composed(self, x, *args):
        """Calls hybrid_forward() with symbols, which builds a graph."""
        symbols = [one for one in (x, *args) if isinstance(one, Symbol)]
        if any(p._deferred is not None for p in self._own_parameters.values()) and all(
            one.extents is not None for one in symbols
        ):
            self._infer([one.extents for one in symbols])
        with self.name_scope():
            return self.hybrid_forward(
                symbol, x, *args, **{name: parameter.var() for name, parameter in self._own_parameters.items()}
            )

    def _capture(self, args):
        """Runs the block once with symbols, and compiles the resulting graph."""
        names_ = ["data"] if len(args) == 1 else [f"data{i}" for i in range(len(args))]
        inputs = [symbol.var(name, one.extents) for name, one in zip(names_, args)]
        outputs = self._composed(*inputs)
        is_single = not isinstance(outputs, (list, tuple))
        outputs = [outputs] if is_single else list(outputs)
        parameters = {parameter.name: parameter for parameter in self.collect_params().values()}
        arguments = dict.fromkeys(n for one in outputs for n in one.list_arguments())
        used = [name for name in arguments if name in parameters]
        graph = _overlap.cached_graph([one.native for one in outputs], names_ + used)
        self._graph = (graph, [parameters[name] for name in used], is_single, outputs)

    def _compiled(self, args):
        if not all(isinstance(one, _overlap.Tensor) for one in args):
            raise TypeError("a compiled net takes arrays only")
        if self._graph is None:
            self._capture(args)
        graph, parameters, is_single, _ = self._graph
        ordinal = args[0].ordinal
        results = graph([*args, *[parameter.on(ordinal) for parameter in parameters]], _overlap.is_training())
        return results[0] if is_single else results

    def export(self, path, epoch=0):
        """Writes the graph (`path`-symbol.json) and the parameters (`path`-0000.params), which SymbolBlock imports."""
        if self._graph is None:
            raise RuntimeError(
                "Please first call block.hybridize() and then run forward with this block at least once "
                "before calling export."
            )
        _, parameters, _, outputs = self._graph
        shapes = {p.name: p.shape for p in parameters}
        tensors = {("aux:" if is_statistic(p.name) else "arg:") + p.name: p.list_data()[0] for p in parameters}
        if save_params(f"{path}-{epoch:04d}.params", tensors, "export()"):
            _overlap.write_file(f"{path}-symbol.json", symbol.json_of(outputs, shapes).encode())
        return f"{path}-symbol.json", f"{path}-{epoch:04d}.params"


def is_statistic(name):
    return name.endswith(("running_mean", "running_var", "moving_mean", "moving_var"))


class SymbolBlock(HybridBlock):
    """A net that was loaded from the files of export()."""

    def __init__(self, outputs, inputs, params=None):
        super().__init__(prefix="", params=None)
        self._outputs = [outputs] if isinstance(outputs, Symbol) else list(outputs)
        self._inputs = [one.name for one in ([inputs] if isinstance(inputs, Symbol) else inputs)]
        for name in dict.fromkeys(n for one in self._outputs for n in one.list_arguments()):
            if name not in self._inputs:
                self._own_parameters[name] = self._params.get(
                    name, grad_req="null" if is_statistic(name) else "write", allow_deferred_init=True
                )
        self._active = True

    @staticmethod
    def imports(symbol_file, input_names, param_file=None, ctx=None):
        graph = symbol.load(symbol_file)
        names_ = [input_names] if isinstance(input_names, str) else input_names
        net = SymbolBlock(graph, [symbol.var(name) for name in names_])
        if param_file is not None:
            load_parameters(param_file, dict(net._own_parameters), ctx if ctx is not None else Context("cpu"))
        return net

    def _composed(self, *args):
        return self._outputs[0] if len(self._outputs) == 1 else self._outputs

    def _capture(self, args):
        used = list(self._own_parameters)
        graph = _overlap.cached_graph([one.native for one in self._outputs], self._inputs + used)
        self._graph = (graph, list(self._own_parameters.values()), len(self._outputs) == 1, self._outputs)

    def hybridize(self, active=True, **kwargs):
        """Does nothing: the graph is compiled already."""
