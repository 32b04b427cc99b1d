#!/usr/bin/env python3
"""Checks .github/SECURITY.md: every statement names a test, every test exists, and no source of the product uses a
network library or shows HTML outside the files that escape the names in it.

    check_security.py ROOT
"""
import pathlib
import re
import sys

NETWORK = re.compile(r'#include <(sys/socket|netinet/|arpa/|netdb|QTcp|QUdp|QNetwork|QLocalSocket|QWebSocket|curl/)')
# ui/look/plain_texts makes every label, message box and tooltip show its text unformatted. These files request HTML.
HTML = re.compile(
    r'\b(Qt::RichText|Qt::MarkdownText|QToolTip::showText|\w+HtmlToolTip|setHtml|insertHtml|appendHtml'
    r'|QTextEdit(?! \{)|QTextBrowser|setWhatsThis|setToolTipsVisible)\b'
    # QStaticText detects HTML by itself unless its format is set.
    r'|QStaticText\([^;]*\);(?!\s*[\w.]+\.setTextFormat\(Qt::PlainText\))'
)
SHOWS_HTML = {
    'ui/graph/graph_caption.cpp': 'a link to the block of an operation',
    'ui/graph/net_side.cpp': 'a table of times',
    'ui/graph/net_trail.cpp': 'links to the open layers',
    'ui/inspect/inspector_view.cpp': 'coloured sentences and links to operations',
    'ui/inspect/peak_bar.cpp': 'wraps a tooltip',
    'ui/inspect/try_this_card.cpp': 'a coloured change of the listing',
    'ui/inspect/what_happened_view.cpp': 'coloured sentences and links to operations',
    'ui/look/plain_texts.cpp': 'escapes all others',
    'ui/look/plain_texts.h': 'declares the functions',
    'ui/runs/banner.cpp': 'colours the end of a message',
    'ui/runs/status_line.cpp': 'wraps a tooltip',
}
PRODUCT = ('engine', 'ui', 'app')


def missing_tests(root):
    text = (root / '.github' / 'SECURITY.md').read_text(encoding='utf-8')
    named = sorted(set(re.findall(r'`(Test\w+)::(\w+)`', text)))
    tests = [path.read_text(encoding='utf-8') for path in (root / 'tests').rglob('tst_*.cpp')]
    if not named:
        return ['SECURITY.md names no test']

    def exists(test, function):
        """Defined after the class or within it."""
        return any(f'class {test} ' in text and re.search(rf'void ({test}::)?{function}\(', text) for text in tests)

    return [f'SECURITY.md names {c}::{f}, which does not exist' for c, f in named if not exists(c, f)]


def untested_statements(root):
    text = (root / '.github' / 'SECURITY.md').read_text(encoding='utf-8')
    return [
        'SECURITY.md names no test for: ' + ' '.join(item.split())[:90]
        for item in re.findall(r'^- (.*?)(?=^- |^#|\Z)', text, re.M | re.S)
        if not re.search(r'`(Test\w+::\w+|architecture_\w+)`', item)
    ]


def sources_of(root):
    return [path for room in PRODUCT for path in (root / room).rglob('*') if path.suffix in ('.h', '.cpp', '.cu')]


def html_problems(root):
    found = {
        path.relative_to(root).as_posix() for path in sources_of(root) if HTML.search(path.read_text(encoding='utf-8'))
    }
    return [
        f'{name} shows HTML: show text (ui/look/plain_texts.h), or escape all names and add it to check_security.py'
        for name in sorted(found - set(SHOWS_HTML))
    ] + [f'check_security.py allows HTML in {name}, which shows none' for name in sorted(set(SHOWS_HTML) - found)]


def network_uses(root):
    return [
        f'{path.relative_to(root)} includes a network library'
        for path in sources_of(root)
        if NETWORK.search(path.read_text(encoding='utf-8'))
    ]


def main():
    root = pathlib.Path(sys.argv[1])
    problems = missing_tests(root) + untested_statements(root) + html_problems(root) + network_uses(root)
    print(
        '\n'.join(problems) or 'every statement names a test; HTML is shown where allowed; no network library is used'
    )
    sys.exit(1 if problems else 0)


main()
