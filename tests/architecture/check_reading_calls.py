"""Checks that the window and the rewriter of listings agree on the calls that read a value or make a text.

The window greys out the parts of a line that do not run (ui/look/removed_code.cpp); the rewriter removes them
(overlap_listing/sync.py). Usage: check_reading_calls.py ROOT
"""

import ast
import pathlib
import re
import sys


def namesIn(source, array):
    """The names in `constexpr std::array NAME{".item()", "float("};`."""
    texts = re.search(r"std::array %s\{(.*?)\};" % array, source, re.S)[1]
    return set(re.findall(r'"\.?(\w+)\(', texts))


def main(root):
    root = pathlib.Path(root)
    window = (root / "ui/look/removed_code.cpp").read_text(encoding="utf-8")
    rewriter = ast.parse((root / "engine/listing/python/overlap_listing/sync.py").read_text(encoding="utf-8"))
    sets = {
        node.targets[0].id: set(ast.literal_eval(node.value))
        for node in rewriter.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Set)
    }
    conversions = namesIn(window, "kConversions")
    pairs = {
        "READING": namesIn(window, "kReadings"),
        "CONVERSIONS": conversions,
        "TEXTS": namesIn(window, "kTexts") | conversions,
    }
    problems = [
        "%s of sync.py and removed_code.cpp differ in %s" % (name, ", ".join(sorted(sets[name] ^ calls)))
        for name, calls in pairs.items()
        if sets[name] != calls
    ]
    print("\n".join(problems + ["%d lists, %d problems" % (len(pairs), len(problems))]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
