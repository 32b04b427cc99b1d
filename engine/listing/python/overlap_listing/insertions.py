"""Where a wait can be inserted into a listing, and the statement that waits."""

import ast

from overlap_listing.sync import parse

# No wait is offered after these statements: they leave the suite or issue no work.
ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal)


def statement_of(tree, dialect):
    """The statement that waits for all work, by a module name that the listing uses."""
    if dialect == 'torch':
        return 'torch.cuda.synchronize()'
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return next((name for name in ('npx', 'nd') if name in names), 'mx.nd') + '.waitall()'


def suites(tree):
    for node in ast.walk(tree):
        for field in ('body', 'orelse', 'finalbody'):
            suite = getattr(node, field, None)
            if isinstance(suite, list):
                yield suite


def insertions(source, dialect):
    """(line, text) of each line after which a wait can be inserted; `text`: the line to insert. Raises SyntaxError."""
    tree = parse(source, takes_comments=True)
    lines = source.split('\n')
    statement = statement_of(tree, dialect)
    found = {}
    for suite in suites(tree):
        for node in suite:
            is_simple = not hasattr(node, 'body') and not hasattr(node, 'cases')
            is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            if not is_simple or is_text or isinstance(node, ENDS) or node.end_lineno > len(lines):
                continue
            before = lines[node.lineno - 1].encode()[: node.col_offset].decode(errors='replace')
            after = lines[node.end_lineno - 1].encode()[node.end_col_offset :].decode(errors='replace').strip()
            if not before.strip() and (not after or after.startswith('#')):
                found[node.end_lineno] = before + statement
    return sorted(found.items())
