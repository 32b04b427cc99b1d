"""Finds the levers of a listing: values other than waits that a reader can change, and the line for each value."""

import ast

from overlap_listing.devices import Names, is_device
from overlap_listing.sync import is_cpu, is_false, keyword, parse
from overlap_listing.tensors import parts

# Functions that make a CPU tensor unless the call specifies a device.
FACTORIES = {'empty', 'full', 'ones', 'rand', 'randint', 'randn', 'tensor', 'zeros', 'arange', 'linspace'}
# Methods whose first argument is a device.
MOVES = {'torch': {'to', 'cuda'}, 'mxnet': {'as_in_context', 'as_in_ctx', 'copyto'}}
DEVICE_KEYWORDS = {'device', 'ctx'}
# Functions that make batches -> the positions of batch_size and num_workers; None: no parameter num_workers.
LOADERS = {'DataLoader': (1, 5), 'load_data_fashion_mnist': (0, None), 'load_array': (1, None)}
# The minimum of each lever with a number, and the default of a loader.
LEAST = {'batch_size': 1, 'num_workers': 0}
OFFERED_WORKERS = (0, 1, 2, 4, 8)


class Place:
    """A part of one line that a lever replaces. Columns are in bytes, as in `ast`."""

    def __init__(self, line, begin, end, prefix='', suffix=''):
        self.line, self.begin, self.end = line, begin, end
        self.prefix, self.suffix = prefix, suffix

    @classmethod
    def of(cls, node):
        """The place of a node; None if the node spans several lines."""
        return cls(node.lineno, node.col_offset, node.end_col_offset) if node.lineno == node.end_lineno else None


class Lever:
    """A value and its places. For each place, the text of each value; a number that has no text is inserted itself."""

    def __init__(self, name, value, places):
        self.name, self.value = name, value
        self.places = places  # [(Place, {value: text})]

    @property
    def line(self):
        return self.places[0][0].line

    @property
    def is_number(self):
        return self.name in LEAST


def insertion(call, lines, text):
    """The place at which `text` becomes the last argument of a call; None if it is on a line without an argument."""
    if any(isinstance(argument, ast.GeneratorExp) for argument in call.args):
        return None
    last = max((a.end_lineno for a in [*call.args, *(k.value for k in call.keywords)]), default=call.end_lineno)
    close = call.end_col_offset - 1
    before = lines[call.end_lineno - 1].encode()[:close].decode(errors='replace').rstrip()
    if last != call.end_lineno and not before:
        code = lines[last - 1].split('#')[0].rstrip()
        return Place(call.end_lineno, close, close, text) if code.endswith(',') else None
    separator = '' if before.endswith('(') else ' ' if before.endswith(',') else ', '
    return Place(call.end_lineno, close, close, separator + text)


class Finder(ast.NodeVisitor):
    def __init__(self, tree, source, dialect):
        self.lines = source.split('\n')
        self.dialect = dialect
        self.names = Names(tree)
        self.nodes = list(ast.walk(tree))
        self.found = []
        self.indices = {}  # per list of devices
        for node in self.nodes:
            if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                if isinstance(node.value, ast.Name) and type(node.slice.value) is int:
                    self.indices.setdefault(node.value.id, set()).add(node.slice.value)
        calls = [n for n in self.nodes if isinstance(n, ast.Call)]
        self.has_copies = dialect == 'torch' and any(self._is_copy(call) for call in calls)
        self.visit(tree)

    # -- recording levers

    def _text(self, node):
        return self.lines[node.lineno - 1].encode()[node.col_offset : node.end_col_offset].decode(errors='replace')

    def _add(self, name, value, place, texts):
        if place is not None:
            self.found.append(Lever(name, value, [(place, texts)]))

    def _keyword_switch(self, name, call, argument, default, negated=False, position=None):
        """A switch that is a constant argument of a call, or could be one. `negated`: on means False."""
        given = keyword(call, argument)
        value = given.value if given is not None else None
        if value is None and position is not None and position < len(call.args):
            value = call.args[position]
        if value is not None and not isinstance(value, ast.Constant):
            return
        is_true = default if value is None else not is_false(value)
        texts = {'on': str(not negated), 'off': str(negated)}
        if given is not None and is_true != default and self._removal(given) is not None:
            place = self._removal(given)  # the default: the line without the argument
            texts = {one: None if one == ('on' if is_true != negated else 'off') else '' for one in texts}
        elif value is not None:
            place = Place.of(value)
        elif any(k.arg is None for k in call.keywords):
            return  # **options may contain the argument
        else:
            place = insertion(call, self.lines, f'{argument}=')
            current = 'on' if is_true != negated else 'off'
            texts = {one: None if one == current else text for one, text in texts.items()}
        self._add(name, 'on' if is_true != negated else 'off', place, texts)

    def _removal(self, given):
        """The place of a keyword argument and the comma before it; None if they are on different lines."""
        line = self.lines[given.lineno - 1].encode()
        comma = line[: given.col_offset].rstrip()
        if given.lineno != given.end_lineno or not comma.endswith(b','):
            return None
        return Place(given.lineno, len(comma) - 1, given.value.end_col_offset)

    # -- finding levers

    def visit_FunctionDef(self, node):
        for decorator in node.decorator_list:
            if parts(decorator) == ['torch', 'compile'] and self.dialect == 'torch':
                end = Place.of(decorator)
                if end is not None:
                    place = Place(end.line, end.end, end.end)
                    self._add('compile', 'on', place, {'on': None, 'off': '(disable=True)'})
        self.generic_visit(node)

    def visit_With(self, node):
        if self.dialect == 'torch':
            for item in node.items:
                self._stream(item.context_expr)
        self.generic_visit(node)

    def visit_Assign(self, node):
        value = node.value
        elements = value.elts if isinstance(value, ast.Tuple) else [value]
        for element in elements:
            if is_device(element):
                self._device(element)
        self.generic_visit(node)

    def visit_Call(self, call):
        name = parts(call.func)
        method = call.func.attr if isinstance(call.func, ast.Attribute) else ''
        if self.dialect == 'torch' and name == ['torch', 'compile']:
            self._keyword_switch('compile', call, 'disable', False, negated=True)
        if self.dialect == 'mxnet' and method == 'hybridize':
            self._keyword_switch('hybridize', call, 'active', True, position=0)
        if self.dialect == 'torch':
            self._copies(call, method)
            self._pinning(call, method, name)
        for argument in DEVICE_KEYWORDS:
            given = keyword(call, argument)
            if given is not None:
                self._device(given.value)
        if method in MOVES[self.dialect] and call.args and self._is_device_argument(call.args[0], method):
            self._device(call.args[0])
        self._loader(call, name)
        self.generic_visit(call)

    def _is_device_argument(self, node, method):
        return self.names.may_be_device(node) or (method == 'cuda' and isinstance(node, ast.Constant))

    def _is_copy(self, call):
        """Whether a call copies to or from a GPU and supports non_blocking."""
        func = call.func
        if not isinstance(func, ast.Attribute) or parts(func)[:1] in (['torch'], ['d2l']):
            return False
        if func.attr in ('cuda', 'copy_'):
            return True
        target = call.args[0] if call.args else keyword(call, 'device') and keyword(call, 'device').value
        return func.attr == 'to' and target is not None and self.names.may_be_device(target)

    def _copies(self, call, method):
        if not self._is_copy(call):
            return
        target = call.args[0] if call.args else keyword(call, 'device') and keyword(call, 'device').value
        if method == 'to' and is_cpu(target):
            return  # a wait, which has a separate switch
        position = {'copy_': 1, 'cuda': 1, 'to': None}[method]
        self._keyword_switch('non_blocking', call, 'non_blocking', False, position=position)

    def _pinning(self, call, method, name):
        if method == 'pin_memory' and not call.args and not call.keywords:
            value = call.func.value
            if value.end_lineno == call.lineno == call.end_lineno:
                rest = self.lines[call.lineno - 1].encode()[value.end_col_offset : call.end_col_offset]
                begin = value.end_col_offset + rest.index(b'.')
                place = Place(call.lineno, begin, call.end_col_offset)
                self._add('pin_memory', 'on', place, {'on': None, 'off': ''})
            return
        is_loader = name[-1:] == ['DataLoader']
        is_factory = len(name) == 2 and name[0] == 'torch' and name[1] in FACTORIES
        if is_loader:
            self._keyword_switch('pin_memory', call, 'pin_memory', False, position=7)
        elif is_factory and self.has_copies and not self._is_pinned(call):
            device = keyword(call, 'device')
            if device is None or is_cpu(device.value):
                self._keyword_switch('pin_memory', call, 'pin_memory', False)

    def _is_pinned(self, call):
        return any(
            isinstance(node, ast.Attribute) and node.attr == 'pin_memory' and node.value is call for node in self.nodes
        )

    def _stream(self, call):
        if not isinstance(call, ast.Call) or parts(call.func) != ['torch', 'cuda', 'stream'] or len(call.args) != 1:
            return
        given = Place.of(call.args[0])
        if given is None:
            return
        value = self._text(call.args[0])
        others = self.names.streams + [name + '[0]' for name in self.names.stream_lists]
        values = list(dict.fromkeys([value, *others, 'None']))
        self._add('stream', value, given, {one: one for one in values})

    def _device(self, node):
        place = Place.of(node)
        if place is None or not self.names.is_device(node):
            return
        value = self._text(node)
        values = [value]
        for name in sorted(self.names.device_lists):
            values += [f'{name}[{index}]' for index in sorted({0, 1} | self.indices.get(name, set()))]
        if self.dialect == 'torch':
            values += ["'cpu'", "'cuda:0'", "'cuda:1'"]
        else:
            module = next((n.id for n in self.nodes if isinstance(n, ast.Name) and n.id in ('npx', 'mx')), 'mx')
            values += [f'{module}.cpu()', f'{module}.gpu(0)', f'{module}.gpu(1)']
        is_bound = isinstance(node, ast.Call) or isinstance(node, ast.Constant)
        if self.dialect == 'torch' and is_bound and parts(getattr(node, 'func', None))[:1] == ['torch']:
            values = [value] + [f'torch.device({one})' for one in values if one.startswith("'")]
        self._add('device', value, place, {one: one for one in dict.fromkeys(values)})

    def _loader(self, call, name):
        loader = LOADERS.get(name[-1]) if name else None
        if loader is None:
            return
        batch, workers = loader
        self._number('batch_size', call, batch)
        if workers is not None:
            self._number('num_workers', call, workers if self.dialect == 'torch' else None)

    def _number(self, name, call, position):
        given = keyword(call, name)
        value = given.value if given is not None else None
        if value is None and position is not None and position < len(call.args):
            value = call.args[position]
        if value is None:
            if name == 'num_workers' and not any(k.arg is None for k in call.keywords):
                self._add(name, '0', insertion(call, self.lines, name + '='), {})
            return
        self._number_at(name, value)

    def _number_at(self, name, value):
        """Adds a lever for a number. For a name, the number that is bound to it or passed by calls of the function."""
        if not isinstance(value, ast.Name):
            if isinstance(value, (ast.Constant, ast.BinOp)) and not isinstance(getattr(value, 'value', 0), (str, bool)):
                place = Place.of(value)
                if place is not None:
                    self._add(name, self._text(value), place, {})
            return
        if value.id in self.names.numbers:
            bound = self.names.numbers[value.id]
            self._add(name, self._text(bound), Place.of(bound), {})
            return
        for function in self.names.functions.values():
            arguments = [a.arg for a in function.args.posonlyargs + function.args.args]
            if value.id not in arguments or value not in ast.walk(function):
                continue
            for call in self.nodes:
                if isinstance(call, ast.Call) and parts(call.func) == [function.name]:
                    given = keyword(call, value.id)
                    position = arguments.index(value.id)
                    passed = given.value if given is not None else None
                    if passed is None and position < len(call.args):
                        passed = call.args[position]
                    if isinstance(passed, (ast.Constant, ast.BinOp)):
                        self._number_at(name, passed)


def whole_number(text):
    """The whole number that a text denotes, such as 512 for '2 * 256'; None if it is not made of whole numbers."""

    def value(node):
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return node.value
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Add)):
            sides = value(node.left), value(node.right)
            if None not in sides:
                return sides[0] * sides[1] if isinstance(node.op, ast.Mult) else sum(sides)
        return None

    try:
        return value(ast.parse(text.strip(), mode='eval').body)
    except (SyntaxError, ValueError):
        return None


def offered(lever):
    """The values that a lever with a number offers, including its current one; others are valid too."""
    number = whole_number(lever.value)
    if lever.name == 'num_workers':
        values = OFFERED_WORKERS
    else:
        values = (number // 4, number // 2, number, number * 2, number * 4) if number else (32, 64, 128, 256, 512)
    texts = [lever.value if one == number else str(one) for one in sorted({*values}) if one >= LEAST[lever.name]]
    return texts if lever.value in texts else [lever.value, *texts]


def with_value(line, places, value):
    """Returns the line with `value` at each place. The last place is replaced first, so that columns of the others
    remain valid."""
    data = line.encode()
    for place, texts in sorted(places, key=lambda one: -one[0].begin):
        text = texts.get(value, value)
        if text is not None:
            data = data[: place.begin] + (place.prefix + text + place.suffix).encode() + data[place.end :]
    return data.decode(errors='replace')


def merged(found):
    """Merges levers of one line that have the same name and value; further ones of the name are numbered, such as
    device2."""
    levers = {}
    for lever in found:
        number = 1
        while True:
            key = lever.line, lever.name + (str(number) if number > 1 else '')
            other = levers.get(key)
            if other is None:
                levers[key] = lever
            elif other.value == lever.value and not lever.is_number:
                known = {(place.begin, place.end) for place, _ in other.places}
                place = lever.places[0][0]
                if (place.begin, place.end) not in known or place.begin == place.end:
                    other.places += lever.places
            elif other.places[0][0].begin != lever.places[0][0].begin:
                number += 1
                continue
            break
    return sorted(levers.items())


def levers(source, dialect):
    """Returns a tuple (line, name, value, choices, head, tail, least) for each lever; `choices` are pairs (value, text
    of the line). If a lever is a number, any other of at least `least` is valid too: the text of its line is then
    head + number + tail. Raises SyntaxError."""
    tree = parse(source, takes_comments=True)
    lines = source.split('\n')
    result = []
    for (line, name), lever in merged(Finder(tree, source, dialect).found):
        text = lines[line - 1]
        values = offered(lever) if lever.is_number else list(lever.places[0][1])
        states = [(value, text if value == lever.value else with_value(text, lever.places, value)) for value in values]
        head = tail = ''
        if lever.is_number:
            mark = '\0'
            head, tail = with_value(text, lever.places, mark).split(mark)
        result.append((line, name, lever.value, states, head, tail, LEAST.get(lever.name, 0)))
    return result
