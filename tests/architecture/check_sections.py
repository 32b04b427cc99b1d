"""Checks that every program in resources/workloads numbers its section as its group in the chapter tree.

Usage: check_sections.py ROOT
"""

import pathlib
import re
import sys


def main(root):
    problems = []
    programs = sorted((pathlib.Path(root) / "resources" / "workloads").glob("*.py"))
    for path in programs:
        header = dict(re.findall(r"^#: (section|group) = (\S+)", path.read_text(encoding="utf-8"), re.M))
        section, group = header.get("section", ""), header.get("group", "")
        if section and group and not re.match(re.escape(group) + r"(?!\d)", section):
            problems.append("%s: section %s is not in group %s" % (path.name, section, group))
    print("\n".join(problems + ["%d programs, %d problems" % (len(programs), len(problems))]))
    return 1 if problems or not programs else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
