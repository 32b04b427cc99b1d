"""Infers which expressions and names of a listing are devices, lists of devices, streams or numbers."""

import ast

from overlap_listing.tensors import parts

DEVICES = {'device', 'try_gpu', 'gpu', 'cpu', 'cpu_pinned'}


def is_device(node):
    """Whether an expression is a device literal: 'cuda:1', torch.device(0), npx.gpu(1), d2l.try_gpu()."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and node.value.split(':')[0] in ('cpu', 'cuda')
    return isinstance(node, ast.Call) and parts(node.func)[-1:] != [] and parts(node.func)[-1] in DEVICES


def is_device_list(node):
    if isinstance(node, ast.BoolOp):
        return any(is_device_list(value) for value in node.values)
    if isinstance(node, ast.BinOp):
        return is_device_list(node.left) or is_device_list(node.right)
    if isinstance(node, (ast.List, ast.Tuple)):
        return bool(node.elts) and all(is_device(e) for e in node.elts)
    if isinstance(node, ast.ListComp):
        element = node.elt.body if isinstance(node.elt, ast.IfExp) else node.elt
        return is_device(element)
    return isinstance(node, ast.Call) and parts(node.func)[-1:] == ['try_all_gpus']


def assignments(tree):
    """(name, value) of each plain assignment; a, b = c, d yields two."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            if isinstance(target, ast.Name):
                yield target.id, node.value
            elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                if len(target.elts) == len(node.value.elts):
                    for name, value in zip(target.elts, node.value.elts):
                        if isinstance(name, ast.Name):
                            yield name.id, value


class Names:
    """The names of a listing that are devices, lists of devices, streams or numbers."""

    def __init__(self, tree):
        bound = list(assignments(tree))
        self.functions = {n.name: n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}
        self.devices = [name for name, value in bound if is_device(value)]
        self.device_lists = {name for name, value in bound if is_device_list(value)}
        self.streams, self.stream_lists = [], []
        for name, value in bound:
            if self._makes_stream(value):
                self.streams.append(name)
            elif isinstance(value, ast.ListComp) and self._makes_stream(value.elt):
                self.stream_lists.append(name)
        self.times_bound = {}
        for name, _ in bound:
            self.times_bound[name] = self.times_bound.get(name, 0) + 1
        self.numbers = {
            name: value
            for name, value in bound
            if isinstance(value, ast.Constant) and type(value.value) is int and self.times_bound[name] == 1
        }

    @staticmethod
    def _makes_stream(node):
        return isinstance(node, ast.Call) and parts(node.func)[-2:] == ['cuda', 'Stream']

    def is_device(self, node):
        """Whether an expression is a device literal, a name bound to a device, or an element of a list of devices."""
        if isinstance(node, ast.Subscript):
            return isinstance(node.value, ast.Name) and node.value.id in self.device_lists
        return is_device(node) or (isinstance(node, ast.Name) and node.id in self.devices)

    def may_be_device(self, node):
        """Like is_device(); also true for parameters, loop variables and attributes with the name of a device."""
        name = parts(node)[-1:]
        return self.is_device(node) or name in (['device'], ['ctx'], ['context'], ['dev'], ['gpu'])
