"""Compares the output of the programs for PyTorch in tests/app/programs with that of PyTorch itself.

usage: torch_oracle.py OVERLAP_RUN [PART OF A TITLE]

Each program runs in this Python's PyTorch and must print the lines of its file, or raise where the file expects it. A
program is left out if it needs a GPU or a newer PyTorch that is missing, or if a line `#: differs: REASON` states why
the answers differ. Then ddp.py runs on two processes in both, OVERLAP_RUN and PyTorch over Gloo: losses and weights
must agree within 1e-5 of their size, and within 1e-6 near 0. Before PyTorch 2.6 only they are compared. Exit status
77: PyTorch is not installed; OVERLAP_TORCH_PYTHON may name a Python that has it.
"""
import multiprocessing
import os
import pathlib
import re
import runpy
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).parent / "programs"
RANKS = pathlib.Path(__file__).parent / "ddp.py"
TOLERANCE = 1e-5
NUMBER = re.compile(r"-?\d+\.\d*(?:e[+-]?\d+)?")
OLDEST = (2, 6)  # the texts of the programs are those of newer versions
LACKS = (
    "CUDA",
    "NVIDIA driver",
    "pin_memory",
    "accelerator device",
    "dummy base class",
    "has no attribute",
    "No module named",
    "SyntaxError: ",
    "does not support the context manager protocol",
)


def version_of(text):
    return tuple(int(number) for number in re.findall(r"\d+", text)[:2])


class Case:
    def __init__(self, title, start):
        self.title, self.source, self.output, self.error = title, [], "", ""
        self.difference, self.since = "", (0,)
        for line in start:
            self.add(line)

    def add(self, line):
        self.source.append(line)
        if line.startswith("#>"):
            self.output += line[3:] + "\n"
        elif line.startswith("#! "):
            self.error = re.sub(r"^line \d+: ", "", line[3:])
        elif line.startswith("#: differs: "):
            self.difference = line[12:]
        elif line.startswith("#: since "):
            self.since = version_of(line[9:])


def cases_of(path):
    start, cases = [], []
    for line in path.read_text().split("\n"):
        if line.startswith("# %% "):
            cases.append(Case(line[5:], start))
        elif cases:
            cases[-1].add(line)
        else:
            start.append(line)
    return cases


def run(case, writer):
    """Runs a program in the process that was forked for it; sends its output and the error that ended it."""
    import torch

    torch.set_num_threads(1)
    source = "\n".join(case.source)
    if not torch.cuda.is_available():
        source = source.replace("DEVICES = ('cpu', 'cuda')", "DEVICES = ('cpu', 'cpu')")
    with tempfile.TemporaryFile() as printed:
        os.dup2(printed.fileno(), 1)
        error = ""
        try:
            with tempfile.NamedTemporaryFile("w", suffix=".py") as file:  # torch.jit reads the source of a class
                print(source, file=file, flush=True)
                runpy.run_path(file.name, run_name="__main__")
        except BaseException as raised:
            error = f"{type(raised).__name__}: {raised}"
        sys.stdout.flush()
        printed.seek(0)
        writer.send((printed.read().decode(errors="replace"), error))


def is_alike(found, expected):
    """Whether the texts differ by addresses, which Overlap does not print, and by roundings of numbers at most."""
    found, expected = re.sub(r" object at 0x[0-9a-f]+", "", found).rstrip(), expected.rstrip()
    if NUMBER.sub("#", found) != NUMBER.sub("#", expected):
        return False
    for one, other in zip(NUMBER.findall(found), NUMBER.findall(expected)):
        last_digit = 10.0 ** -len(other.partition(".")[2].partition("e")[0])
        if abs(float(one) - float(other)) > TOLERANCE * abs(float(other)) + 1.01 * last_digit:
            return False
    return True


def check(case):
    """A word ("ok", "left out" or "FAIL") and a reason."""
    import torch

    if case.difference:
        return "left out", case.difference
    if version_of(torch.__version__) < case.since:
        return "left out", "PyTorch is older"
    reader, writer = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=run, args=(case, writer))
    process.start()
    writer.close()
    try:
        output, error = reader.recv()
    except EOFError:
        output, error = "", "the process ended"
    process.join()
    if any(word in error for word in LACKS) and not error.startswith("TypeError"):
        return "left out", error.split("\n")[0]
    if case.error.startswith("NotImplementedError"):
        return "left out", "Overlap refuses it"
    kind = case.error.partition(": ")[0] if ": " in case.error else ""
    if bool(error) != bool(case.error) or not error.startswith(kind):
        return "FAIL", f"raised {error!r}, not {case.error!r}"
    if not is_alike(output, case.output):
        return "FAIL", f"printed\n{output}not\n{case.output}"
    return "ok", ""


def compare_ranks(overlap_run):
    environment = os.environ | {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "29533", "WORLD_SIZE": "2"}
    own = subprocess.run([overlap_run, RANKS, "--ranks", "2", "--values", "computed"], capture_output=True, text=True)
    theirs = [
        subprocess.Popen(
            [sys.executable, RANKS], env=environment | {"RANK": str(rank)}, stdout=subprocess.PIPE, text=True
        )
        for rank in range(2)
    ]
    expected, found = (
        [float(number) for number in NUMBER.findall(text)] for text in (theirs[0].communicate()[0], own.stdout)
    )
    theirs[1].communicate()
    if len(found) != len(expected) or not found:
        return "FAIL", f"{len(found)} numbers, not {len(expected)}\n{own.stdout}{own.stderr}"
    worst = max(abs(a - b) / (abs(b) + 0.1) for a, b in zip(found, expected))
    return (
        "ok" if worst <= TOLERANCE else "FAIL",
        f"{len(found)} numbers differ by at most {worst:.1e} of themselves and 0.1",
    )


def main():
    try:
        import torch
    except ImportError:
        python = os.environ.pop("OVERLAP_TORCH_PYTHON", "")
        if python:
            os.execv(python, [python, *sys.argv])
        print("skipped: PyTorch is not installed; OVERLAP_TORCH_PYTHON may name a Python that has it")
        return 77
    wanted = sys.argv[2] if len(sys.argv) > 2 else ""
    counts = dict.fromkeys(("ok", "left out", "FAIL"), 0)
    results = [
        (f"{path.name}: {case.title}", *check(case))
        for path in sorted(FOLDER.glob("torch_*.py"))
        if version_of(torch.__version__) >= OLDEST
        for case in cases_of(path)
        if wanted in case.title
    ]
    if wanted in "ranks" and torch.distributed.is_available():
        results.append(("two ranks", *compare_ranks(sys.argv[1])))
    for title, result, reason in results:
        counts[result] += 1
        if result != "ok" or reason:
            print(f"{result:8} {title}: {reason}")
    print(f"PyTorch {torch.__version__}:", ", ".join(f"{count} {result}" for result, count in counts.items()))
    return 1 if counts["FAIL"] else 0


if __name__ == "__main__":
    sys.exit(main())
