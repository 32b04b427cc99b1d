"""Recurrent layers. On a GPU, PyTorch calls cuDNN once, which multiplies all inputs of a layer at once, and then, step
by step, the state, and computes the gates: one product and one elementwise kernel a step. So do the operations here."""

import math

import torch
from overlap_dialect.arguments import refuse
from torch.composed import composed, step
from torch.issuing import one_call
from torch.nn import functional as F
from torch.nn.module import Module
from torch.nn.parameter import Parameter, made_on


def _gate(x, i, size):
    return step("Slice", x, shape=(x.extents[0], size), offsets=(0, i * size))


def _lstm(inputs, hidden, cell):
    size = cell.extents[1]
    i, f, g, o = (_gate(inputs, k, size) + _gate(hidden, k, size) for k in range(4))
    cell = f.sigmoid() * cell + i.sigmoid() * g.tanh()
    return o.sigmoid() * cell.tanh(), cell


def _gru(inputs, hidden, state):
    size = state.extents[1]
    r, z = ((_gate(inputs, k, size) + _gate(hidden, k, size)).sigmoid() for k in range(2))
    n = (_gate(inputs, 2, size) + r * _gate(hidden, 2, size)).tanh()
    return (1.0 - z) * n + z * state


def _tanh(inputs, hidden):
    return (inputs + hidden).tanh()


def _relu(inputs, hidden):
    return (inputs + hidden).relu()


def _advanced(mode, inputs, state, weight, bias):
    """The states after one step, as a tuple; `inputs` is the product with the input's weight."""
    hidden = F.linear(state[0], weight, bias)
    if mode == "LSTM":
        return composed(_lstm, (inputs, hidden, state[1]), "lstm", "lstm({0})")
    if mode == "GRU":
        return (composed(_gru, (inputs, hidden, state[0]), "gru", "gru({0})"),)
    formula = _tanh if mode == "RNN_TANH" else _relu
    return (composed(formula, (inputs, hidden), mode.lower(), "rnn({0})"),)


def _steps(inputs):
    """The inputs of each step, by one kernel, so that their gradient is one too."""
    count, *shape = inputs.extents
    return tuple(
        step("Reshape", step("Slice", inputs, shape=(1, *shape), offsets=(i, 0, 0)), shape=tuple(shape))
        for i in range(count)
    )


GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}


def _parameters(module, suffix, mode, width, size, bias, device):
    """Weights and biases as PyTorch names them: weight_ih_l0 and so on."""
    bound, gates = 1 / math.sqrt(size), GATES[mode]
    shapes = {"weight_ih": (gates * size, width), "weight_hh": (gates * size, size)}
    if bias:
        shapes.update(bias_ih=(gates * size,), bias_hh=(gates * size,))
    for name, shape in shapes.items():
        made = made_on(device, "RandomUniform", shape, -bound, bound, "parameter")
        setattr(module, name + suffix, Parameter(made))


class RNNBase(Module):
    mode = ""

    def __init__(
        self,
        input_size,
        hidden_size,
        num_layers=1,
        bias=True,
        batch_first=False,
        dropout=0.0,
        bidirectional=False,
        proj_size=0,
        device=None,
    ):
        super().__init__()
        refuse(type(self).__name__, {"proj_size": proj_size or None})
        if hidden_size <= 0:
            raise ValueError("hidden_size must be greater than zero")
        if num_layers <= 0:
            raise ValueError("num_layers must be greater than zero")
        self.input_size, self.hidden_size, self.num_layers, self.bias = input_size, hidden_size, num_layers, bias
        self.batch_first, self.dropout, self.bidirectional = batch_first, float(dropout), bidirectional
        self._suffixes = [f"_l{i}{way}" for i in range(num_layers) for way in ("", "_reverse")[: 1 + bidirectional]]
        for suffix in self._suffixes:
            inner = hidden_size * (1 + bidirectional)
            width = input_size if suffix.startswith("_l0") else inner
            _parameters(self, suffix, self.mode, width, hidden_size, bias, device)

    def flatten_parameters(self):
        """Has no effect: cuDNN's layout of the weights is not modelled."""

    def _started(self, input, hx):
        """The first states: for each state (LSTM has two) one tensor for each layer and direction."""
        shape = (len(self._suffixes), input.extents[1], self.hidden_size)
        count = 2 if self.mode == "LSTM" else 1
        if hx is None:
            zeros = torch.zeros(shape, device=input.device)
            return [zeros.unbind(0)] * count
        given = list(hx) if count == 2 else [hx]
        for one in given:
            if one.extents != shape:
                raise RuntimeError(f"Expected hidden size {shape}, got {list(one.extents)}")
        return [one.unbind(0) for one in given]

    def _layer(self, input, state, suffix):
        """Returns (outputs of all steps, states after the last one)."""
        own = [getattr(self, name + suffix, None) for name in ("weight_ih", "weight_hh")]
        biases = [getattr(self, name + suffix) if self.bias else None for name in ("bias_ih", "bias_hh")]
        inputs = F.linear(input, own[0], biases[0])
        made = composed(_steps, (inputs,), "unbind", "{0}.unbind(0)")
        inputs = made if isinstance(made, tuple) else (made,)
        is_backward, made = suffix.endswith("_reverse"), []
        for one in reversed(inputs) if is_backward else inputs:
            state = _advanced(self.mode, one, state, own[1], biases[1])
            made.append(state[0])
        return torch.stack(made[::-1] if is_backward else made), state

    @one_call
    def forward(self, input, hx=None):
        rank, is_batched = len(input.extents), len(input.extents) == 3
        if rank not in (2, 3):
            raise ValueError(f"{type(self).__name__}: Expected input to be 2D or 3D, got {rank}D instead")
        if input.extents[-1] != self.input_size:
            raise RuntimeError(
                f"input.size(-1) must be equal to input_size. Expected {self.input_size}, got {input.extents[-1]}"
            )
        if not is_batched:
            input = input.unsqueeze(1)
            hx = None if hx is None else _each(hx, lambda one: one.unsqueeze(1))
        elif self.batch_first:
            input = input.transpose(0, 1)
        states, last, ways = self._started(input, hx), [], 1 + self.bidirectional
        for i in range(self.num_layers):
            made = []
            for suffix in self._suffixes[i * ways : (i + 1) * ways]:
                first = tuple(one[len(last)] for one in states)
                outputs, state = self._layer(input, first, suffix)
                made.append(outputs)
                last.append(state)
            input = made[0] if ways == 1 else torch.cat(made, -1)
            if i < self.num_layers - 1:
                input = F.dropout(input, self.dropout, self.training)
        ends = [torch.stack([state[k] for state in last]) for k in range(len(states))]
        if not is_batched:
            input, ends = input.squeeze(1), [one.squeeze(1) for one in ends]
        elif self.batch_first:
            input = input.transpose(0, 1)
        return input, tuple(ends) if self.mode == "LSTM" else ends[0]

    def extra_repr(self):
        text = f"{self.input_size}, {self.hidden_size}"
        text += f", num_layers={self.num_layers}" if self.num_layers != 1 else ""
        text += ", bias=False" if not self.bias else ""
        text += ", batch_first=True" if self.batch_first else ""
        text += f", dropout={self.dropout}" if self.dropout else ""
        return text + (", bidirectional=True" if self.bidirectional else "")


def _each(hx, function):
    return tuple(map(function, hx)) if isinstance(hx, (tuple, list)) else function(hx)


class LSTM(RNNBase):
    mode = "LSTM"


class GRU(RNNBase):
    mode = "GRU"


class RNN(RNNBase):
    def __init__(self, input_size, hidden_size, num_layers=1, nonlinearity="tanh", *args, **options):
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'.")
        object.__setattr__(self, "nonlinearity", nonlinearity)
        object.__setattr__(self, "mode", f"RNN_{nonlinearity.upper()}")
        super().__init__(input_size, hidden_size, num_layers, *args, **options)


class RNNCellBase(Module):
    mode = ""

    def __init__(self, input_size, hidden_size, bias=True, device=None):
        super().__init__()
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        _parameters(self, "", self.mode, input_size, hidden_size, bias, device)

    @one_call
    def forward(self, input, hx=None):
        is_batched = len(input.extents) == 2
        rows = input if is_batched else input.unsqueeze(0)
        if hx is None:
            zeros = torch.zeros(rows.extents[0], self.hidden_size, device=input.device)
            state = (zeros, zeros)[: 1 + (self.mode == "LSTM")]
        else:
            state = tuple(hx) if self.mode == "LSTM" else (hx,)
            state = state if is_batched else tuple(one.unsqueeze(0) for one in state)
        biases = (self.bias_ih, self.bias_hh) if self.bias else (None, None)
        inputs = F.linear(rows, self.weight_ih, biases[0])
        made = _advanced(self.mode, inputs, state, self.weight_hh, biases[1])
        made = made if is_batched else tuple(one.squeeze(0) for one in made)
        return made if self.mode == "LSTM" else made[0]

    def extra_repr(self):
        return f"{self.input_size}, {self.hidden_size}" + ("" if self.bias else ", bias=False")


class LSTMCell(RNNCellBase):
    mode = "LSTM"


class GRUCell(RNNCellBase):
    mode = "GRU"


class RNNCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None):
        if nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {nonlinearity}")
        object.__setattr__(self, "nonlinearity", nonlinearity)
        object.__setattr__(self, "mode", f"RNN_{nonlinearity.upper()}")
        super().__init__(input_size, hidden_size, bias, device)
