#: id = 13.2.1-graph
#: title = Four statements and their graph
#: section = 13.2.1
#: group = 13.2 Asynchronous computation
#: order = 11
#: dialect = torch
#: machine = book-v100
#: values = computed
#: note = Only the last line needs a value: no statement before it has to wait.
#: try Flip line 7 = flip 7 | With a wait after the first statement the run takes {after} instead of {before}.
# The waits are not in the book's program: they are off when this one opens
#: off = 7, 9, 11, 13
import torch
from d2l import torch as d2l
device = d2l.try_gpu()
x = torch.ones((1, 2), device=device)
torch.cuda.synchronize(device)
y = torch.ones((1, 2), device=device)
torch.cuda.synchronize(device)
t = x * y
torch.cuda.synchronize(device)
z = t + 2
torch.cuda.synchronize(device)
print(z)
