"""Answers a program's `ps` about itself with the memory of the virtual machine."""

import os
import subprocess

import _overlap

own_check_output = subprocess.check_output


def is_about_itself(args):
    """Whether the command is `ps u -p PID`, by which the book's programs read their memory use."""
    return isinstance(args, (list, tuple)) and list(map(str, args[:1])) == ['ps'] and str(os.getpid()) in map(str, args)


def table():
    """The output of ps. The resident set is the memory that the machine's CPU has reserved for arrays."""
    kib = _overlap.memory(-1)['reserved'] // 1024
    return (
        f'USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND\n'
        f'reader {os.getpid()} 0.0 0.0 {kib} {kib} ? R 00:00 0:00 python\n'
    ).encode()


def check_output(args, *rest, **options):
    if _overlap.has_run() and _overlap.is_virtual() and is_about_itself(args):
        return table()
    return own_check_output(args, *rest, **options)


def patch():
    subprocess.check_output = check_output
