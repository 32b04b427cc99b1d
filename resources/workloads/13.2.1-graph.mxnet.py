#: id = 13.2.1-graph
#: title = Four statements and their graph
#: dialect = mxnet
#: off = 2, 4, 6, 8
#: try Flip line 2 = flip 2 | With a wait after the first statement the run takes {after}.
x = np.ones((1, 2))
x.wait_to_read()
y = np.ones((1, 2))
y.wait_to_read()
t = x * y
t.wait_to_read()
z = t + 2
z.wait_to_read()
print(z)
