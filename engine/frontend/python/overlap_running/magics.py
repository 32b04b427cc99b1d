"""Implements magics of notebooks: `%time`, `%timeit`, `!command` and `x = !command`. Times are those of the run's
clock."""

import re
import statistics
import string
import subprocess
import sys
import time

import _overlap

# %timeit adds turns until a loop takes 0.2 s, as in IPython. On a virtual machine every turn takes the same time, so
# that fewer turns are enough.
ENOUGH = 0.2
MOST_TURNS = {True: 1000, False: 10**7}  # key: whether the machine is virtual
REPEATS = 7
INSTALLERS = {'pip', 'pip3', 'conda', 'mamba', 'apt', 'apt-get', 'sudo'}

starts = []  # start times of unfinished measurements, innermost last


def begin():
    starts.clear()


def text_of(seconds):
    """Formats a time as IPython does: 3 digits and a unit."""
    if seconds >= 60:
        minutes, rest = divmod(round(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return (f'{hours}h ' if hours else '') + f'{minutes}min {rest}s'
    for unit, factor in (('s', 1), ('ms', 1e3), ('µs', 1e6)):
        if seconds * factor >= 1:
            return f'{seconds * factor:.3g} {unit}'
    return f'{seconds * 1e9:.3g} ns'


def start():
    starts.append(time.perf_counter_ns())


def timed(*values):
    """Ends the innermost measurement and prints its time. Returns the value of the measured expression."""
    nanoseconds = time.perf_counter_ns() - starts.pop()
    print(f'Wall time: {text_of(nanoseconds / 1e9)}')
    return values[-1] if values else None


def nanoseconds_of(function, turns):
    begun = time.perf_counter_ns()
    for _ in range(turns):
        function()
    return time.perf_counter_ns() - begun


def timeit(function, turns, repeats):
    repeats = REPEATS if repeats is None else repeats
    if turns == 0 or repeats == 0:
        raise ValueError('%timeit requires numbers of 1 or more: -n for the turns of a loop, -r for the loops')
    if turns is None:
        turns, most = 1, MOST_TURNS[_overlap.is_virtual()]
        while nanoseconds_of(function, turns) < ENOUGH * 1e9 and turns < most:
            turns *= 10
    each = [nanoseconds_of(function, turns) / turns / 1e9 for _ in range(repeats)]
    print(
        f'{text_of(statistics.fmean(each))} ± {text_of(statistics.pstdev(each))} per loop (mean ± std. dev. of '
        f'{repeats} run{"s" * (repeats > 1)}, {turns:,} loop{"s" * (turns > 1)} each)'
    )


def installs(words):
    return words[0] in INSTALLERS or (words[0].startswith('python') and words[1:3] in (['-m', 'pip'], ['-m', 'conda']))


def output_of(command):
    """Runs a command without asking: a program starts only after its reader has chosen to trust it."""
    words = command.split()
    if installs(words):
        unsupported('!' + command)
        return ''
    if words[0] == 'nvidia-smi' and _overlap.is_virtual():
        return gpus() or 'No devices were found: this virtual machine has no GPU.\n'
    done = subprocess.run(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout.decode('utf-8', 'replace')


def gpus():
    text = ''
    for number in range(_overlap.gpu_count()):
        used, capacity = (_overlap.memory(number)[key] >> 20 for key in ('reserved', 'capacity'))
        text += f'GPU {number}: {_overlap.gpu_model(number)} (simulated), {used} MiB of {capacity} MiB\n'
    return text


def filled(command, frame):
    """Replaces `{expression}` and `$name` by their values in the listing, as IPython does. A command with an expression
    that has no value, such as `awk '{print $1}'`, remains as it is."""
    names = {**frame.f_globals, **frame.f_locals}

    def value(match):
        return str(names[match[1]]) if match[1] in names else match[0]

    text = ''
    try:
        for literal, expression, form, conversion in string.Formatter().parse(command):
            text += re.sub(r'\$([A-Za-z_]\w*)', value, literal)
            if expression is not None:
                given = string.Formatter().convert_field(eval(expression, names), conversion)
                text += format(given, form)
    except Exception:
        return command
    return text


class Lines(list):
    """The value of `x = !command`: its lines, also joined as IPython offers them."""

    n = property('\n'.join)
    s = property(' '.join)


def shell(command):
    sys.stdout.write(output_of(filled(command, sys._getframe(1))))


def lines_of(command):
    return Lines(output_of(filled(command, sys._getframe(1))).splitlines())


def unsupported(magic):
    words = magic.lstrip('%!').split()
    if '?' in words[0]:
        why = 'help is not shown here; print(type(x)), print(dir(x)) and help(x) of Python work'
    elif words and (installs(words) or words[0] == 'uv'):
        why = (
            "programs have Python's standard library, the dialects torch, mxnet and d2l, NumPy and matplotlib, and "
            'install nothing'
        )
    elif magic.startswith('%%') and words[0] != 'capture':
        why = 'cells of other languages do not run'
    else:
        why = 'there are %time, %timeit, %%time, %%timeit and !command'
    _overlap.note(f'{magic[:60]} is ignored: {why}.')
