"""Runs a prepared listing in a new namespace, and undoes its changes to the interpreter afterwards."""

import atexit
import builtins
import faulthandler
import gc
import importlib
import importlib.machinery
import linecache
import os
import random
import re
import signal
import sys
import time
import traceback
import types

import _locale
import _overlap
from overlap_listing import instrument
from overlap_listing import magics as listed
from overlap_numpy import charging, packages, sharing
from overlap_running import clock, magics, processes, waiting

DIALECTS = ('torch', 'd2l.torch', 'mxnet', 'd2l.mxnet', 'd2lzh', 'overlap')
BYTES_A_CALL = 3072  # limit on the stack that one nested call uses
RESERVED = {'torch', 'mxnet', 'd2l'}  # dialects take precedence over modules beside the program
UNNAMED = (TypeError, ValueError, ArithmeticError, IndexError, AttributeError)  # errors that Python itself raises
FOREIGN = {'torch': {'mxnet': 'MXNet', 'd2lzh': 'MXNet'}, 'mxnet': {'torch': 'PyTorch'}}


class Stream:
    """sys.stdout and sys.stderr of programs."""

    encoding = 'utf-8'
    errors = 'replace'
    closed = False
    newlines = None

    def __init__(self, index, name):
        self._index = index
        self.name = name

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f'write() argument must be str, not {type(text).__name__}')
        if self.closed:
            raise ValueError('I/O operation on closed file.')
        _overlap.write(self._index, text)
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        pass

    def close(self):
        self.closed = True

    def isatty(self):
        return False

    def fileno(self):
        raise OSError('the output of a program goes to Overlap and has no file descriptor')

    def writable(self):
        return True

    def readable(self):
        return False


def on_descriptor(function):
    """Redirects a function of faulthandler to the process's standard error, since it writes while the process ends."""

    def call(file=None, all_threads=True):
        function(2 if file is None or isinstance(file, Stream) else file, all_threads)

    return call


def restore_names(names, content):
    """Restores a namespace. Compares by identity, since `==` of an object of the program can do anything."""
    for name in [n for n in names if n not in content]:
        del names[name]
    for name, value in content.items():
        if names.get(name) is not value:
            names[name] = value


class State:
    """The state of the interpreter before a run; restore() undoes what the run changed."""

    def __init__(self):
        self.modules = dict(sys.modules)
        self.path = list(sys.path)
        own = [
            m
            for name, m in sys.modules.items()
            if is_own(getattr(m, '__file__', None))
            and not name.startswith(('overlap_listing', 'overlap_running', 'overlap_numpy'))
        ]
        self.contents = [(m, dict(vars(m))) for m in own]
        classes = {
            c
            for m in own
            for c in vars(m).values()
            if isinstance(c, type) and c.__module__.split('.')[0] in {d.split('.')[0] for d in DIALECTS}
        }
        self.classes = [(c, dict(vars(c))) for c in classes]
        self.builtins = dict(vars(builtins))
        self.environment = dict(os.environ)
        self.system = {name: value for name, value in vars(sys).items() if name not in ('last_value', 'argv')}
        self.recursion = sys.getrecursionlimit()
        self.locale = _locale.setlocale(_locale.LC_ALL)

    def drop_modules(self):
        """Drops the modules of the program, which may have open files."""
        for name in [n for n in sys.modules if n not in self.modules]:
            if not is_kept(getattr(sys.modules[name], '__file__', None), name):
                del sys.modules[name]

    def restore(self):
        sys.modules.update(self.modules)
        sys.path[:] = self.path
        restore_names(vars(sys), self.system)
        sys.__stdout__.closed = sys.__stderr__.closed = False
        faulthandler.disable()
        for module, content in self.contents:
            restore_names(vars(module), content)
        restore_names(vars(builtins), self.builtins)
        for type_, content in self.classes:
            for name in [n for n in vars(type_) if n not in content]:
                delattr(type_, name)
            for name, value in content.items():
                if vars(type_).get(name) is not value:
                    setattr(type_, name, value)
        if dict(os.environ) != self.environment:
            os.environ.clear()
            os.environ.update(self.environment)
        sys.settrace(None)
        sys.setprofile(None)
        set_recursion_limit(self.recursion)
        if _locale.setlocale(_locale.LC_ALL) != self.locale:
            _locale.setlocale(_locale.LC_ALL, self.locale)


state = None
own_folders = ()
set_recursion_limit = sys.setrecursionlimit


def is_own(file):
    return bool(file) and file.startswith(own_folders)


def is_standard(file, name):
    # `traceback` gives the folder, because `os` is frozen into Python and has no __file__.
    library = os.path.dirname(traceback.__file__)
    return name in sys.builtin_module_names or (bool(file) and file.startswith(library))


def is_kept(file, name):
    """Whether a module stays loaded between runs."""
    return is_standard(file, name) or packages.is_system(name, file) or name.startswith('overlap_numpy')


def limited_recursion(limit):
    """sys.setrecursionlimit() with an upper bound: calls through native code use the thread's stack, whose size Python
    does not check."""
    most = max(min(20000, _overlap.stack_size() // BYTES_A_CALL), 1000)
    if limit > most:
        raise ValueError(
            f'the recursion limit here is at most {most}, not {limit}: '
            f'the stack of a program has no room for more calls'
        )
    set_recursion_limit(limit)


exits = []  # functions that the current program registered
own_register, own_unregister = atexit.register, atexit.unregister


def at_exit(function, *args, **options):
    """atexit.register(): functions of a program are called at the end of its run, those of libraries at the end of the
    process."""
    caller = sys._getframe(1).f_globals
    if is_kept(caller.get('__file__'), caller.get('__name__') or ''):
        return own_register(function, *args, **options)
    exits.append((function, args, options))
    return function


def forget_exit(function):
    exits[:] = [entry for entry in exits if entry[0] != function]
    own_unregister(function)


def run_exits():
    while exits:
        function, args, options = exits.pop()
        try:
            function(*args, **options)
        except (_overlap.Stopped, Left):
            raise
        except BaseException as error:
            summary = traceback.TracebackException.from_exception(error)
            hide_own_frames(summary)
            sys.stderr.write(''.join(summary.format()))


class Left(SystemExit):
    """Ends the program at once, without its exit functions."""


def leave(status=0):
    raise SystemExit(status)


def leave_at_once(status):
    raise Left(status)


def ask(prompt=''):
    raise EOFError('input() is not supported; put the value into the listing')


def refuse_fork(*_):
    raise NotImplementedError('os.fork() is not supported; devices and copies overlap without processes')


def ignored(raised):
    """Reports an exception that nobody can catch, such as one in a generator that is being destroyed. A stop is not
    reported."""
    if not issubclass(raised.exc_type, _overlap.Stopped):
        sys.__unraisablehook__(raised)


def handle_interrupts():
    signal.signal(signal.SIGINT, lambda *_: _overlap.interrupted())


def start(folders):
    """Called once after Python has started. `folders`: the folders of Overlap's packages."""
    global state, own_folders
    own_folders = tuple(folder + os.sep for folder in folders)
    clock.patch(time)
    waiting.patch()
    packages.install()
    sys.unraisablehook = ignored
    builtins.exit = builtins.quit = leave
    builtins.input = ask
    atexit.register, atexit.unregister = at_exit, forget_exit
    sys.setrecursionlimit = limited_recursion
    os._exit = leave_at_once
    os.abort = lambda: leave_at_once(128 + signal.SIGABRT)
    os.fork = refuse_fork
    sys.stdout = sys.__stdout__ = Stream(0, '<stdout>')
    sys.stderr = sys.__stderr__ = Stream(1, '<stderr>')
    faulthandler.enable = on_descriptor(faulthandler.enable)
    faulthandler.dump_traceback = on_descriptor(faulthandler.dump_traceback)
    for name in DIALECTS:
        importlib.import_module(name)
    for name in ("copy", "math", "pprint", "subprocess"):  # imported by the chapter or by the display of results
        importlib.import_module(name)
    processes.patch()
    state = State()
    gc.collect()
    gc.freeze()


def explain(module, names):
    """Names what the dialect lacks, because `from ... import` would only report that it cannot import."""
    for name in names:
        try:
            getattr(module, name, None) if name == '*' else getattr(module, name)
        except NotImplementedError as error:
            raise NotImplementedError(str(error)) from None
        except AttributeError:
            pass


def is_shadowed(name):
    """Whether a module of this name beside the program takes precedence."""
    found = importlib.machinery.PathFinder.find_spec(name, sys.path[-1:] if name in RESERVED else None)
    return found is not None and not packages.is_system(name, found.origin) and not is_own(found.origin)


def system_module(name, globals, locals, fromlist):
    top = name.partition('.')[0]
    if top == 'numpy' and not packages.NumPy.is_named:
        return types.ModuleType('numpy')  # the program does not import NumPy, only the imports that are added to it do
    for part in (top, name):
        packages.load(part)
    module = builtins.__import__(name, globals, locals, fromlist, 0)
    return charging.of_run(module) if top == 'numpy' else module


THERE = "programs here have Python's standard library and the dialects torch, mxnet and d2l, NumPy and matplotlib"
LATER = {'horovod': 'Horovod comes later; torch.distributed and the kvstore dist_sync of MXNet connect processes'}


def importer(dialect):
    foreign = FOREIGN[dialect]
    mine = 'PyTorch' if dialect == 'torch' else 'MXNet'
    seen = set()

    def import_(name, globals=None, locals=None, fromlist=(), level=0):
        top = name.split('.')[0]
        other = foreign.get(top)
        if top == 'd2l':
            wanted = {'mxnet', 'torch'} & ({name.partition('.')[2]} | set(fromlist or ()))
            other = next((foreign[w] for w in wanted if w in foreign), None)
        if other is not None and level == 0:
            raise ImportError(
                f"this run follows {mine}'s rules, so {name} cannot be imported; choose {other} above "
                f'the listing (or --dialect)'
            )
        if level == 0 and top in RESERVED and top not in seen and is_shadowed(top):
            seen.add(top)
            _overlap.note(f'{top} beside the program is not imported: programs here use the dialect {top}')
        if level == 0 and top in packages.HOW_TO_GET and not is_shadowed(top):
            return system_module(name, globals, locals, fromlist)
        try:
            module = builtins.__import__(name, globals, locals, fromlist, level)
        except ModuleNotFoundError as error:
            if error.name == top and level == 0 and top not in sys.modules:
                raise ModuleNotFoundError(f"No module named '{name}': {LATER.get(top, THERE)}", name=name) from None
            if (name + '.').startswith(f'{error.name}.') and is_own(getattr(sys.modules.get(top), '__file__', None)):
                package, _, part = error.name.rpartition('.')
                explain(sys.modules.get(package, sys.modules[top]), [part])
            raise
        if is_own(getattr(module, '__file__', None)):
            explain(module, fromlist or ())
        return module

    return import_


MOST_SHOWN = 1000  # limit on the printed elements of a list, as in Jupyter


def shown(value):
    """The text of a value, as in Jupyter: lists that are longer than a line have one element per line."""
    if isinstance(value, type):
        return (
            value.__qualname__
            if value.__module__ in ('builtins', '__main__')
            else (f'{value.__module__}.{value.__qualname__}')
        )
    if isinstance(value, types.FunctionType):
        import inspect

        return f'<function {value.__module__}.{value.__qualname__}{inspect.signature(value)}>'
    if type(value) in (list, tuple) and len(value) > MOST_SHOWN:
        return f'{pretty(value[:MOST_SHOWN])[:-1]},\n ...{repr(value[:0])[-1]}'
    return pretty(value) if type(value) in (list, dict, tuple, set, frozenset) else repr(value)


def pretty(value):
    import pprint

    return pprint.pformat(value, width=79, sort_dicts=False)


def display(value):
    """Prints the value of a cell's last expression, and shows the open figures, as a notebook does."""
    if value is not None:
        _overlap.write(2, shown(value) + '\n')
    packages.show_figures()


def display_all(*values, **options):
    """IPython's display(): shows values as results of a cell."""
    for value in values:
        _overlap.write(2, shown(value) + '\n')
    packages.show_figures()


def first_epochs(limit, turns):
    if len(turns) > limit:
        _overlap.announce(f'Only {limit} of the {len(turns)} epochs are run, because of the parameter epochs.')
    return turns[:limit]


def turns(index, items):
    """Iterates over the items of a loop: while the next one is fetched, the loop's statement is the current one."""
    for item in items:
        yield item
        _overlap.statement(index)


def batch_steps(turns):
    from overlap_dialect import training  # loaded again by each run, since it counts the run's steps

    return training.steps(turns)


def namespace(file, dialect, source=''):
    known = dict(vars(builtins))
    if instrument.cell_starts(source):
        known['display'] = display_all
    known['__import__'] = importer(dialect)
    known[instrument.STATEMENT] = _overlap.statement
    known[instrument.BIND] = _overlap.bind
    known[instrument.BLOCK] = _overlap.block
    known[instrument.DISPLAY] = display
    known[listed.TIME], known[listed.TIMED], known[listed.TIMEIT] = magics.start, magics.timed, magics.timeit
    known[listed.ENVIRONMENT] = os.environ.__setitem__
    known[listed.SHELL], known[listed.SHELL_LINES] = magics.shell, magics.lines_of
    known[listed.UNSUPPORTED] = magics.unsupported
    known[instrument.EPOCHS] = first_epochs
    known[instrument.TURNS] = turns
    known[instrument.BATCHES] = batch_steps
    known[instrument.ENTER] = _overlap.enter
    known[instrument.LEAVE] = _overlap.leave
    module = types.ModuleType('__main__')
    module.__builtins__ = known
    module.__file__ = file
    sys.modules['__main__'] = module
    return module


def execute(code, file, source, dialect, seed, folder, arguments=(), environment=None):
    """Runs a listing. Returns None, or {type, message, traceback, line, raised} of the exception that it raised."""
    os.environ.update(environment or {})
    begin(dialect, file, source, seed, folder, arguments)
    raised = None
    try:
        raised = carry_out(code, file, vars(namespace(file, dialect, source)))
        run_exits()
    except Left as error:
        raised = raised or describe_exit(error, file)
    except waiting.ThreadRefused:
        pass  # waiting.refusal() returns the error of that thread
    return raised or waiting.refusal(lambda error: describe(error, file))


def carry_out(code, file, names):
    try:
        exec(code, names)
    except (_overlap.Stopped, waiting.ThreadRefused, Left):
        raise
    except SystemExit as error:
        return describe_exit(error, file)
    except BaseException as error:
        hint(error)
        name_function(error)
        return describe(error, file)
    return None


def begin(dialect, file, source, seed, folder, arguments):
    if dialect == 'mxnet':
        _overlap.set_failure(sys.modules['mxnet'].base.MXNetError)
    clock.begin()
    magics.begin()
    waiting.begin()
    exits.clear()
    if instrument.cell_starts(source):
        _overlap.print_results()
    random.seed(seed)
    packages.NumPy.begin(seed, clock.is_virtual, source)
    linecache.cache[file] = (len(source), None, [line + '\n' for line in source.split('\n')], file)
    sys.argv = [file, *arguments]
    if folder:
        sys.path.append(folder)


def clean(is_last=False):
    """Called after a run: drops its objects, also exit functions that a stopped run has not called. `is_last`: the
    process ends, so the interpreter's state is not restored, which would copy most pages that a forked process shares
    with its parent."""
    exits.clear()
    main = sys.modules.get('__main__')
    if main is not None:
        vars(main).clear()
    sharing.forget()
    packages.reset()
    state.drop_modules()
    if not is_last:
        state.restore()
        linecache.clearcache()
    gc.collect()


def hide_own_frames(summary):
    """Removes the frames of Overlap's packages; those of the listing and of the standard library remain."""
    seen = set()
    while summary is not None and id(summary) not in seen:
        seen.add(id(summary))
        summary.stack[:] = [f for f in summary.stack if not is_own(f.filename)]
        if summary.__cause__ is not None:
            hide_own_frames(summary.__cause__)
        summary = summary.__context__


def line_of(error, file):
    """The line of the program's statement from which the exception was raised; 0 if there is none. Only the code of the
    module and of the function that is the program records statements."""
    line = 0
    for frame, number in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename == file and '<statement>' in frame.f_code.co_names:
            line = number
    return line


def raising_line(error, file):
    """The line of the listing that raised the exception, possibly in a function that the program has called; 0 if there
    is none."""
    lines = [n for frame, n in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == file]
    return lines[-1] if lines else 0


def plain(text):
    """Replaces lone surrogates, which Python's strings may contain and UTF-8 cannot encode."""
    return text.encode('utf-8', 'replace').decode()


def describe_exit(error, file):
    """Describes sys.exit() with a status or a message; None for success. As in Python, a message is printed without a
    traceback."""
    if error.code in (None, 0):
        return None
    message = plain(str(int(error.code) if isinstance(error.code, int) else error.code))
    return {
        'type': 'SystemExit',
        'message': message,
        'line': line_of(error, file),
        'raised': raising_line(error, file),
        'traceback': '' if isinstance(error.code, int) else message + '\n',
    }


def hint(error):
    """If an index into a list of GPUs is out of range, adds a note with the reason and the remedy."""
    frames = traceback.extract_tb(error.__traceback__)
    listed = [frame.line for frame in frames if frame.line and not is_own(frame.filename)]
    if not isinstance(error, IndexError) or not listed or _overlap.gpu_count() > 1:
        return
    if not any(word in listed[-1].lower() for word in ('device', 'gpu', 'ctx', 'context')):
        return
    many, chosen = 'one' if _overlap.gpu_count() else 'no', _overlap.setting('devices')
    remedy = (
        f'The parameter devices is {chosen}; devices=all gives a program all GPUs of the machine.'
        if chosen not in ('', 'all')
        else 'The virtual machine book-v100 has two and needs no hardware: choose it above the listing, or by '
        '--machine book-v100.'
    )
    _overlap.note(f'This run has {many} GPU, so its list of GPUs has {many} element. {remedy}')


def called_function(error):
    """The function of a dialect that raised the error when the program called it; '' if the program raised it."""
    called = ''
    for frame, _ in reversed(list(traceback.walk_tb(error.__traceback__))):
        if not is_own(frame.f_code.co_filename):
            break
        called = _overlap.public_name(frame) or called
    return called


def name_function(error):
    """Adds the called function to a message of Python itself, since tracebacks omit the frames that raised it."""
    if not isinstance(error, UNNAMED) or len(error.args) != 1 or not isinstance(error.args[0], str):
        return
    called, text = called_function(error), error.args[0]
    if isinstance(error, AttributeError) and error.name is not None:  # raised by Python, not by a dialect
        given = error.obj if error.obj is None else f'a value of type {type(error.obj).__name__}'
        text = f'the function does not take {given} here'
    if called and not re.search(rf'\b{called.rpartition(".")[2]}\b', text):
        error.args = (f'{called}(): {text}',)


def describe(error, file):
    try:
        summary = traceback.TracebackException.from_exception(error, compact=True)
        hide_own_frames(summary)
        text = ''.join(summary.format())
    except Exception:  # an exception whose own __str__ raises
        text = f'{type(error).__name__}\n'
    try:
        message = str(error)
    except Exception:
        message = ''
    line = line_of(error, file)
    if isinstance(error, SyntaxError) and error.filename == file and error.lineno:
        line = error.lineno
    if isinstance(error, KeyError):
        message = str(error.args[0]) if error.args else ''
    return {
        'type': plain(type(error).__name__),
        'message': plain(message),
        'traceback': plain(text),
        'line': line,
        'raised': raising_line(error, file) or line,
    }
