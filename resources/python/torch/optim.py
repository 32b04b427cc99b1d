"""torch.optim: what gradients do to parameters."""

import _overlap
import torch
from overlap_dialect.arguments import missing, refuse
from overlap_dialect.training import expect_rate
from torch.nn.parameter import UninitializedParameter, learned


def zero_grad(parameters, set_to_none=True):
    for parameter in map(learned, parameters):
        if parameter is None or parameter.grad is None:
            continue
        if set_to_none:
            parameter.grad = None
        else:
            parameter.grad.zero_()


class SGD:
    """Stochastic gradient descent, with momentum and weight decay."""

    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, **options):
        refuse('SGD', {'dampening': dampening or None, 'nesterov': nesterov})
        refuse('SGD', {k: v for k, v in options.items() if k not in ('foreach', 'differentiable', 'fused')})
        listed = list(params)
        if not listed:
            raise ValueError('optimizer got an empty parameter list')
        for one in listed:
            if not isinstance(one, (torch.Tensor, UninitializedParameter)):
                raise NotImplementedError('SGD takes the parameters of a net, net.parameters(), not groups of them')
        self.param_groups = [{'params': listed, 'lr': lr, 'momentum': momentum, 'weight_decay': weight_decay}]
        self._momenta = {}

    def zero_grad(self, set_to_none=True):
        zero_grad(self.param_groups[0]['params'], set_to_none)

    def step(self):
        group = self.param_groups[0]
        expect_rate(group['lr'])
        before = _overlap.phase('update')
        try:
            with torch.no_grad():
                for parameter in map(learned, group['params']):
                    if parameter is not None and parameter.grad is not None:
                        self._update(parameter, parameter.grad, group)
        finally:
            _overlap.phase(before)

    def _update(self, parameter, gradient, group):
        rate, momentum = group['lr'], group['momentum']
        if group['weight_decay']:
            gradient = gradient + parameter.detach() * group['weight_decay']
        if not momentum:
            _overlap.apply('SgdUpdate', (parameter, gradient), 'sgd', 'sgd({0}, {1})', scalars=(rate, 1.0),
                           dispatch='update')
            return
        key = id(parameter)
        if key not in self._momenta:
            self._momenta[key] = torch.zeros(parameter.extents, device=parameter.device)
        _overlap.apply('SgdMomentumUpdate', (parameter, gradient, self._momenta[key]), 'sgd', 'sgd({0}, {1})',
                       scalars=(rate, 1.0, momentum), dispatch='update')


def __getattr__(name):
    raise missing('torch.optim', name, 'there is SGD, with momentum and weight_decay')
