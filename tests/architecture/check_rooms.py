"""Checks every include of every room against the room's USES list, and every room's README against both. Finds cycles
between our Python modules.

usage: check_rooms.py SOURCE_DIR ROOMS_FILE
ROOMS_FILE has a line "path: use;use" a room, written by CMake from the add_room() calls.
"""
import ast
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
# Only ui/drawing paints runs: a file elsewhere that reads what has a time and draws paints a run. Painters elsewhere
# draw other things, or decorations around a run.
DRAWING = re.compile(
    r"\bInk\b|(\.|->)(draw(Arc|Image|Line|Path|Pixmap|Point|Pol|Rect|Rounded|StaticText|Text)\w*|fill(Path|Rect)"
    r"|strokePath)\("
)
TIMED = re.compile(r"\bspans\(|\.cover\(|\blaneGeometry\(|\bLaneStrip\b|\.(ops|waits|hosts|memory)\(|\bcurve\.")
OTHER_PAINTERS = {
    "ui/compare/busy_area": "how many lanes of two runs work, as curves over each other",
    "ui/compare/compare_painter": "places the scenes of two runs, which ui/drawing paints",
    "ui/figure/frame_painter": "title, axis, legend and caption of a page",
    "ui/graph/edge_painter": "edges of the graph",
    "ui/graph/group_painter": "nodes of the graph that stand for several operations",
    "ui/graph/node_painter": "nodes of the graph",
    "ui/graph/layer_painter": "layers of a net",
    "ui/graph/diagram_painter": "the graph",
    "ui/graph/zoom_painter": "the graph from far away",
    "ui/runs/before_run": "a plate with the name of the run before",
}
QT = re.compile(r'^(Q[A-Z]|qcustomplot|Qt[A-Z]|qt)')


def readRooms(path):
    rooms = {}
    for line in path.read_text().splitlines():
        name, _, uses = line.partition(":")
        rooms[name.strip()] = {use for use in re.split(r"[;\s]+", uses.strip()) if use}
    return rooms


def roomOf(path, rooms):
    """The room with the longest name that holds `path`, or None."""
    parts = path.split("/")
    for length in range(len(parts) - 1, 0, -1):
        name = "/".join(parts[:length])
        if name in rooms:
            return name
    return None


def camelCase(stem):
    return "".join(word.capitalize() for word in stem.split("_"))


def readmeProblems(source, room, uses, rooms):
    """The README names each header of the room, by its file or its type, no missing header, and its arrows."""
    folder = source / room
    if not (folder / "README.md").exists():
        yield f"{room}: has no README.md"
        return
    text = (folder / "README.md").read_text()
    words = {word for code in re.findall(r"`([^`]+)`", text) for word in re.findall(r"\w+", code)}
    for header in sorted(folder.glob("*.h")):
        if not {header.stem, camelCase(header.stem)} & words:
            yield f"{room}/README.md: does not name {header.name}"
    for named in re.findall(r"`([\w/]+\.h)`", text):
        if not (source / named).exists() and not any(folder.rglob(named)):
            yield f"{room}/README.md: names {named}, which is not there"
    arrows = re.search(r"\bArrows: (.*?)(?:[.;]\s|$|\n\n)", text, re.S)
    if not arrows:
        yield f"{room}/README.md: has no line \"Arrows: \""
        return
    said = set(re.findall(r"[\w/]+", re.sub(r"\([^)]*\)", "", arrows[1])))
    if every := re.match(r"every `ui` room except (.*)", arrows[1], re.S):
        excepted = {"ui/" + name for name in re.findall(r"`(\w+)`", every[1])}
        said = said - {name.removeprefix("ui/") for name in excepted}
        said |= {name for name in rooms if name.startswith("ui/") and name != room} - excepted
    for use in sorted(uses):
        if not {use, use.removeprefix("engine/"), use.removeprefix("engine/devices/")} & said:
            yield f"{room}/README.md: its arrows leave out {use}"
    for word in sorted(said):
        for target in rooms & {word, "engine/" + word}:
            if target not in uses and target != room:
                yield f"{room}/README.md: has an arrow to {target}, which the room does not USE"


def painterProblems(source):
    """Painters of a run outside ui/drawing, and exceptions that no file needs any more."""
    needed = set()
    for path in sorted(source.glob("ui/**/*")):
        relative = path.relative_to(source).as_posix()
        if path.suffix not in (".h", ".cpp") or relative.startswith("ui/drawing/"):
            continue
        text = path.read_text()
        isPainter = path.stem.endswith("_painter") or (DRAWING.search(text) and TIMED.search(text))
        if not isPainter:
            continue
        name = relative.replace("/detail/", "/").rsplit(".", 1)[0]
        needed.add(name)
        if name not in OTHER_PAINTERS:
            yield f"{relative}: paints a run; painters of a run are in ui/drawing, others are named in check_rooms.py"
    for name in sorted(set(OTHER_PAINTERS) - needed):
        yield f"check_rooms.py: allows {name}, which paints nothing"


def problemsOf(source, rooms):
    for room, uses in rooms.items():
        yield from readmeProblems(source, room, uses, set(rooms))
    unused = {room: set(uses) for room, uses in rooms.items()}
    # A build without the desktop has no rooms of ui/. Builds with the desktop check their includes.
    tops = {room.split("/")[0] for room in rooms} & {"engine", "ui"} | {"app/wiring"}
    for path in [path for top in sorted(tops) for path in sorted(source.glob(top + "/**/*"))]:
        if path.suffix not in (".h", ".cpp", ".cu"):
            continue
        relative = path.relative_to(source).as_posix()
        room = roomOf(relative, rooms)
        if room is None:
            yield f"{relative}: lies in no room; add_room() its folder"
            continue
        for quote, included in INCLUDE.findall(path.read_text()):
            if relative.startswith("engine/") and QT.match(included):
                yield f"{relative}: includes {included}; engine/ builds without Qt"
            if quote == "<" or not included.startswith(("engine/", "ui/", "app/")):
                continue
            target = roomOf(included, rooms)
            unused[room].discard(target)
            if target is None or (included.startswith("app/") and target != room):
                yield f"{relative}: includes {included}, which lies in no room"
            elif target != room and target not in rooms[room]:
                yield f"{relative}: includes {included}, but {room} does not USE {target}"
            if "/detail/" in included and target != room:
                yield f"{relative}: includes {included}, which is private to {target}"
    for room, uses in unused.items():
        for use in sorted(uses):
            yield f"{room}: uses {use}, but includes nothing of it"


def circles(uses):
    """One line for each cycle that a depth-first search along `uses` (name: names) finds."""
    state = {}

    def visit(name, trail):
        if state.get(name) == "done":
            return
        if state.get(name) == "open":
            yield "cycle: " + " -> ".join(trail[trail.index(name) :] + [name])
            return
        state[name] = "open"
        for use in sorted(uses.get(name, ())):
            yield from visit(use, trail + [name])
        state[name] = "done"

    for name in sorted(uses):
        yield from visit(name, [])


def importsOf(tree, package):
    """Names that a module imports when it is loaded, not those that its functions import when they are called."""
    nodes = [tree]
    while nodes:
        node = nodes.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            continue
        nodes.extend(ast.iter_child_nodes(node))
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join(above + ([node.module] if node.module else []))
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def pythonProblems(source):
    """Cycles between the modules below the folders called python. A package may import its own modules, and these may
    name their package."""
    trees = {}
    for root in sorted(source.glob("resources/python")) + sorted(source.glob("engine/*/python")):
        for path in sorted(root.rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            isPackage = parts[-1] == "__init__"
            name = ".".join(parts[:-1] if isPackage else parts)
            trees[name] = (ast.parse(path.read_text(), str(path)), name if isPackage else ".".join(parts[:-1]))
    uses = {}
    for name, (tree, package) in trees.items():
        named = {used for used in importsOf(tree, package) if used in trees and used != name}
        uses[name] = {used for used in named if not name.startswith(used + ".") and not used.startswith(name + ".")}
    yield from circles(uses)


def arrowProblems(rooms):
    for room, uses in rooms.items():
        for use in uses:
            if use not in rooms:
                yield f"{room}: uses {use}, which is no room"
            if room.startswith("engine/") and use.startswith("ui/"):
                yield f"{room}: uses {use}; data flows from engine to ui"
            # The platform of a computer with GPUs extends that of a computer without.
            isExtension = room == "engine/devices/cuda" and use == "engine/devices/cpu"
            if use.startswith("engine/devices/") and not room.startswith("app/") and not isExtension:
                yield f"{room}: uses {use}; only app/ names devices"
    yield from circles(rooms)


def main():
    source, roomsFile = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    rooms = readRooms(roomsFile)
    problems = list(arrowProblems(rooms)) + list(problemsOf(source, rooms)) + list(pythonProblems(source))
    if any(room.startswith("ui/") for room in rooms):
        problems += painterProblems(source)
    print("\n".join(problems) if problems else f"{len(rooms)} rooms, every include follows an arrow")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
