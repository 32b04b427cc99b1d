"""Names functions of the product that nothing in the product calls; tests do not count as callers.

usage: check_unused.py SOURCE_DIR

The check knows names only: a function declared in a header counts as used where its name occurs in the product outside
its own declarations and definitions. Overloads with a used namesake are missed, which keeps the check free of false
alarms. Overrides, signals and operators are not looked at. ALLOWED holds names that something outside the sources
calls, with the reason.
"""
import collections
import pathlib
import re
import sys

ALLOWED = {
    "qHash": "called by QHash",
    "begin": "range for",
    "end": "range for",
    "value_type": "standard containers",
    # Tests observe the product through these.
    "author": "tests write lessons through it",
    "bracketTexts": "places of texts, without a picture",
    "breakpoints": "state of the replay",
    "chromeTrace": "the exported text without a file",
    "insertStep": "tests write lessons through it",
    "isErrorShown": "state of the right pane",
    "isGrowing": "state of an animation",
    "setMostRecords": "a small limit reaches the same code",
    "temporaryPath": "the file before it has its name",
    "ticksPerNanosecond": "benchmarks convert ticks",
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
    for path in files:
        text = strip(path.read_text())
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
    print(f"{len(declared)} names, {len(unused)} unused")
    return 1 if unused else 0


sys.exit(main())
