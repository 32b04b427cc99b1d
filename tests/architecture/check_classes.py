"""Counts the methods and the data members of every class of the product and fails above a limit.

usage: check_classes.py SOURCE_DIR [--list [MINIMUM]]
--list prints every class with at least MINIMUM methods or members (default 1), the largest first.

A method is a function declared in the class; constructors, destructors, defaulted and deleted functions and friends do
not count, and overloads of one name count once. A member is a non-static data member. Nested classes count for
themselves. A record, which is a class without methods, may have any number of members.
"""
import pathlib
import re
import sys

TOPS = ("engine", "ui", "app")
MOST_METHODS = 26
MOST_MEMBERS = 21
# Classes above these limits, with their own, which may only become smaller.
OWN_LIMITS = {"ui::drawing::Row": (MOST_METHODS, 23)}  # a record but for two sums of its members

TOKEN = re.compile(
    r"""R"(?P<tag>[^()\s]*)\(.*?\)(?P=tag)"   # raw string
      | //(?:\\\n|[^\n])* | /\*.*?\*/           # comments
      | ^[ \t]*\#(?:\\\n|[^\n])*                # preprocessor lines
      | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
      | [A-Za-z_]\w* | \d(?:[\w.']|(?<=[eEpP])[+-])*
      | :: | -> | \[\[ | \]\] | [^\s]""",
    re.X | re.S | re.M,
)
CLOSING = {"(": ")", "[": "]", "{": "}", "[[": "]]"}
CLASS_KEYS = {"class", "struct", "union"}
NOT_COUNTED = {"using", "typedef", "friend", "static_assert", "enum"}


def tokensOf(text):
    """The tokens of a source file without comments and preprocessor lines; of `#if … #else …` both branches."""
    found = []
    for match in TOKEN.finditer(text):
        token = match.group().lstrip()
        if not token.startswith(("//", "/*", "#")):
            found.append("''" if token[0] in "\"'" or token.startswith('R"') else token)
    return found


def after(tokens, start):
    """The index behind the bracket that closes the one at `start`."""
    opening, closing = tokens[start], CLOSING[tokens[start]]
    depth = 0
    for i in range(start, len(tokens)):
        if tokens[i] == opening:
            depth += 1
        elif tokens[i] == closing:
            depth -= 1
            if depth == 0:
                return i + 1
    return len(tokens)


def afterAngles(tokens, start):
    """The index behind the template arguments or parameters that begin at `start`."""
    depth = 0
    i = start
    while i < len(tokens):
        if tokens[i] in CLOSING:
            i = after(tokens, i)
            continue
        if tokens[i] == "<":
            depth += 1
        elif tokens[i] == ">":
            depth -= 1
            if depth == 0:
                return i + 1
        elif tokens[i] in (";", "}"):
            return i
        i += 1
    return i


class Counts:
    def __init__(self, name, path):
        self.name, self.path, self.methods, self.members = name, path, [], []

    def limits(self):
        return OWN_LIMITS.get(self.name, (MOST_METHODS, MOST_MEMBERS))

    def isAbove(self, limits):
        methods, members = limits
        return len(self.methods) > methods or (bool(self.methods) and len(self.members) > members)


class Reader:
    """Walks namespaces and classes of one file; functions' bodies are searched for local classes."""

    def __init__(self, path, text):
        self.path, self.tokens, self.classes = path, tokensOf(text), []

    def read(self):
        self.scope(0, len(self.tokens), [], None)
        return self.classes

    def scope(self, i, end, names, counts):
        while i < end:
            i = self.declaration(i, end, names, counts)

    def skipPrefix(self, i, end):
        """Behind access labels, attributes, template heads and macros of Qt."""
        tokens = self.tokens
        while i < end:
            if tokens[i] in ("public", "protected", "private", "signals", "slots", "Q_SIGNALS", "Q_SLOTS"):
                i += 1
                continue
            if tokens[i] in (":", ";", "}"):
                i += 1
            elif tokens[i] == "[[":
                i = after(tokens, i)
            elif tokens[i] == "template" and tokens[i + 1] == "<":
                i = afterAngles(tokens, i + 1)
            elif re.fullmatch(r"Q_[A-Z_]+", tokens[i]):
                i = after(tokens, i + 1) if tokens[i + 1 : i + 2] == ["("] else i + 1
            else:
                break
        return i

    def declaration(self, i, end, names, counts):
        tokens = self.tokens
        i = self.skipPrefix(i, end)
        if i >= end:
            return end
        if tokens[i] == "extern" and tokens[i + 1] == "''" and tokens[i + 2] == "{":
            return i + 3
        if tokens[i] in ("namespace", "inline") and "namespace" in tokens[i : i + 2]:
            return self.namespace(i, end, names)
        head = i
        while head < end and tokens[head] in ("typedef", "static", "const", "constexpr", "inline", "mutable"):
            head += 1
        if head < end and tokens[head] in CLASS_KEYS | {"enum"}:
            brace = self.bodyOfType(head, end)
            if brace is not None:
                return self.typeBody(tokens[i:head], head, brace, names, counts)
        return self.functionOrData(i, end, names, counts)

    def namespace(self, i, end, names):
        tokens = self.tokens
        i = tokens.index("namespace", i) + 1
        name = ""
        while i < end and tokens[i] not in ("{", ";", "="):
            name += tokens[i]
            i += 1
        if i >= end or tokens[i] != "{":
            return tokens.index(";", i) + 1
        close = after(tokens, i)
        self.scope(i + 1, close - 1, names + ([name] if name else []), None)
        return close

    def bodyOfType(self, i, end):
        """The index of the brace that opens the type at `i`; None where the type is only named."""
        tokens = self.tokens
        i += 1
        while i < end:
            if tokens[i] == "{":
                return i
            if tokens[i] in (";", "(", "=", "*", "&"):
                return None
            if tokens[i] == "<":
                i = afterAngles(tokens, i)
            elif tokens[i] == "[[":
                i = after(tokens, i)
            else:
                i += 1
        return None

    def typeBody(self, prefix, head, brace, names, counts):
        tokens = self.tokens
        close = after(tokens, brace)
        if tokens[head] != "enum":
            heads = []
            i = head + 1
            while i < brace and tokens[i] not in (":", "final"):
                if tokens[i] in ("[[", "("):
                    i = after(tokens, i)
                elif tokens[i] == "<":
                    i = afterAngles(tokens, i)
                else:
                    heads.append(tokens[i])
                    i += 1
            name = "".join(heads[-1:]) if "::" not in heads else "".join(heads)
            nested = Counts("::".join(names + [name or "(unnamed)"]), self.path)
            self.classes.append(nested)
            self.scope(brace + 1, close - 1, names + [name], nested)
        # The text after the brace declares variables of the type.
        end = tokens.index(";", close) if ";" in tokens[close:] else len(tokens)
        if counts is not None and not set(prefix) & {"static", "typedef"}:
            if close < end:
                counts.members.extend(self.declarators(close, end))
            elif tokens[head] != "enum" and brace == head + 1:
                counts.members.extend(nested.members)  # an anonymous union or struct
        return end + 1

    def functionOrData(self, i, end, names, counts):
        """One declaration that is no type: finds its end and whether it is a function."""
        tokens = self.tokens
        start = i
        paren = None  # of the parameter list
        isInitialized = False
        isInitializers = False
        isOperator = False
        while i < end:
            token = tokens[i]
            if token == "operator" and paren is None:
                isOperator = True
                i += 1
                while i < end and (
                    tokens[i] != "(" or tokens[i + 1 : i + 2] == [")"] and tokens[i + 2 : i + 3] == ["("]
                ):
                    i = i + 2 if tokens[i] == "(" else i + 1
            elif token == ";":
                i += 1
                break
            elif token == "(":
                isPointer = tokens[i + 1 : i + 2] in (["*"], ["&"]) and not isOperator
                if paren is None and not isInitialized:
                    paren = -1 if isPointer else i
                i = after(tokens, i)
            elif token == "{":
                close = after(tokens, i)
                isBody = paren not in (None, -1) and (not isInitializers or tokens[i - 1] in (")", "}"))
                if isBody:
                    self.localTypes(i + 1, close - 1, names)
                    i = close
                    break
                i = close
            elif token == "<" and not isInitialized and re.match(r"[A-Za-z_]", tokens[i - 1]):
                i = afterAngles(tokens, i)
            else:
                isInitialized = isInitialized or (token == "=" and paren is None)
                isInitializers = isInitializers or (token == ":" and paren is not None)
                i = after(tokens, i) if token in CLOSING else i + 1
        if counts is not None:
            self.count(start, i, paren if paren != -1 else None, names, counts)
        return i

    def count(self, start, end, paren, names, counts):
        tokens = self.tokens
        words = tokens[start:end]
        if not words or words[0] in NOT_COUNTED or words == [";"]:
            return
        if paren is None:
            if words[0] in CLASS_KEYS and len(words) <= 3:
                return  # a forward declaration
            if "static" not in words and words[:1] != ["constexpr"]:
                counts.members.extend(self.declarators(start, end - 1))
            return
        isSpecial = tokens[paren - 1] == names[-1].split("::")[-1] or words[-3:-1] in (
            ["=", "default"],
            ["=", "delete"],
        )
        if not isSpecial and "friend" not in words[: paren - start]:
            isOperator = "operator" in words[: paren - start]
            name = "operator" if isOperator else tokens[paren - 1]
            if name not in counts.methods:
                counts.methods.append(name)

    def declarators(self, i, end):
        """Names of the variables that `type a = 0, b, c{1}` declares."""
        tokens = self.tokens
        names = []
        name = ""
        isInitialized = False
        while i <= end:
            token = tokens[i] if i < end else ","
            if token == ",":
                names.append(name)
                isInitialized = False
            elif token in CLOSING:
                if token == "(" and not isInitialized:
                    name = tokens[i + 2] if i + 2 < end else name  # (*name)(…)
                i = min(after(tokens, i), end)
                isInitialized = isInitialized or token != "[["
                continue
            elif token == "<" and not isInitialized:
                i = min(afterAngles(tokens, i), end)
                continue
            elif token in ("=", ":"):
                isInitialized = True
            elif not isInitialized and re.match(r"[A-Za-z_]", token):
                name = token
            i += 1
        return names

    def localTypes(self, i, end, names):
        tokens = self.tokens
        while i < end:
            if tokens[i] in ("class", "struct") and tokens[i - 1] in ("{", "}", ";"):
                brace = self.bodyOfType(i, end)
                if brace is not None:
                    i = self.typeBody([], i, brace, names, None)
                    continue
            i += 1


def classesOf(source):
    for top in TOPS:
        for path in sorted((source / top).glob("**/*")):
            if path.suffix in (".h", ".cpp", ".cu"):
                yield from Reader(path.relative_to(source).as_posix(), path.read_text()).read()


def problemsOf(classes):
    for counts in classes:
        if counts.name in OWN_LIMITS and not counts.isAbove((MOST_METHODS, MOST_MEMBERS)):
            yield f"{counts.path}: {counts.name} keeps the limits now, so remove it from OWN_LIMITS"
        if not counts.isAbove(counts.limits()):
            continue
        methods, members = counts.limits()
        yield (
            f"{counts.path}: {counts.name} has {len(counts.methods)} methods and {len(counts.members)} members; at "
            f"most {methods} and {members} are allowed, so move one responsibility into a separate class"
        )


def main():
    source = pathlib.Path(sys.argv[1])
    classes = list(classesOf(source))
    if sys.argv[2:3] == ["--list"]:
        least = int(sys.argv[3]) if len(sys.argv) > 3 else 1
        for counts in sorted(classes, key=lambda c: (-len(c.methods), -len(c.members))):
            if max(len(counts.methods), len(counts.members)) >= least:
                print(f"{len(counts.methods):4} {len(counts.members):4}  {counts.name}  {counts.path}")
        return 0
    problems = list(problemsOf(classes))
    print("\n".join(problems) if problems else f"{len(classes)} classes, none above the limits")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
