"""Infers from the text of a listing which names and expressions are tensors."""

import ast

MODULES = {'torch', 'nd', 'np', 'npx', 'mx', 'd2l', 'F', 'gutils', 'gluon'}

# Functions of a module, or methods of a tensor, that return a tensor.
# fmt: off
MAKERS = {
    'ones', 'zeros', 'full', 'eye', 'arange', 'rand', 'randn', 'uniform', 'normal', 'tensor', 'array', 'dot', 'mm',
    'matmul', 'sum', 'mean', 'norm', 'max', 'min', 'argmax', 'add', 'subtract', 'multiply', 'mul', 'sub', 'div',
    'divide', 'relu', 'exp', 'log', 'sqrt', 'tanh', 'sigmoid', 'abs', 'copyto', 'to', 'cpu', 'cuda', 'copy', 'clone',
    'as_in_context', 'as_in_ctx', 'to_device', 'reshape', 'view', 't', 'transpose', 'ones_like', 'zeros_like', 'empty',
    'pow', 'detach', 'add_', 'mul_', 'sub_', 'astype', 'square', 'sign', 'softmax', 'log_softmax', 'pick', 'flatten',
    'expand_dims', 'squeeze', 'concat', 'stack', 'split', 'slice_axis', 'minimum', 'maximum', 'Convolution', 'Pooling',
    'cat', 'unsqueeze', 'permute', 'clamp', 'floor', 'ceil', 'trunc', 'argmin', 'randint', 'pin_memory', 'full_like',
    'where', 'linspace', 'var', 'std', 'isnan', 'from_numpy', 'rand_like', 'randn_like', 'empty_like', 'one_hot',
    'FullyConnected', 'Activation', 'BatchNorm', 'convolution', 'pooling', 'split_and_load', 'list_data', 'list_grad',
    'sin', 'cos', 'requires_grad_',
}
# fmt: on

# Methods of a tensor that do not return a tensor.
READERS = {'item', 'asscalar', 'asnumpy', 'tolist', 'numpy', 'size', 'dim', 'numel'}


# These, and classes of the listing that derive from one of them, are networks: called with a tensor, they return one.
NETWORKS = {'Block', 'HybridBlock', 'Module', 'Sequential', 'HybridSequential'}
# Functions of torch that return a network.
COMPILERS = {'trace', 'script', 'compile'}


def parts(node):
    """`torch.cuda.synchronize` -> ['torch', 'cuda', 'synchronize']; [] if it is not a dotted name."""
    names = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return []
    names.append(node.id)
    return names[::-1]


class Tensors:
    """Names that are bound to tensors anywhere in a listing. An estimate from the text alone; `print` of such a name is
    a sync point."""

    def __init__(self, tree):
        self.names = set()
        self.modules = set(MODULES)
        self.functions = {n.name: n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}
        self.local_numpy = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name.split('.')[0] == 'numpy':
                        self.local_numpy.add(alias.asname or 'numpy')
        self.modules -= self.local_numpy
        self.network_classes = {
            n.name
            for n in ast.walk(tree)
            if isinstance(n, ast.ClassDef) and any(parts(base)[-1:] and parts(base)[-1] in NETWORKS for base in n.bases)
        }
        self.networks = {
            target.id
            for n in ast.walk(tree)
            if isinstance(n, ast.Assign) and self._makes_network(n.value)
            for target in n.targets
            if isinstance(target, ast.Name)
        }
        self.makers = set()  # functions of the listing that return tensors; they may call each other
        returned = {
            name: [n.value for n in ast.walk(f) if isinstance(n, ast.Return) and n.value is not None]
            for name, f in self.functions.items()
        }
        users = {}
        for name, values in returned.items():
            for one in {n.id for value in values for n in ast.walk(value) if isinstance(n, ast.Name)}:
                users.setdefault(one, []).append(name)
        # A name may be used before the line that binds it (in a loop or function): repeat until nothing changes.
        nodes, known = list(ast.walk(tree)), -1
        while known != len(self.names) + len(self.makers):
            known = len(self.names) + len(self.makers)
            for node in nodes:
                self._bind(node)
            self._find_makers(returned, users)

    def _makes_network(self, node):
        """`Net()`, `nn.Sequential(...).to(device)`, `torch.jit.trace(net, x)`"""
        while (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Call)
        ):
            node = node.func.value
        names = parts(node.func) if isinstance(node, ast.Call) else []
        return bool(names) and (
            names[-1] in NETWORKS | self.network_classes or (names[0] == 'torch' and names[-1] in COMPILERS)
        )

    def _find_makers(self, returned, users):
        """Finds the functions that return tensors. When one is found, only the functions whose results use it are
        examined again."""
        todo = [name for name in returned if name not in self.makers]
        while todo:
            name = todo.pop()
            if name not in self.makers and any(self._makes(value) for value in returned[name]):
                self.makers.add(name)
                todo.extend(users.get(name, ()))

    def _bind(self, node):
        if isinstance(node, ast.Assign):
            if self.is_tensor(node.value):
                for target in node.targets:
                    self._name(target)
            elif isinstance(node.value, ast.Tuple):
                for target in node.targets:
                    if isinstance(target, ast.Tuple) and len(target.elts) == len(node.value.elts):
                        for name, value in zip(target.elts, node.value.elts):
                            if self.is_tensor(value):
                                self._name(name)
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
            if node.value is not None and self.is_tensor(node.value):
                self._name(node.target)
        elif isinstance(node, (ast.For, ast.comprehension)):
            if self.is_tensor(node.iter):
                self._name(node.target)

    def _name(self, target):
        if isinstance(target, ast.Name):
            self.names.add(target.id)
        elif isinstance(target, (ast.Tuple, ast.List)):
            for element in target.elts:
                self._name(element)

    def is_tensor(self, node):
        """Whether an expression is a tensor, or a list of tensors."""
        if isinstance(node, ast.Name):
            return node.id in self.names
        if isinstance(node, ast.Call):
            return self._call_makes(node)
        if isinstance(node, ast.BinOp):
            return self.is_tensor(node.left) or self.is_tensor(node.right)
        if isinstance(node, ast.UnaryOp):
            return self.is_tensor(node.operand)
        if isinstance(node, ast.Subscript):
            return self.is_tensor(node.value)
        if isinstance(node, ast.Attribute):
            return node.attr in ('T', 'grad') and self.is_tensor(node.value)
        if isinstance(node, (ast.List, ast.Tuple)):
            return any(self.is_tensor(e) for e in node.elts)
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            return self._makes(node.elt)
        if isinstance(node, ast.IfExp):
            return self.is_tensor(node.body) or self.is_tensor(node.orelse)
        return False

    def _call_makes(self, call):
        func = call.func
        if isinstance(func, ast.Name) and func.id in self.networks:
            return any(self.is_tensor(argument) for argument in call.args)
        if isinstance(func, ast.Name):
            return func.id in self.makers
        if not isinstance(func, ast.Attribute) or func.attr in READERS:
            return False
        names = parts(func)
        if names and names[0] in self.modules:
            return names[-1] in MAKERS
        return func.attr in MAKERS and (self.is_tensor(func.value) or func.attr in ('mm', 'dot', 'copyto', 'matmul'))

    def _makes(self, node):
        """Like is_tensor(), for the results of functions and comprehensions: a method call such as x.mm(y) makes a
        tensor even if `x` is unknown."""
        if self.is_tensor(node):
            return True
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return node.func.attr in MAKERS and parts(node.func)[:1] not in [[n] for n in self.local_numpy]
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            return self._makes(node.elt)
        if isinstance(node, (ast.List, ast.Tuple)):
            return any(self._makes(e) for e in node.elts)
        return False
