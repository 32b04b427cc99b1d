#!/usr/bin/env python3
"""Finds chains like tr("%1, line %2").arg(name).arg(line), which fill a "%2" that the name itself contains.

    check_arguments.py ROOT

In a chain of arg(), only the last call may insert text; the calls before insert numbers. Pass text and what follows it
to one call: arg(name, QString::number(line)). The check recognises text by its spelling: functions of QString, and
names such as title, label and name. Colours and formatted numbers contain no "%2".
"""
import pathlib
import re
import sys

TEXT = re.compile(
    r'QString::from|toHtmlEscaped|captured\(|trimmed\(|front\(\)|'
    r'\b(?!con|count|bytes)\w*([tT]ext|[tT]itle|[lL]abel|[nN]ame|key)\b(?!\(\)|\.name\(\))'
)
CHAIN = re.compile(r'\.arg\(')
NEXT = re.compile(r'\s*\.arg\(')


def end_of(text, start):
    """The position of the bracket that closes the one at start."""
    depth = 0
    for match in re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])\'|[()]').finditer(text, start):
        depth += {'(': 1, ')': -1}.get(match[0], 0)
        if depth == 0:
            return match.start()
    return len(text)


def problems_of(text):
    """Line and argument of each call that inserts text and is followed by another call."""
    for match in CHAIN.finditer(text):
        end = end_of(text, match.end() - 1)
        argument = ' '.join(text[match.end() : end].split())
        if NEXT.match(text, end + 1) and TEXT.search(re.sub(r'"(?:\\.|[^"\\])*"', '""', argument)):
            yield text.count('\n', 0, match.start()) + 1, argument


def main():
    root = pathlib.Path(sys.argv[1])
    files = sorted(path for room in ('ui', 'app') for path in (root / room).rglob('*') if path.suffix in ('.h', '.cpp'))
    found = [
        f'{path.relative_to(root)}:{line}: arg({argument}) inserts text before another arg(): use one call'
        for path in files
        for line, argument in problems_of(path.read_text(encoding='utf-8'))
    ]
    print('\n'.join(found) or f'{len(files)} files, no text is inserted before another argument')
    sys.exit(1 if found else 0)


main()
