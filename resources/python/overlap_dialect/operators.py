"""Names for the engine's operators. Each is a function of tensors that also works as a method."""

from _overlap import OPERATORS, Operator, Tensor

PRODUCT, BINARY, UNARY, REDUCTION = range(4)


def product(name, text):
    return Operator(PRODUCT, OPERATORS['MatMul'], 0, name, text)


def binary(op, scalar_op, name, text, **how):
    return Operator(BINARY, OPERATORS[op], OPERATORS[scalar_op], name, text, **how)


def unary(op, name, text):
    return Operator(UNARY, OPERATORS[op], 0, name, text)


def reduction(op, name, text):
    return Operator(REDUCTION, OPERATORS[op], 0, name, text)


def arithmetic(namespace):
    """Python's own operators, the same in every framework."""
    namespace.update(
        __add__=binary('Add', 'AddScalar', 'add', '{0} + {1}'),
        __radd__=binary('Add', 'AddScalar', 'add', '{1} + {0}', reversed=True),
        __sub__=binary('Subtract', 'AddScalar', 'sub', '{0} - {1}', negate=True),
        __rsub__=binary('Subtract', 'SubtractFromScalar', 'rsub', '{1} - {0}', reversed=True),
        __mul__=binary('Multiply', 'MultiplyScalar', 'mul', '{0} * {1}'),
        __rmul__=binary('Multiply', 'MultiplyScalar', 'mul', '{1} * {0}', reversed=True),
        __truediv__=binary('Divide', 'DivideScalar', 'div', '{0} / {1}'),
        __rtruediv__=lambda self, other: power(self, -1) * other,
        __pow__=power,
        __neg__=unary('Negate', 'neg', '-{0}'),
        __abs__=unary('Abs', 'abs', 'abs({0})'),
        __matmul__=product('matmul', '{0} @ {1}'),
        __iadd__=binary('Add', 'AddScalar', 'add_', '{0} += {1}', in_place=True),
        __isub__=binary('Subtract', 'AddScalar', 'sub_', '{0} -= {1}', in_place=True, negate=True),
        __imul__=binary('Multiply', 'MultiplyScalar', 'mul_', '{0} *= {1}', in_place=True),
        __itruediv__=binary('Divide', 'DivideScalar', 'div_', '{0} /= {1}', in_place=True),
    )


def comparing(op, name, sign):
    """1 where it holds and 0 elsewhere; with anything but a tensor or a number Python decides."""
    native = binary(op, op + 'Scalar', name, '{0} ' + sign + ' {1}')

    def method(self, other):
        return native(self, other) if isinstance(other, (Tensor, int, float)) else NotImplemented

    return method


def comparisons(namespace):
    namespace.update(
        __eq__=comparing('Equal', 'equal', '=='), __ne__=comparing('NotEqual', 'not_equal', '!='),
        __lt__=comparing('Less', 'less', '<'), __le__=comparing('LessEqual', 'less_equal', '<='),
        __gt__=comparing('Greater', 'greater', '>'), __ge__=comparing('GreaterEqual', 'greater_equal', '>='),
    )


_power_scalar = binary('Multiply', 'PowerScalar', 'pow', '{0} ** {1}')


def power(self, exponent):
    if not isinstance(exponent, (int, float)):
        raise NotImplementedError('a tensor to the power of a tensor is not there; a number as exponent is')
    return _power_scalar(self, exponent)
