"""The part of torch.Tensor that concerns indexing: integers, slices, index tensors and masks."""

import _overlap
import torch
from overlap_dialect import indexing, numbering
from overlap_dialect.arguments import BOOL, INT64, expect_array
from torch.issuing import axis_bits, issue, labelled

apply = _overlap.apply


def _expect_numbers(index, name):
    expect_array(index, "index", name)
    if index.type_index != INT64:
        raise RuntimeError(f"{name}(): Expected dtype int64 for index")


def _expect_like(tensor, other, name):
    expect_array(other, "source", name)
    if other.type_index != tensor.type_index:
        raise RuntimeError(f"{name}(): Expected self.dtype to be equal to src.dtype")


def _along(tensor, dim, index, name):
    """For gather() and scatter(): returns (axis, slices of the part that the index covers)."""
    _expect_numbers(index, name)
    axis = axis_bits(dim, tensor, name).bit_length() - 1
    if len(index.extents) != len(tensor.extents):
        raise RuntimeError("Index tensor must have the same number of dimensions as input tensor")
    if any(own > whole for i, (own, whole) in enumerate(zip(index.extents, tensor.extents)) if i != axis):
        raise RuntimeError(
            f"Size does not match at dimension {axis} expected index {list(index.extents)} to be no "
            f"larger than self {list(tensor.extents)} apart from dimension {axis}"
        )
    numbering.expect_within(index, tensor.extents[axis], axis, 0)
    within = tuple(slice(None) if i == axis else slice(own) for i, own in enumerate(index.extents))
    return axis, within


def _within(tensor, axis, within):
    """Returns the covered part, which usually is the whole tensor."""
    is_all = all(one.stop == extent for i, (one, extent) in enumerate(zip(within, tensor.extents)) if i != axis)
    return tensor if is_all else tensor[within]


class Parts:
    """Indexing methods of torch.Tensor."""

    __slots__ = ()

    def __getitem__(self, index):
        return indexing.get(self, index)

    def __setitem__(self, index, value):
        if value is self:
            return  # x[:] += y has already changed x in place
        if indexing.takes_all(index):
            self.copy_(value)
            return
        index = indexing.numbered(index, self.extents)
        if numbering.has_named(index):
            self._put(index, value)
            return
        offsets, extents, _ = indexing.block(index, self)
        if indexing.is_part(value, self, offsets, extents):
            return
        value = self._at_home(self._fitting(value, extents))
        apply(
            "SliceAssign", (self, value), "copy_", "{0}" + indexing.text_of(index) + " = {1}", offsets=offsets, out=self
        )

    def _at_home(self, value):
        return value if value.ordinal == self.ordinal else _overlap.copy(value, self.ordinal, False, "to", "", None)

    def _put(self, index, value):
        """Assigning one number through a mask needs no wait; other values do, for the number of true elements."""
        mask = index[0] if isinstance(index, tuple) and len(index) == 1 else index
        is_one = not isinstance(value, _overlap.Tensor) or not value.extents
        is_mask = isinstance(mask, torch.Tensor) and mask.type_index == BOOL
        if is_one and is_mask and mask.extents == self.extents[: len(mask.extents)]:
            behind = (1,) * (len(self.extents) - len(mask.extents))
            filled = self.masked_fill(mask.reshape(mask.extents + behind) if behind else mask, value)
            labelled(self.copy_(filled), "{0}[...] = ...", self)
            return
        numbering.put(
            self,
            index,
            lambda extents: self._at_home(self._fitting(value, extents)),
            "{0}" + indexing.text_of(index) + " = {2}",
            lambda basic: True,
            indexing.get,
        )

    # -- masks
    def masked_fill(self, mask, value):
        """Replaces the elements where the mask is true by one number."""
        expect_array(mask, "mask", "masked_fill")
        if mask.type_index != BOOL:
            raise RuntimeError(f"masked_fill_ only supports boolean masks, but got mask with dtype {mask.dtype!r}")
        if isinstance(value, _overlap.Tensor) and value.extents:
            raise RuntimeError(
                f"masked_fill_ only supports a 0-dimensional value tensor, but got tensor with "
                f"{len(value.extents)} dimension(s)."
            )
        made = torch.where(mask, value, self)
        made = made if made.type_index == self.type_index else made.type(self.dtype)
        return labelled(made, "{0}.masked_fill(...)", self)

    def masked_fill_(self, mask, value):
        return labelled(self.copy_(self.masked_fill(mask, value)), "{0}.masked_fill_(...)", self)

    def masked_select(self, mask):
        expect_array(mask, "mask", "masked_select")
        shape = tuple(_overlap.infer("Add", [self.extents, mask.extents])[0])
        return indexing.broadcast(self, shape)[indexing.broadcast(mask, shape)]

    def nonzero(self, as_tuple=False):
        """One row of indices per nonzero element; the program waits for the tensor."""
        found = numbering.truths(self, "nonzero()")
        columns = []
        for extent in reversed(self.extents):
            columns.insert(0, [number % extent for number in found])
            found = [number // extent for number in found]
        if as_tuple:
            return tuple(numbering.numbers_of(column, self) for column in columns)
        rows = [number for row in zip(*columns) for number in row]
        return numbering.numbers_of(rows, self, (len(found), len(columns)))

    # -- index tensors
    def index_select(self, dim, index):
        """Selects slices along an axis."""
        _expect_numbers(index, "index_select")
        if len(index.extents) > 1:
            raise IndexError("index_select(): Index is supposed to be a vector")
        axis = axis_bits(dim, self, "index_select").bit_length() - 1
        numbering.expect_within(index, self.extents[axis], axis, 0)
        index = index if index.extents else index.reshape(1)
        return issue("Gather", (self, index), "index_select", "{0}.index_select(" + f"{dim}, {{1}})", axes=1 << axis)

    def gather(self, dim, index):
        """Selects single elements along an axis; the result has the shape of the index."""
        axis, within = _along(self, dim, index, "gather")
        return issue(
            "Gather",
            (_within(self, axis, within), index),
            "gather",
            "{0}.gather(" + f"{dim}, {{1}})",
            axes=1 << axis,
            scalars=(0.0, 1.0),
        )

    def take_along_dim(self, indices, dim):
        return self.gather(dim, indices)

    def take(self, index):
        """Selects elements by flat index."""
        _expect_numbers(index, "take")
        numbering.expect_within(index, self.elements, 0, -self.elements)
        return issue("Gather", (self.reshape(-1), index), "take", "{0}.take({1})", axes=1, scalars=(1.0,))

    def index_add_(self, dim, index, source, alpha=1):
        """Adds slices of `source` to the indexed slices; repeated indices add repeatedly."""
        _expect_numbers(index, "index_add_")
        _expect_like(self, source, "index_add_")
        axis = axis_bits(dim, self, "index_add_").bit_length() - 1
        numbering.expect_within(index, self.extents[axis], axis, 0)
        source = source if alpha == 1 else source * alpha
        apply(
            "Scatter",
            (self, index, source),
            "index_add_",
            "{0}.index_add_(...)",
            axes=1 << axis,
            scalars=(0.0, 0.0, 1.0),
            out=self,
        )
        return self

    def index_add(self, dim, index, source, alpha=1):
        return self.clone().index_add_(dim, index, source, alpha)

    def scatter_(self, dim, index, src, reduce=None):
        """Sets single elements along an axis, or adds to them with reduce='add'."""
        if reduce not in (None, "add", "sum"):
            raise NotImplementedError(f"scatter_() has reduce='add' here, not {reduce!r}")
        axis, within = _along(self, dim, index, "scatter_")
        if not isinstance(src, _overlap.Tensor):
            src = torch.full(index.extents, src, device=self.device, dtype=self.dtype)
        _expect_like(self, src, "scatter")
        if src.extents != index.extents:
            src = src[tuple(map(slice, index.extents))]
        part = _within(self, axis, within)
        name, adds = ("scatter_", 0.0) if reduce is None else ("scatter_add_", 1.0)
        apply(
            "Scatter",
            (part, index, src),
            name,
            f"{{0}}.{name}(...)",
            axes=1 << axis,
            scalars=(0.0, 1.0, adds),
            out=part,
        )
        return self

    def scatter(self, dim, index, src, reduce=None):
        return self.clone().scatter_(dim, index, src, reduce)

    def scatter_add_(self, dim, index, src):
        return self.scatter_(dim, index, src, "add")

    def scatter_add(self, dim, index, src):
        return self.clone().scatter_add_(dim, index, src)


FUNCTIONS = (
    "masked_fill",
    "masked_select",
    "nonzero",
    "index_select",
    "gather",
    "take_along_dim",
    "take",
    "index_add",
    "scatter",
    "scatter_add",
)
