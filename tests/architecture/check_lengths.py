"""Fails for sources of the product and its tests that are longer than 600 lines, for functions of the product whose
bodies are longer than 70, and for a main window of more than 400.

usage: check_lengths.py SOURCE_DIR
"""
import pathlib
import re
import sys

MOST = 600
MOST_OF_WINDOW = 400
MOST_OF_FUNCTION = 70
TOPS = ("engine", "ui", "app", "tests", "resources")
ENDINGS = (".h", ".cpp", ".cu", ".py")


def functions(path):
    """Yields the line before each function body and the number of lines of the body, in the form of clang-format."""
    lines = path.read_text().split("\n")
    for begin, line in enumerate(lines):
        if re.fullmatch(r" *\{", line):
            brace = line.replace("{", "}")
            end = next(at for at in range(begin, len(lines)) if lines[at] in (brace, brace + ";"))
            yield begin, end - begin - 1


def main():
    source = pathlib.Path(sys.argv[1])
    paths = [path for top in TOPS for path in sorted((source / top).rglob("*")) if path.suffix in ENDINGS]
    lengths = {path.relative_to(source).as_posix(): path.read_bytes().count(b"\n") for path in paths}
    problems = [
        f"{name} has {lines} lines, and at most {MOST} are allowed: split it by subject"
        for name, lines in lengths.items()
        if lines > MOST
    ]
    problems += [
        f"{path.relative_to(source)}:{line} has a body of {length} lines, and at most {MOST_OF_FUNCTION} are allowed"
        for path in paths
        if path.suffix in (".h", ".cpp", ".cu") and path.relative_to(source).parts[0] != "tests"
        for line, length in functions(path)
        if length > MOST_OF_FUNCTION
    ]
    window = sum(lines for name, lines in lengths.items() if name.startswith("ui/shell/main_window."))
    if window > MOST_OF_WINDOW:
        problems.append(f"ui/shell/main_window has {window} lines, at most {MOST_OF_WINDOW} are allowed")
    print("\n".join(problems) if problems else f"{len(lengths)} files, none above the limit")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
