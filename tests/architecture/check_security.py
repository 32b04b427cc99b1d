#!/usr/bin/env python3
"""Checks .github/SECURITY.md: every test that it names exists, and no source of the product uses a network library.

    check_security.py ROOT
"""
import pathlib
import re
import sys

NETWORK = re.compile(r'#include <(sys/socket|netinet/|arpa/|netdb|QTcp|QUdp|QNetwork|QLocalSocket|QWebSocket|curl/)')
PRODUCT = ('engine', 'ui', 'app')


def missing_tests(root):
    text = (root / '.github' / 'SECURITY.md').read_text(encoding='utf-8')
    named = sorted(set(re.findall(r'`(Test\w+)::(\w+)`', text)))
    tests = '\n'.join(path.read_text(encoding='utf-8') for path in (root / 'tests').rglob('tst_*.cpp'))
    if not named:
        return ['SECURITY.md names no test']
    return [f'SECURITY.md names {c}::{f}, which does not exist' for c, f in named if f'void {c}::{f}(' not in tests]


def network_uses(root):
    sources = [path for room in PRODUCT for path in (root / room).rglob('*') if path.suffix in ('.h', '.cpp', '.cu')]
    return [
        f'{path.relative_to(root)} includes a network library'
        for path in sources
        if NETWORK.search(path.read_text(encoding='utf-8'))
    ]


def main():
    root = pathlib.Path(sys.argv[1])
    problems = missing_tests(root) + network_uses(root)
    print('\n'.join(problems) or 'every named test exists; no network library is used')
    sys.exit(1 if problems else 0)


main()
