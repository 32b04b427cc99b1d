"""torch.save and torch.load in PyTorch's format: a zip archive with the values of each tensor and a pickle that refers
to them. load() accepts tensors and plain values only, so that no file runs code."""

import array
import io
import math
import os
import struct
from collections import OrderedDict

import _overlap
import torch
from overlap_dialect.arguments import BOOL, FLOAT32, INT64, refuse, whole
from overlap_dialect.saving import can_save

ROOT = "archive"
STORAGES = {FLOAT32: "FloatStorage", INT64: "LongStorage", BOOL: "BoolStorage"}
# Storage name -> (type here, code of module array, bytes per element).
KINDS = {
    "FloatStorage": (FLOAT32, "f", 4),
    "LongStorage": (INT64, "q", 8),
    "IntStorage": (INT64, "i", 4),
    "BoolStorage": (BOOL, "B", 1),
}
KEPT = "tensors, numbers, text, and lists, tuples and dictionaries of them"


# -- writing


class Writer:
    """Writes the pickle of a value, and collects the tensors that it refers to."""

    def __init__(self):
        self.out = io.BytesIO()
        self.tensors = []
        self._above = []

    def write(self, value):
        self.out.write(b"\x80\x02")
        self._value(value)
        self.out.write(b".")

    def _value(self, value):
        plain = PLAIN.get(type(value))
        if plain is not None:
            self.out.write(plain(value))
        elif isinstance(value, _overlap.Tensor):
            self._tensor(value)
        elif isinstance(value, torch.dtype):
            self.out.write(f"ctorch\n{value.name}\n".encode())
        elif isinstance(value, torch.device):
            self._call("torch", "device", (str(value),))
        elif isinstance(value, torch.Size):
            self._call("torch", "Size", (tuple(value),))
        elif type(value) in (list, tuple, dict, OrderedDict):
            self._nested(value)
        else:
            raise NotImplementedError(
                f"torch.save() keeps {KEPT} here, not {type(value).__name__}: of a net or an optimizer save its "
                f"state_dict()"
            )

    def _nested(self, value):
        if id(value) in self._above:
            raise ValueError(f"torch.save(): a {type(value).__name__} contains itself")
        self._above.append(id(value))
        if isinstance(value, dict):
            self._global("collections", "OrderedDict") if isinstance(value, OrderedDict) else None
            self.out.write(b")R(" if isinstance(value, OrderedDict) else b"}(")
            for key, one in value.items():
                self._value(key)
                self._value(one)
            self.out.write(b"u")
        else:
            self.out.write(b"(" if isinstance(value, tuple) else b"](")
            for one in value:
                self._value(one)
            self.out.write(b"t" if isinstance(value, tuple) else b"e")
        self._above.pop()

    def _global(self, module, name):
        self.out.write(f"c{module}\n{name}\n".encode())

    def _call(self, module, name, arguments):
        self._global(module, name)
        self._value(arguments)
        self.out.write(b"R")

    def _tensor(self, tensor):
        is_parameter = isinstance(tensor, torch.nn.Parameter)
        if is_parameter:
            self._global("torch._utils", "_rebuild_parameter")
            self.out.write(b"(")
        self._global("torch._utils", "_rebuild_tensor_v2")
        self.out.write(b"(")
        self._storage(tensor)
        shape = tensor.extents
        strides = tuple(math.prod(shape[axis + 1 :]) for axis in range(len(shape)))
        for value in (0, shape, strides, tensor.requires_grad and not is_parameter, OrderedDict()):
            self._value(value)
        self.out.write(b"tR")
        if is_parameter:
            self._value(tensor.requires_grad)
            self._value(OrderedDict())
            self.out.write(b"tR")

    def _storage(self, tensor):
        """Refers to the storage of a tensor; tensors that share a storage are written once."""
        key = next(
            (
                i
                for i, one in enumerate(self.tensors)
                if one.extents == tensor.extents and _overlap.are_one_storage(one, tensor)
            ),
            len(self.tensors),
        )
        if key == len(self.tensors):
            self.tensors.append(tensor)
        self.out.write(b"(")
        self._value("storage")
        self._global("torch", STORAGES[tensor.type_index])
        for value in (str(key), str(tensor.device), tensor.elements):
            self._value(value)
        self.out.write(b"tQ")


def _whole_number(value):
    if -1 << 31 <= value < 1 << 31:
        return b"J" + struct.pack("<i", value)
    raw = value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
    if len(raw) > 255:
        raise NotImplementedError("torch.save() keeps whole numbers of at most 255 bytes here")
    return b"\x8a" + bytes([len(raw)]) + raw


def _text(value):
    raw = value.encode("utf-8", "surrogatepass")
    return b"X" + struct.pack("<I", len(raw)) + raw


PLAIN = {
    type(None): lambda value: b"N",
    bool: lambda value: b"\x88" if value else b"\x89",
    int: _whole_number,
    float: lambda value: b"G" + struct.pack(">d", value),
    str: _text,
}


def _numbers(tensor):
    """Waits for a tensor and returns its values in PyTorch's binary form."""
    raw = _overlap.bytes_of(_overlap.fetch(tensor, "torch.save()"))
    if tensor.type_index == FLOAT32:
        return raw
    values = array.array("f", raw)
    kind = KINDS[STORAGES[tensor.type_index]]
    return array.array(kind[1], [whole(one) for one in values]).tobytes()


def save(obj, f, pickle_protocol=2, **options):
    """Writes to a path or an open file. A file at a path appears once it is complete."""
    refuse("torch.save", {name: value for name, value in options.items() if name != "_use_new_zipfile_serialization"})
    import zipfile

    writer = Writer()
    writer.write(obj)
    if not can_save(writer.tensors, "torch.save()"):
        return
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:

        def add(name, content):
            archive.writestr(zipfile.ZipInfo(f"{ROOT}/{name}"), content)

        add("data.pkl", writer.out.getvalue())
        add("byteorder", "little")
        for key, tensor in enumerate(writer.tensors):
            add(f"data/{key}", _numbers(tensor))
        add("version", "3\n")
    if hasattr(f, "write"):
        f.write(made.getbuffer())
    else:
        _overlap.write_file(f, made.getvalue())


# -- reading


class Storage:
    """The values of a storage in the file. Immutable, so that a file cannot set attributes of it."""

    __slots__ = ("type_index", "code", "numbers", "location", "made")

    def __init__(self, kind, content, count, location):
        type_index, code, size = KINDS[kind]
        if len(content) != count * size:
            raise ValueError(f"it has {len(content)} bytes for {count} numbers of {size} each")
        numbers = memoryview(content).cast(code)
        for name, value in zip(self.__slots__, (type_index, code, numbers, location, {})):
            object.__setattr__(self, name, value)

    def __setattr__(self, name, value):
        raise ValueError("it sets parts of what it names")

    def tensor(self, offset, shape, strides):
        wanted = (offset, shape, strides)
        if wanted in self.made:
            return self.made[wanted].detach()  # shares its storage, as when it was saved
        last = offset + sum((extent - 1) * stride for extent, stride in zip(shape, strides))
        elements = math.prod(shape)
        if elements and not (0 <= offset and last < len(self.numbers) and elements <= len(self.numbers)):
            raise ValueError(
                f"a tensor of {list(shape)} is not within the {len(self.numbers)} numbers that it is said "
                f"to show; of one that repeats numbers (expand()) save .clone()"
            )
        in_order = tuple(math.prod(shape[axis + 1 :]) for axis in range(len(shape)))
        if elements and strides != in_order:
            values = array.array(self.code, [self.numbers[place] for place in _places(offset, shape, strides)])
        else:
            values = self.numbers[offset : offset + elements]
        if self.type_index != FLOAT32:
            values = array.array("f", [whole(one) for one in values])
        made = _overlap.from_bytes(torch.Tensor, shape, self.type_index, values.tobytes())
        self.made[wanted] = made
        return made


def _places(offset, shape, strides):
    places = [offset]
    for extent, stride in zip(shape, strides):
        places = [place + i * stride for place in places for i in range(extent)]
    return places


def _whole_numbers(values):
    values = tuple(values)
    if not all(type(value) is int and value >= 0 for value in values):
        raise ValueError(f"{values} are no sizes")
    return values


def _target(location, map_location):
    """The device for a tensor that was saved from `location`."""
    if isinstance(map_location, dict):
        map_location = map_location.get(location, location)
    if map_location is None:
        map_location = location
    elif not isinstance(map_location, (str, int, torch.device)):
        raise NotImplementedError("map_location is a device or a dictionary here, such as map_location='cpu'")
    target = torch.device(map_location)
    if target.type == "cuda" and target.ordinal >= torch.cuda.device_count():
        raise RuntimeError(
            f"Attempting to deserialize object on a CUDA device but {target} does not exist: this "
            f"machine has {torch.cuda.device_count()} GPUs. Use torch.load with map_location='cpu', "
            f"or choose a machine that has it"
        )
    return target


def _builders(map_location):
    """The functions that a file may call, by PyTorch's names. New for each file, which could set attributes of them."""

    def rebuild_tensor(storage, offset, size, stride, requires_grad=False, hooks=None, metadata=None):
        if not isinstance(storage, Storage) or type(offset) is not int:
            raise ValueError("a tensor without its numbers")
        size, stride = _whole_numbers(size), _whole_numbers(stride)
        if len(size) != len(stride):
            raise ValueError(f"a tensor of {size} has {len(stride)} strides")
        made = storage.tensor(offset, size, stride).to(_target(storage.location, map_location))
        return made.requires_grad_() if requires_grad else made

    def rebuild_parameter(data, requires_grad, hooks=None):
        return torch.nn.Parameter(data, bool(requires_grad))

    def size(extents):
        return torch.Size(_whole_numbers(extents))

    def device(*words):
        return torch.device(*words)

    there = {
        ("collections", "OrderedDict"): OrderedDict,
        ("torch", "Size"): size,
        ("torch", "device"): device,
        ("torch._utils", "_rebuild_tensor_v2"): rebuild_tensor,
        ("torch._utils", "_rebuild_parameter"): rebuild_parameter,
    }
    there.update({("torch", one.name): one for one in torch._DTYPES})
    there.update({("torch", kind): kind for kind in KINDS})
    return there


def _unpickled(archive, root, map_location):
    import pickle

    builders = _builders(map_location)
    storages = {}

    class Reader(pickle.Unpickler):
        def find_class(self, module, name):
            if (module, name) in builders:
                return builders[module, name]
            if module == "torch" and name.endswith("Storage") or module == "torch.storage":
                raise NotImplementedError(
                    f"a tensor of {module}.{name} is in the file; tensors here are float32, "
                    f"int64 or bool, so convert it before it is saved: .float()"
                )
            raise pickle.UnpicklingError(
                f"it names {module}.{name}. Files hold {KEPT} here, and nothing that could "
                f"run code: of a net save its state_dict()"
            )

        def persistent_load(self, pid):
            word, kind, key, location, count = pid
            if word != "storage" or kind not in KINDS or type(key) is not str or type(count) is not int:
                raise ValueError("it refers to values in an unknown way")
            if key not in storages:
                storages[key] = Storage(kind, archive.read(f"{root}data/{key}"), count, location)
            return storages[key]

    return Reader(io.BytesIO(archive.read(root + "data.pkl"))).load()


def load(f, map_location=None, pickle_module=None, weights_only=True, mmap=None, **options):
    """Reads a file of save(), written here or by PyTorch; map_location chooses another device."""
    refuse("torch.load", {"pickle_module": pickle_module, "mmap": mmap, **options})
    import pickle
    import zipfile

    what = getattr(f, "name", "the file") if hasattr(f, "read") else os.fspath(f)
    try:
        with zipfile.ZipFile(f) as archive:
            pickles = [
                one.filename
                for one in archive.infolist()
                if one.filename.count("/") == 1 and one.filename.endswith("/data.pkl")
            ]
            if len(pickles) != 1:
                raise ValueError("it is a zip archive without a data.pkl")
            if any(one.compress_type != zipfile.ZIP_STORED for one in archive.infolist()):
                raise ValueError("its entries are compressed, which torch.save() does not do")
            root = pickles[0][: -len("data.pkl")]
            if root + "byteorder" in archive.namelist() and archive.read(root + "byteorder") != b"little":
                raise ValueError("its values are big-endian, which is not supported")
            return _unpickled(archive, root, map_location)
    except (OSError, NotImplementedError, MemoryError):
        raise
    except RuntimeError as error:
        if isinstance(error, RecursionError):
            raise pickle.UnpicklingError(f"{what} cannot be read: it is nested too deep") from None
        raise
    except zipfile.BadZipFile:
        raise pickle.UnpicklingError(
            f"{what} is no file of torch.save(), or damaged: those are zip archives. MXNet's "
            f".params are read by nd.load()"
        ) from None
    except Exception as error:
        raise pickle.UnpicklingError(f"{what} cannot be read: {error}") from None
