"""torch.jit: runs a net once on placeholders for tensors, and compiles it into one operation.

forward() runs once for each shape of the inputs, separately for train() and eval(). An `if` or a `for` may depend on
shapes and on `self.training`. One that depends on values raises, and so does a forward() that changes its module."""

import json
import math
import os

import _overlap
import torch
from overlap_dialect import layers
from overlap_dialect.arguments import missing
from overlap_dialect.saving import save_params
from torch.issuing import reduce
from torch.nn.module import Module

WHY = (
    "a scripted net runs as a graph, in which only operators are; leave torch.jit.script() out, or write forward() "
    "with operators"
)


def _refused(what):
    def method(self, *args, **options):
        raise NotImplementedError(f"{what} cannot be scripted: {WHY}")

    return method


class Value:
    """A placeholder for a tensor while a net is scripted."""

    __hash__ = object.__hash__

    def __init__(self, native, extents):
        self.native, self.extents = native, extents

    @property
    def shape(self):
        return torch.Size(self.extents)

    @staticmethod
    def compose(op, inputs, name, attributes):
        """Adds a node to the graph; nodes have neither a device nor a dispatch class."""
        attributes.pop("dispatch", None)
        given = [one for one in inputs if one is not None]
        for one in given:
            if not isinstance(one, Value):
                raise TypeError(
                    f"{name}() takes what is computed from the inputs and the parameters of the net, not "
                    f"{type(one).__name__}: {WHY}"
                )
        shapes = [one.extents for one in given]
        extents = tuple(_overlap.infer(op, shapes, **attributes)[0])
        node = _overlap.symbol_apply(op, [one.native for one in given], f"{name}{_next()}", **attributes)
        return Value(node, extents)

    @staticmethod
    def made(op, shape, **attributes):
        """A value that depends on no input."""
        return Value(_overlap.symbol_apply(op, [], f"{op.lower()}{_next()}", shape=shape, **attributes), shape)

    def _two(self, other, op, scalar_op, name, negate=False):
        if isinstance(other, (int, float)):
            return self.compose(scalar_op, (self,), name, {"scalars": (-other if negate else other,)})
        return self.compose(op, (self, other), name, {})

    def __add__(self, other):
        return self._two(other, "Add", "AddScalar", "add")

    def __sub__(self, other):
        return self._two(other, "Subtract", "AddScalar", "sub", True)

    def __rsub__(self, other):
        return self.compose("SubtractFromScalar", (self,), "rsub", {"scalars": (other,)})

    def __mul__(self, other):
        return self._two(other, "Multiply", "MultiplyScalar", "mul")

    def __truediv__(self, other):
        return self._two(other, "Divide", "DivideScalar", "div")

    def __pow__(self, exponent):
        return self.compose("PowerScalar", (self,), "pow", {"scalars": (exponent,)})

    def __neg__(self):
        return self.compose("Negate", (self,), "neg", {})

    def __matmul__(self, other):
        if isinstance(other, Value) and max(len(self.extents), len(other.extents)) > 2:
            return torch.composed.matmul(self, other)
        return self.compose("MatMul", (self, other), "matmul", {})

    __radd__, __rmul__ = __add__, __mul__
    mm = matmul = __matmul__
    add, sub, mul, div, neg, pow = (__add__, __sub__, __mul__, __truediv__, __neg__, __pow__)

    def _unary(op, name):
        def method(self):
            return self.compose(op, (self,), name, {})

        return method

    relu, tanh, sigmoid, exp, log, sqrt, sin, cos, abs, square, sign = map(
        _unary,
        ("Relu", "Tanh", "Sigmoid", "Exp", "Log", "Sqrt", "Sin", "Cos", "Abs", "Square", "Sign"),
        ("relu", "tanh", "sigmoid", "exp", "log", "sqrt", "sin", "cos", "abs", "square", "sign"),
    )
    __abs__ = abs
    del _unary

    def sum(self, dim=None, keepdim=False):
        return self._reduced("Sum", "sum", dim, keepdim)

    def mean(self, dim=None, keepdim=False):
        return self._reduced("Mean", "mean", dim, keepdim)

    def _reduced(self, op, name, dim, keepdim):
        return self.compose(op, (self,), name, {}) if dim is None else reduce(op, name, self, dim, keepdim)

    def reshape(self, *shape):
        """Stores 0 for a first axis that is the batch axis, since the graph may run with another batch size."""
        shape = tuple(shape[0]) if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
        wanted = tuple(0 if i == 0 and extent == self.extents[0] else extent for i, extent in enumerate(shape))
        known = math.prod(extent for extent in shape if extent != -1)
        extents = tuple(math.prod(self.extents) // known if extent == -1 else extent for extent in shape)
        return Value(_overlap.symbol_apply("Reshape", [self.native], f"reshape{_next()}", shape=wanted), extents)

    view = reshape

    def flatten(self, start_dim=0):
        return self.reshape(*self.extents[:start_dim], -1)

    item, tolist, numpy, cpu, to = map(_refused, ("item()", "tolist()", "numpy()", "cpu()", "to()"))
    __bool__, __float__, __int__, __len__ = map(_refused, ("the truth of a value", "float()", "int()", "len()"))
    __lt__, __le__, __gt__, __ge__, __eq__, __ne__ = map(
        _refused, ["a comparison, on whose outcome an if or a while could depend,"] * 6
    )
    __str__, __format__ = map(_refused, ["the text of a value, which print() wants,"] * 2)
    __iadd__ = __isub__ = __imul__ = __itruediv__ = _refused("a change in place (+=)")
    __getitem__, __setitem__, __iter__ = map(_refused, ("x[...]", "x[...] = y", "iteration"))

    def __getattr__(self, name):
        raise missing("a scripted value", name, WHY)


_nodes = 0


def _next():
    global _nodes
    _nodes += 1
    return _nodes - 1


class ScriptModule(Module):
    """A net as a graph, captured at the first run with inputs of a given shape."""

    def __init__(self, module):
        super().__init__()
        self.module = module
        self._graphs = {}
        self._graph = None  # the last one captured

    def _capture(self, inputs):
        names = ["input"] if len(inputs) == 1 else [f"input{i}" for i in range(len(inputs))]
        values = [Value(_overlap.symbol_variable(name), one.extents) for name, one in zip(names, inputs)]
        twins, tensors = {}, []
        twin = _twin(self.module, twins, tensors)
        before = {name: dict(one.__dict__) for name, one in twin.named_modules()}
        result = twin(*values)
        _expect_unchanged(before, twin)
        if not isinstance(result, Value):
            raise NotImplementedError(f"forward() of a scripted net gives one tensor here, not {type(result).__name__}")
        names += [name for name, _ in tensors]
        self._graph = (_overlap.cached_graph([result.native], names), tensors, result)

    def forward(self, *inputs):
        for one in inputs:
            if not isinstance(one, torch.Tensor):
                raise TypeError(f"a scripted net takes tensors, not {type(one).__name__}")
        key = (self.training, *(one.extents for one in inputs))
        if key not in self._graphs:
            self._capture(inputs)
            self._graphs[key] = self._graph
        graph, tensors, _ = self._graphs[key]
        return graph([*inputs, *[tensor for _, tensor in tensors]], self.training, "forward", "net({0})")[0]

    def __getitem__(self, index):
        return self.module[index]

    def save(self, path):
        """Writes two files: the graph as JSON, and the parameters."""
        if self._graph is None:
            raise RuntimeError("run the scripted net on a batch before it is saved: its graph is captured then")
        _, tensors, result = self._graph
        path = os.fsdecode(path)
        text = _overlap.symbols_to_json([result.native], {name: tensor.extents for name, tensor in tensors})
        if save_params(f"{path}.params", dict(tensors), "save()"):
            _overlap.write_file(path, text.encode())


def _expect_unchanged(before, twin):
    """Raises if forward() changed the module: it runs once, so later calls would not repeat the change."""
    for name, module in twin.named_modules():
        for attribute, value in module.__dict__.items():
            is_own = attribute in layers.ATTRIBUTES
            if not is_own and name in before and before[name].get(attribute, module) is not value:
                raise NotImplementedError(f"forward() changes self.{attribute}, which cannot be scripted: {WHY}")


class LoadedModule(Module):
    """A graph and its parameters, loaded from the files of ScriptModule.save() without the class of the net."""

    def __init__(self, graph, tensors):
        super().__init__()
        for name, tensor in tensors.items():
            is_statistic = name.rpartition(".")[2] in ("running_mean", "running_var")
            (self._buffers if is_statistic else self._parameters)[name] = (
                tensor if is_statistic else torch.nn.Parameter(tensor)
            )
        self._symbols = graph
        self._inputs = [name for name in graph[0].list_arguments() if name not in tensors]
        self._used = list(tensors)
        self._compiled = None

    def forward(self, *inputs):
        if len(inputs) != len(self._inputs):
            raise TypeError(f"the loaded net takes {len(self._inputs)} inputs, not {len(inputs)}")
        if self._compiled is None:
            self._compiled = _overlap.cached_graph(self._symbols, self._inputs + self._used)
        known = {**self._parameters, **self._buffers}
        return self._compiled([*inputs, *[known[name] for name in self._used]], self.training, "forward", "net({0})")[0]


def _twin(module, twins, tensors, prefix=""):
    """A copy of the module whose tensors are replaced by graph values; appends the tensors to `tensors`."""
    twin = object.__new__(type(module))
    twin.__dict__.update(module.__dict__)
    for place in ("_parameters", "_buffers"):
        twin.__dict__[place] = {
            name: one if one is None else _variable(one, prefix + name, twins, tensors)
            for name, one in module.__dict__[place].items()
        }
    twin.__dict__["_modules"] = {
        name: _twin(one, twins, tensors, f"{prefix}{name}.") for name, one in module._modules.items()
    }
    return twin


def _variable(tensor, name, twins, tensors):
    if not isinstance(tensor, torch.Tensor):
        raise NotImplementedError("a net whose shapes are not known cannot be scripted: run it on a batch first")
    if id(tensor) not in twins:
        tensors.append((name, tensor))
        twins[id(tensor)] = Value(_overlap.symbol_variable(name), tensor.extents)
    return twins[id(tensor)]


def script(obj):
    """Compiles a Module, each call of which is then one operation."""
    if isinstance(obj, ScriptModule):
        return obj
    if not isinstance(obj, Module):
        raise NotImplementedError("torch.jit.script() takes a Module here; functions are not compiled")
    return ScriptModule(obj)


def trace(func, example_inputs):
    scripted = script(func)
    scripted(*(example_inputs if isinstance(example_inputs, tuple) else (example_inputs,)))
    return scripted


def load(f, map_location=None):
    """Reads the graph of ScriptModule.save(), and the parameters from the second file."""
    path = os.fsdecode(f)
    for file in (path, f"{path}.params"):
        if not os.path.exists(file):
            raise ValueError(
                f"The provided filename {file} does not exist: save() writes a graph, and its parameters "
                f"to a second file whose name ends in .params"
            )
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        json.loads(text)
    except ValueError:
        raise RuntimeError(
            f"{path} is not a graph that save() wrote here; archives of PyTorch cannot be " f"loaded"
        ) from None
    tensors = {
        name: _overlap.from_values(torch.Tensor, shape, 0, values)
        for name, (shape, values) in _overlap.load_params(f"{path}.params").items()
    }
    loaded = LoadedModule(_overlap.symbol_from_json(text), tensors)
    return loaded if map_location is None else loaded.to(map_location)


def __getattr__(name):
    raise missing("torch.jit", name, "there are script, trace, load and ScriptModule.save")
