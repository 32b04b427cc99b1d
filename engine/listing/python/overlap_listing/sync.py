"""Finds the calls of a listing that can wait, and removes or inserts their waits."""

import ast

from overlap_listing import magics
from overlap_listing.tensors import Tensors, parts

# Methods that wait for their object; without the wait, the call is replaced by the object.
READING = {'wait_to_read', 'wait_to_write', 'asnumpy', 'asscalar', 'item', 'tolist'}
CONVERSIONS = {'float', 'int', 'bool'}


class Point:
    """A call that can wait, and waits if `is_on`. `rewrites`: without the wait the call is replaced by `off_text`;
    otherwise it is removed."""

    def __init__(self, node, text, is_on=True, rewrites=False, off_text=''):
        self.node = node
        self.line = node.lineno
        self.text = text
        self.is_on = is_on
        self.rewrites = rewrites
        self.off_text = off_text


def parse(source, file='listing.py', notebook='', takes_comments=False):
    """Parses a listing. Raises SyntaxError, also if Python's parser raises another error, as for a zero byte or too
    deep nesting."""
    try:
        return magics.parse(source, file, notebook, takes_comments)
    except (ValueError, RecursionError, MemoryError) as error:
        reason = str(error) if isinstance(error, ValueError) else 'it is nested too deep'
        raise SyntaxError(reason, (file, 1, 0, None)) from None


def text_of(source_lines, node):
    """The source text of a call; if it spans several lines, unparsed to one line."""
    if node.lineno == node.end_lineno:
        line = source_lines[node.lineno - 1].encode()
        return line[node.col_offset : node.end_col_offset].decode()
    return ast.unparse(node)


def is_false(node):
    return isinstance(node, ast.Constant) and not node.value


def is_cpu(node):
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and node.value.split(':')[0] == 'cpu'
    if isinstance(node, ast.Call):
        name = parts(node.func)
        if name[-1:] == ['device']:
            return bool(node.args) and is_cpu(node.args[0])
        return name[-1:] == ['cpu']
    return False


def keyword(call, name):
    return next((k for k in call.keywords if k.arg == name), None)


def non_blocking_position(function):
    """The position of the parameter non_blocking: -1 if it is keyword-only, None if the function has no such
    parameter."""
    names = [a.arg for a in function.args.posonlyargs + function.args.args]
    if 'non_blocking' in names:
        return names.index('non_blocking')
    if any(a.arg == 'non_blocking' for a in function.args.kwonlyargs):
        return -1
    return None


def default_of(function):
    names = [a.arg for a in function.args.posonlyargs + function.args.args]
    if 'non_blocking' in names:
        from_end = len(names) - names.index('non_blocking')
        defaults = function.args.defaults
        return defaults[-from_end] if from_end <= len(defaults) else None
    index = [a.arg for a in function.args.kwonlyargs].index('non_blocking')
    return function.args.kw_defaults[index]


def non_blocking_argument(call, position):
    given = keyword(call, 'non_blocking')
    if given is not None:
        return given.value
    if position is not None and 0 <= position < len(call.args):
        return call.args[position]
    return None


def with_non_blocking(call, position, value):
    """A copy of the call with non_blocking set to `value`."""
    new = ast.Call(func=call.func, args=list(call.args), keywords=[k for k in call.keywords if k.arg != 'non_blocking'])
    constant = ast.copy_location(ast.Constant(value), call)
    if keyword(call, 'non_blocking') is None and position is not None and 0 <= position <= len(call.args):
        if position < len(call.args):
            new.args[position] = constant
            if not value and position == len(call.args) - 1:
                new.args.pop()
        elif value:
            new.args.append(constant)
    elif value or keyword(call, 'non_blocking') is not None:
        new.keywords.append(ast.copy_location(ast.keyword('non_blocking', constant), call))
    return ast.fix_missing_locations(ast.copy_location(new, call))


def uses_ranks(tree):
    """Whether the listing imports torch.distributed: then .wait() waits for a collective."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and any(n.name.startswith('torch.distributed') for n in node.names):
            return True
        if isinstance(node, ast.ImportFrom) and (
            node.module == 'torch.distributed'
            or (node.module == 'torch' and any(n.name == 'distributed' for n in node.names))
        ):
            return True
    return False


class Finder(ast.NodeVisitor):
    def __init__(self, tree, source, dialect):
        self.lines = source.split('\n')
        self.dialect = dialect
        self.tensors = Tensors(tree)
        self.uses_ranks = dialect == 'torch' and uses_ranks(tree)
        self.parameters = []  # of the enclosing functions
        self.is_printing = False  # within the arguments of a print
        self.is_needed = False  # where Python needs the value, so that the call cannot be omitted
        self.points = []
        self.visit(tree)

    def visit_FunctionDef(self, node):
        self.parameters.append({a.arg for a in node.args.posonlyargs + node.args.args + node.args.kwonlyargs})
        self.generic_visit(node)
        self.parameters.pop()

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Call(self, node):
        point = self._point(node)
        if point is not None:
            self.points.append(point)
        if isinstance(node.func, ast.Name) and node.func.id == 'print':
            self._visit_print(node, point is not None)
        else:
            self.generic_visit(node)

    def _visit_print(self, call, is_point):
        """print(x.item()) has one switch, that of the print, because print(x) would wait for x as well."""
        first = len(self.points)
        was_printing, self.is_printing = self.is_printing, True
        self.generic_visit(call)
        self.is_printing = was_printing
        reading = [p for p in self.points[first:] if not p.rewrites]
        for point in reading:
            point.line = call.lineno
        if reading and not is_point:
            self.points.append(Point(call, self._text(call)))

    def _visit_needed(self, *nodes):
        was_needed, self.is_needed = self.is_needed, not self.is_printing
        for node in nodes:
            self.visit(node)
        self.is_needed = was_needed

    def _visit_test(self, node):
        for name, child in ast.iter_fields(node):
            for one in child if isinstance(child, list) else [child]:
                if isinstance(one, ast.AST):
                    self._visit_needed(one) if name in ('test', 'ifs', 'slice', 'guard') else self.visit(one)

    visit_If = visit_While = visit_IfExp = visit_Assert = visit_comprehension = visit_Subscript = _visit_test
    visit_match_case = _visit_test

    def visit_JoinedStr(self, node):
        self._visit_needed(*node.values)

    def _text(self, node):
        return text_of(self.lines, node)

    def _point(self, call):
        func = call.func
        if isinstance(func, ast.Name):
            return self._of_name(call, func.id)
        if not isinstance(func, ast.Attribute):
            return None
        if func.attr in ('synchronize', 'waitall'):
            return Point(call, self._text(call))
        if func.attr in ('wait', 'barrier') and self.uses_ranks:
            return Point(call, self._text(call))
        if func.attr in READING:
            return None if self.is_needed or self._is_foreign(func.value) else Point(call, self._text(call))
        is_method = parts(func)[:1] not in (['d2l'], ['torch'])
        if func.attr == 'cpu' and not call.args and self.dialect == 'torch' and is_method:
            return Point(call, self._text(call), rewrites=True, off_text=ast.unparse(self.rewritten(call, True)))
        if func.attr == 'to' and self.dialect == 'torch':
            return self._copy(call)
        return None

    def _is_foreign(self, node):
        """Whether a value is a constant or NumPy's, whose .item() and .tolist() do not wait."""
        if isinstance(node, ast.Constant):
            return True
        names = parts(node.func) if isinstance(node, ast.Call) else parts(node)
        return bool(names) and names[0] in self.tensors.local_numpy

    def _of_name(self, call, name):
        if name == 'synchronize' or name == 'waitall':
            return Point(call, self._text(call)) if name not in self.tensors.functions else None
        if name == 'print' and any(self._shows_tensor(a) for a in call.args):
            return Point(call, self._text(call))
        if name in CONVERSIONS and len(call.args) == 1 and not self.is_needed and self.tensors.is_tensor(call.args[0]):
            return Point(call, self._text(call))
        function = self.tensors.functions.get(name)
        if function is None or self.dialect != 'torch':
            return None
        position = non_blocking_position(function)
        return None if position is None else self._switched(call, position, default_of(function))

    def _shows_tensor(self, node):
        """Whether printing an expression reads a tensor: y, f'{y.mean():.3f}', str(y), '{}'.format(y)."""
        if isinstance(node, ast.JoinedStr):
            return any(self._shows_tensor(part.value) for part in node.values if isinstance(part, ast.FormattedValue))
        if isinstance(node, ast.Call) and (parts(node.func) == ['str'] or getattr(node.func, 'attr', '') == 'format'):
            return any(self._shows_tensor(a) for a in node.args)
        return self.tensors.is_tensor(node)

    def _copy(self, call):
        target = call.args[0] if call.args else keyword(call, 'device') and keyword(call, 'device').value
        if target is None or not is_cpu(target):
            return None
        return self._switched(call, None, ast.Constant(False))

    def _switched(self, call, position, default):
        """The point of a call with a parameter non_blocking; it waits unless the argument is true. None if the argument
        is not a constant: the switch is then at the call of the enclosing function."""
        given = non_blocking_argument(call, position)
        value = default if given is None else given
        if value is not None and not isinstance(value, ast.Constant):
            return None
        is_on = value is None or is_false(value)
        on = self._text(call) if is_on else ast.unparse(with_non_blocking(call, position, False))
        off = self._text(call) if not is_on else ast.unparse(with_non_blocking(call, position, True))
        point = Point(call, on, is_on, True, off)
        point.position = position
        return point

    def rewritten(self, call, value):
        """`y.cpu()` -> `y.to('cpu', non_blocking=True)`"""
        func = ast.copy_location(ast.Attribute(call.func.value, 'to', ast.Load()), call.func)
        return with_non_blocking(
            ast.copy_location(ast.Call(func, [ast.copy_location(ast.Constant('cpu'), call)], []), call), None, value
        )


def by_line(points):
    """Groups points by line: all calls on a line have one switch."""
    lines = {}
    for point in points:
        lines.setdefault(point.line, []).append(point)
    return dict(sorted(lines.items()))


def sync_points(source, dialect):
    """(line, call, is_on, rewrites, off_text) of each line that can wait. Raises SyntaxError."""
    try:
        tree = parse(source)
    except SyntaxError:
        # In the listing of a notebook a magic is a comment, and a block may contain nothing else.
        tree = parse(source, takes_comments=True)
    found = []
    for line, points in by_line(Finder(tree, source, dialect).points).items():
        # print(float(y)): show the outer call.
        outer = [p for p in points if not any(q is not p and p.node in ast.walk(q.node) for q in points)]
        text = ', '.join(p.text for p in outer)
        off_text = ', '.join(p.off_text for p in outer if p.rewrites)
        found.append((line, text, any(p.is_on for p in points), all(p.rewrites for p in outer), off_text))
    return found


TEXTS = {'str', 'repr', 'ascii', 'format', 'round', 'len', 'type', 'float', 'int', 'bool', 'list', 'tuple'}
# Expressions that issue nothing themselves.
CONTAINERS = (ast.Tuple, ast.List, ast.Set, ast.Dict, ast.Starred, ast.Attribute, ast.keyword)
CONTAINERS += (ast.IfExp, ast.Compare, ast.BoolOp, ast.Subscript, ast.Slice)
SCOPES = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)


def makes_text(node):
    """Whether an expression converts values to a string or a Python number, which waits for tensors."""
    if isinstance(node, (ast.JoinedStr, ast.FormattedValue)):
        return True
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    if isinstance(node, ast.BinOp):
        return makes_text(node.left) or (isinstance(node.op, ast.Add) and makes_text(node.right))
    if not isinstance(node, ast.Call):
        return False
    return (
        node.func.id in TEXTS
        if isinstance(node.func, ast.Name)
        else (isinstance(node.func, ast.Attribute) and makes_text(node.func.value))
    )


def parts_issued(node):
    """The parts of a print's argument that issue work: f'{net(x):.2f}' -> [net(x)]. Conversions to text are dropped,
    because they wait."""
    nodes = list(ast.walk(node))
    if not any(isinstance(n, ast.Call) for n in nodes):
        return []
    if isinstance(node, SCOPES):
        return [] if any(isinstance(n, (ast.Call, ast.JoinedStr)) and makes_text(n) for n in nodes) else [node]
    if makes_text(node) or isinstance(node, CONTAINERS):
        return [part for child in ast.iter_child_nodes(node) for part in parts_issued(child)]
    return [node]


class Switch(ast.NodeTransformer):
    """Removes the waits on the lines `off` and inserts those on the lines `on`."""

    def __init__(self, finder, off, on):
        off, on = set(off), set(on)
        self.finder = finder
        self.off = {id(p.node): p for p in finder.points if p.line in off and p.is_on}
        self.on = {id(p.node): p for p in finder.points if p.line in on and not p.is_on}

    def visit_Call(self, node):
        point = self.off.get(id(node))
        other = self.on.get(id(node))
        self.generic_visit(node)
        if point is not None:
            return self._without(node, point)
        if other is not None:
            return with_non_blocking(node, other.position, False)
        return node

    def _without(self, call, point):
        func = call.func
        nothing = ast.copy_location(ast.Constant(None), call)
        if point.rewrites:
            if func.attr == 'cpu' if isinstance(func, ast.Attribute) else False:
                return self.finder.rewritten(call, True)
            return with_non_blocking(call, point.position, True)
        if isinstance(func, ast.Attribute) and func.attr in READING:
            return func.value
        if isinstance(func, ast.Name) and func.id in CONVERSIONS:
            return call.args[0]
        # The arguments of a removed print are still computed: print('y', net(x)) -> (net(x),) and None
        issued = [part for a in call.args for part in parts_issued(a)] if isinstance(func, ast.Name) else []
        if issued:
            values = ast.copy_location(ast.Tuple(issued, ast.Load()), call)
            return ast.copy_location(ast.BoolOp(ast.And(), [values, nothing]), call)
        return nothing
