"""torch.nn.Module and containers of modules."""

from collections import OrderedDict

import _overlap
import torch
from overlap_dialect.arguments import missing, refuse
from overlap_dialect.layers import Call
from torch.nn.parameter import Parameter, UninitializedParameter


def indented(text):
    return text.replace("\n", "\n  ")


def _children(module):
    return module.__dict__.get("_modules", {})


def _shapes(module):
    """The extents of the module's own parameters; None for one that is not initialized."""
    return [
        None if isinstance(one, UninitializedParameter) else one.extents
        for one in module.__dict__.get("_parameters", {}).values()
        if one is not None
    ]


class _Handle:
    """Removes a hook."""

    def __init__(self, hooks, hook):
        self._hooks = hooks
        hooks[id(self)] = hook

    def remove(self):
        self._hooks.pop(id(self), None)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.remove()


class Module:
    """A layer or a net of layers; subclasses define forward()."""

    def __init__(self):
        object.__setattr__(self, "_parameters", {})
        object.__setattr__(self, "_buffers", {})
        object.__setattr__(self, "_modules", {})
        self.training = True

    def __setattr__(self, name, value):
        places = [self.__dict__.get(place) for place in ("_parameters", "_buffers", "_modules")]
        if isinstance(value, (Module, Parameter, UninitializedParameter)) and places[0] is None:
            raise AttributeError("cannot assign module before Module.__init__() call")
        if not isinstance(value, (Module, Parameter, UninitializedParameter)):
            _set_other(self, name, value, places)
            return
        own = self._modules if isinstance(value, Module) else self._parameters
        for place in places:
            if place is not None and place is not own:
                place.pop(name, None)
        own[name] = value  # replaces an earlier one
        self.__dict__.pop(name, None)

    def __getattr__(self, name):
        for place in ("_parameters", "_buffers", "_modules"):
            found = self.__dict__.get(place, {})
            if name in found:
                return found[name]
        if name.startswith("_"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        raise missing(
            type(self).__name__,
            name,
            "there are forward, parameters, children, apply, train, eval, to, "
            "zero_grad, state_dict, load_state_dict and register_forward_hook; what forward() reads, "
            "__init__() sets",
        )

    def __delattr__(self, name):
        for place in (self._parameters, self._buffers, self._modules):
            if name in place:
                del place[name]
                return
        object.__delattr__(self, name)

    def register_buffer(self, name, tensor, persistent=True):
        self._buffers[name] = tensor
        if not persistent:
            self.__dict__.setdefault("_unsaved", set()).add(name)

    def register_parameter(self, name, param):
        self._parameters[name] = param

    def add_module(self, name, module):
        if not isinstance(module, Module):
            raise TypeError(f"{type(module).__name__} is not a Module subclass")
        self._modules[name] = module

    register_module = add_module

    def forward(self, *args):
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    def __call__(self, *args, **options):
        with Call(self, _children, _shapes):
            for hook in tuple(self.__dict__.get("_pre_hooks", {}).values()):
                changed = hook(self, args)
                if changed is not None:
                    args = changed if isinstance(changed, tuple) else (changed,)
            made = self.forward(*args, **options)
            for hook in tuple(self.__dict__.get("_forward_hooks", {}).values()):
                changed = hook(self, args, made)
                made = made if changed is None else changed
            return made

    def register_forward_hook(self, hook, **options):
        """`hook(module, inputs, output)` is called after each forward(); what it returns replaces the output."""
        refuse("register_forward_hook", options)
        return _Handle(self.__dict__.setdefault("_forward_hooks", {}), hook)

    def register_forward_pre_hook(self, hook, **options):
        """`hook(module, inputs)` is called before each forward(); what it returns replaces the inputs."""
        refuse("register_forward_pre_hook", options)
        return _Handle(self.__dict__.setdefault("_pre_hooks", {}), hook)

    # -- contents
    def named_children(self):
        yield from self._modules.items()

    def children(self):
        yield from self._modules.values()

    def named_modules(self, prefix=""):
        yield prefix, self
        for name, module in self._modules.items():
            yield from module.named_modules(f"{prefix}.{name}" if prefix else name)

    def modules(self):
        for _, module in self.named_modules():
            yield module

    def named_parameters(self, prefix="", recurse=True):
        seen = set()
        for prefix, module in self.named_modules(prefix) if recurse else [(prefix, self)]:
            for name, parameter in module._parameters.items():
                if parameter is not None and id(parameter) not in seen:
                    seen.add(id(parameter))
                    yield f"{prefix}.{name}" if prefix else name, parameter

    def parameters(self, recurse=True):
        for _, parameter in self.named_parameters("", recurse):
            yield parameter

    def named_buffers(self):
        for prefix, module in self.named_modules():
            for name, buffer in module._buffers.items():
                yield f"{prefix}.{name}" if prefix else name, buffer

    def buffers(self):
        for _, buffer in self.named_buffers():
            yield buffer

    def get_submodule(self, target):
        found = self
        for name in target.split(".") if target else ():
            if name not in found._modules:
                raise AttributeError(f"{type(found).__name__} has no attribute `{name}`")
            found = found._modules[name]
        return found

    def state_dict(self):
        state = OrderedDict()
        for prefix, module in self.named_modules():
            unsaved = module.__dict__.get("_unsaved", ())
            for name, tensor in {**module._parameters, **module._buffers}.items():
                if tensor is not None and name not in unsaved:
                    state[f"{prefix}.{name}" if prefix else name] = tensor.detach()
        return state

    def load_state_dict(self, state_dict, strict=True):
        """Copies values into the tensors of state_dict(). Ignores num_batches_tracked, which is not counted here."""
        own = self.state_dict()
        state_dict = {n: tensor for n, tensor in state_dict.items() if not n.endswith("num_batches_tracked")}
        absent, unknown = [n for n in own if n not in state_dict], [n for n in state_dict if n not in own]
        wrong = [n for n in own if n in state_dict and own[n].extents != state_dict[n].extents]
        if wrong or (strict and (absent or unknown)):
            raise RuntimeError(
                f"Error(s) in loading state_dict for {type(self).__name__}: missing {absent}, "
                f"unexpected {unknown}, of another shape {wrong}"
            )
        with torch.no_grad():
            for name, tensor in own.items():
                if name in state_dict:
                    tensor.copy_(state_dict[name])
        return "<All keys matched successfully>"

    # -- operations on all submodules
    def apply(self, fn):
        for module in self._modules.values():
            module.apply(fn)
        fn(self)
        return self

    def train(self, mode=True):
        for module in self.modules():
            object.__setattr__(module, "training", mode)
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        torch.optim.zero_grad(self.parameters(), set_to_none)

    def to(self, *args, device=None, dtype=None, non_blocking=False):
        """Moves the storage of the parameters, which remain the same objects."""
        for one in args:
            if isinstance(one, torch.dtype):
                dtype = one
            elif isinstance(one, bool):
                non_blocking = one
            elif one is not None:
                device = one.device if torch.is_tensor(one) else one
        if dtype is not None and not dtype.is_floating_point:
            raise TypeError(
                f"nn.Module.to only accepts floating point or complex dtypes, but got desired " f"dtype={dtype!r}"
            )
        torch._type_index(dtype)  # raises for float16
        if device is None:
            return self  # parameters have one type only
        for module in self.modules():
            for parameter in module._parameters.values():
                if isinstance(parameter, UninitializedParameter):
                    parameter.device = torch.device(device)
                elif parameter is not None:
                    _move(parameter, device, non_blocking)
            for name, buffer in module._buffers.items():
                if buffer is not None:
                    module._buffers[name] = buffer.to(device, non_blocking=non_blocking)
        return self

    def float(self):
        return self.to(torch.float32)

    def double(self):
        return self.to(torch.float64)

    def cuda(self, device=None):
        return self.to(torch.device("cuda") if device is None else torch.device(device))

    def cpu(self):
        return self.to(torch.device("cpu"))

    def extra_repr(self):
        return ""

    def __repr__(self):
        if not self._modules:
            return f"{type(self).__name__}({self.extra_repr()})"
        lines = "".join(f"\n  ({name}): {indented(repr(module))}" for name, module in self._modules.items())
        return f"{type(self).__name__}({lines}\n)"


# For error messages: the kind of an attribute, and the type that may be assigned to it.
KINDS = (("parameter", "torch.nn.Parameter"), ("buffer", "torch.Tensor"), ("child module", "torch.nn.Module"))


def _set_other(module, name, value, places):
    """Sets another attribute; raises if it would replace a parameter, buffer or module by mistake."""
    for (kind, wanted), place in zip(KINDS, places):
        if place is None or name not in place:
            continue
        if value is not None and not (kind == "buffer" and torch.is_tensor(value)):
            given = value.type() if torch.is_tensor(value) else type(value).__name__
            raise TypeError(f"cannot assign '{given}' as {kind} '{name}' ({wanted} or None expected)")
        if kind != "child module":
            place[name] = value
            return
        del place[name]
    object.__setattr__(module, name, value)


def _move(parameter, device, non_blocking):
    """Moves a parameter and its gradient. A tensor shared by several modules moves once."""
    if torch.ordinal_of(device) == parameter.ordinal:
        return
    gradient = parameter.grad
    with torch.no_grad():
        _overlap.set_data(
            parameter,
            parameter.detach().to(device, non_blocking=non_blocking),
            None if gradient is None else gradient.to(device),
        )


class Sequential(Module):
    """Runs modules in order."""

    def __init__(self, *args):
        super().__init__()
        if len(args) == 1 and isinstance(args[0], OrderedDict):
            for name, module in args[0].items():
                self.add_module(name, module)
        else:
            for i, module in enumerate(args):
                self.add_module(str(i), module)

    def forward(self, input):
        for module in self._modules.values():
            input = module(input)
        return input

    def append(self, module):
        self.add_module(str(len(self._modules)), module)
        return self

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __getitem__(self, index):
        modules = list(self._modules.values())[index]
        return type(self)(*modules) if isinstance(index, slice) else modules


class ModuleList(Module):
    """A list of modules; the forward() of the module that contains it calls them."""

    def __init__(self, modules=None):
        super().__init__()
        self.extend(modules or ())

    def append(self, module):
        self.add_module(str(len(self._modules)), module)
        return self

    def extend(self, modules):
        for module in modules:
            self.append(module)
        return self

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __getitem__(self, index):
        modules = list(self._modules.values())[index]
        return ModuleList(modules) if isinstance(index, slice) else modules


class ParameterList(Module):
    """A list of parameters; tensors become parameters."""

    def __init__(self, values=None):
        super().__init__()
        for value in values or ():
            self.append(value)

    def append(self, value):
        made = value if isinstance(value, Parameter) else Parameter(value)
        self.register_parameter(str(len(self._parameters)), made)
        return self

    def __len__(self):
        return len(self._parameters)

    def __iter__(self):
        return iter(self._parameters.values())

    def __getitem__(self, index):
        return list(self._parameters.values())[index]


class ModuleDict(Module):
    """Modules by name; the forward() of the module that contains it calls them."""

    def __init__(self, modules=None):
        super().__init__()
        self.update(modules or {})

    def update(self, modules):
        for name, module in modules.items() if hasattr(modules, "items") else modules:
            self.add_module(name, module)

    __setitem__ = Module.add_module

    def __getitem__(self, key):
        return self._modules[key]

    def __delitem__(self, key):
        del self._modules[key]

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules)

    def __contains__(self, key):
        return key in self._modules

    def keys(self):
        return self._modules.keys()

    def values(self):
        return self._modules.values()

    def items(self):
        return self._modules.items()
