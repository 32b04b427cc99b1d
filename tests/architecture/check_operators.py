#!/usr/bin/env python3
"""Fails if a dialect lacks a name for an operator of the catalogue, or names one that does not exist.

usage: check_operators.py SOURCE_DIR
"""
import pathlib
import re
import sys

# Families whose operators no program calls: the engine and autograd create them.
INTERNAL = {"Marker", "Slope", "Graph"}
# Operators without a name of their own in a dialect, and why.
EXCEPT = {"mxnet": {"Copy": "the native module copies", "Scatter": "indexing.py assigns"}, "torch": {}}
# What both dialects define in the same way.
SHARED = "overlap_dialect"
# Each of these lists every elementwise function of one tensor; a group is satisfied by one of its files.
FUNCTIONS = {
    "torch": (("tensor_type.py",), ("making.py",), ("jit.py",)),
    "mxnet": (("array_type.py",), ("ndarray.py",), ("np/__init__.py", "npx.py"), ("operators.py",)),
}
# Written as operators of Python, not as functions.
SIGNS = {"Negate"}


def quoted(path):
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return {
        word for file in files for text in re.findall(r"[\"']([\w ]+)[\"']", file.read_text()) for word in text.split()
    }


def problems(source):
    rows = re.findall(r"row\(O::\w+,\s*\"(\w+)\",\s*F::(\w+)", (source / "engine/ops/catalogue.h").read_text())
    known = {name for name, _ in rows}
    python = source / "resources/python"
    called = [name for name, family in rows if family not in INTERNAL and not name.endswith("Backward")]
    functions = [
        name for name, family in rows if family == "Unary" and not name.endswith("Scalar") and name not in SIGNS
    ]
    shared = quoted(python / SHARED)
    for dialect, exceptions in EXCEPT.items():
        named = quoted(python / dialect)
        for name in called:
            if name not in named | shared and name not in exceptions:
                yield f"resources/python/{dialect} has no name for the operator {name}"
        for name in sorted(exceptions):
            if name in named:
                yield f"resources/python/{dialect} names {name}: remove the exception in check_operators.py"
        for group in FUNCTIONS[dialect]:
            listed = set().union(*(quoted(python / dialect / file) for file in group))
            for name in functions:
                if name not in listed:
                    yield f"resources/python/{dialect}/{group[0]} lacks the function {name}"
    for file in sorted(python.rglob("*.py")):
        text = file.read_text()
        for name in re.findall(r"(?:\bapply|OPERATORS)[(\[]\s*[\"'](\w+)[\"']", text):
            if name not in known:
                yield f"{file.relative_to(source)} uses the operator {name}, which the catalogue does not have"


def main():
    found = list(problems(pathlib.Path(sys.argv[1])))
    print("\n".join(found) if found else "both dialects name the operators of the catalogue")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
