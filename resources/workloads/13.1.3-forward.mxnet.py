#: id = 13.1.3-forward
#: title = What Python still runs
#: section = 13.1.3, edition of 2019
#: group = 13.1 Compilers and interpreters
#: order = 4
#: dialect = mxnet
#: machine = laptop-2019
#: values = computed
#: parameter hidden = 10 | hidden units | 1..10000
#: numbers hidden = 7
#: note = The prints of forward appear while Python runs it: twice eagerly, once when the graph is captured, then never again. The result stays the same.
from mxnet import nd
from mxnet.gluon import nn

class Talkative(nn.HybridBlock):
    def __init__(self):
        super().__init__()
        self.first = nn.Dense(10)
        self.second = nn.Dense(2)

    def hybrid_forward(self, F, x):
        print('F:', F)
        print('x:', x)
        hidden = F.relu(self.first(x))
        print('hidden:', hidden)
        return self.second(hidden)

net = Talkative()
net.initialize()
x = nd.random.normal(shape=(1, 4))
print('first call', net(x))
print('second call', net(x))

net.hybridize()
print('hybridized', net(x))
print('and again', net(x))
