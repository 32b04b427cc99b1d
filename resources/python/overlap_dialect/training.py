"""What every way of training looks at first."""

import math


def expect_rate(rate):
    """A learning rate that is no number would make every parameter one that is none."""
    if isinstance(rate, (int, float)) and not math.isfinite(rate):
        raise ValueError(f'the learning rate is {rate}: the first step would make every parameter {rate}; give a '
                         f'number such as 0.1')
