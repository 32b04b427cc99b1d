#: id = 13.2.1-graph
#: title = Four statements and their graph
#: section = 13.2.1
#: group = 13.2 Asynchronous computation
#: order = 11
#: dialect = torch
#: machine = book-v100
#: values = computed
#: note = Only the last line needs a value; the others return as soon as their work is queued.
#: off = 3, 5, 7, 9
#: try Flip line 3 = flip 3 | With a wait after the first statement the run takes {after}.
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
