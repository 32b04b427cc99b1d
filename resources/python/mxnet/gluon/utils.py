"""mxnet.gluon.utils: splitting a batch over devices."""

import _overlap
from overlap_dialect.arguments import missing


def split_data(data, num_slice, batch_axis=0, even_split=True):
    """Splits into `num_slice` parts along an axis; with even_split=False the last ones may be smaller."""
    size = data.shape[batch_axis]
    if even_split and size % num_slice != 0:
        raise ValueError(
            f"data with shape {data.shape} cannot be evenly split into {num_slice} slices along axis "
            f"{batch_axis}. Use a batch size that's multiple of {num_slice} or set even_split=False to "
            f"allow uneven partitioning of data."
        )
    if size < num_slice:
        raise ValueError(
            f"Too many slices for data with shape {data.shape}. Arguments are num_slice={num_slice} and "
            f"batch_axis={batch_axis}."
        )
    step, more = divmod(size, num_slice)
    parts, begin = [], 0
    for i in range(num_slice):
        end = begin + step + (1 if i < more else 0)
        index = (slice(None),) * batch_axis + (slice(begin, end),)
        parts.append(data[index] if num_slice > 1 else data)
        begin = end
    return parts


def split_and_load(data, ctx_list, batch_axis=0, even_split=True):
    """Splits a batch and copies each part to its device."""
    ctx_list = list(ctx_list)
    if not ctx_list:
        raise ValueError("split_and_load() was given no device")
    if not isinstance(data, _overlap.Tensor):
        from mxnet.gluon.parameter import array_kind
        from mxnet.making import array_from

        data = array_from(array_kind(), data)
    if len(ctx_list) == 1:
        return [data.as_in_context(ctx_list[0])]
    return [
        part.as_in_context(ctx) for part, ctx in zip(split_data(data, len(ctx_list), batch_axis, even_split), ctx_list)
    ]


def __getattr__(name):
    raise missing("mxnet.gluon.utils", name, "there are split_data and split_and_load")
