#!/usr/bin/env python3
"""Make zipcodes.tsv.zst from an unpacked npm package `zipcodes` 8.0.0.

    python3 make_zipcodes.py PACKAGE_DIR [OUTPUT]

PACKAGE_DIR is the folder that holds package.json and lib/. OUTPUT defaults to
zipcodes.tsv.zst beside this script. Needs only the standard library and the
`zstd` tool. Stops with an error, and leaves OUTPUT alone, if the data is not
what README.md says it is.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

COLUMNS = ("zip", "city", "state", "country", "latitude", "longitude")
PREFIX = "exports.codes = "
SOURCES = (("lib/codes.js", "US"), ("lib/codesCanada.js", "Canada"))
MAX_BYTES = 1_000_000


def fail(message):
    sys.exit(f"make_zipcodes.py: {message}")


def unique_pairs(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        fail("a JSON object repeats a key")
    return members


def read_codes(path):
    text = path.read_text(encoding="utf-8")
    if not text.startswith(PREFIX):
        fail(f"{path.name}: does not start with {PREFIX!r}")
    # Numbers stay as the text they have in the source. What follows the
    # first object (an index of zips by state) holds nothing new.
    decoder = json.JSONDecoder(
        parse_float=str, parse_int=str, object_pairs_hook=unique_pairs
    )
    codes, _ = decoder.raw_decode(text, len(PREFIX))
    return codes


def to_row(key, record, country):
    if set(record) != set(COLUMNS):
        fail(f"{key}: unexpected members {sorted(record)}")
    if record["zip"] != key or record["country"] != country:
        fail(f"{key}: zip or country differs from where it was found")
    fields = []
    for column in COLUMNS:
        value = record[column]
        if value is None and column in ("latitude", "longitude"):
            value = ""
        elif not isinstance(value, str) or not value:
            fail(f"{key}: {column} is missing or empty")
        if any(ord(c) < 0x20 or ord(c) == 0x7F for c in value):
            fail(f"{key}: control character in {column}")
        fields.append(value)
    return tuple(fields)


def summarize(rows):
    """Name and size of what README.md states about the data."""
    countries = Counter(row[3] for row in rows)
    return {
        "rows": len(rows),
        "distinct zips": len({row[0] for row in rows}),
        "US rows": countries["US"],
        "Canada rows": countries["Canada"],
        "US states": len({row[2] for row in rows if row[3] == "US"}),
        "Canada states": len({row[2] for row in rows if row[3] == "Canada"}),
        "US, CA": sum(row[3] == "US" and row[2].upper() == "CA" for row in rows),
        "US, CA, SAN FRANCISCO": sum(
            row[3] == "US"
            and row[2].upper() == "CA"
            and row[1].upper() == "SAN FRANCISCO"
            for row in rows
        ),
        "US, CA, SAN FRANCISCO, 94103": sum(
            row[3] == "US"
            and row[2].upper() == "CA"
            and row[1].upper() == "SAN FRANCISCO"
            and row[0] == "94103"
            for row in rows
        ),
        "rows with U+FFFD": sum("\ufffd" in "".join(row) for row in rows),
        "rows with an empty coordinate": sum("" in row[4:] for row in rows),
        "rows at 0, 0": sum(row[4:] == ("0", "0") for row in rows),
    }


EXPECTED = {
    "rows": 44175,
    "distinct zips": 44175,
    "US rows": 42555,
    "Canada rows": 1620,
    "US states": 62,
    "Canada states": 22,
    "US, CA": 2654,
    "US, CA, SAN FRANCISCO": 60,
    "US, CA, SAN FRANCISCO, 94103": 1,
    "rows with U+FFFD": 90,
    "rows with an empty coordinate": 9,
    "rows at 0, 0": 306,
}


def compress(data):
    # The stated size lets a reader allocate once; one thread keeps the
    # output independent of the number of processors.
    command = [
        "zstd", "-19", "--single-thread", "--check", "-q", "-c",
        f"--stream-size={len(data)}",
    ]
    done = subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True)
    return done.stdout


def main(arguments):
    if len(arguments) not in (1, 2):
        fail("usage: make_zipcodes.py PACKAGE_DIR [OUTPUT]")
    package = Path(arguments[0])
    output = Path(__file__).with_name("zipcodes.tsv.zst")
    if len(arguments) == 2:
        output = Path(arguments[1])

    about = json.loads((package / "package.json").read_text(encoding="utf-8"))
    if (about.get("name"), about.get("version")) != ("zipcodes", "8.0.0"):
        fail("the folder is not the package zipcodes 8.0.0")

    rows = [
        to_row(key, record, country)
        for source, country in SOURCES
        for key, record in read_codes(package / source).items()
    ]
    rows.sort(key=lambda row: (row[3], row[0]))

    found = summarize(rows)
    for name, count in found.items():
        print(f"{name}: {count}")
        if count != EXPECTED[name]:
            fail(f"{name}: expected {EXPECTED[name]}")

    data = "".join("\t".join(row) + "\n" for row in [COLUMNS, *rows]).encode("utf-8")
    packed = compress(data)
    if len(packed) >= MAX_BYTES:
        fail(f"{len(packed)} bytes compressed: too large")
    partial = output.with_name(output.name + ".partial")
    partial.write_bytes(packed)
    os.replace(partial, output)
    print(f"{output.name}: {len(packed)} bytes, {len(data)} uncompressed")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        fail(error)
