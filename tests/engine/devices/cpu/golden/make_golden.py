#!/usr/bin/env python3
"""Writes layers.json, values and gradients of layers as PyTorch computes them, for tst_golden.cpp.

Run manually with PyTorch (made with 2.0.1); the written file is committed. Everything is computed
in double precision and rounded once. Each case: an operator of engine/ops, its attributes, inputs [shape, values],
results of the forward pass, a gradient by the result, and the gradients that follow from it.
"""

import json
import pathlib

import torch
from torch.nn import functional as F

generator = torch.Generator().manual_seed(20)


def random(*shape):
    """Values with few digits, so that the numbers in the file are exact in single precision."""
    return (torch.randint(-128, 129, shape, generator=generator).double() / 64).requires_grad_()


def stored(tensor):
    numbers = tensor.detach().float().flatten().tolist()
    return [list(tensor.shape), [float(f"{number:.9g}") for number in numbers]]


def case(name, operator, inputs, function, attributes=None, constants=()):
    """`constants`: inputs without gradients, after the others."""
    result = function(*inputs, *constants)
    gradient = torch.randint(-64, 65, result.shape, generator=generator).double() / 32
    gradients = torch.autograd.grad(result, inputs, gradient)
    return {
        "name": name,
        "operator": operator,
        "attributes": attributes or {},
        "inputs": [stored(tensor) for tensor in (*inputs, *constants)],
        "result": stored(result),
        "gradient": stored(gradient),
        "gradients": [stored(tensor) for tensor in gradients],
    }


def convolution(name, x, w, stride=(1, 1), padding=(0, 0), bias=True):
    inputs = [random(*x), random(*w)] + ([random(w[0])] if bias else [])
    attributes = {"kernel": list(w[2:]), "stride": list(stride), "padding": list(padding)}
    return case(name, "Convolution", inputs, lambda x, w, b=None: F.conv2d(x, w, b, stride, padding), attributes)


def pool(name, operator, x, kernel, stride, padding=(0, 0)):
    attributes = {"kernel": list(kernel), "stride": list(stride), "padding": list(padding)}
    if operator == "AveragePool":
        return case(
            name,
            operator,
            [random(*x)],
            lambda x: F.avg_pool2d(x, kernel, stride, padding, count_include_pad=False),
            attributes,
        )
    # All different, so that it is clear which one is the largest.
    count = torch.Size(x).numel()
    values = (torch.randperm(count, generator=generator).double() / 16 - 2).reshape(x).requires_grad_()
    return case(name, operator, [values], lambda x: F.max_pool2d(x, kernel, stride, padding), attributes)


def batch_norm(name, shape):
    channels = shape[1]
    mean = random(channels).detach()
    variance = random(channels).detach().abs() + 0.5
    before = [mean.clone(), variance.clone()]
    # The momentum is the weight of the old value (0.9) in MXNet and in ours, and that of the new value in PyTorch. Our
    # running variance uses the biased variance of the batch. PyTorch multiplies that by n / (n - 1), which is undone
    # here.
    made = case(
        name,
        "BatchNorm",
        [random(*shape), random(channels), random(channels)],
        lambda x, g, b: F.batch_norm(x, mean, variance, g, b, True, 0.1, 1e-3),
        {"epsilon": 1e-3, "momentum": 0.9},
    )
    count = torch.Size(shape).numel() // channels
    batch = (variance - 0.9 * before[1]) / 0.1 * (count - 1) / count
    made["inputs"] += [stored(before[0]), stored(before[1])]
    made["running"] = [stored(mean), stored(0.9 * before[1] + 0.1 * batch)]
    made["runningUnbiased"] = [stored(mean), stored(variance)]
    return made


def dense(name, x, units, bias=True):
    width = torch.Size(x).numel() // x[0]
    inputs = [random(*x), random(units, width)] + ([random(units)] if bias else [])
    return case(name, "FullyConnected", inputs, lambda x, w, b=None: F.linear(x.flatten(1), w, b))


def cross_entropy(name, rows, classes):
    labels = torch.randint(classes, (rows,), generator=generator)
    return case(
        name,
        "CrossEntropy",
        [random(rows, classes)],
        lambda x, labels: F.cross_entropy(x, labels.long(), reduction="none"),
        constants=[labels.double()],
    )


cases = [
    convolution("a convolution with a bias", (2, 3, 6, 5), (4, 3, 3, 3)),
    convolution("a convolution without a bias", (2, 2, 5, 5), (3, 2, 3, 3), bias=False),
    convolution("a convolution with padding", (2, 3, 5, 4), (2, 3, 3, 3), padding=(1, 1)),
    convolution("a convolution with strides", (2, 2, 7, 8), (3, 2, 3, 3), stride=(2, 3), padding=(1, 0)),
    convolution("a convolution of one pixel", (3, 4, 4, 4), (5, 4, 1, 1), stride=(2, 2)),
    convolution("a convolution of many channels", (1, 17, 3, 3), (18, 17, 3, 3), padding=(1, 1)),
    pool("average pooling", "AveragePool", (2, 2, 6, 6), (2, 2), (2, 2)),
    pool("average pooling with padding", "AveragePool", (1, 2, 5, 5), (3, 3), (2, 2), (1, 1)),
    pool("global average pooling", "AveragePool", (2, 3, 4, 5), (4, 5), (1, 1)),
    pool("maximum pooling", "MaxPool", (2, 2, 6, 6), (2, 2), (2, 2)),
    pool("maximum pooling that overlaps", "MaxPool", (1, 2, 7, 7), (3, 3), (2, 2), (1, 1)),
    batch_norm("batch normalisation of images", (3, 4, 3, 2)),
    batch_norm("batch normalisation of rows", (6, 5)),
    dense("a fully connected layer", (4, 6), 3),
    dense("a fully connected layer of images", (3, 2, 2, 3), 4, bias=False),
    cross_entropy("softmax cross entropy", 5, 7),
    case("softmax", "Softmax", [random(4, 6)], lambda x: F.softmax(x, -1)),
    case("logarithm of softmax", "LogSoftmax", [random(4, 6)], lambda x: F.log_softmax(x, -1)),
]
lines = ",\n".join(" " + json.dumps(entry) for entry in cases)
pathlib.Path(__file__).with_name("layers.json").write_text("[\n" + lines + "\n]\n")
