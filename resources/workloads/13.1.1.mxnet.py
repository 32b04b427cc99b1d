#: id = 13.1.1
#: title = A program as text, as a graph, as a constant
#: section = 13.1.1
#: group = 13.1 Compilers and interpreters
#: order = 1
#: dialect = mxnet
#: machine = book-v100
#: values = computed
#: note = Statement by statement three additions are issued. Known as a whole, the program is one expression; where its inputs are known too, it is one number.
from mxnet import gluon, nd, sym

def pair(p, q):
    return p + q

def total(a, b, c, d):
    left = pair(a, b)
    right = pair(c, d)
    return pair(left, right)

# Statement by statement: three operations, left and right do not need each other
numbers = [nd.full((1,), value) for value in (1, 2, 3, 4)]
print('eager:', total(*numbers).asscalar())

# The whole program as text, compiled before it runs
text = 'print("compiled:", (1 + 2) + (3 + 4))'
exec(compile(text, 'program', 'exec'))

# The whole program as a graph of symbols: one operation
symbols = [sym.var(name) for name in 'abcd']
graph = gluon.SymbolBlock(total(*symbols), symbols)
graph.initialize()
graph.hybridize()
print('one graph:', graph(*numbers).asscalar())

# Nothing in it can change: a constant
print('constant:', nd.full((1,), 1 + 2 + 3 + 4).asscalar())
