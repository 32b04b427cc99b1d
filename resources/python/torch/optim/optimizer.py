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


class Optimizer:
    """What all of them have in common; _update() says what a gradient does to its parameter."""

    def __init__(self, params, lr, **settings):
        name = type(self).__name__
        listed = list(params)
        if not listed:
            raise ValueError('optimizer got an empty parameter list')
        for one in listed:
            if not isinstance(one, (torch.Tensor, UninitializedParameter)):
                raise NotImplementedError(f'{name} takes the parameters of a net, net.parameters(), not groups of them')
        for what, value in (('learning rate', lr), ('momentum value', settings.get('momentum', 0)),
                            ('epsilon value', settings.get('eps', 0)),
                            ('weight_decay value', settings.get('weight_decay', 0))):
            if value < 0:
                raise ValueError(f'Invalid {what}: {value}')
        self.param_groups = [{'params': listed, 'lr': lr, **settings}]
        self._states = {}

    def _settings(self, given, **there):
        """With what the optimizer cannot do otherwise; `given`: what was said of that."""
        ways = {'foreach': None, 'differentiable': False, 'fused': None}
        refuse(type(self).__name__, {name: value for name, value in given.items() if name not in ways})
        return {**there, 'maximize': False, **{name: given.get(name, value) for name, value in ways.items()}}

    def zero_grad(self, set_to_none=True):
        zero_grad(self.param_groups[0]['params'], set_to_none)

    def step(self, closure=None):
        """`closure` computes the loss again; it is returned."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
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
        return loss

    def __getattr__(self, name):
        raise missing(type(self).__name__, name, 'an optimizer has step, zero_grad and param_groups with one group')

    def __repr__(self):
        lines = [f'    {name}: {value}\n' for name, value in sorted(self.param_groups[0].items()) if name != 'params']
        return f'{type(self).__name__} (\nParameter Group 0\n' + ''.join(lines) + ')'

    def _state(self, parameter, count):
        """`count` tensors of its shape, zeros at first, that are the optimizer's own."""
        key = id(parameter)
        if key not in self._states:
            self._states[key] = [torch.zeros(parameter.extents, device=parameter.device) for _ in range(count)]
        return self._states[key]


class SGD(Optimizer):
    """Stochastic gradient descent, with momentum and weight decay."""

    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, **options):
        settings = self._settings({'dampening': dampening or None, 'nesterov': nesterov, **options},
                                  momentum=momentum, dampening=0, weight_decay=weight_decay, nesterov=False)
        super().__init__(params, lr, **settings)
        self._rates = {}

    def _update(self, parameter, gradient, group):
        rate, momentum = group['lr'], group['momentum']
        if group['weight_decay']:
            gradient = gradient + parameter.detach() * group['weight_decay']
        if not momentum:
            _overlap.apply('SgdUpdate', (parameter, gradient), 'sgd', 'sgd({0}, {1})', scalars=(rate, 1.0),
                           dispatch='update')
            return
        self._step_with_momentum(parameter, gradient, rate, momentum)

    def _step_with_momentum(self, parameter, gradient, rate, momentum):
        """The engine's momentum holds the rate of its last step, as MXNet's does; PyTorch's holds none, and follows a
        rate that changes at once. So what is there is first brought to the new rate."""
        moving, = self._state(parameter, 1)
        held = self._rates.get(id(parameter), 1.0)
        if rate == 0:
            moving *= momentum
            moving -= gradient * held
            return
        _overlap.apply('SgdMomentumUpdate', (parameter, gradient, moving), 'sgd', 'sgd({0}, {1})',
                       scalars=(rate, 1.0, momentum * (rate / held)), dispatch='update')
        self._rates[id(parameter)] = rate


class Adam(Optimizer):
    """Steps by the mean of the gradients over the root of the mean of their squares; both means forget what is old, and
    begin without the bias of the zeros that they begin with. (Kingma and Ba, 2015.)"""

    decouples_decay = False

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, **options):
        settings = self._settings({'amsgrad': amsgrad, **options}, betas=tuple(betas), eps=eps, amsgrad=False,
                                  weight_decay=weight_decay, capturable=False,
                                  decoupled_weight_decay=self.decouples_decay)
        for i, beta in enumerate(betas):
            if not 0 <= beta < 1:
                raise ValueError(f'Invalid beta parameter at index {i}: {beta}')
        super().__init__(params, lr, **settings)
        self._steps = {}

    def _update(self, parameter, gradient, group):
        rate, (first, second) = group['lr'], group['betas']
        mean, square = self._state(parameter, 2)
        step = self._steps[id(parameter)] = self._steps.get(id(parameter), 0) + 1
        if group['weight_decay'] and self.decouples_decay:
            parameter *= 1 - rate * group['weight_decay']
        elif group['weight_decay']:
            gradient = gradient + parameter.detach() * group['weight_decay']
        mean *= first
        mean += gradient * (1 - first)
        square *= second
        square += gradient.square() * (1 - second)
        root = square.sqrt() / (1 - second ** step) ** 0.5
        parameter -= mean / (root + group['eps']) * (rate / (1 - first ** step))


class AdamW(Adam):
    """Adam whose decay of the parameters does not go through the means."""

    decouples_decay = True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, **options):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, **options)


def __getattr__(name):
    raise missing('torch.optim', name, 'there are SGD, with momentum and weight_decay, Adam and AdamW')
