"""The matplotlib backend of programs: draws figures in memory and prints for each the line that a notebook prints."""

import _overlap
from matplotlib import _pylab_helpers
from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg as FigureCanvas  # noqa: part of the backend
from matplotlib.figure import Figure

FigureManager = FigureManagerBase


def new_figure_manager(number, *args, FigureClass=Figure, **options):
    return new_figure_manager_given_figure(number, FigureClass(*args, **options))


def new_figure_manager_given_figure(number, figure):
    return FigureManager(FigureCanvas(figure), number)


def show(*_, **__):
    """Prints and closes all open figures; called by plt.show() and at the end of a cell."""
    for manager in _pylab_helpers.Gcf.get_all_fig_managers():
        _overlap.write(0, f'{manager.canvas.figure!r}\n')
        _pylab_helpers.Gcf.destroy(manager)
