"""torch.nn.parallel: splits a batch and replicates a net over devices; averages gradients over ranks."""

import contextlib

import _overlap
import torch
from overlap_dialect.arguments import missing
from torch.nn.module import Module
from torch.nn.parameter import UninitializedParameter


def scatter(inputs, target_gpus, dim=0):
    """Splits a tensor along axis 0 and copies each part to its device; tuples of tensors give tuples of parts."""
    devices = [torch.device(one) for one in target_gpus]
    if not devices:
        raise ValueError("scatter() was given no device")
    if dim != 0:
        raise NotImplementedError("scatter() splits along axis 0 here")
    if isinstance(inputs, (tuple, list)):
        return list(zip(*[scatter(one, devices) for one in inputs])) if inputs else [() for _ in devices]
    return tuple(part.to(device, non_blocking=True) for part, device in zip(inputs.chunk(len(devices)), devices))


def gather(outputs, target_device, dim=0):
    device = torch.device(target_device)
    return torch.cat([one.to(device) for one in outputs], dim)


def replicate(network, devices):
    """Returns a replica per device. Copies are recorded, so that backward() adds up the gradients in the net itself."""
    for parameter in network.parameters():
        if isinstance(parameter, UninitializedParameter):
            raise ValueError("a net whose shapes are not known cannot be replicated: run it on a batch first")
    return [_copy(network, device) for device in devices]


def _copy(module, device):
    twin = object.__new__(type(module))
    twin.__dict__.update(module.__dict__)
    twin.__dict__["_parameters"] = {
        name: one if one is None else one.to(device) for name, one in module._parameters.items()
    }
    twin.__dict__["_buffers"] = {name: one if one is None else one.to(device) for name, one in module._buffers.items()}
    twin.__dict__["_modules"] = {name: _copy(one, device) for name, one in module._modules.items()}
    return twin


class DataParallel(Module):
    """Splits each batch over the devices; gathers the results on output_device, by default the first."""

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        self.module = module
        if device_ids is None:
            device_ids = list(range(torch.cuda.device_count()))
        devices = [torch.device(one) for one in device_ids]
        self.device_ids = [one for one in devices if one.type == "cuda"]
        if not self.device_ids:
            return
        self.output_device = self.device_ids[0] if output_device is None else torch.device(output_device)
        if len(self.device_ids) == 1:
            self.module.to(self.device_ids[0])

    def forward(self, *inputs):
        if not self.device_ids:
            return self.module(*inputs)
        first = self.device_ids[0]
        for parameter in self.module.parameters():
            if parameter.device != first and torch.ordinal_of(parameter.device) != torch.ordinal_of(first):
                raise RuntimeError(
                    f"module must have its parameters and buffers on device {first} (device_ids[0]) but "
                    f"found one of them on device: {parameter.device}"
                )
        if len(self.device_ids) == 1:
            return self.module(*[one.to(first) for one in inputs])
        shards = scatter(inputs, self.device_ids)
        used = self.device_ids[: len(shards)]
        twins = replicate(self.module, used)
        return gather([twin(*shard) for twin, shard in zip(twins, shards)], self.output_device)


FIRST_BUCKET = 1 << 20  # bytes of the first bucket of gradients, as in PyTorch


class DistributedDataParallel(Module):
    """Averages the gradients of a net over the ranks of a group while backward() is running: bucket by bucket, the last
    parameters first. gradient_as_bucket_view and static_graph have no effect: a bucket is a list of gradients, which
    are not copied."""

    def __init__(
        self,
        module,
        device_ids=None,
        output_device=None,
        dim=0,
        broadcast_buffers=True,
        process_group=None,
        bucket_cap_mb=25,
        find_unused_parameters=False,
        check_reduction=False,
        gradient_as_bucket_view=False,
        static_graph=False,
    ):
        super().__init__()
        if device_ids is not None and len(device_ids) > 1:
            raise ValueError("device_ids can only be None or contain a single element: each rank has its own device")
        parameters = list(module.parameters())
        if any(isinstance(one, UninitializedParameter) for one in parameters):
            raise RuntimeError(
                "Modules with uninitialized parameters can't be used with `DistributedDataParallel`. "
                "Run a dummy forward pass to correctly initialize the modules"
            )
        if not any(one.requires_grad for one in parameters):
            raise RuntimeError(
                "DistributedDataParallel is not needed when a module doesn't have any parameter that requires a "
                "gradient."
            )
        if bucket_cap_mb <= 0:
            raise ValueError(f"bucket_cap_mb is positive, not {bucket_cap_mb}")
        self.module = module
        self.device_ids, self.broadcast_buffers = device_ids, broadcast_buffers
        self.require_backward_grad_sync = True
        self._group = process_group
        self._is_alone = torch.distributed.get_world_size(process_group) == 1
        if self._is_alone:
            return
        members = torch.distributed._group_of(process_group)
        self._root = members._ranks[0]
        torch.distributed._broadcast(self._state(parameters), self._root, process_group, False)
        cap = int(bucket_cap_mb * (1 << 20))
        self._buckets = _overlap.GradientBuckets(
            members._number, min(FIRST_BUCKET, cap), cap, _overlap.setting("overlap") != "off", find_unused_parameters
        )

    def _state(self, parameters=()):
        buffers = [one for one in self.module.buffers() if one is not None]
        return [one.detach() for one in [*parameters, *buffers]]

    @contextlib.contextmanager
    def no_sync(self):
        """Within the block, gradients accumulate on each rank; the next backward() after it averages them."""
        before, self.require_backward_grad_sync = self.require_backward_grad_sync, False
        try:
            yield
        finally:
            self.require_backward_grad_sync = before

    def forward(self, *inputs, **options):
        if not self._is_alone and torch.is_grad_enabled() and self.module.training:
            is_syncing = self.require_backward_grad_sync
            buffers = self._state()
            if self.broadcast_buffers and is_syncing and buffers:
                torch.distributed._broadcast(buffers, self._root, self._group, False)
            self._buckets.begin([one for one in self.module.parameters() if one.requires_grad], is_syncing)
        return self.module(*inputs, **options)


def __getattr__(name):
    raise missing(
        "torch.nn.parallel", name, "there are scatter, gather, replicate, DataParallel and DistributedDataParallel"
    )
