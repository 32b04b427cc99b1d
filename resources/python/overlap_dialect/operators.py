"""The engine's operators as functions of tensors, which also work as methods."""

import _overlap
from _overlap import OPERATORS, Operator, Tensor
from overlap_dialect.arguments import BOOL, FLOAT32, INT64, plain_number, type_of

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
    """Defines Python's arithmetic operators, which are the same in every framework."""
    namespace.update(
        __add__=binary('Add', 'AddScalar', 'add', '{0} + {1}'),
        __radd__=binary('Add', 'AddScalar', 'add', '{1} + {0}', reversed=True),
        __sub__=binary('Subtract', 'AddScalar', 'sub', '{0} - {1}', negate=True),
        __rsub__=binary('Subtract', 'SubtractFromScalar', 'rsub', '{1} - {0}', reversed=True),
        __mul__=binary('Multiply', 'MultiplyScalar', 'mul', '{0} * {1}'),
        __rmul__=binary('Multiply', 'MultiplyScalar', 'mul', '{1} * {0}', reversed=True),
        __truediv__=binary('Divide', 'DivideScalar', 'div', '{0} / {1}'),
        __rtruediv__=lambda self, other: power(self, -1.0) * other,
        __floordiv__=floor_divide,
        __mod__=remainder,
        __rfloordiv__=divided_by,
        __rmod__=rest_of,
        __divmod__=lambda self, other: (floor_divide(self, other), remainder(self, other)),
        __pow__=power,
        __rpow__=power_of,
        __ipow__=into(power),
        __ifloordiv__=into(floor_divide),
        __imod__=into(remainder),
        __neg__=unary('Negate', 'neg', '-{0}'),
        __abs__=unary('Abs', 'abs', 'abs({0})'),
        __matmul__=product('matmul', '{0} @ {1}'),
        __iadd__=binary('Add', 'AddScalar', 'add_', '{0} += {1}', in_place=True),
        __isub__=binary('Subtract', 'AddScalar', 'sub_', '{0} -= {1}', in_place=True, negate=True),
        __imul__=binary('Multiply', 'MultiplyScalar', 'mul_', '{0} *= {1}', in_place=True),
        __itruediv__=binary('Divide', 'DivideScalar', 'div_', '{0} /= {1}', in_place=True),
    )


def comparing(op, name, sign):
    """An elementwise comparison with a tensor or a number. Returns NotImplemented for other operands."""
    native = binary(op, op + 'Scalar', name, '{0} ' + sign + ' {1}')

    def method(self, other):
        other = other if isinstance(other, Tensor) else plain_number(other)
        return native(self, other) if isinstance(other, (Tensor, int, float)) else NotImplemented

    return method


def comparisons(namespace):
    namespace.update(
        __eq__=comparing('Equal', 'equal', '=='),
        __ne__=comparing('NotEqual', 'not_equal', '!='),
        __lt__=comparing('Less', 'less', '<'),
        __le__=comparing('LessEqual', 'less_equal', '<='),
        __gt__=comparing('Greater', 'greater', '>'),
        __ge__=comparing('GreaterEqual', 'greater_equal', '>='),
    )


def cut(self):
    """Rounds toward zero."""
    return _overlap.cast(_overlap.cast(self, INT64, 'trunc', '.trunc()'), FLOAT32, 'trunc', '.trunc()')


def floor(self):
    cut_off = cut(self)
    return cut_off - _overlap.cast(self < cut_off, FLOAT32, 'floor', '.floor()')


def ceil(self):
    return -floor(-self)


def has_zero(divisor):
    """Whether a divisor contains 0; False if reading it would wait."""
    if not isinstance(divisor, Tensor):
        return divisor == 0
    is_there = divisor.ordinal < 0 and divisor.promotion == 'torch' and _overlap.has_values()
    return is_there and _overlap.is_zero_seen(divisor)


def floor_divide(self, other):
    """Divides integers and rounds down."""
    if self.type_index != INT64 or _type_of(other) == FLOAT32:
        raise NotImplementedError(
            '// and % support integers only; for floats use (x / y) and floor(), if the framework has it'
        )
    if has_zero(other):
        raise RuntimeError('ZeroDivisionError') if self.promotion == 'torch' else ZeroDivisionError(
            'integer division or modulo by zero'
        )
    return _overlap.cast(floor(self / other), INT64, 'floor_divide', ' // ...')


def remainder(self, other):
    return self - floor_divide(self, other) * other


def divided_by(self, other):
    """other // self"""
    return floor_divide(self * 0 + other, self)


def rest_of(self, other):
    """other % self"""
    return remainder(self * 0 + other, self)


def _type_of(value):
    return value.type_index if isinstance(value, Tensor) else type_of(value)


def truths(value, name):
    """Returns an operand of ~, &, | or ^; raises if it is not boolean."""
    if _type_of(value) != BOOL:
        raise NotImplementedError(f'{name} supports boolean tensors only, such as the results of comparisons')
    return value


_and = binary('Multiply', 'MultiplyScalar', 'logical_and', '{0} & {1}')
_or = binary('Maximum', 'MaximumScalar', 'logical_or', '{0} | {1}')


def logic(namespace):
    """Defines Python's ~, &, | and ^ for boolean tensors."""
    both = {
        '__and__': lambda self, other: _and(truths(self, '&'), truths(other, '&')),
        '__or__': lambda self, other: _or(truths(self, '|'), truths(other, '|')),
        '__xor__': lambda self, other: truths(self, '^') != truths(other, '^'),
    }
    namespace.update(
        both,
        **{name.replace('__', '__i', 1): into(function) for name, function in both.items()},
        __invert__=lambda self: truths(self, '~') == False,  # noqa: a boolean tensor
    )


_largest = binary('Maximum', 'MaximumScalar', 'maximum', 'maximum({0}, {1})')
_smallest = binary('Minimum', 'MinimumScalar', 'minimum', 'minimum({0}, {1})')
_power_scalar = binary('Multiply', 'PowerScalar', 'pow', '{0} ** {1}')


def power(self, exponent):
    exponent = plain_number(exponent)
    if not isinstance(exponent, (int, float)):
        raise NotImplementedError('a tensor to the power of a tensor is not supported; use a number as the exponent')
    return _power_scalar(self, exponent)


def into(function):
    """Makes an in-place operator such as `x //= y`, which copies the result into `x`."""

    def method(self, other):
        made = function(self, other)
        if made.type_index < self.type_index:
            raise RuntimeError(
                'the type of the result differs from that of the tensor that it is written to; make a new tensor '
                '(x = x // y)'
            )
        _overlap.copy(made, self.ordinal, True, 'copy_', '', self)
        return self

    return method


def power_of(self, base):
    """base ** self: the exponential function with that base for floats, a table lookup for integers."""
    base = plain_number(base)
    if not isinstance(base, (int, float)) or not base > 0:
        raise NotImplementedError(
            f'{base} to the power of a tensor is not supported; use a positive number as the base'
        )
    if self.type_index == FLOAT32 or isinstance(base, float):
        return _overlap.apply('Exp', (self,), 'pow', f'{base:g} ** {{0}}', scalars=(float(base),))
    if self.type_index != INT64 or base == 1 or isinstance(base, bool):
        raise NotImplementedError('an integer to the power of an integer tensor must be above 1 here')
    # The first entry is for negative exponents, whose power rounds to 0; the last one for powers above EXACT, which
    # raise when they are read.
    powers = [0] + [base**n for n in range(25) if base ** n < 1 << 24] + [1 << 24]
    table = _overlap.from_values(type(self), (1, len(powers)), INT64, powers)
    if self.ordinal != table.ordinal:
        table = _overlap.copy(table, self.ordinal, True, 'pow', '', None)
    places = _largest(_smallest(self, len(powers) - 2), -1) + 1
    count = self.elements
    table = _overlap.apply('Broadcast', (table,), 'pow', str(base), shape=(count, len(powers)))
    column = _overlap.apply('Reshape', (places,), 'pow', '{0}', shape=(count,), dispatch='free')
    made = _overlap.apply('Pick', (table, column), 'pow', f'{base} ** ...')
    return _overlap.apply('Reshape', (made,), 'pow', f'{base} ** ...', shape=self.extents, dispatch='free')
