"""Compiles a listing: switches sync points, inserts the values of parameters, and adds calls that record statements,
measure Benchmarks and print the results of cells. Line numbers and columns remain those of the listing."""

import ast

from overlap_listing.sync import Finder, Switch, by_line, parse

# These names are not valid identifiers, so no name of a listing can equal them.
STATEMENT = '<statement>'
BIND = '<bind>'
BLOCK = '<block>'
DISPLAY = '<display>'
EPOCHS = '<epochs>'
TURNS = '<turns>'
BATCHES = '<batches>'
ENTER = '<enter>'
LEAVE = '<leave>'


def at(node, new):
    return ast.fix_missing_locations(ast.copy_location(new, node))


def call(node, name, *args):
    function = ast.Name(name, ast.Load())
    return at(node, ast.Call(function, list(args), []))


def split_text(body):
    """(the docstring of a function as a list, its other statements)"""
    has_text = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    return (body[:1], body[1:]) if has_text else ([], body)


def has_yield(body):
    todo = list(body)
    while todo:
        node = todo.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            todo.extend(ast.iter_child_nodes(node))
    return False


class Literals(ast.NodeTransformer):
    """Replaces the numbers of parameters in the listing, on the lines of each parameter, by its current value."""

    def __init__(self, values):
        self.values = values

    def visit_Constant(self, node):
        if type(node.value) in (int, float):
            for value, lines in self.values.get((type(node.value), node.value), ()):
                if node.lineno in lines:
                    return at(node, ast.Constant(value))
        return node


def is_over_range(node):
    return isinstance(node.iter, ast.Call) and getattr(node.iter.func, 'id', '') == 'range'


def is_over_epochs(node):
    """Whether a loop is one over epochs, such as `for epoch in range(10)` and `for i in range(num_epochs)`."""
    if not is_over_range(node):
        return False
    names = [n.id for part in (node.target, *node.iter.args) for n in ast.walk(part) if isinstance(n, ast.Name)]
    return any('epoch' in name.lower() for name in names)


class Epochs(ast.NodeTransformer):
    """Limits the loops over epochs by `<epochs>(limit, range)`."""

    def __init__(self, limit):
        self.limit = limit

    def visit_For(self, node):
        self.generic_visit(node)
        if is_over_epochs(node):
            node.iter = call(node.iter, EPOCHS, at(node.iter, ast.Constant(self.limit)), node.iter)
        return node


class Batches(ast.NodeTransformer):
    """Records the turns of a loop over batches that the program makes itself, by `<batches>(range)`: a loop within one
    over epochs that calls backward() and step(). Loaders record theirs; next() takes a batch from a loader."""

    def __init__(self):
        self.is_in_epoch = False

    def visit_For(self, node):
        if self.is_in_epoch and is_over_range(node) and self.trains(node):
            node.iter = call(node.iter, BATCHES, node.iter)
            return node
        outer = self.is_in_epoch
        self.is_in_epoch = is_over_epochs(node) or (outer and is_over_range(node))
        self.generic_visit(node)
        self.is_in_epoch = outer
        return node

    @staticmethod
    def trains(loop):
        called = [n.func for n in ast.walk(loop) if isinstance(n, ast.Call)]
        names = {n.attr if isinstance(n, ast.Attribute) else getattr(n, 'id', '') for n in called}
        return {'backward', 'step'} <= names and 'next' not in names


def spawned_by(node):
    """The name of the function that each rank runs: `mp.spawn(main, …)`; '' for other calls."""
    name = getattr(node.func, 'attr', getattr(node.func, 'id', ''))
    return getattr(node.args[0], 'id', '') if name == 'spawn' and node.args else ''


def main_function(tree):
    """The function that is the program: the module calls it once, as `main()` or below `if __name__ == '__main__':`, or
    spawns it, and nothing else names it. Its statements are then those that the timeline shows. None if there is no
    such function."""
    functions = {n.name: n for n in tree.body if isinstance(n, ast.FunctionDef) and not n.decorator_list}
    uses = [n.id for n in ast.walk(tree) if isinstance(n, ast.Name)]
    for node in tree.body:
        is_guard = isinstance(node, ast.If) and '__name__' in [getattr(n, 'id', '') for n in ast.walk(node.test)]
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        for called in (n for n in ast.walk(node) if isinstance(n, ast.Call)):
            name = spawned_by(called) or getattr(called.func, 'id', '')
            if name in functions and uses.count(name) == 1 and (is_guard or name in ('main', spawned_by(called))):
                return functions[name] if not has_yield(functions[name].body) else None
    return None


class Follow:
    """Inserts `<statement>(index)` before each statement outside of functions, and of the function `main`, and
    `<bind>(name, value)` after each assignment of a result to a name. What a loop iterates over becomes
    `<turns>(index, items)`, because fetching the next item is work of the loop's line."""

    def __init__(self, source, main=None):
        self.lines = source.split('\n')
        self.statements = []
        self.main = main

    def suite(self, body):
        result = []
        for node in body:
            index = len(self.statements)
            result.append(self._begin(node))
            result.append(self._inside(node))
            if isinstance(node, ast.For) and not self._is_counted(node.iter):
                node.iter = call(node.iter, TURNS, at(node.iter, ast.Constant(index)), node.iter)
            result.extend(self._bound(node))
        return result

    def _begin(self, node):
        index = len(self.statements)
        line = min([node.lineno] + [d.lineno for d in getattr(node, 'decorator_list', [])])
        target = self._target(node)
        is_whole = isinstance(node, (ast.Assign, ast.AugAssign, ast.Expr)) and node.lineno == node.end_lineno
        text = self.lines[node.lineno - 1]
        if is_whole:
            text = text.encode()[node.col_offset : node.end_col_offset].decode()
        self.statements.append((line, text.strip(), target, is_whole))
        return at(node, ast.Expr(call(node, STATEMENT, ast.Constant(index))))

    @staticmethod
    def _is_counted(items):
        """Whether fetching an item does no work that could be recorded."""
        name = getattr(items.func, 'id', '') if isinstance(items, ast.Call) else ''
        return name in ('range', EPOCHS, BATCHES) or isinstance(items, (ast.Constant, ast.List, ast.Tuple))

    @staticmethod
    def _target(node):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            return node.targets[0].id
        if isinstance(node, (ast.AugAssign, ast.AnnAssign)) and isinstance(node.target, ast.Name):
            return node.target.id
        return ''

    def _inside(self, node):
        if node is self.main:
            text, body = split_text(node.body)
            node.body = text + self.suite(body)
        if isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                item.context_expr = self.measured(item.context_expr)
        if isinstance(node, (ast.With, ast.For, ast.While, ast.If, ast.Try)):
            for field in ('body', 'orelse', 'finalbody'):
                if getattr(node, field, None):
                    setattr(node, field, self.suite(getattr(node, field)))
            for handler in getattr(node, 'handlers', []):
                handler.body = self.suite(handler.body)
        return node

    @staticmethod
    def measured(expression):
        """Wraps a call of Benchmark in `<block>`, which records when the `with` block starts and ends. Other
        expressions are returned unchanged."""
        if not isinstance(expression, ast.Call):
            return expression
        called = expression.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, 'id', '')
        if not name.endswith('Benchmark'):
            return expression
        new = ast.Call(
            at(expression, ast.Name(BLOCK, ast.Load())),
            [at(expression, ast.Constant(expression.lineno)), expression.func] + expression.args,
            expression.keywords,
        )
        return at(expression, new)

    def _bound(self, node):
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign)) and node.value is not None:
            targets = [node.target]
        else:
            return []
        if isinstance(node.value, (ast.Constant, ast.Lambda)):
            return []
        names = [t for t in targets if isinstance(t, ast.Name)]
        for target in targets:
            if isinstance(target, (ast.Tuple, ast.List)):
                names += [e for e in target.elts if isinstance(e, ast.Name)]
        return [at(node, ast.Expr(call(node, BIND, ast.Constant(n.id), ast.Name(n.id, ast.Load())))) for n in names]


class Phases(ast.NodeTransformer):
    """Inserts `<enter>(name)` and `<leave>()` around the body of each function, since an operation belongs to the
    innermost function that is running. Excluded are `main`, whose statements count as those of the module, and
    generators, which are not entered and left in nested order."""

    def __init__(self, main):
        self.main = main

    def visit_FunctionDef(self, node):
        is_special = node.name.startswith('__') and node.name.endswith('__')
        is_generator = has_yield(node.body)
        self.generic_visit(node)
        if is_special or is_generator or node is self.main:
            return node
        text, body = split_text(node.body)
        if not body:
            return node
        first = body[0]
        enter = at(first, ast.Expr(call(first, ENTER, ast.Constant(node.name))))
        leave = at(first, ast.Expr(call(first, LEAVE)))
        node.body = text + [enter, at(first, ast.Try(body, [], [], [leave]))]
        return node

    def visit_With(self, node):
        """Measures blocks in functions too; `Follow` has wrapped those outside of functions."""
        self.generic_visit(node)
        for item in node.items:
            item.context_expr = Follow.measured(item.context_expr)
        return node


def cell_starts(source):
    """Lines on which a cell begins; [] if the listing has no cells."""
    return [i for i, line in enumerate(source.split('\n'), 1) if line.startswith('# %%')]


def show_results(tree, source):
    """Prints the value of the last expression of each cell. In a listing without cells, a call or a constant at the end
    is not printed."""
    starts = cell_starts(source)
    if not tree.body:
        return

    def cell_of(node):
        return sum(1 for start in starts if start <= node.lineno)

    last = [
        node
        for node, after in zip(tree.body, tree.body[1:] + [None])
        if after is None or cell_of(after) != cell_of(node)
    ]
    if starts and 'matplotlib' in source:  # a cell's figures are shown when it ends
        ends = {node: at(node, ast.Expr(call(node, DISPLAY, ast.Constant(None)))) for node in last}
        tree.body = [n for node in tree.body for n in ((node, ends[node]) if node in ends else (node,))]
    for node in last:
        if not isinstance(node, ast.Expr):
            continue
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        if node is tree.body[0] and is_text and not cell_of(node):
            continue  # the docstring of the program
        if not starts and isinstance(node.value, ast.Constant):
            continue  # a string as a comment at the end of a script
        line = source.split('\n')[node.end_lineno - 1].encode()[node.end_col_offset :].decode()
        if line.lstrip().startswith(';') or (not starts and isinstance(node.value, ast.Call)):
            continue
        node.value = call(node.value, DISPLAY, node.value)


def literal_values(program_values):
    """{(type, number in the listing): [(value, its lines)]} of the parameters; keys are 'n=4000', for example."""
    values = {}
    for key, (value, lines) in program_values.items():
        _, _, number = key.partition('=')
        if number:
            values.setdefault((type(value), type(value)(number)), []).append((value, frozenset(lines)))
    return values


def is_naive(tree):
    """Whether a statement sets MXNET_ENGINE_TYPE, which chooses the engine when MXNet is loaded, to NaiveEngine."""
    wanted = {'MXNET_ENGINE_TYPE', 'NaiveEngine'}
    return any(
        wanted <= {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
        for node in ast.walk(tree)
        if isinstance(node, (ast.Assign, ast.Call))
    )


def prepare(source, file, dialect, off, on, values, imports, notebook=''):
    """Returns (code, statements, calls, is_naive). `notebook`: the text of the notebook that the listing shows. Raises
    SyntaxError."""
    tree = parse(source, file, notebook)
    finder = Finder(tree, source, dialect)
    naive = is_naive(tree)
    calls = {line: ', '.join(p.text for p in points[:1]) for line, points in by_line(finder.points).items()}
    tree = Switch(finder, off, on).visit(tree)
    tree = Literals(literal_values(values)).visit(tree)
    tree = Batches().visit(tree)
    if 'epochs=' in values:  # a parameter of the platform, which replaces no number of the listing
        tree = Epochs(values['epochs='][0]).visit(tree)
    show_results(tree, source)
    main = main_function(tree)
    follow = Follow(source, main)
    future = [n for n in tree.body if isinstance(n, ast.ImportFrom) and n.module == '__future__']
    tree.body = future + follow.suite([n for n in tree.body if n not in future])
    tree = Phases(main).visit(tree)
    if imports and not any(isinstance(n, (ast.Import, ast.ImportFrom)) for n in ast.walk(tree)):
        tree.body = parse(imports).body + tree.body
    ast.fix_missing_locations(tree)
    return compile(tree, file, 'exec', dont_inherit=True), follow.statements, calls, naive
