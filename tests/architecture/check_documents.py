"""Fails if a document names something that does not exist, or omits something that does: presets of CMake, libraries
and licences, threads, exit statuses, versions of the trace format, lessons, languages, global variables.

usage: check_documents.py SOURCE_DIR
"""
import json
import pathlib
import re
import sys

TOPS = ("engine", "ui", "app")
# Packages of find_package() and names of find_library(), and their names in the licence section of the README.
LICENCES = {
    "CLI11": "CLI11",
    "CUDAToolkit": "CUDA toolkit",
    "MPI": "Open MPI",
    "Python3": "CPython",
    "QCustomPlotQt6": "QCustomPlot",
    "Qt6": "Qt 6",
    "SQLite3": "SQLite",
    "ZLIB": "zlib",
    "dnnl": "oneDNN",
    "nlohmann_json": "nlohmann/json",
    "otf2": "libotf2",
    "pybind11": "pybind11",
    "zstd": "Zstandard",
}
OF_THE_SYSTEM = {"Threads"}
# Files that start a thread which another file names.
NAMED_ELSEWHERE = {pathlib.Path("engine/schedule/engine.cpp")}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def sources(source, pattern):
    return [path for top in TOPS for path in sorted((source / top).rglob(pattern))]


def preset_problems(source):
    presets = json.loads((source / "CMakePresets.json").read_text())["configurePresets"]
    known = {preset["name"] for preset in presets if not preset.get("hidden")}
    documents = [source / "README.md", *sorted((source / ".github").glob("*.md"))]
    documents += [path for top in (*TOPS, "tests", "resources") for path in sorted((source / top).rglob("*.md"))]
    for path in documents:
        text = path.read_text()
        named = re.findall(r"--preset ([a-z]+)", text)
        for names in re.findall(r"presets: ([a-z][^\n]*)", text):
            named += re.sub(r"\([^)]*\)", "", names).replace(",", " ").split()
        for name in sorted({*named} - known):
            yield f"{path.relative_to(source)} names the preset {name}, which CMakePresets.json does not have"


def library_problems(source):
    licences = (source / "README.md").read_text().split("## Licence")[1]
    for path in [source / "CMakeLists.txt", *sources(source, "CMakeLists.txt")]:
        found = re.findall(r"find_package\((\w+)|find_library\(\w+ (\w+)", path.read_text())
        for name in sorted({package or library for package, library in found} - OF_THE_SYSTEM):
            if LICENCES.get(name, "\0") not in licences:
                yield f"{path.relative_to(source)} links {name}: name it and its licence in README.md, and here"


def thread_problems(source):
    described = (source / "engine/README.md").read_text()
    for path in sources(source, "*.cpp") + sources(source, "*.h"):
        text = path.read_text()
        if re.search(r"std::thread\b(?!::)", text):
            yield f"{path.relative_to(source)}: use std::jthread, which joins"
        if (
            path.suffix == ".cpp"
            and re.search(r"std::jthread(\(|> \w+;)", text)
            and "setname_np" not in text
            and path.relative_to(source) not in NAMED_ELSEWHERE
        ):
            yield f"{path.relative_to(source)}: starts a thread without a name (pthread_setname_np)"
    for path in sources(source, "*.cpp"):
        for name in re.findall(r'setname_np\([^;]*?"([^"]+)"', path.read_text()):
            if f"`{name}" not in described:
                yield f'{path.relative_to(source)}: the thread "{name}" is missing in the tables of engine/README.md'


def statuses(text):
    """Parses "Exit status 0: ran; 1: …; n: …." into {"0": "ran", …}. Line ends count as spaces."""
    listed = re.search(r"Exit status (0: .*?)\.(?:\s|\"|$)", " ".join(text.split()))
    meanings = re.findall(r"(\w+): ([^;]+)", listed[1]) if listed else []
    # `--help` has "it" where the README has "the program".
    return {status: re.sub(r"^(?:it|the program) ", "", re.sub(r"[`)(]", "", meaning)) for status, meaning in meanings}


def status_problems(source):
    printed = statuses((source / "app/run/arguments.cpp").read_text())
    written = statuses((source / "README.md").read_text())
    if not printed or printed != written:
        yield f"README.md states the exit statuses {written}, and `overlap-run --help` {printed}"


def version_problems(source):
    codec = dict(re.findall(r"k(\w*Version) = (\d+);", (source / "engine/io/detail/record_codec.h").read_text()))
    own, ranks, oldest = (codec[name] for name in ("Version", "RankVersion", "OldestVersion"))
    for document, sentence in (
        ("CHANGELOG.md", f"have format version {own}, those of several ranks {ranks}:"),
        ("CHANGELOG.md", f"Older versions from {oldest} on open"),
        ("engine/io/README.md", f"writes version {ranks}; a run of one process has version {own}."),
    ):
        if sentence not in " ".join((source / document).read_text().split()):
            yield f'{document} should state: "{sentence}"'


def lesson_problems(source):
    count = len(list((source / "resources/lessons").glob("*.overlap-lesson.json")))
    if f"Lessons: {NUMBERS[count]} ship" not in (source / "CHANGELOG.md").read_text():
        yield f"CHANGELOG.md should state that {NUMBERS[count]} lessons ship"


def language_problems(source):
    """The rows of languages.cpp, the list of compiled texts, and the table of app/translations."""
    rows = set(re.findall(r'\{Language::\w+, "\w+", "[^"]+", "(\w+)"', (source / "ui/look/languages.cpp").read_text()))
    listed = (source / "resources/translations/translations.qrc").read_text()
    table = re.search(r"LANGUAGES = \{(.*?)\}", (source / "app/translations").read_text())[1]
    for document, names in (
        ("resources/translations/translations.qrc", re.findall(r"overlap_(\w+)\.qm", listed)),
        ("app/translations", re.findall(r'"(\w+)"', table)),
        ("resources/translations", [path.stem[8:] for path in (source / "resources/translations").glob("*.ts")]),
    ):
        for name in sorted(rows ^ set(names)):
            yield f"{document} and the rows of ui/look/languages.cpp disagree about the language {name}"


def global_problems(source):
    """Variables that live as long as a thread or the process, which STYLE.md lists with their reasons."""
    described = (source / ".github/STYLE.md").read_text().split("The exceptions, by file or folder")[1].split("\n- ")[0]
    for path in sources(source, "*.cpp") + sources(source, "*.h"):
        is_global = re.search(r"\bthread_local\b|^\w[\w:<> ]* g_\w+", path.read_text(), re.M)
        name = path.relative_to(source)
        if is_global and not any(f"`{part}`" in described for part in (name, *name.parents)):
            yield f"{name}: has a global or thread-local variable that STYLE.md does not list"
    for name in re.findall(r"`(\w+/[\w./]+)`", described):
        if not (source / name).exists():
            yield f"STYLE.md lists global variables of {name}, which does not exist"


CHECKS = (
    preset_problems,
    library_problems,
    thread_problems,
    status_problems,
    version_problems,
    lesson_problems,
    language_problems,
    global_problems,
)


def main():
    source = pathlib.Path(sys.argv[1])
    problems = [problem for check in CHECKS for problem in check(source)]
    print(
        "\n".join(problems)
        if problems
        else "documents state what presets, libraries, threads, formats and languages are"
    )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
