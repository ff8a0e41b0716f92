#!/usr/bin/env python3
"""Joins C++ sources into fewer that include them, so that what they all include is compiled once for many of them.

usage: join_sources.py FOLDER --headers        what all headers declare goes into FOLDER/headers
       join_sources.py FOLDER NAME SOURCE...   writes FOLDER/NAME-<n>.cpp, and prints the sources to compile instead of
                                               those given, between semicolons

Sources are joined only where each still means what it means alone: where no name that one keeps to itself (in an
unnamed namespace) is used or declared by another of them, or by a header in the same namespace. A source for which
that does not hold, or which leaves a macro defined, is compiled alone.
"""
import glob
import json
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FEW = 3  # sources in a folder whose sources are joined with those of others
MOST = 100_000  # characters in one joined source: several for each core, and little memory for each

# Comments, and what is in quotes, which says nothing here.
SILENT = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"'
                    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'", re.S)
TOKEN = re.compile(r"[A-Za-z_]\w*|::|->|[^\s\w]|\d[\w.']*")
OPENERS, CLOSERS = "({[", ")}]"


def tokens_of(text):
    text = SILENT.sub(" ", text)
    text = re.sub(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", " ", text, flags=re.M)
    return TOKEN.findall(text)


def skip(tokens, at):
    """The place after the bracket that closes the one at `at`."""
    depth = 0
    for at in range(at, len(tokens)):
        if tokens[at] in OPENERS:
            depth += 1
        elif tokens[at] in CLOSERS:
            depth -= 1
            if not depth:
                return at + 1
    return len(tokens)


def without_templates(head):
    """A declaration without what stands between angles."""
    left, depth = [], 0
    for token in head:
        if token == "<":
            depth += 1
        elif token == ">":
            depth = max(0, depth - 1)
        elif not depth:
            left.append(token)
    return left


def declared(head):
    """What a declaration, up to its body, value or semicolon, brings into its namespace: a name, and "(" after that of
    a function; None where it brings nothing that could mean something else to others."""
    head = without_templates(head)
    words = [word for word in head if re.match(r"[A-Za-z_]", word)]
    if not words or words[0] in ("static_assert", "friend", "extern") or "operator" in words:
        return None
    if words[0] == "using":
        # Several may say that a name is that of another namespace: it is the same for all of them.
        return words[1] if "=" in head else None
    for kind in ("struct", "class", "enum", "union"):
        if kind in words and "(" not in head:
            after = [word for word in words[words.index(kind) + 1:] if word not in ("class", "struct", "final")]
            return after[0] if after else None
    for at, token in enumerate(head):
        if token in ("(", "=", "[", "{") and at and re.match(r"[A-Za-z_]", head[at - 1]):
            if at > 1 and head[at - 2] == "::":
                return None  # a member, which belongs to its class
            return head[at - 1] + ("(" if token == "(" else "")
    return words[-1]


def declarations(tokens):
    """(namespace, whether in an unnamed one, what declared() tells) of all that is declared in namespaces."""
    found, spaces, at = set(), [], 0
    while at < len(tokens):
        if tokens[at] == "inline" and tokens[at + 1:at + 2] == ["namespace"]:
            at += 1
        if tokens[at] == "namespace":
            end = at + 1
            while end < len(tokens) and tokens[end] not in "{;":
                end += 1
            if tokens[end:end + 1] == ["{"]:
                spaces.append([word for word in tokens[at + 1:end] if word not in ("::", "inline")])
            at = end + 1
            continue
        if tokens[at] == "}":
            if spaces:
                spaces.pop()
            at += 1
            continue
        head = []
        while at < len(tokens) and tokens[at] not in (";", "}"):
            if tokens[at] == "{":
                at = skip(tokens, at)  # a body or a value, after which there may be a semicolon
                break
            head.append(tokens[at])
            at = skip(tokens, at) if tokens[at] == "(" else at + 1
        if at < len(tokens) and tokens[at] == ";":
            at += 1
        if name := declared(head):
            found.add((tuple(word for space in spaces for word in space), any(not space for space in spaces), name))
    return found


class Source:
    def __init__(self, path):
        self.path = path
        text = pathlib.Path(path).read_text(encoding="utf-8")
        self.size = len(text)
        tokens = tokens_of(text)
        names = declarations(tokens)
        undefined = re.findall(r"^[ \t]*#[ \t]*undef[ \t]+(\w+)", text, re.M)
        macros = set(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", text, re.M))
        self.own_in = {(space, name.rstrip("(")) for space, unnamed, name in names if unnamed}
        self.own = {name for _, unnamed, name in names if unnamed}
        # Members and names that say their namespace are not meant. A function is when it is called.
        bare = [(name, after) for before, name, after in zip([""] + tokens, tokens, tokens[1:] + [""])
                if before not in (".", "->", "::")]
        self.used = {name for name, _ in bare} | {name + "(" for name, after in bare if after == "("}
        # Two functions of one name, or one and something else.
        self.used |= {name.rstrip("(") + end for _, _, name in names for end in ("", "(")}
        self.directives = frozenset(re.findall(r"^using namespace ([\w:]+);", text, re.M))
        # What it defines may be a setting, for the headers that it includes.
        self.configures = bool(macros - set(undefined))

    def bears(self, other):
        return self.directives == other.directives and not self.own & other.used and not other.own & self.used


def of_headers():
    """(namespace, name) of all that headers declare."""
    return {(space, name.rstrip("(")) for folder in ("engine", "ai", "tools", "tests")
            for header in glob.iglob(f"{ROOT}/{folder}/**/*.h", recursive=True) if "node_modules" not in header
            for space, _, name in declarations(tokens_of(pathlib.Path(header).read_text(encoding="utf-8")))}


def neighbours(path, other):
    """Whether two sources lie in the same folder, or each in a folder with hardly another."""
    def few(folder):
        return len(glob.glob(f"{glob.escape(folder)}/*.cpp")) <= FEW

    folder, other = os.path.dirname(path), os.path.dirname(other)
    return folder == other or (few(folder) and few(other))


def join(paths, headers):
    """Lists of paths, each to be compiled together."""
    alone, joined = [], []
    for source in map(Source, sorted(paths)):
        if source.own_in & headers or source.configures:
            alone.append([source.path])
            continue
        for group in joined:
            if (sum(other.size for other in group) + source.size <= MOST and
                    neighbours(group[0].path, source.path) and all(source.bears(other) for other in group)):
                group.append(source)
                break
        else:
            joined.append([source])
    return alone + [[source.path for source in group] for group in joined]


def main():
    folder, name, paths = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    folder.mkdir(parents=True, exist_ok=True)
    if name == "--headers":
        (folder / "headers").write_text(json.dumps(sorted(of_headers())))
        return
    headers = {(tuple(space), word) for space, word in json.loads((folder / "headers").read_text())}
    compiled = []
    for number, group in enumerate(join(paths, headers)):
        if len(group) == 1:
            compiled.append(group[0])
            continue
        file = folder / f"{name}-{number}.cpp"
        text = "".join(f'#include "{path}"\n' for path in group)
        if not file.exists() or file.read_text() != text:
            file.write_text(text)
        compiled.append(str(file))
    print(";".join(compiled), end="")


if __name__ == "__main__":
    main()
