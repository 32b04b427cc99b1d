"""Iterates over a data set in batches."""

import _overlap
from mxnet.gluon.parameter import array_kind
from mxnet.making import array_from
from overlap_dialect.arguments import refuse
from overlap_dialect.training import batches, expect_batch_size


def stacked(rows):
    """Stacks rows into one batch."""
    if isinstance(rows[0], (tuple, list)):
        return [stacked(list(part)) for part in zip(*rows)]
    if isinstance(rows[0], _overlap.Tensor):
        from mxnet import operators
        from mxnet.emit import of_call

        return operators.stack(of_call, *rows, axis=0)
    return array_from(array_kind(), rows)


class DataLoader:
    """Batches of `batch_size` rows. The run's random generator determines the shuffled order."""

    def __init__(
        self,
        dataset,
        batch_size=None,
        shuffle=False,
        sampler=None,
        last_batch=None,
        batch_sampler=None,
        batchify_fn=None,
        num_workers=0,
        pin_memory=False,
        **options,
    ):
        refuse("DataLoader", {"sampler": sampler, "batch_sampler": batch_sampler})
        if pin_memory:
            raise NotImplementedError(
                "DataLoader() has no argument pin_memory here; set the parameter hostMemory to "
                "pinned, which pins what every copy reads and writes on the CPU"
            )
        refuse(
            "DataLoader",
            {
                k: v
                for k, v in options.items()
                if k not in ("pin_device_id", "prefetch", "thread_pool", "timeout", "try_nopython")
            },
        )
        if batch_size is None:
            raise ValueError("a DataLoader needs a batch_size")
        if last_batch not in (None, "keep", "discard"):
            raise NotImplementedError(f"last_batch is 'keep' or 'discard' here, not {last_batch!r}")
        expect_batch_size(batch_size, len(dataset))
        self._dataset, self._batch_size, self._is_shuffled = (dataset, batch_size, bool(shuffle))
        self._keeps_last = last_batch != "discard"
        self._batchify = batchify_fn

    def __len__(self):
        whole, rest = divmod(len(self._dataset), self._batch_size)
        return whole + (1 if rest and self._keeps_last else 0)

    def __iter__(self):
        return batches(len(self._dataset), self._batch_size, self._is_shuffled, self._keeps_last, self._batch)

    def _batch(self, order, begin, count):
        gather = getattr(self._dataset, "batch", None)
        if gather is not None and self._batchify is None:
            made = gather(order, begin, count)
            if made is not None:
                return made if len(made) > 1 else made[0]
        rows = [self._dataset[row] for row in order.rows[begin : begin + count]]
        return (self._batchify or stacked)(rows)
