"""What describes a few numbers, such as the times of several runs: of lists, and of arrays by their numbers."""

import builtins
import math

import _overlap
from overlap_dialect.arguments import FLOAT32, flat, type_of


def numbers_of(data, name):
    """As Python's own."""
    numbers = data.tolist() if isinstance(data, _overlap.Tensor) else data
    kind = type_of(numbers)
    numbers = flat(numbers)[0]
    if not numbers:
        raise ValueError(f'numpy.{name}() of no numbers')
    return numbers if kind == FLOAT32 else list(map(int, numbers))


def _mean(numbers):
    return math.fsum(numbers) / len(numbers)


def _median(numbers):
    ordered, middle = sorted(numbers), len(numbers) // 2
    return _mean(ordered[middle - 1 + len(numbers) % 2:middle + 1])


def _var(numbers):
    mean = _mean(numbers)
    return _mean([(one - mean) ** 2 for one in numbers])


OF_LISTS = {
    'sum': sum, 'mean': _mean, 'max': max, 'min': min, 'median': _median, 'var': _var,
    'std': lambda numbers: math.sqrt(_var(numbers)),
    'argmax': lambda numbers: numbers.index(max(numbers)), 'argmin': lambda numbers: numbers.index(min(numbers)),
}


def or_of(native, name):
    """The function for arrays, and for lists."""
    plain = OF_LISTS[name]

    def function(a, *args, **keywords):
        if isinstance(a, _overlap.Tensor) or args or keywords:
            return native(a, *args, **keywords)
        return plain(numbers_of(a, name))
    function.__name__ = name
    return function


def methods(*names):
    """Functions of all numbers; along an axis they are not there."""
    def made(name):
        plain = OF_LISTS[name]

        def function(a):
            return plain(numbers_of(a, name))
        function.__name__ = name
        return function
    return builtins.map(made, names)
