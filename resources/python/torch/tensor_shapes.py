"""The part of torch.Tensor that concerns views: other shapes and other orders of the axes."""

import math

import _overlap
import torch
from overlap_dialect.arguments import expect_array, size_of
from overlap_dialect.operators import unary
from overlap_dialect.turning import turns
from torch.issuing import axis_bits, labelled


def _turned(tensor, dims):
    """Permutes the axes: the engine can only reverse all axes, so this reverses blocks of axes several times. Only the
    last step costs the time of a call."""
    result = tuple(tensor.extents[dim] for dim in dims)
    axes = [dim for dim in range(len(dims)) if tensor.extents[dim] != 1]  # axes of size 1 may be anywhere
    wanted = [dim for dim in dims if tensor.extents[dim] != 1]
    strides, made = _overlap.strides(tensor), tensor
    if axes == wanted:
        return _shown(tensor, result, [strides[dim] for dim in dims])
    for blocks in turns(axes, wanted):
        shape = tuple(math.prod(tensor.extents[axis] for axis in block) for block in blocks)
        if made.extents != shape:
            made = _shown(made, shape, [0] * len(shape), "free")  # intermediate result, whose strides no program reads
        before = made
        made = _overlap.apply("Transpose", (made,), "permute", "{0}.permute(...)", dispatch="free", view=True)
        _overlap.link_transposed(made, before)
    return _shown(made, result, [strides[dim] for dim in dims])


def _shown(tensor, shape, strides, dispatch="operator"):
    text = "{0}.permute(...)"
    made = _overlap.apply("Reshape", (tensor,), "permute", text, shape=shape, dispatch=dispatch, view=True)
    _overlap.link_order(made, tensor, strides)
    return made


class Shapes:
    """Shape methods of torch.Tensor."""

    __slots__ = ()
    _transposed = unary("Transpose", "t", "{0}.t()")

    def t(self):
        if len(self.extents) > 2:
            raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {len(self.extents)}D")
        if len(self.extents) < 2:
            return self
        made = self._transposed()
        _overlap.link_transposed(made, self)
        return made

    T = property(t)

    def permute(self, *dims):
        dims = size_of(dims, None)
        rank = len(self.extents)
        axis_bits(dims, self, "permute")
        if sorted(dim % rank for dim in dims) != list(range(rank)):
            raise RuntimeError(f"permute(): each of the {rank} axes is named once, not {dims}")
        dims = [dim % rank for dim in dims]
        if dims == list(range(rank)):
            return self
        return labelled(self.t() if rank == 2 else _turned(self, dims), "{0}.permute(...)", self)

    def transpose(self, dim0, dim1):
        rank = len(self.extents)
        axis_bits((dim0, dim1), self, "transpose")
        dims = list(range(rank))
        dims[dim0], dims[dim1] = dims[dim1], dims[dim0]
        made = self.permute(*dims)
        return made if made is self else labelled(made, f"{{0}}.transpose({dim0}, {dim1})", self)

    def unsqueeze(self, dim):
        rank = len(self.extents)
        if not -rank - 1 <= dim <= rank:
            raise IndexError(
                f"Dimension out of range (expected to be in range of [{-rank - 1}, {rank}], but got " f"{dim})"
            )
        at = dim % (rank + 1)
        return labelled(self.reshape(self.extents[:at] + (1,) + self.extents[at:]), f"{{0}}.unsqueeze({dim})", self)

    def squeeze(self, dim=None):
        """Removes all axes of size 1, or the given ones."""
        bits = axis_bits(() if dim is None else dim, self, "squeeze")
        made = self.reshape(
            tuple(n for i, n in enumerate(self.extents) if n != 1 or (dim is not None and not bits >> i & 1))
        )
        return labelled(made, "{0}.squeeze(" + ("" if dim is None else str(dim)) + ")", self)

    def stride(self, dim=None):
        strides = tuple(_overlap.strides(self))
        return strides if dim is None else strides[dim]

    def is_contiguous(self):
        return _overlap.is_in_order(self)

    def contiguous(self):
        return self if self.is_contiguous() else self.clone()

    def chunk(self, chunks, dim=0):
        return torch.chunk(self, chunks, dim)

    def split(self, split_size, dim=0):
        return torch.split(self, split_size, dim)

    def expand(self, *sizes):
        """Repeats axes of size 1 and adds new ones in front; -1 keeps a size."""
        sizes, own = size_of(sizes, None), self.extents
        if len(sizes) < len(own):
            raise RuntimeError(
                f"expand({self.type()}{{{list(own)}}}, size={list(sizes)}): the number of sizes "
                f"provided ({len(sizes)}) must be greater or equal to the number of dimensions "
                f"in the tensor ({len(own)})"
            )
        new = len(sizes) - len(own)
        shape = tuple(own[i - new] if size == -1 and i >= new else size for i, size in enumerate(sizes))
        for axis, size in enumerate(own, new):
            if size not in (1, shape[axis]):
                raise RuntimeError(
                    f"The expanded size of the tensor ({shape[axis]}) must match the existing size "
                    f"({size}) at non-singleton dimension {axis}.  Target sizes: {list(sizes)}.  "
                    f"Tensor sizes: {list(own)}"
                )
        return self if shape == own else labelled(torch._spread(self, shape), "{0}.expand(...)", self)

    def expand_as(self, other):
        expect_array(other, "other", "expand_as")
        return self.expand(other.extents)

    broadcast_to = expand

    def _inferred(self, shape):
        """Replaces -1 in a shape by the size that follows from the others."""
        if -1 in shape:
            if shape.count(-1) > 1:
                raise RuntimeError("only one dimension can be inferred")
            known = 1
            for extent in shape:
                known *= extent if extent != -1 else 1
            shape = tuple(self.elements // known if e == -1 and known else e for e in shape)
        return shape

    def view(self, *shape):
        shape = size_of(shape, None)
        if not _overlap.can_show(self, self._inferred(shape)):
            raise RuntimeError(
                "view size is not compatible with input tensor's size and stride (at least one "
                "dimension spans across two contiguous subspaces). Use .reshape(...) instead."
            )
        return self.reshape(shape)

    def reshape(self, *shape):
        """Returns a view if the elements are in that order in memory, else a copy."""
        asked = size_of(shape, None)
        shape = self._inferred(asked)
        try:
            made = _overlap.reshape(self, shape, _overlap.can_show(self, shape))
        except RuntimeError:
            if math.prod(shape) == self.elements:
                raise
            raise RuntimeError(f"shape '{list(asked)}' is invalid for input of size {self.elements}") from None
        _overlap.link_shape(made, self)
        return made
