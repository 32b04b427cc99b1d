# What a program changes does not exist in the next one. The second program proves this only after the first.

# %% a program that changes all it can
import torch, builtins, locale, sys, os, random
leak = 1
torch.leak = 2
torch.Tensor.leak = 3
torch.mm = None
builtins.leak = 4
os.environ['LEAK'] = '5'
sys.modules['leak'] = sys
sys.path.append('/leak')
torch.cuda.set_device(1)
torch.manual_seed(7)
random.seed(8)
locale.setlocale(locale.LC_TIME, 'C' if locale.setlocale(locale.LC_TIME) != 'C' else 'C.UTF-8')
sys.stdout = None

# %% the next program
import torch, builtins, sys, os, random
print('leak' in globals(), hasattr(torch, 'leak'), 'leak' in vars(torch.Tensor), torch.mm is None,
      hasattr(builtins, 'leak'), 'LEAK' in os.environ, 'leak' in sys.modules, '/leak' in sys.path,
      torch.cuda.current_device())
#> False False False False False False False False 0
