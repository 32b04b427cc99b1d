"""Holds every include of every room against the room's USES list.

usage: check_rooms.py SOURCE_DIR ROOMS_FILE
ROOMS_FILE has a line "path: use;use" a room, written by CMake from the add_room() calls.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
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


def problemsOf(source, rooms):
    unused = {room: set(uses) for room, uses in rooms.items()}
    # A build without the desktop knows no rooms of ui/; its includes are held by the builds that have it.
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


def arrowProblems(rooms):
    for room, uses in rooms.items():
        for use in uses:
            if use not in rooms:
                yield f"{room}: uses {use}, which is no room"
            if room.startswith("engine/") and use.startswith("ui/"):
                yield f"{room}: uses {use}; data flows from engine to ui"
            # A computer with GPUs is this computer with more devices.
            isExtension = room == "engine/devices/cuda" and use == "engine/devices/cpu"
            if use.startswith("engine/devices/") and not room.startswith("app/") and not isExtension:
                yield f"{room}: uses {use}; only app/ names devices"
    state = {}

    def visit(room, trail):
        if state.get(room) == "done":
            return
        if state.get(room) == "open":
            yield "cycle: " + " -> ".join(trail + [room])
            return
        state[room] = "open"
        for use in sorted(rooms.get(room, ())):
            yield from visit(use, trail + [room])
        state[room] = "done"

    for room in sorted(rooms):
        yield from visit(room, [])


def main():
    source, roomsFile = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    rooms = readRooms(roomsFile)
    problems = list(arrowProblems(rooms)) + list(problemsOf(source, rooms))
    print("\n".join(problems) if problems else f"{len(rooms)} rooms, every include follows an arrow")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
