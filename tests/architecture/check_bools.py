"""Finds calls like compile(shapes, true), whose reader has to look up what `true` means.

A function of our headers with several parameters gets an enum class or a struct instead, or becomes two functions.
Usage: check_bools.py ROOT
"""

import pathlib
import re
import sys

ARGUMENTS = r"\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)"
# Setters of one switch among several, whose call reads well: switches.set(line, true). QCustomPlot has one, too.
ALLOWED = {"set"}


def flat(arguments):
    """Arguments in one line, without those of nested calls and initializers."""
    inner = re.sub(r"\([^()]*\)|\{[^{}]*\}", "", arguments)
    return flat(inner) if inner != arguments else " ".join(arguments.split())


def namesIn(header):
    """The functions with a parameter of type bool and at least one other."""
    calls = re.findall(r"(\w+)" + ARGUMENTS, re.sub(r"//.*", "", header))
    return {name for name, arguments in calls if "," in arguments and re.search(r"\bbool \w+\s*(=|,|$)", arguments)}


def problemsIn(source, names):
    """Line and text of each call of `names` that passes a literal."""
    source = re.sub(r"//.*", "", source)
    for call in re.finditer(r"\b(%s)(?=%s)" % ("|".join(sorted(names)), ARGUMENTS), source):
        if re.search(r", (true|false)(,|$)|^(true|false),", flat(call[2])):
            yield source.count("\n", 0, call.start()) + 1, "%s(%s)" % (call[1], " ".join(call[2].split()))


def main(root):
    paths = [p for room in ("engine", "ui", "app", "tests") for p in (pathlib.Path(root) / room).rglob("*.*")]
    texts = {p.relative_to(root): p.read_text(encoding="utf-8") for p in paths if p.suffix in (".h", ".cpp", ".cu")}
    headers = [text for path, text in texts.items() if path.suffix == ".h" and path.parts[0] != "tests"]
    names = set().union(*map(namesIn, headers)) - ALLOWED
    problems = [
        "%s:%d: %s: use an enum, a struct, or two functions" % (path, line, call)
        for path, text in sorted(texts.items())
        for line, call in problemsIn(text, names)
    ]
    print("\n".join(problems + ["%d functions, %d problems" % (len(names), len(problems))]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
