"""Checks the messages of new commits against section 5 of .github/ENGLISH.md.

usage: check_commits.py [RANGE]    a range of git; default: all commits after the one that the rules start with

A subject is `room: imperative`, at most 72 characters, one idea (no semicolon), no full stop. A commit that adds and
removes more than 40 lines has a body; a pure move has no lines. In newer commits a second verb, after "and" or a comma,
is a second idea, section 2 also holds for the first verb, and a commit of more than 1000 lines, besides translations
and expected texts, states in a line "Large: ..." why it is not several. The newest commits have lines of at most 100
characters in their bodies, and no list of more than four points, which are several ideas.
"""
import re
import subprocess
import sys

RULES_START = "43908d9571b35aaa578a25849c4dc9ead32cad47"
LONGEST_SUBJECT = 72
LINES_WITHOUT_BODY = 40
SUBJECT = re.compile(r"^[a-z][\w/.+-]*(?:, [a-z][\w/.+-]*)*: (\S+)")
NOT_IMPERATIVE = {"a", "an", "the", "what", "it", "its", "no", "one", "two", "each", "every", "all", "this", "that"}

NEWER_RULES_START = "3cf0098e"
VAGUE_VERBS = set("give hear hold keep let look mend put say speak take tell".split())
LARGEST = 1000
NEWEST_RULES_START = "9c20a2c3"
LONGEST_BODY_LINE = 100
MOST_POINTS = 4
WRITTEN_BY_TOOLS = re.compile(r"\.ts$|^tests/.*\.txt$|\.svg$")

# Words that are rarely nouns in our subjects.
VERBS = (
    r"(?:add|allow|answer|build|choose|compare|compute|describe|draw|drop|explain|find|follow|give|hold|include"
    r"|join|keep|leave|let|make|mend|move|offer|open|paint|print|put|read|refuse|remove|rename|say|separate|show|speak"
    r"|start|state|stop|take|tell|translate|use|wrap|write)\b"
)
SECOND_VERBS = {  # pattern: it applies only to commits after this one
    re.compile(rf"\band {VERBS}"): "9c20a2c3",
    re.compile(rf", {VERBS}"): "313f251d",
}


def git(*arguments):
    return subprocess.run(["git", *arguments], check=True, capture_output=True, text=True, errors="replace").stdout


def isKnown(commit):
    """False in a shallow clone that does not reach back to the commit. A full clone must have it."""
    if subprocess.run(["git", "cat-file", "-e", commit], capture_output=True).returncode == 0:
        return True
    if git("rev-parse", "--is-shallow-repository").strip() == "false":
        sys.exit(f"check_commits.py: no commit {commit}, which a rule starts with")
    return False


def commitsSince(start):
    """The commits after `start`; none in a clone that does not reach back to it."""
    return set(git("rev-list", f"{start}..HEAD").split()) if isKnown(start) else set()


def linesOf(commit):
    """The changed lines, and those of them that people wrote."""
    all_, own = 0, 0
    for row in git("show", "--format=", "--numstat", "-M", commit).splitlines():
        added, removed, path = row.split("\t", 2)
        lines = sum(int(n) for n in (added, removed) if n != "-")
        all_ += lines
        own += 0 if WRITTEN_BY_TOOLS.search(path) else lines
    return all_, own


def newerProblemsOf(subject, body, lines):
    verb = SUBJECT.match(subject)
    if verb and verb[1] in VAGUE_VERBS:
        yield f'subject starts with "{verb[1]}", a verb that ENGLISH.md replaces'
    if lines > LARGEST and not re.search(r"^Large: ", body, re.MULTILINE):
        yield f'{lines} lines changed, more than {LARGEST}, and no line "Large: " with the reason'


def newestProblemsOf(body):
    lines = body.splitlines()
    if any(len(line) > LONGEST_BODY_LINE for line in lines):
        yield f"body has lines of more than {LONGEST_BODY_LINE} characters"
    points = sum(bool(re.match(r"[-*] ", line)) for line in lines)
    if points > MOST_POINTS or re.search(r"^Smaller: ", body, re.MULTILINE):
        yield "body lists several ideas, which are several commits"


def problemsOf(subject, body, lines, secondVerbs):
    if len(subject) > LONGEST_SUBJECT:
        yield f"subject has {len(subject)} characters, more than {LONGEST_SUBJECT}"
    match = SUBJECT.match(subject)
    if not match:
        yield 'subject is not "room: imperative"'
    elif match[1].lower() in NOT_IMPERATIVE:
        yield f'subject starts with "{match[1]}", not with a verb'
    if ";" in subject:
        yield "subject has a semicolon, so two ideas"
    for pattern in secondVerbs:
        if second := pattern.search(subject.partition(": ")[2]):
            yield f'subject has a second verb ("{second[0]}"), so two ideas'
    if subject.endswith("."):
        yield "subject ends in a full stop"
    if lines > LINES_WITHOUT_BODY and not body.strip():
        yield f"{lines} lines changed and no body"


def main():
    if len(sys.argv) > 1:
        wanted = sys.argv[1]
    elif isKnown(RULES_START):
        wanted = RULES_START + "..HEAD"
    else:
        print("skipped: this clone does not reach back to the commit that the rules start with")
        return 0
    commits = git("rev-list", "--no-merges", wanted).split()
    since = {pattern: commitsSince(start) for pattern, start in SECOND_VERBS.items()}
    newer, newest = commitsSince(NEWER_RULES_START), commitsSince(NEWEST_RULES_START)
    failed = 0
    for commit in commits:
        subject, _, body = git("show", "-s", "--format=%B", commit).partition("\n")
        lines, own = linesOf(commit)
        patterns = [pattern for pattern, newer in since.items() if commit in newer]
        problems = [*problemsOf(subject, body, lines, patterns)]
        if commit in newer:
            problems += newerProblemsOf(subject, body, own)
        if commit in newest:
            problems += newestProblemsOf(body)
        for problem in problems:
            print(f"{commit[:9]} {subject}\n          {problem}")
            failed += 1
    print(f"{len(commits)} commit messages, {failed} problems")
    return 1 if failed else 0


sys.exit(main())
