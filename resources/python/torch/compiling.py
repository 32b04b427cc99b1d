"""torch.compile: runs a net or a function of tensors as a captured graph (torch.jit), or unchanged if it cannot be
captured. The graph is simplified, elementwise operations are merged into the previous one, and a call is one operation.
No kernels are generated; `mode`, `backend` and `options` have no effect."""

import functools

import _overlap
import torch
from torch.jit import ScriptModule
from torch.nn.module import Module


def _note(reason):
    _overlap.note(f"torch.compile() runs this as it is written, operation by operation: {reason}")


class _Call(Module):
    """A function as a module, for torch.jit."""

    def __init__(self, function):
        super().__init__()
        self.forward = function


class _Compiled:
    """Calls the graph of a module, or the module itself after its graph could not be captured."""

    def __init__(self, module, is_whole):
        self._script, self._is_whole, self._is_refused = ScriptModule(module), is_whole, False

    def __call__(self, original, training, inputs, options):
        if not self._is_refused:
            try:
                if options or not inputs or not all(isinstance(one, torch.Tensor) for one in inputs):
                    raise NotImplementedError("a graph takes tensors alone, by place")
                object.__setattr__(self._script, "training", training)
                return self._script.forward(*inputs)
            except (NotImplementedError, TypeError) as error:
                if self._is_whole:
                    raise RuntimeError(f"torch.compile(fullgraph=True): {error}") from None
                self._is_refused = True
                _note(str(error))
        return original(*inputs, **options)


class OptimizedModule(Module):
    """The result of torch.compile() for a module, whose parameters and buffers it shares."""

    def __init__(self, module, is_whole):
        super().__init__()
        self._orig_mod = module
        self.training = module.training
        object.__setattr__(self, "_compiled", _Compiled(module, is_whole))

    def forward(self, *inputs, **options):
        return self._compiled(self._orig_mod, self._orig_mod.training, inputs, options)

    def __getattr__(self, name):
        modules = self.__dict__.get("_modules", {})
        if name in modules or "_orig_mod" not in modules:
            return super().__getattr__(name)
        return getattr(modules["_orig_mod"], name)


def compile(model=None, *, fullgraph=False, dynamic=None, backend="inductor", mode=None, options=None, disable=False):
    if model is None:
        return lambda function: compile(function, fullgraph=fullgraph, disable=disable)
    if disable:
        return model
    _overlap.announce(
        "torch.compile() captures a graph and merges elementwise operations, and a call is one operation. It generates "
        "no kernels: mode, backend and options have no effect."
    )
    if isinstance(model, Module):
        return OptimizedModule(model, fullgraph)
    if not callable(model):
        raise RuntimeError("torch._dynamo.optimize called on a non function/class/module.")
    compiled = _Compiled(_Call(model), fullgraph)

    @functools.wraps(model)
    def call(*inputs, **given):
        return compiled(model, False, inputs, given)

    return call
