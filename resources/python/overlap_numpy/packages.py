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
    """Called once after Python has started."""
    os.environ['MPLBACKEND'] = 'module://overlap_numpy.figures'
    give_datetime_its_c_interface()
    sys.meta_path.append(Finder)


def give_datetime_its_c_interface():
    """NumPy requires the C interface of `datetime`. Programs use the Python implementation, which reads the run's clock
    and lacks it."""
    blocked = sys.modules.pop('_datetime')
    sys.modules['datetime'].datetime_CAPI = importlib.import_module('_datetime').datetime_CAPI
    sys.modules['_datetime'] = blocked


class Finder:
    """Finds PACKAGES, and no others, in the system's folders. It is the last finder, so modules beside a program take
    precedence."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if path is None and name in PACKAGES:
            return importlib.machinery.PathFinder.find_spec(name, FOLDERS)
        return None


def is_system(name, file):
    return name.split('.')[0] in PACKAGES and bool(file) and file.startswith(tuple(FOLDERS))


def how_to_get(name):
    """The error message for a package of HOW_TO_GET that is not installed."""
    return (
        f"No module named '{name}': it is not installed on this computer; install the package {HOW_TO_GET[name]} "
        f'(sudo apt install {HOW_TO_GET[name]})'
    )


def load(name):
    """Imports a package, with stops delayed until it is complete: an interrupted import cannot be repeated."""
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
    """Settings and random numbers of NumPy, which are reset for each run."""

    settings = None
    seed, is_virtual, is_named = 0, False, False

    @classmethod
    def begin(cls, seed, is_virtual, source):
        cls.seed, cls.is_virtual, cls.is_named = seed % 2**32, is_virtual, 'numpy' in source
        cls.start()

    @classmethod
    def start(cls):
        """Called at the start of a run, and when NumPy has been imported."""
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
    """Called after a run."""
    NumPy.reset()
    if 'matplotlib.pyplot' in sys.modules:
        sys.modules['matplotlib.pyplot'].close('all')
    if 'matplotlib' in sys.modules:
        sys.modules['matplotlib'].rcdefaults()
