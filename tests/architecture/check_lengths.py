"""Fails for sources of the product and its tests that are longer than 600 lines, and for a main window of more than
400.

usage: check_lengths.py SOURCE_DIR
"""
import pathlib
import sys

MOST = 600
MOST_OF_WINDOW = 400
TOPS = ("engine", "ui", "app", "tests", "resources")
ENDINGS = (".h", ".cpp", ".cu", ".py")


def main():
    source = pathlib.Path(sys.argv[1])
    paths = [path for top in TOPS for path in sorted((source / top).rglob("*")) if path.suffix in ENDINGS]
    lengths = {path.relative_to(source).as_posix(): path.read_bytes().count(b"\n") for path in paths}
    problems = [
        f"{name} has {lines} lines, and at most {MOST} are allowed: split it by subject"
        for name, lines in lengths.items()
        if lines > MOST
    ]
    window = sum(lines for name, lines in lengths.items() if name.startswith("ui/shell/main_window."))
    if window > MOST_OF_WINDOW:
        problems.append(f"ui/shell/main_window has {window} lines, at most {MOST_OF_WINDOW} are allowed")
    print("\n".join(problems) if problems else f"{len(lengths)} files, none above the limit")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
