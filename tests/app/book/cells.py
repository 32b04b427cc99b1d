#!/usr/bin/env python3
"""Extracts the code cells of the book's "Computational performance" chapter from clones of its public repositories, one
listing per edition, section and framework, so that the tests can run them without any change.

    tests/app/book/cells.py BOOK OUT     BOOK holds clones (or bare clones) named d2l-en, d2l-zh, d2l-ko

Missing editions are skipped. Prints the names of the listings, one per line.
"""

import pathlib
import re
import subprocess
import sys

CHAPTER = 'chapter_computational-performance'
EDITIONS = [
    ('en', 'd2l-en', 'HEAD'),
    ('zh', 'd2l-zh', 'HEAD'),
    ('ko', 'd2l-ko', 'HEAD'),
    ('zh2019', 'd2l-zh', 'v1.0.0'),
]
SECTIONS = {
    'async-computation': 'async',
    'auto-parallelism': 'parallel',
    'hybridize': 'hybridize',
    'multiple-gpus': 'multiple-gpus',
    'multiple-gpus-concise': 'concise',
    'multiple-gpus-gluon': 'concise',
}
FRAMEWORKS = {'pytorch': 'torch', 'mxnet': 'mxnet'}
CELL = re.compile(r'^```\{?\.?(?:python|\{\.python[^\n]*)[^\n]*\n(.*?)^```', re.DOTALL | re.MULTILINE)
MAGIC = re.compile(r'^(\s*)(?=!|%[A-Za-z%])', re.MULTILINE)  # magics of the notebook, which are not Python
TAB = re.compile(r'^(?:#@tab|%%tab) ([^\n]*)\n')


def git_dir(clone):
    return clone / '.git' if (clone / '.git').exists() else clone


def page(clone, revision, name):
    """The Markdown of a section; empty if the edition has no such section."""
    shown = subprocess.run(
        ['git', f'--git-dir={git_dir(clone)}', 'show', f'{revision}:{CHAPTER}/{name}.md'],
        capture_output=True,
        text=True,
    )
    return shown.stdout if shown.returncode == 0 else ''


def cells(text):
    """{framework: [cell]}; a cell without a tab belongs to MXNet, the framework of the first edition."""
    found = {name: [] for name in FRAMEWORKS}
    for match in CELL.finditer(text):
        code = match.group(1)
        tab = TAB.match(code)
        names = [n.strip() for n in tab.group(1).split(',')] if tab else ['mxnet']
        code = MAGIC.sub(r'\1# ', TAB.sub('', code, count=1)).rstrip()
        for name in FRAMEWORKS if names == ['all'] else names:
            if name in found:
                found[name].append(code)
    return found


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    book, out = map(pathlib.Path, sys.argv[1:])
    out.mkdir(parents=True, exist_ok=True)
    for edition, repository, revision in EDITIONS:
        for name, section in SECTIONS.items():
            for framework, codes in cells(page(book / repository, revision, name)).items():
                if codes:
                    listing = f'{edition}-{section}-{FRAMEWORKS[framework]}'
                    (out / f'{listing}.py').write_text('# %%\n' + '\n\n# %%\n'.join(codes) + '\n', encoding='utf-8')
                    print(listing)


if __name__ == '__main__':
    main()
