#!/usr/bin/env python3
"""Compares what a document shows of a program with the program.

    python3 examples/check_shown.py DOCUMENT SOURCE PROGRAM

Each block of the document that is fenced as `c` must stand in the source, but for indentation, and each that is fenced as
`text` must stand in what the program prints, one behind the other. Exits with 1 when one does not, or when there is none.
"""

import re
import subprocess
import sys
from pathlib import Path


def blocks(document, language):
    """(line number, lines) of the document's fenced blocks of that language."""
    for match in re.finditer(rf"^```{language}\n(.*?)^```$", document, re.MULTILINE | re.DOTALL):
        yield document.count("\n", 0, match.start()) + 1, match[1].splitlines()


def find(lines, wanted, start):
    """Where the wanted lines begin in the lines, or -1."""
    for i in range(start, len(lines) - len(wanted) + 1):
        if lines[i : i + len(wanted)] == wanted:
            return i
    return -1


def check(document_name, source_name, program):
    document = Path(document_name).read_text(encoding="utf-8")
    source = [line.strip() for line in Path(source_name).read_text(encoding="utf-8").splitlines()]
    printed = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
    counts = {"c": 0, "text": 0}
    for line, wanted in blocks(document, "c"):
        counts["c"] += 1
        if find(source, [each.strip() for each in wanted], 0) < 0:
            yield f"{document_name}:{line}: {source_name} has no such lines, copy them from there"
    position = 0
    for line, wanted in blocks(document, "text"):
        counts["text"] += 1
        found = find(printed, wanted, position)
        if found < 0:
            yield f"{document_name}:{line}: the program does not print this here, copy what it prints"
        else:
            position = found + len(wanted)
    for language, count in counts.items():
        if count == 0:
            yield f"{document_name}:1: there is no block of {language}, so nothing is compared"


def main():
    findings = list(check(*sys.argv[1:]))
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
