#: id = 13.1.1
#: title = A program as text, as a graph, as a constant
#: dialect = torch
import torch

def pair(p, q):
    return p + q

def total(a, b, c, d):
    left = pair(a, b)
    right = pair(c, d)
    return pair(left, right)

# Statement by statement: three operations, left and right do not need each other
numbers = [torch.full((1,), float(value)) for value in (1, 2, 3, 4)]
print('eager:', total(*numbers).item())

# The whole program as text, compiled before it runs
text = 'print("compiled:", (1 + 2) + (3 + 4))'
exec(compile(text, 'program', 'exec'))

# The whole program as a graph: one operation
graph = torch.compile(total)
print('one graph:', graph(*numbers).item())

# Nothing in it can change: a constant
print('constant:', torch.full((1,), 1.0 + 2 + 3 + 4).item())
