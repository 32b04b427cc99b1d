"""torch.nn.parallel: splits a batch and replicates a net over devices."""

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


def __getattr__(name):
    raise missing("torch.nn.parallel", name, "there are scatter, gather, replicate and DataParallel")
