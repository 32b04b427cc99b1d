"""What programs of this chapter's exercises use besides the frameworks."""
import _overlap


def plot(series, x, y):
    """Puts a point into the plot of this run: `y` over the whole number `x`, as one of `series`."""
    _overlap.metric('sweep:' + str(series), float(y), int(x))
