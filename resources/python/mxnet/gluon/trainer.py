"""mxnet.gluon.Trainer: sums gradients over devices and updates parameters."""

import _overlap
from mxnet.gluon.exchange import Exchange, copied
from mxnet.gluon.optimizers import OPTIMIZERS
from mxnet.gluon.parameter import Parameter
from mxnet.kvstore import DISTRIBUTED, KVStore, broadcast_from, parts_of, reduce_to
from overlap_dialect.arguments import missing
from overlap_dialect.training import expect_rate


class Trainer:
    def __getattr__(self, name):
        raise missing("Trainer", name, "a trainer has step, allreduce_grads, learning_rate and set_learning_rate")

    def __init__(
        self,
        params,
        optimizer,
        optimizer_params=None,
        kvstore="device",
        compression_params=None,
        update_on_kvstore=None,
    ):
        listed = list(params.values()) if hasattr(params, "values") else list(params)
        for parameter in listed:
            if not isinstance(parameter, Parameter):
                raise ValueError(f"a Trainer takes the parameters of a net, net.collect_params(), not {parameter!r}")
        if optimizer not in OPTIMIZERS:
            raise NotImplementedError(
                f"the optimizer {optimizer!r} is not supported; there are 'sgd', with momentum " f"and wd, and 'adam'"
            )
        kvstore = kvstore.type if isinstance(kvstore, KVStore) else kvstore
        if compression_params is not None or kvstore not in ("device", "local", "nccl", None, *DISTRIBUTED):
            raise NotImplementedError(
                "gradients are exchanged by kvstore='device', 'nccl' or, between ranks, 'dist_sync' here, as they are"
            )
        self._has_ranks = kvstore in DISTRIBUTED
        chosen = _overlap.setting("allReduce")
        self._way = chosen if chosen not in ("", "framework") else "nccl" if kvstore == "nccl" else None
        self._params = [parameter for parameter in listed if parameter.grad_req != "null"]
        self._optimizer = OPTIMIZERS[optimizer](dict(optimizer_params or {}))
        self._updates_in_store = update_on_kvstore is not False
        self._exchange = None
        self._versions = None

    @property
    def learning_rate(self):
        return self._optimizer.learning_rate

    def set_learning_rate(self, lr):
        self._optimizer.learning_rate = lr

    def _prepare(self):
        """Reads the devices of the parameters, which are known once the net has run."""
        versions = [parameter.version for parameter in self._params]
        if versions == self._versions:
            return
        contexts = [parameter.list_ctx() for parameter in self._params]
        if any(one != contexts[0] for one in contexts):
            raise RuntimeError(
                f"All Parameters must be initialized on the same set of contexts, but some are on "
                f"{contexts[0]} and others on {next(one for one in contexts if one != contexts[0])}"
            )
        for parameter in self._params:
            parameter.list_data()
        if self._has_ranks:
            if contexts and len(contexts[0]) > 1:
                raise NotImplementedError("with kvstore='dist_sync' each rank has one device here; start more ranks")
            for parameter in self._params:  # all ranks start with the values of rank 0
                broadcast_from(0, parameter.list_data()[0])
        self._versions = versions
        self._exchange = Exchange(self._params) if contexts and len(contexts[0]) > 1 else None

    def step(self, batch_size, ignore_stale_grad=False):
        """Sums the gradients of all devices, divides by `batch_size` and updates the parameters."""
        if not batch_size > 0:
            raise ValueError(f"step() takes the number of examples, 1 or more, not {batch_size!r}")
        expect_rate(self._optimizer.learning_rate)
        self._prepare()
        before = _overlap.phase("update")
        try:
            self._step(1.0 / batch_size)
        finally:
            _overlap.phase(before)

    def _step_ranks(self, scale):
        """Each rank updates the parameters that it owns with the gradients of all ranks, and sends them to the
        others."""
        own = _overlap.rank_place()[0]
        sums = [parts_of(i, parameter.list_grad()[0]) for i, parameter in enumerate(self._params)]
        for parts in sums:
            for owner, part in parts:
                reduce_to(owner, part)
        for i, parameter in enumerate(self._params):
            for (owner, part), (_, gradient) in zip(parts_of(i, parameter.list_data()[0]), sums[i]):
                if owner == own:
                    self._optimizer.update(parameter, part, gradient, scale, -i)
                broadcast_from(owner, part)

    def _step(self, scale):
        if self._has_ranks:
            self._step_ranks(scale)
            return
        if self._exchange is None:
            for parameter in self._params:
                for array in parameter._arrays.values():
                    self._optimizer.update(parameter, array, array.grad, scale)
            return
        if self._way is not None:
            self._add_up()
            for parameter in self._params:
                for array in parameter.list_data():
                    self._optimizer.update(parameter, array, array.grad, scale)
            return
        sums = (
            [self._exchange.reduce(parameter, -i) for i, parameter in enumerate(self._params)]
            if not self._updates_in_store
            else [self._push(parameter, scale, -i) for i, parameter in enumerate(self._params)]
        )
        for i, (parameter, values) in enumerate(zip(self._params, sums)):
            if self._updates_in_store:
                self._exchange.broadcast(parameter, values, -i)
                continue
            for array in parameter.list_data():
                gradient = copied(values, array.ordinal, -i, array.grad)
                self._optimizer.update(parameter, array, gradient, scale, -i)

    def _push(self, parameter, scale, priority):
        """Updates the stored copy of a parameter and returns it."""
        stored = self._exchange.stored(parameter)
        gradient = self._exchange.reduce(parameter, priority)
        self._optimizer.update(parameter, stored, gradient, scale, priority)
        return stored

    def _add_up(self):
        for i, parameter in enumerate(self._params):
            _overlap.all_reduce(parameter.list_grad(), self._way, -i)

    def allreduce_grads(self):
        self._prepare()
        if self._has_ranks:
            for i, parameter in enumerate(self._params):
                for owner, part in parts_of(i, parameter.list_grad()[0]):
                    reduce_to(owner, part)
                    broadcast_from(owner, part)
            return
        if self._exchange is None:
            return
        if self._way is not None:
            self._add_up()
            return
        for i, parameter in enumerate(self._params):
            total = self._exchange.reduce(parameter, -i)
            for gradient in parameter.list_grad():
                copied(total, gradient.ordinal, -i, gradient)
