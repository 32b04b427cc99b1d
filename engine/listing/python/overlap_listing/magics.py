"""Magics of notebooks: replaces `%time`, `%timeit`, `%%time`, `%%timeit`, `!command` and `x = !command` by calls that
measure or run, and `name?` by a note.

A magic is a line that Python cannot parse, or a comment of the listing that is a magic in the notebook. Line numbers,
and the columns of measured code, remain those of the listing."""

import ast
import json
import re

# These names are not valid identifiers, so no name of a listing can equal them.
TIME = '<time>'
TIMED = '<timed>'
TIMEIT = '<timeit>'
SHELL = '<shell>'
SHELL_LINES = '<shell lines>'
ENVIRONMENT = '<environment>'
UNSUPPORTED = '<unsupported>'

MAGIC = re.compile(r'([ \t]*)(!|%%?[A-Za-z]\w*)[ \t]*')
HELP = re.compile(r'([ \t]*)(\?{1,2}[\w.]+|[\w.]+\?{1,2})[ \t]*$')
ASSIGNED = re.compile(r'([ \t]*)([A-Za-z_(\[*][^=]*?)[ \t]*=[ \t]*([!%])[ \t]*')
OPTIONS = re.compile(r'(?:-([nr]) ?(\d+)(?:[ \t]+|$))?(?:-([nr]) ?(\d+)(?:[ \t]+|$))?')
# Magics without an effect here: figures are always shown in the output, and modules are loaded for each run.
SILENT = {'matplotlib', 'autoreload', 'load_ext', 'reload_ext', 'config', 'precision'}
MEASURED = {'%%time', '%%timeit'}


class Magic:
    def __init__(self, name, text, column):
        self.name, self.text = name, text
        self.code = text[column:]
        self.options = {}
        if name.strip('%') == 'timeit':
            given = OPTIONS.match(self.code)
            self.options = {given[i]: int(given[i + 1]) for i in (1, 3) if given[i]}
            column += given.end()
            self.code = text[column:]
        self.column = column  # of the code, in the line of the listing


def shown(line):
    """How the listing of a notebook shows a magic (engine/listing/detail/notebook_cells)."""
    return ('#  ' if line.startswith('%%') else '# ') + line


def of_notebook(notebook):
    """The comment lines of the listing that are magics in the notebook; not lines that are comments there too."""
    magics, others = set(), set()
    for cell in json.loads(notebook.lstrip('\ufeff')).get('cells', []):
        if cell.get('cell_type', 'code') == 'code':
            for line in ''.join(cell.get('source', '')).replace('\r', '').split('\n'):
                if MAGIC.match(line):
                    magics.add(shown(line))
                else:
                    others.add(line)
    return magics - others


class Magics:
    """The magics of one listing, by line number."""

    def __init__(self, source):
        self.lines = source.split('\n')
        self.found = {}
        self.starts = [i for i, line in enumerate(self.lines, 1) if line.startswith('# %%')]

    @property
    def source(self):
        return '\n'.join(self.lines)

    def uncomment(self, magics):
        for number, line in enumerate(self.lines, 1):
            if line in magics and self.lines[number - 1] == line:
                self.replace(number, 3 if line.startswith('#  %%') else 2)

    def replace(self, number, offset=0):
        """Replaces the magic on a line by a statement. Returns whether there is one."""
        line = self.lines[number - 1]
        if (assigned := ASSIGNED.match(line[offset:])) and is_target(assigned[2]):
            self.found[number] = Magic('=' + assigned[3], line, offset + assigned.end())
            self.lines[number - 1] = f'{assigned[1]}{assigned[2]} = None'
            return True
        match = MAGIC.match(line[offset:]) or HELP.match(line[offset:])
        if match is None:
            return False
        magic = Magic(match[2], line, offset + match.end())
        self.found[number] = magic
        indent = match[1]
        if magic.name in ('%time', '%timeit') and magic.code.strip():
            self.lines[number - 1] = (indent + 'if 1:').ljust(magic.column) + magic.code
            return True
        self.lines[number - 1] = indent + 'pass'
        if magic.name.startswith('%%') and magic.name not in {*MEASURED, '%%capture'}:  # a cell in another language
            for other in range(number, self.end_of_cell(number)):
                self.lines[other] = ''
        return True

    def end_of_cell(self, number):
        return next((start - 1 for start in self.starts if start > number), len(self.lines))

    def starts_cell(self, number):
        before = next((start for start in reversed(self.starts) if start < number), 0)
        return all(not line.strip() for line in self.lines[before : number - 1])


def is_target(text):
    """Whether a statement can assign to `text`: `x`, `a, b`, `d['key']`."""
    try:
        ast.parse(text + ' = None')
    except SyntaxError:
        return False
    return True


def at(node, new):
    return ast.fix_missing_locations(ast.copy_location(new, node))


def call(node, name, *args):
    return at(node, ast.Call(ast.Name(name, ast.Load()), list(args), []))


def statement(node, name, *args):
    return at(node, ast.Expr(call(node, name, *args)))


def timed(body):
    """Adds calls that measure statements. If the last statement is an expression, the measurement returns its value."""
    last = body[-1]
    if isinstance(last, ast.Expr):
        last.value = call(last.value, TIMED, last.value)
        return [statement(body[0], TIME), *body]
    return [statement(body[0], TIME), *body, statement(last, TIMED)]


def repeated(node, body, options):
    """Adds a call that runs statements many times, in a function as a notebook does: names that they assign are
    local."""
    given = [ast.Constant(options.get(name)) for name in 'nr']
    if len(body) == 1 and isinstance(body[0], ast.Expr):
        no_arguments = ast.arguments([], [], None, [], [], None, [])
        return [statement(node, TIMEIT, ast.Lambda(no_arguments, body[0].value), *given)]
    function = ast.FunctionDef('__timeit__', ast.arguments([], [], None, [], [], None, []), body, [])
    return [at(node, function), statement(node, TIMEIT, ast.Name('__timeit__', ast.Load()), *given)]


class Inserted(ast.NodeTransformer):
    """The tree of a listing with its line magics inserted."""

    def __init__(self, magics):
        self.magics = magics

    def visit_If(self, node):
        magic = self.magics.found.get(node.lineno)
        if magic is None:
            return self.generic_visit(node)
        if magic.name == '%timeit':
            return repeated(node, node.body, magic.options)
        if len(node.body) == 1 and isinstance(node.body[0], ast.Expr):
            value = node.body[0].value
            node.body[0].value = call(value, TIMED, call(value, TIME), value)
            return node.body
        return timed(node.body)

    def visit_Assign(self, node):
        magic = self.magics.found.get(node.lineno)
        if magic is None or not magic.name.startswith('='):
            return self.generic_visit(node)
        node.end_col_offset = len(magic.text.encode())
        is_command = magic.name == '=!' and magic.code.strip()
        argument = ast.Constant(magic.code.strip() if is_command else magic.text.strip())
        node.value = call(node, SHELL_LINES if is_command else UNSUPPORTED, argument)
        return node

    def visit_Pass(self, node):
        magic = self.magics.found.get(node.lineno)
        if magic is None:
            return node
        node.end_col_offset = len(magic.text.encode())
        if magic.name == '!' and magic.code.strip():
            return statement(node, SHELL, ast.Constant(magic.code.strip()))
        name = magic.name.strip('%')
        if magic.name == '%env' and '=' in magic.code:
            variable, _, value = magic.code.partition('=')
            return statement(node, ENVIRONMENT, ast.Constant(variable.strip()), ast.Constant(value.strip()))
        if name in SILENT or (magic.name in MEASURED and self.magics.starts_cell(node.lineno)):
            return node
        return statement(node, UNSUPPORTED, ast.Constant((magic.name + ' ' + magic.code).strip()))


def insert_cells(tree, magics):
    """`%%time` and `%%timeit` measure the rest of their cell."""
    for number, magic in magics.found.items():
        if magic.name not in MEASURED or not magics.starts_cell(number):
            continue
        last = magics.end_of_cell(number)
        cell = [node for node in tree.body if number < node.lineno <= last]
        if not cell:
            continue
        first = tree.body.index(cell[0])
        if magic.name == '%%time':
            made = timed(cell)
        else:
            setup = ast.parse(magic.code.strip()).body
            for node in setup:
                for part in ast.walk(node):
                    part.lineno = part.end_lineno = number
            made = [*setup, *repeated(cell[0], cell, magic.options)]
        tree.body[first : first + len(cell)] = made
    return tree


def parse(source, file, notebook='', takes_comments=False):
    """Parses a listing and inserts its magics. Raises SyntaxError. `takes_comments`: treats every comment that looks
    like a magic as one, for a listing that is examined but not run."""
    magics = Magics(source)
    if takes_comments:
        magics.uncomment({line for line in magics.lines if line.startswith('# ') and MAGIC.match(line[2:])})
    if notebook:
        magics.uncomment(of_notebook(notebook))
    for number, line in enumerate(magics.lines, 1):
        if line.startswith('%%') and magics.starts_cell(number):  # the cell may be in another language
            magics.replace(number)
    while True:
        try:
            tree = ast.parse(magics.source, file)
            break
        except SyntaxError as error:
            number = error.lineno or 0
            if number in magics.found or not 0 < number <= len(magics.lines) or not magics.replace(number):
                raise
    return insert_cells(Inserted(magics).visit(tree), magics) if magics.found else tree
