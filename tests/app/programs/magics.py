# Magics of notebooks, in the time of the platform.

# %% a statement
import time
%time time.sleep(0.25)
for seconds in (0.002, 90):
    %time time.sleep(seconds)
%time x = time.sleep(1) or 3
print(x)
#> Wall time: 250 ms
#> Wall time: 2 ms
#> Wall time: 1min 30s
#> Wall time: 1 s
#> 3

# %% many turns of a statement
import time
%timeit -n 2 -r 3 time.sleep(0.5)
%timeit time.sleep(0.1)
%timeit -r1 y = time.sleep(2)
def f():
    %timeit -n1 -r1 time.sleep(0.0001)
f()
#> 500 ms ± 0 ns per loop (mean ± std. dev. of 3 runs, 2 loops each)
#> 100 ms ± 0 ns per loop (mean ± std. dev. of 7 runs, 10 loops each)
#> 2 s ± 0 ns per loop (mean ± std. dev. of 1 run, 1 loop each)
#> 100 µs ± 0 ns per loop (mean ± std. dev. of 1 run, 1 loop each)

# %% commands, and the environment
import os
%env GREETING=hello
!echo $GREETING
!echo it\'s two words
print(os.environ['GREETING'])
#> hello
#> it's two words
#> hello

# %% the lines that a command prints
import torch
if torch.cuda.is_available():
    out = !echo one; echo two
    gpus = !nvidia-smi
print(out, len(gpus))
time = %timeit -o 1
print(time)
#> ['one', 'two'] 2
#> None

# %% what a command's lines are assigned to
import types
a, b = !printf '1\n2\n'
d = {}
d['key'] = !echo 3
box = types.SimpleNamespace()
box.lines = !printf 'x\ny\n'
print(a, b, d, box.lines.s, box.lines, box.lines.n)
#> 1 2 {'key': ['3']} x y ['x', 'y'] x
#> y

# %% values in commands
def f(count):
    !echo {count + 1:03d} $count
    !echo one two | awk '{print $2}'
f(6)
name = 'n'
!echo $name $HOME_OF_NOBODY.
!echo {undefined}
#> 007 6
#> two
#> n .
#> {undefined}

# %% the GPUs of the machine
!nvidia-smi
#> GPU 0: V100 · 16 GB (simulated), 0 MiB of 16160 MiB
#> GPU 1: V100 · 16 GB (simulated), 0 MiB of 16160 MiB

# %% what does not run here
!pip install torch
%pip install torch
%matplotlib inline
%load_ext autoreload
%prun f()
print?
?print
print('done')
#> done

# %% no turns
%timeit -n 0 1
#! ValueError: %timeit requires numbers of 1 or more

# %% an error in a measured statement has its line
%time 1 / 0
#! ZeroDivisionError: division by zero

# %% display() in a listing with cells
import torch
# %%
display(torch.ones(2), 'x', None)
#> tensor([1., 1.])
#> 'x'
#> None
