#: id = 13.2.1-graph
#: title = Four statements and their graph
#: dialect = mxnet
#: try Flip line 6 = flip 6 | With a wait after the first statement the run takes {after} instead of {before}.
# The waits are not in the book's program: they are off when this one opens
#: off = 6, 8, 10, 12
from mxnet import np, npx
npx.set_np()
x = np.ones((1, 2))
x.wait_to_read()
y = np.ones((1, 2))
y.wait_to_read()
t = x * y
t.wait_to_read()
z = t + 2
z.wait_to_read()
print(z)
