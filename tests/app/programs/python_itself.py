# Standard streams and the fault handler, as in Python. Each second program proves what it states only after the first.
import faulthandler
import sys

# %% fault handler is enabled
faulthandler.enable()
print(faulthandler.is_enabled())
#> True

# %% fault handler is disabled for the next program
print(faulthandler.is_enabled())
#> False

# %% closed standard output
print('before')
sys.stdout.close()
print('after')
#> before
#! ValueError: I/O operation on closed file

# %% standard output is open for the next program
print(sys.stdout.closed)
#> False
