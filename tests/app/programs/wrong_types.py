# Calls every public function with an argument of a wrong type: no error message names an internal attribute.
import torch
# Not called: these write, start processes, or change what later calls mean.
LEFT_OUT = ('save', 'load', 'spawn', 'init_process_group', 'compile', 'set_default_device')
def report(name, function, *arguments):
    try:
        function(*arguments)
    except NotImplementedError:
        pass
    except AttributeError as error:
        print(name, error)
    except Exception:
        pass
def public_functions(module):
    for name in dir(module):
        function = getattr(module, name)
        inner = getattr(function, '__module__', '') or ''
        if name.startswith('_') or name in LEFT_OUT or isinstance(function, type) or inner.startswith('overlap_dialect'):
            continue
        if callable(function):
            yield name, function

# %% functions of PyTorch
tensor = torch.ones(2, 2)
count = 0
for module in (torch, torch.nn.functional, torch.cuda, torch.autograd, torch.distributed):
    for name, function in public_functions(module):
        count += 1
        for arguments in (('x',), ('x', tensor), (tensor, 'x'), (tensor, tensor, 'x')):
            report(name, function, *arguments)
for name, function in public_functions(torch.Tensor):
    count += 1
    report(name, function, tensor, 'x')
    report(name, function, tensor, tensor, 'x')
print(count > 250)
#> True

# %% the message names function, argument and type
for function in (torch.argmin, torch.ones_like, torch.maximum, torch.nn.functional.one_hot):
    try:
        function('x', 1)
    except Exception as error:
        print(error)
print(torch.argmin(input=torch.tensor([3.0, 1.0])).item())
#> argmin(): argument 'input' must be Tensor, not str
#> ones_like(): argument 'input' must be Tensor, not str
#> maximum(): argument 'input' must be Tensor, not str
#> one_hot(): argument 'tensor' must be Tensor, not str
#> 1
