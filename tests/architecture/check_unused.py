"""Names functions that nothing in the product calls, and data members that nothing in it reads; tests do not count.
Checks C++, and the packages of Python whose names start with overlap; the names of dialects are for programs.

usage: check_unused.py SOURCE_DIR

The check knows names only: a function declared in a header counts as used where its name occurs in the product outside
its own declarations and definitions, and a member where its name occurs other than in its declaration and as the
target of an assignment. Those with a used namesake are missed, which keeps the check free of false alarms. Overrides,
signals and operators are not checked. ALLOWED holds names that something outside the sources uses, with the reason.
"""
import ast
import collections
import pathlib
import re
import sys

from check_classes import classesOf

ALLOWED = {
    "qHash": "called by QHash",
    "begin": "range for",
    "end": "range for",
    "value_type": "standard containers",
    # Used by tests only, to observe the product.
    "author": "tests write lessons through it",
    "bracketTexts": "places of texts, without a picture",
    "breakpoints": "state of the replay",
    "chromeTrace": "the exported text without a file",
    "lostLives": "a counter of the scheduler",
    "insertStep": "tests write lessons through it",
    "isErrorShown": "state of the right pane",
    "isGrowing": "state of an animation",
    "operationRecords": "a counter of the scheduler",
    "receiver": "compared by a defaulted operator",
    "sender": "compared by a defaulted operator",
    "setMostRecords": "a small limit reaches the same code",
    "temporaryPath": "the file before it has its name",
    "ticksPerNanosecond": "benchmarks convert ticks",
    # Python and its libraries call these.
    "_baseclass": "of the values in a masked array of NumPy",
    "fileno": "of a stream",
    "new_figure_manager": "of a backend of Matplotlib",
    "newlines": "of a stream",
    "writelines": "of a stream",
}

COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
# A declaration: a type or specifiers, a name, a parameter list, then what may follow it.
DECLARATION = re.compile(
    r"^[ \t]*(?:\[\[nodiscard\]\][ \t]*)?(?!return\b|else\b|delete\b|new\b|throw\b|using\b|case\b|emit\b|co_)"
    r"(?:\w[\w:<>,*&\[\]]*[ \t]+)+[*&]*(\w+)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
    r"\s*(?:const)?\s*&?\s*(?:noexcept)?\s*(override)?",
    re.M,
)
DEFINITION = re.compile(
    r"\b(?:\w+::)+~?(\w+)\s*\((?:[^()]|\([^()]*\))*\)\s*(?:const)?\s*&?\s*(?:noexcept)?\s*\n?\{", re.M
)
# The type that precedes a member in its declaration, and the text before or after a member where a statement sets it.
TYPE_BEFORE = re.compile(
    r"(?:(?!\b(?:return|case|else|co_return|delete)\b)\b[A-Za-z_]\w*|[>*]|(?<!&)&)\s+$|(?<!&)[*&]$"
)
SET_AFTER = re.compile(
    r"\s*(?:=(?!=)|[-+|&*/]=|\+\+|--|\.(?:push_back|emplace_back|clear|reset|emplace|store|reserve|resize|assign)\()"
)
INCREMENT_BEFORE = re.compile(r"(?:\+\+|--)[\w.>-]*$")
VALUE_USED_BEFORE = re.compile(r"(?:\breturn|[=(,\[])\s*(?:\+\+|--)?[\w.>-]*$")
VALUE_USED_AFTER = re.compile(r"\s*(?:\+\+|--)\s*[^;\s]")
WORD = re.compile(r"\b[A-Za-z_]\w*\b")
KEYWORDS = {
    "if",
    "for",
    "while",
    "switch",
    "return",
    "sizeof",
    "defined",
    "requires",
    "decltype",
    "alignas",
    "noexcept",
}


def strip(text):
    return COMMENT_OR_TEXT.sub(lambda match: " " if match[0].startswith("/") else '""', text)


def isRead(text, match):
    """Whether an occurrence of a member's name outside its declaration uses its value."""
    before, after = text[max(0, match.start() - 60) : match.start()], text[match.end() : match.end() + 40]
    isSet = SET_AFTER.match(after) or INCREMENT_BEFORE.search(before)
    return not isSet or bool(VALUE_USED_BEFORE.search(before)) or bool(VALUE_USED_AFTER.match(after))


def isDeclaration(text, match):
    before, after = text[max(0, match.start() - 60) : match.start()], text[match.end() : match.end() + 4]
    return bool(TYPE_BEFORE.search(before)) and re.match(r"\s*(?:=(?!=)|[;{,\[]|:(?!:))", after) is not None


def unreadMembers(source, texts):
    """(path, class, member) of data members whose value nothing uses."""
    places = collections.defaultdict(list)
    for counts in classesOf(source):
        for member in counts.members:
            if WORD.fullmatch(member or ""):
                places[member].append((counts.path, counts.name))
    declarations = {member: len(found) for member, found in places.items()}
    read = set()
    for path, text in texts.items():
        for match in WORD.finditer(text):
            member = match[0]
            if member not in places or member in read:
                continue
            isHere = any(path == place for place, _ in places[member])
            if isHere and declarations[member] > 0 and isDeclaration(text, match):
                declarations[member] -= 1
            elif isRead(text, match):
                read.add(member)
    for member, found in places.items():
        if member not in read and member not in ALLOWED:
            yield (*found[0], member)


def definedNames(tree):
    """Functions, classes, variables and attributes of self that a Python module defines, once per definition."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        for target in node.targets if isinstance(node, ast.Assign) else ():
            if isinstance(target, ast.Name):
                yield target.id
            elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self":
                yield target.attr


def unusedPython(source, texts):
    """(path, name) of definitions in our Python packages that neither they, the dialects nor the C++ sources name."""
    words = collections.Counter(word for text in texts.values() for word in WORD.findall(text))
    places = collections.defaultdict(list)
    for top in ("engine", "resources/python"):
        for path in (source / top).rglob("*.py"):
            text = path.read_text()
            words.update(WORD.findall(text))
            if any(part.startswith("overlap") for part in path.parts):
                for name in definedNames(ast.parse(text)):
                    places[name].append(path.relative_to(source).as_posix())
    for name, found in places.items():
        if words[name] <= len(found) and not name.startswith(("__", "visit_")) and name not in ALLOWED:
            yield found[0], name


def main():
    source = pathlib.Path(sys.argv[1])
    files = [
        p
        for top in ("engine", "ui", "app")
        for ending in ("h", "cpp", "cu")
        for p in (source / top).rglob("*." + ending)
    ]
    words = collections.Counter()
    declared = collections.defaultdict(list)
    own = collections.Counter()
    contents = {path.relative_to(source).as_posix(): path.read_text() for path in files}
    texts = {path: strip(text) for path, text in contents.items()}
    for path in files:
        text = texts[path.relative_to(source).as_posix()]
        words.update(WORD.findall(text))
        spans = set()
        for match in DECLARATION.finditer(text):
            name = match[1]
            if name in KEYWORDS or match[2] or (match.start(1), name) in spans:
                continue
            spans.add((match.start(1), name))
            own[name] += 1
            if path.suffix == ".h" and not re.search(r"\bQ_(?:SIGNALS|INVOKABLE)\b", match[0]):
                declared[name].append(str(path.relative_to(source)))
        for match in DEFINITION.finditer(text):
            if (match.start(1), match[1]) not in spans:
                spans.add((match.start(1), match[1]))
                own[match[1]] += 1
    unused = sorted(
        (places[0], name) for name, places in declared.items() if words[name] <= own[name] and name not in ALLOWED
    )
    for place, name in unused:
        print(f"{place}: nothing in engine, ui or app calls {name}")
    unread = sorted(unreadMembers(source, texts))
    for place, name, member in unread:
        print(f"{place}: nothing in engine, ui or app reads {name}::{member}")
    inPython = sorted(unusedPython(source, contents))
    for place, name in inPython:
        print(f"{place}: nothing uses {name}")
    print(
        f"{len(declared)} names, {len(unused)} unused; {len(unread)} members unread; {len(inPython)} unused in Python"
    )
    return 1 if unused or unread or inPython else 0


sys.exit(main())
