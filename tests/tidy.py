#!/usr/bin/env python3
"""Checks the house rules that no compiler checks.

    python3 tests/tidy.py [--library build/dev/libsheaf.so] [--root DIR]

Prints one line a finding, `file:line: what, and what to do`, and exits with 1 when there is any. Each check_* function
takes the tree and yields findings; only the exported symbols need a built library.
"""

import argparse
import ast
import re
import subprocess
import sys
from pathlib import Path

# Which layers a layer may include (folder = layer); itself always.
LAYERS = {
    "base": [],
    "item": ["base"],
    "key": ["item", "base"],
    "schema": ["key", "item", "base"],
    "store": ["base"],
    "expr": ["key", "item", "base"],
    "derive": ["schema", "key", "item", "base"],
    "read": ["store", "derive", "expr", "schema", "key", "item", "base"],
    "write": ["read", "store", "derive", "expr", "schema", "key", "item", "base"],
    "maintain": ["write", "read", "store", "derive", "schema", "key", "item", "base"],
    "db": ["maintain", "write", "read", "store", "derive", "expr", "schema", "key", "item", "base"],
    "protocol": ["db", "write", "read", "expr", "schema", "key", "item", "base"],
    "capi": ["protocol", "db", "item", "base"],
}

# Which folders may see a library. The tests and the benchmarks may see everything.
OWNERS = {
    "RocksDB": (re.compile(r'#\s*include\s*["<]rocksdb/|\brocksdb::'), "engine/store/"),
    "FlatBuffers": (re.compile(r'#\s*include\s*["<]flatbuffers/|\bflatbuffers::|item_generated\.h'), "engine/item/"),
    "simdjson": (re.compile(r'#\s*include\s*["<]simdjson|\bsimdjson::'), "engine/item/"),
}

GENERATED = {"engine/item/item_generated.h"}
MAX_FILE_LINES = 500
MAX_FUNCTION_LINES = 70
LENGTH_EXEMPT = {"capi/sheaf.h"}  # a manual, not a program
FOLDERS = ["engine", "capi", "tests", "bench", "examples", "bindings"]
CPP_SUFFIXES = {".cc", ".h", ".c"}
TEXT_SUFFIXES = CPP_SUFFIXES | {".py", ".def", ".fbs", ".txt"}
TIDY_ITSELF = {"tests/tidy.py", "tests/tidy_selftest.py"}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]', re.MULTILINE)
TOKEN = re.compile(
    r'//(?:\\\n|[^\n])*|/\*.*?\*/|R"([^()\\\s]{0,16})\(.*?\)\1"'
    r'|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.|[^\'\\\n])+\'',
    re.DOTALL,
)


def blank(text):
    """The text with everything but line ends replaced by spaces, so that positions stay."""
    return re.sub(r"[^\n]", " ", text)


class Source:
    """One file: its text, the text without comments, and the code without comments and literals."""

    def __init__(self, root, path):
        self.name = path.relative_to(root).as_posix()
        self.suffix = path.suffix
        self.text = path.read_text(encoding="utf-8", errors="replace")
        self.is_cpp = self.suffix in CPP_SUFFIXES
        self.uncommented = self.code = self.text
        if self.is_cpp:
            self.uncommented = TOKEN.sub(lambda m: blank(m[0]) if m[0].startswith("/") else m[0], self.text)
            self.code = TOKEN.sub(lambda m: blank(m[0]), self.text)

    def at(self, position):
        return f"{self.name}:{self.text.count(chr(10), 0, position) + 1}"

    def is_under(self, *folders):
        return self.name.startswith(tuple(folder + "/" for folder in folders))

    def includes(self):
        return [(m.start(1), m[1]) for m in INCLUDE.finditer(self.uncommented)]


class Tree:
    """The repository: its sources, and the text of single files."""

    def __init__(self, root, library=None):
        self.root = root
        self.library = library
        self.sources = []
        for folder in FOLDERS:
            for path in sorted((root / folder).rglob("*")):
                if path.suffix in TEXT_SUFFIXES and path.is_file() and not path.is_relative_to(root / "tests/data"):
                    self.sources.append(Source(root, path))

    def read(self, name):
        path = self.root / name
        return path.read_text(encoding="utf-8") if path.is_file() else None

    def cpp(self, *folders):
        return [s for s in self.sources if s.is_cpp and (not folders or s.is_under(*folders))]

    def entries(self, name):
        """The entries of a list file as (line number, text), without comments and empty lines."""
        lines = enumerate((self.read(name) or "").splitlines(), 1)
        return [(number, line.split("#")[0].strip()) for number, line in lines if line.split("#")[0].strip()]


# ---- (a) layers ----


def layer_of(name):
    parts = name.split("/")
    if parts[0] == "engine" and len(parts) > 2:
        return parts[1]
    return parts[0]


def check_layers(tree):
    for source in tree.cpp("engine", "capi"):
        layer = layer_of(source.name)
        if layer not in LAYERS:
            yield f"{source.name}:1: layer '{layer}' is unknown, add it to LAYERS in tests/tidy.py or move the file"
            continue
        for position, name in source.includes():
            target = layer_of(name)
            if target != layer and target in LAYERS and target not in LAYERS[layer]:
                allowed = ", ".join(LAYERS[layer]) or "no other layer"
                yield (
                    f"{source.at(position)}: {layer} includes {name}, but {layer} may see {allowed}; "
                    f"move the code down, or pass what it needs in"
                )


def check_includes_exist(tree):
    for source in tree.cpp():
        for position, name in source.includes():
            if not name.startswith(("engine/", "capi/")):
                continue
            if source.is_under("examples"):
                yield f"{source.at(position)}: an example includes {name}, use <sheaf.h> only"
            if name not in GENERATED and not (tree.root / name).is_file():
                yield f"{source.at(position)}: {name} does not exist, correct the path"


# ---- (b) libraries ----


def check_libraries(tree):
    for source in tree.cpp("engine", "capi", "examples", "bindings"):
        for library, (pattern, folder) in OWNERS.items():
            match = pattern.search(source.uncommented)
            while match and not source.name.startswith(folder):
                line_start = source.text.rfind("\n", 0, match.start()) + 1
                is_include = source.uncommented[line_start:].lstrip().startswith("#")
                if is_include or source.code[match.start()] != " ":
                    yield f"{source.at(match.start())}: {library} is seen here, only {folder} may; use what {folder} offers"
                match = pattern.search(source.uncommented, match.end())


# ---- (c) lengths ----


def check_file_length(tree):
    for source in tree.sources:
        count = source.text.count("\n")
        if source.suffix in CPP_SUFFIXES | {".py"} and source.name not in LENGTH_EXEMPT and count > MAX_FILE_LINES:
            yield f"{source.name}:{MAX_FILE_LINES + 1}: the file has {count} lines, over {MAX_FILE_LINES}; split it by idea"


def simplified(head):
    """What stands before a brace, without the parts that only confuse: attributes, template lists, operator names."""
    head = re.sub(r"\[\[.*?\]\]|\b(?:public|private|protected)\s*:(?!:)", " ", head, flags=re.DOTALL)
    head = re.sub(r"\b(?:alignas|__attribute__|noexcept|requires)\s*\((?:[^()]|\([^()]*\))*\)", " ", head)
    head = re.sub(r"\boperator\s*(?:\(\s*\)|[^\s\w(]+)", "operator_", head)
    head = re.sub(r"\btemplate\s*<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>", " ", head)
    return head.strip()


def brace_kind(head):
    """What a brace at namespace or class level opens: 'scope', 'function', or 'value' (an initializer)."""
    head = simplified(head)
    if head.count("(") != head.count(")"):
        return "value"
    outside_parentheses = re.sub(r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", "()", head)
    if "=" in outside_parentheses:
        return "value"
    if re.match(r'(inline\s+)?namespace\b|extern\s*$', head):
        return "scope"
    if "(" not in head:
        return "scope" if re.search(r"\b(class|struct|union|enum)\b", head) else "value"
    in_member_initializers = re.search(r"\)[^:]*(?<!:):(?!:)", outside_parentheses)
    if in_member_initializers and re.search(r"[\w>]$", outside_parentheses):
        return "value"
    return "function"


def functions(source):
    """The functions of a C or C++ file as (start, end) positions; found by matching braces."""
    code = re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", lambda m: blank(m[0]), source.code, flags=re.MULTILINE)
    kinds, head_start, function_start = [], 0, 0
    for match in re.finditer(r"[{};]", code):
        position = match.start()
        at_scope = all(kind == "scope" for kind in kinds)
        if match[0] == "{":
            kind = brace_kind(code[head_start:position]) if at_scope else "value"
            if kind == "function":
                function_start = head_start + len(code[head_start:position]) - len(code[head_start:position].lstrip())
            kinds.append(kind)
            if kind == "scope":
                head_start = position + 1
        elif match[0] == "}" and kinds:
            kind = kinds.pop()
            if kind == "function":
                yield function_start, position
            if kind != "value":
                head_start = position + 1
        elif match[0] == ";" and at_scope:
            head_start = position + 1


def check_function_length(tree):
    advice = f"over {MAX_FUNCTION_LINES}; give a part of it a name"
    for source in tree.cpp():
        if source.name in LENGTH_EXEMPT:
            continue
        for start, end in functions(source):
            count = source.text.count("\n", start, end) + 1
            if count > MAX_FUNCTION_LINES:
                yield f"{source.at(start)}: the function has {count} lines, {advice}"
    for source in (s for s in tree.sources if s.suffix == ".py"):
        for node in ast.walk(ast.parse(source.text)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                count = node.end_lineno - node.lineno + 1
                if count > MAX_FUNCTION_LINES:
                    yield f"{source.name}:{node.lineno}: the function has {count} lines, {advice}"


# ---- (d) the list of sources ----


def check_source_list(tree):
    listed = {}
    for number, name in tree.entries("engine/sources.txt"):
        where = f"engine/sources.txt:{number}"
        if name in listed:
            yield f"{where}: {name} is listed twice, remove one"
        listed[name] = where
        if not (tree.root / name).is_file():
            yield f"{where}: {name} does not exist, remove the line or correct the path"
    for source in tree.cpp("engine", "capi"):
        if source.suffix == ".cc" and source.name not in listed:
            yield f"{source.name}:1: the file is not built, add it to engine/sources.txt"


def check_build_files(tree):
    for name in ["CMakeLists.txt", "meson.build"]:
        text = tree.read(name) or ""
        if "engine/sources.txt" not in text:
            yield f"{name}:1: engine/sources.txt is not read, read the sources from it"
        for match in re.finditer(r"\b(?:engine|capi)/[\w/]+\.cc\b", text):
            line = text.count("\n", 0, match.start()) + 1
            yield f"{name}:{line}: {match[0]} is named here, list it in engine/sources.txt only"


# ---- (e) symbols, (f) the header ----


def declared(header):
    """The functions that a header declares with SHEAF_API, as (name, start, end) positions."""
    for match in re.finditer(r"^[ \t]*SHEAF_API\b[^;#]*;", header.code, re.MULTILINE):
        name = re.search(r"\b(sheaf_\w+)\s*\(", match[0])
        yield name[1] if name else None, match.start() + match[0].index("SHEAF_API"), match.end()


def public_header(tree):
    return next((s for s in tree.sources if s.name == "capi/sheaf.h"), None)


def listed_symbols(tree):
    """capi/symbols.txt as {name: line number}, and the findings in the list itself."""
    symbols, findings = {}, []
    for number, line in tree.entries("capi/symbols.txt"):
        where, fields = f"capi/symbols.txt:{number}", line.split()
        if len(fields) != 3:
            findings.append(f"{where}: '{line}' is no 'name since state', write these three words")
        if fields[0] in symbols:
            findings.append(f"{where}: {fields[0]} is listed twice, remove one")
        symbols[fields[0]] = number
    return symbols, findings


def check_symbol_list(tree):
    symbols, findings = listed_symbols(tree)
    yield from findings
    header = public_header(tree)
    names = {name: start for name, start, _ in declared(header)} if header else {}
    for name, number in symbols.items():
        if name not in names:
            yield f"capi/symbols.txt:{number}: {name} is not declared in capi/sheaf.h, declare it or remove the line"
    for name, start in names.items():
        if name and name not in symbols:
            yield f"{header.at(start)}: {name} is not in capi/symbols.txt, add it with its version and state"


def check_exported_symbols(tree):
    if tree.library is None:
        return
    nm = subprocess.run(["nm", "-D", "--defined-only", tree.library], capture_output=True, text=True)
    if nm.returncode != 0:
        yield f"{tree.library}:1: nm cannot read the library ({nm.stderr.strip()}), build it first"
        return
    exported = {line.split()[-1].split("@")[0] for line in nm.stdout.splitlines() if line.strip()}
    symbols, _ = listed_symbols(tree)
    for name in sorted(exported - symbols.keys()):
        yield f"{tree.library}:1: exports {name}, which capi/symbols.txt does not list; hide it, or list it"
    for name in sorted(symbols.keys() - exported):
        yield f"capi/symbols.txt:{symbols[name]}: the library does not export {name}, define it with SHEAF_API"


def check_header_docs(tree):
    header = public_header(tree)
    for name, start, end in declared(header) if header else []:
        before = header.text[:start].rstrip(" \t")
        line_above = before.rstrip("\n").rsplit("\n", 1)[-1].strip()
        is_adjacent = len(before) - len(before.rstrip("\n")) <= 1
        comment_above = is_adjacent and (line_above.endswith("*/") or line_above.startswith("//"))
        # A comment at the end of the line above belongs to the declaration that it follows.
        if comment_above and ";" in line_above and not line_above.startswith(("/*", "*", "//")):
            comment_above = False
        comment_after = re.match(r"[ \t]*/[*/]", header.text[end:])
        if not comment_above and not comment_after:
            yield f"{header.at(start)}: {name} has no comment, say who owns, which threads, what NULL does, and errors"


# ---- (g) what is banned, (h) file comments ----

# (pattern, where it is banned, what to do); searched in code without comments and literals.
BANNED_CODE = [
    (r"\bstd::cout\b|\bprintf\s*\(", lambda s: s.is_under("engine"), "the engine does not print, use base/log"),
    (r"\busing\s+namespace\b", lambda s: s.suffix == ".h", "a header opens no namespace for others, write the names out"),
    (r"\b(?:double|float)\b", lambda s: s.is_under("engine/item", "engine/key"),
     "numbers are exact decimals here, never through binary floating point"),
]
LEFTOVERS = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b")


def check_banned(tree):
    for source in tree.sources:
        if source.name in TIDY_ITSELF:
            continue
        for match in LEFTOVERS.finditer(source.text):
            yield f"{source.at(match.start())}: '{match[0]}' is left over, do it or file an issue"
        if not source.is_cpp:
            continue
        if "\t" in source.text:
            yield f"{source.at(source.text.index(chr(9)))}: a tab, run clang-format or write \\t"
        for pattern, applies, advice in BANNED_CODE:
            for match in re.finditer(pattern, source.code) if applies(source) else []:
                yield f"{source.at(match.start())}: '{match[0]}' is banned here: {advice}"


def check_engine_headers(tree):
    for source in (s for s in tree.cpp("engine") if s.suffix == ".h"):
        if not re.search(r"^#pragma once$", source.uncommented, re.MULTILINE):
            yield f"{source.name}:1: no '#pragma once', add it after the file comment"
        if not source.text.startswith("//"):
            yield f"{source.name}:1: no file comment, begin with // what the file is, thread rule, layout on disk"


CHECKS = [check for name, check in sorted(globals().items()) if name.startswith("check_")]


def main():
    parser = argparse.ArgumentParser(description="Checks the house rules that no compiler checks.")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("--library", help="libsheaf.so, to compare what it exports with capi/symbols.txt")
    arguments = parser.parse_args()
    tree = Tree(arguments.root.resolve(), arguments.library)
    findings = [finding for check in CHECKS for finding in check(tree)]
    for finding in findings:
        print(finding)
    print(f"tidy: {len(tree.sources)} files, {len(CHECKS)} checks, {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
