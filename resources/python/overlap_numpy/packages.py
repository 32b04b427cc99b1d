"""Imports NumPy and matplotlib from the system, once per process, and resets what a run changed in them."""

import importlib
import importlib.machinery
import os
import sys
import traceback

import _overlap

# NumPy, matplotlib, and what these two import.
PACKAGES = frozenset(
    'numpy matplotlib mpl_toolkits pylab PIL contourpy cycler dateutil fontTools kiwisolver packaging pyparsing pytz '
    'six'.split()
)
LIBRARY = os.path.dirname(traceback.__file__)
FOLDERS = [os.path.join(os.path.dirname(LIBRARY), 'python3', 'dist-packages'), os.path.join(LIBRARY, 'site-packages')]
HOW_TO_GET = {'numpy': 'python3-numpy', 'matplotlib': 'python3-matplotlib'}


def install():
    """Once, when Python has started."""
    os.environ['MPLBACKEND'] = 'module://overlap_numpy.figures'
    give_datetime_its_c_interface()
    sys.meta_path.append(Finder)


def give_datetime_its_c_interface():
    """NumPy asks `datetime` for it. Programs have the library's Python implementation, which reads the run's clock."""
    blocked = sys.modules.pop('_datetime')
    sys.modules['datetime'].datetime_CAPI = importlib.import_module('_datetime').datetime_CAPI
    sys.modules['_datetime'] = blocked


class Finder:
    """Finds these packages, and no other, in the system's folders. Python asks it last: a program's own come first."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if path is None and name in PACKAGES:
            return importlib.machinery.PathFinder.find_spec(name, FOLDERS)
        return None


def is_system(name, file):
    return name.split('.')[0] in PACKAGES and bool(file) and file.startswith(tuple(FOLDERS))


def how_to_get(name):
    """The error of a program that imports one of the two where it is not installed."""
    return (
        f"No module named '{name}': it is not installed on this computer; install the package {HOW_TO_GET[name]} "
        f'(sudo apt install {HOW_TO_GET[name]})'
    )


def load(name):
    """Imports a package in one piece: a stop in the middle would leave a half of it, which cannot be imported again."""
    if name not in sys.modules:
        _overlap.delay_stop(True)
        try:
            importlib.import_module(name)
            if name == 'numpy':
                NumPy.start()
        except ModuleNotFoundError as error:
            if error.name in HOW_TO_GET:
                raise ModuleNotFoundError(how_to_get(error.name), name=error.name) from None
            raise
        finally:
            _overlap.delay_stop(False)
    return sys.modules[name]


class NumPy:
    """What a run may change in NumPy: settings and random numbers."""

    settings = None
    seed, is_virtual, is_named = 0, False, False

    @classmethod
    def begin(cls, seed, is_virtual, source):
        cls.seed, cls.is_virtual, cls.is_named = seed % 2**32, is_virtual, 'numpy' in source
        cls.start()

    @classmethod
    def start(cls):
        """A run begins, or loads NumPy."""
        numpy = sys.modules.get('numpy')
        if numpy is not None:
            cls.settings = cls.settings or (numpy.get_printoptions(), numpy.geterr())
            numpy.random.seed(cls.seed)

    @classmethod
    def reset(cls):
        if cls.settings is not None:
            numpy = sys.modules['numpy']
            numpy.set_printoptions(**cls.settings[0])
            numpy.seterr(**cls.settings[1])


def show_figures():
    if 'matplotlib.pyplot' in sys.modules:
        sys.modules['matplotlib.pyplot'].show()


def reset():
    """The run is over."""
    NumPy.reset()
    if 'matplotlib.pyplot' in sys.modules:
        sys.modules['matplotlib.pyplot'].close('all')
    if 'matplotlib' in sys.modules:
        sys.modules['matplotlib'].rcdefaults()
