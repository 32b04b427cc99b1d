"""Parameters of nets: one array per device, allocated once their shapes are known."""

from collections import OrderedDict

import _overlap
from mxnet import initializer
from mxnet.base import MXNetError
from mxnet.context import Context, context_of, current_context, ordinal_of
from overlap_dialect.saving import save_params


class DeferredInitializationError(MXNetError):
    """The shape is unknown until the first forward pass."""


def array_kind():
    """nd.NDArray, or np.ndarray after npx.set_np()."""
    from mxnet import ndarray, np

    return np.ndarray if _overlap.is_np() else ndarray.NDArray


def context_list(ctx):
    """Contexts as a list without duplicates; the current context by default."""
    if ctx is None:
        return [current_context()]
    contexts = [ctx] if isinstance(ctx, Context) else list(ctx)
    if not contexts:
        raise ValueError(
            "initialize() was given an empty list of devices: the machine has no GPU, so choose one with "
            "GPUs, or give mx.cpu()"
        )
    for one in contexts:
        ordinal_of(one)
    return list(dict.fromkeys(contexts))


def is_known(shape):
    return shape is not None and all(extent > 0 for extent in shape)


def fits(shape, wanted):
    """Whether the shape matches; 0 in `wanted` matches any size."""
    return wanted is None or len(shape) == len(wanted) and all(w in (0, n) for n, w in zip(shape, wanted))


class Parameter:
    """A parameter of a block, with one array per device. If its shape is unknown (has a 0), the arrays are allocated
    later."""

    def __init__(
        self,
        name,
        grad_req="write",
        shape=None,
        dtype="float32",
        lr_mult=1.0,
        wd_mult=1.0,
        init=None,
        allow_deferred_init=False,
        differentiable=True,
    ):
        self.name = name
        self.lr_mult, self.wd_mult, self.dtype = lr_mult, wd_mult, dtype
        self.init = init
        self.allow_deferred_init = allow_deferred_init
        self._shape = (shape,) if isinstance(shape, int) else None if shape is None else tuple(shape)
        self._grad_req = grad_req if differentiable else "null"
        self._arrays = {}  # by device ordinal
        self._contexts = []
        self._deferred = None  # (initialiser, contexts) while the shape is unknown
        self._symbol = None
        self.version = 0  # incremented by every initialisation

    def __repr__(self):
        return f"Parameter {self.name} (shape={self._shape}, dtype={self.dtype})"

    @property
    def shape(self):
        return self._shape

    @shape.setter
    def shape(self, shape):
        shape = tuple(shape)
        if not fits(shape, self._shape):
            raise ValueError(f"the parameter {self.name} has the shape {self._shape}, and {shape} does not fit it")
        self._shape = shape

    @property
    def grad_req(self):
        return self._grad_req

    @grad_req.setter
    def grad_req(self, grad_req):
        if grad_req not in ("write", "add", "null"):
            raise ValueError(f"grad_req is 'write', 'add' or 'null', not {grad_req!r}")
        self._grad_req = grad_req
        for array in self._arrays.values():
            array.attach_grad(grad_req)

    # -- initialisation
    def initialize(self, init=None, ctx=None, default_init=None, force_reinit=False):
        if self._arrays and not force_reinit:
            _overlap.note(
                f"The parameter {self.name} is initialised already and stays unchanged; "
                f"force_reinit=True initialises it again."
            )
            return
        self._arrays, self._contexts, self._deferred = {}, [], None
        chosen = init if init is not None else initializer.for_parameter(self.name, self.init, default_init)
        self._deferred = (initializer.create(chosen), context_list(ctx))
        if is_known(self._shape):
            self.finish()
        elif not self.allow_deferred_init:
            self._deferred = None
            raise ValueError(f"the parameter {self.name} cannot be initialised: its shape {self._shape} is not known")

    def finish(self):
        """Creates the values once the shape is known: on the CPU, then copied to every device, so that all devices
        start with the same bits."""
        initialiser, contexts = self._deferred
        self._deferred = None
        before = (_overlap.recording(False), _overlap.phase("initialize"))
        try:
            first = initialiser.make(array_kind(), self.name, self._shape, Context("cpu"))
            self._place(first, contexts)
        finally:
            _overlap.phase(before[1])
            _overlap.recording(before[0])

    def _place(self, values, contexts):
        self._contexts = list(contexts)
        self.version += 1
        self._arrays = {}
        for context in contexts:
            array = values if len(contexts) == 1 and context.ordinal == -1 else values.copyto(context)
            _overlap.set_name(array, self.name)
            if self._grad_req != "null":
                array.attach_grad(self._grad_req)
            self._arrays[context.ordinal] = array

    def infer(self, shape):
        """Sets the shape, which the first forward pass has inferred, and allocates the arrays."""
        self.shape = shape
        if self._deferred is not None:
            self.finish()

    # -- values
    def on(self, ordinal):
        """The array on the device with this ordinal."""
        array = self._arrays.get(ordinal)
        return array if array is not None else self.data(context_of(ordinal))

    def _check(self, ctx):
        if self._arrays:
            raise RuntimeError(
                f"Parameter '{self.name}' was not initialized on context {ctx}. It was only initialized "
                f"on {self._contexts}."
            )
        if self._deferred is not None:
            raise DeferredInitializationError(
                f"Parameter '{self.name}' has not been initialized yet: its shape {self._shape} is known after the "
                f"first forward pass. Run the net on a batch first."
            )
        raise RuntimeError(
            f"Parameter '{self.name}' has not been initialized. Call initialize() of the net before "
            f"using it, and give the Trainer net.collect_params()."
        )

    def data(self, ctx=None):
        if ctx is None and len(self._arrays) == 1:
            return next(iter(self._arrays.values()))
        ctx = ctx if ctx is not None else current_context()
        array = self._arrays.get(ordinal_of(ctx))
        if array is None:
            self._check(ctx)
        return array

    def list_data(self):
        if not self._arrays:
            self._check(None)
        return list(self._arrays.values())

    def grad(self, ctx=None):
        if self._grad_req == "null":
            raise RuntimeError(f"Cannot get gradient array for Parameter '{self.name}' because grad_req='null'")
        return self.data(ctx).grad

    def list_grad(self):
        if self._grad_req == "null":
            raise RuntimeError(f"Cannot get gradient array for Parameter '{self.name}' because grad_req='null'")
        return [array.grad for array in self.list_data()]

    def list_ctx(self):
        if not self._arrays:
            if self._deferred is not None:
                return list(self._deferred[1])
            self._check(None)
        return list(self._contexts)

    def set_data(self, data):
        self.shape = data.extents
        if not self._arrays:
            if self._deferred is None:
                self._check(None)
            _, contexts = self._deferred
            self._deferred = None
            self._place(data, contexts)
            return
        for array in self._arrays.values():
            data.copyto(array)

    def zero_grad(self):
        for array in self._arrays.values():
            if array.grad is not None:
                array.grad[:] = 0

    def reset_ctx(self, ctx):
        contexts = context_list(ctx)
        if self._arrays:
            self._place(next(iter(self._arrays.values())), contexts)
        elif self._deferred is not None:
            self._deferred = (self._deferred[0], contexts)

    def var(self):
        """The symbol that represents the parameter while a net is compiled."""
        from mxnet import symbol

        if self._symbol is None:
            self._symbol = symbol.var(self.name)
        self._symbol.extents = self._shape if is_known(self._shape) else None
        return self._symbol


class ParameterDict:
    """Parameters by full name, which starts with `prefix`."""

    def __init__(self, prefix="", shared=None):
        self.prefix = prefix
        self._params = OrderedDict()
        self._shared = shared

    def __repr__(self):
        lines = "".join(f"\n  {parameter}" for parameter in self.values())
        return f'{self.prefix + " " if self.prefix else ""}({lines}\n)'

    def __getitem__(self, key):
        return self._params[key]

    def __iter__(self):
        return iter(self._params)

    def __len__(self):
        return len(self._params)

    def __contains__(self, key):
        return key in self._params

    def items(self):
        return self._params.items()

    def keys(self):
        return self._params.keys()

    def values(self):
        return self._params.values()

    def get(self, name, **options):
        """Returns the parameter `prefix + name`; creates it if it does not exist."""
        name = self.prefix + name
        found = self._params.get(name)
        if found is None and self._shared is not None:
            found = self._shared._params.get(name)
        if found is None:
            found = Parameter(name, **options)
        self._params[name] = found
        return found

    def update(self, other):
        for name, parameter in other.items():
            if self._params.setdefault(name, parameter) is not parameter:
                raise ValueError(f"two different parameters have the name {name}")

    def initialize(self, init=None, ctx=None, verbose=False, force_reinit=False):
        for parameter in self.values():
            parameter.initialize(None, ctx, init, force_reinit)

    def zero_grad(self):
        for parameter in self.values():
            parameter.zero_grad()

    def reset_ctx(self, ctx):
        for parameter in self.values():
            parameter.reset_ctx(ctx)

    def setattr(self, name, value):
        for parameter in self.values():
            setattr(parameter, name, value)

    def save(self, filename, strip_prefix=""):
        save_parameters(filename, {name.removeprefix(strip_prefix): p for name, p in self.items()})

    def load(self, filename, ctx=None, allow_missing=False, ignore_extra=False, restore_prefix=""):
        load_parameters(filename, dict(self.items()), ctx, allow_missing, ignore_extra, restore_prefix)


def save_parameters(filename, parameters):
    """Writes {name: Parameter} in MXNet's format."""
    tensors = {name: parameter.list_data()[0] for name, parameter in parameters.items()}
    save_params(str(filename), tensors, "save_parameters()")


def load_parameters(filename, parameters, ctx=None, allow_missing=False, ignore_extra=False, prefix=""):
    """Loads values into {name: Parameter}. Errors name the parameter that does not match."""
    found = {
        prefix + name.removeprefix("arg:").removeprefix("aux:"): values
        for name, values in _overlap.load_params(str(filename)).items()
    }
    absent = [name for name in parameters if name not in found]
    extra = [name for name in found if name not in parameters]
    if absent and not allow_missing:
        raise ValueError(
            f"{filename} is of another net: it has no parameter {absent[0]}"
            f'{f" (and {len(absent) - 1} more are missing)" if len(absent) > 1 else ""}; it has '
            f'{", ".join(list(found)[:4]) or "none"}{", ..." if len(found) > 4 else ""}'
        )
    if extra and not ignore_extra:
        raise ValueError(
            f"{filename} is of another net: it has a parameter {extra[0]} of shape {found[extra[0]][0]}, "
            f"which this net does not have; ignore_extra=True leaves it out"
        )
    for name, parameter in parameters.items():
        if name not in found:
            continue
        shape, values = found[name]
        if not fits(tuple(shape), parameter.shape):
            raise ValueError(
                f"{filename} is of another net: the parameter {name} has the shape {tuple(shape)} there "
                f"and {parameter.shape} here"
            )
        array = _overlap.from_values(array_kind(), tuple(shape), 0, values)
        if not parameter._arrays and parameter._deferred is None:
            parameter._deferred = (None, context_list(ctx))
        elif ctx is not None:
            parameter.reset_ctx(ctx)
        parameter.set_data(array)
