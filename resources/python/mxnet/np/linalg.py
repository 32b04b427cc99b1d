"""mxnet.np.linalg"""

from overlap_dialect.arguments import missing
from overlap_dialect.operators import reduction

norm = reduction('Norm', 'norm', 'np.linalg.norm({0})')


def __getattr__(name):
    raise missing('mxnet.np.linalg', name, 'there is norm')
