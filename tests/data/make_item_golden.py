#!/usr/bin/env python3
"""Prints tests/data/golden/items.tsv: stored items byte for byte, their JSON and size, and hashes of names.

    python3 tests/data/make_item_golden.py > tests/data/golden/items.tsv

An implementation of its own, from the layout comments in engine/item (item.fbs, item_frame.h, container.h, number.h,
name_hash.h), from DynamoDB's size formula and from the description of FlatBuffers' binary format; it shares nothing with
engine/item. Every frame is read back here by FlatBuffers' rules before it is printed. A change of the printed file is a
change of the format on disk.
"""
import base64
import json
import re
import struct
from decimal import Decimal

from make_key_golden import number_bytes

HEADER = r"""
# Stored items. Printed by tests/data/make_item_golden.py, checked by tests/item/item_golden_test.cc.
# Columns are separated by tabs; lines that begin with # are comments. <1000*x> stands for 1,000 times x, in JSON text for
# a character, in hexadecimal for a byte.
#
#   item  name, frame, DynamoDB's size in bytes, JSON as given, JSON as printed ("=" when it is the same), stored bytes
#         frame is narrow: these are the bytes; wide: an item of these bytes is equal, FlatBuffers promises no layout
#   hash  name in hexadecimal ("" is none), name_hash
""".lstrip("\n")

NUMBERS = {"NULL": 1, "BOOL": 2, "N": 4, "S": 5, "B": 6, "L": 7, "M": 8, "SS": 9, "NS": 10, "BS": 11}
SETS = {"SS": "S", "NS": "N", "BS": "B"}


# ---- values ----


def parts_of(value):
    """{"S": "x"} -> ("S", "x")"""
    (tag, payload), = value.items()
    return tag, payload


def utf8(text):
    return text.encode("utf-8")


def little(integers, width):
    return b"".join(integer.to_bytes(width, "little") for integer in integers)


def container(members, types, is_map):
    """members are byte strings; for maps name, value, name, value, ..."""
    count = len(members) // 2 if is_map else len(members)
    blob = b"".join(members)
    ends, end = [], 0
    for member in members:
        end += len(member)
        ends.append(end)
    largest = max(count, len(blob))
    width = next(w for w in (1, 2, 4) if largest < 256**w)
    return bytes([width]) + little([count], width) + bytes(types) + little(ends, width) + blob


def sorted_members(item):
    return sorted(item.items(), key=lambda member: utf8(member[0]))


def stored(value):
    tag, payload = parts_of(value)
    if tag == "NULL":
        return b""
    if tag == "BOOL":
        return bytes([payload])
    if tag == "N":
        return number_bytes(payload)
    if tag == "S":
        return utf8(payload)
    if tag == "B":
        return base64.b64decode(payload, validate=True)
    if tag == "L":
        return container([stored(v) for v in payload], [NUMBERS[parts_of(v)[0]] for v in payload], False)
    if tag == "M":
        members = sorted_members(payload)
        flat = [piece for name, v in members for piece in (utf8(name), stored(v))]
        return container(flat, [NUMBERS[parts_of(v)[0]] for _, v in members], True)
    return container(sorted(stored({SETS[tag]: member}) for member in payload), [], False)


def decimal_parts(text):
    """(is negative, digits of the integer, digits of the fraction), without zeros at the outer ends."""
    sign, digits, exponent = Decimal(text).as_tuple()
    digits = "".join(map(str, digits))
    if exponent >= 0:
        integer, fraction = digits + "0" * exponent, ""
    else:
        digits = digits.rjust(1 - exponent, "0")
        integer, fraction = digits[:exponent], digits[exponent:]
    integer, fraction = integer.lstrip("0"), fraction.rstrip("0")
    return sign == 1 and bool(integer or fraction), integer, fraction


def number_size(text):
    is_negative, integer, fraction = decimal_parts(text)
    if not integer and not fraction:
        return 1
    if not fraction:
        integer = integer.rstrip("0")
    if not integer:
        fraction = fraction.lstrip("0")
    return 1 + (len(integer) + 1) // 2 + (len(fraction) + 1) // 2 + is_negative


def size(value):
    tag, payload = parts_of(value)
    if tag in ("NULL", "BOOL"):
        return 1
    if tag == "N":
        return number_size(payload)
    if tag in ("S", "B"):
        return len(stored(value))
    if tag == "L":
        return 3 + sum(1 + size(v) for v in payload)
    if tag == "M":
        return 3 + sum(len(utf8(name)) + 1 + size(v) for name, v in payload.items())
    return sum(size({SETS[tag]: member}) for member in payload)


def number_text(text):
    is_negative, integer, fraction = decimal_parts(text)
    return "-" * is_negative + (integer or "0") + ("." + fraction if fraction else "")


def canonical(value):
    """The value with members in stored order and numbers in their canonical spelling."""
    tag, payload = parts_of(value)
    if tag == "N":
        return {"N": number_text(payload)}
    if tag == "L":
        return {"L": [canonical(v) for v in payload]}
    if tag == "M":
        return {"M": canonical_item(payload)}
    if tag in SETS:
        members = sorted(payload, key=lambda member: stored({SETS[tag]: member}))
        return {tag: [number_text(m) for m in members] if tag == "NS" else members}
    return value


def canonical_item(item):
    return {name: canonical(value) for name, value in sorted_members(item)}


# ---- items ----

MASK = 2**64 - 1


def name_hash(name):
    """64-bit words of the name, the last one shorter, multiplied in one after another."""
    multiplier = 0x9E3779B97F4A7C15
    state = 0x5348454146303031 ^ len(name)
    for at in range(0, len(name), 8):
        state = (state ^ word_of(name[at:at + 8])) * multiplier & MASK
        state ^= state >> 32
    return (state * multiplier & MASK) >> 48


def word_of(piece):
    return int.from_bytes(piece, "little")


class FlatBufferWriter:
    """Writes back to front as FlatBuffers' builders do. A position is the number of bytes from there to the end."""

    def __init__(self):
        self.out = b""

    def align(self, to, following=0):
        self.out = bytes(-(len(self.out) + following) % to) + self.out

    def push(self, form, value):
        self.align(struct.calcsize(form))
        self.out = struct.pack("<" + form, value) + self.out

    def vector(self, integers, width):
        content = little(integers, width)
        self.align(4, len(content))
        self.out = content + self.out
        self.push("I", len(integers))
        return len(self.out)

    def table(self, fields):
        """fields: (id, position of a vector or None, integer), in the order in which they are pushed."""
        end, places = len(self.out), {}
        for field, position, integer in fields:
            self.push("I", integer if position is None else len(self.out) + 4 - position)
            places[field] = len(self.out)
        at = len(self.out) + 4
        field_list = [at - places[field] if field in places else 0 for field in range(max(places) + 1)]
        field_list = struct.pack(f"<{len(field_list) + 2}H", 4 + 2 * len(field_list), at - end, *field_list)
        self.push("i", len(field_list))
        self.out = field_list + self.out
        return at

    def finish(self, root):
        self.align(4)
        self.push("I", len(self.out) + 4 - root)
        return self.out


SIZE, INDEX, DATA, WIDE_ENDS = range(4)
FIELDS = ((SIZE, None), (INDEX, "H"), (DATA, "B"), (WIDE_ENDS, "I"))


def read_frame(frame):
    """The fields of an item by FlatBuffers' rules, with every alignment checked."""
    def at(form, place):
        assert place % struct.calcsize(form) == 0
        return struct.unpack_from("<" + form, frame, place)[0]

    table = at("I", 0)
    field_list = table - at("i", table)
    count = (at("H", field_list) - 4) // 2
    out = {}
    for field, form in FIELDS:
        offset = at("H", field_list + 4 + 2 * field) if field < count else 0
        if offset == 0:
            continue
        assert offset < at("H", field_list + 2)
        place = table + offset
        if form is None:
            out[field] = at("I", place)
            continue
        place += at("I", place)
        out[field] = [at(form, place + 4 + i * struct.calcsize(form)) for i in range(at("I", place))]
    return out


def stored_item(item):
    """(frame, bytes)"""
    names, types, ends, blob = [], [], [], b""
    for name, value in sorted_members(item):
        names.append(utf8(name))
        types.append(NUMBERS[parts_of(value)[0]])
        for piece in (utf8(name), stored(value)):
            blob += piece
            ends.append(len(blob))
    hashes = [name_hash(name) for name in names]
    data = types + list(blob)
    total = sum(len(utf8(name)) + size(value) for name, value in item.items())
    writer = FlatBufferWriter()
    if len(blob) < 65536:
        data_at = writer.vector(data, 1)
        index_at = writer.vector(hashes + ends, 2)
        fields = [(INDEX, index_at, None), (DATA, data_at, None), (SIZE, None, total)]
        expected = {SIZE: total, INDEX: hashes + ends, DATA: data}
    else:
        ends_at = writer.vector(ends, 4)
        data_at = writer.vector(data, 1)
        index_at = writer.vector(hashes, 2)
        fields = [(WIDE_ENDS, ends_at, None), (DATA, data_at, None), (INDEX, index_at, None), (SIZE, None, total)]
        expected = {SIZE: total, INDEX: hashes, DATA: data, WIDE_ENDS: ends}
    frame = writer.finish(writer.table(fields))
    assert read_frame(frame) == expected
    if len(blob) >= 65536:
        return "wide", frame
    usual = usual_frame(total, hashes + ends, data)
    assert read_frame(usual) == expected
    assert frame == usual + bytes(-len(usual) % 4)  # builders fill up the end
    return "narrow", usual


def usual_frame(total, index, data):
    """The same bytes from front to back, as item_frame.h draws them."""
    index_bytes = struct.pack("<I", len(index)) + little(index, 2)
    index_bytes += bytes(-len(index_bytes) % 4)
    head = bytes([16, 0, 0, 0, 0, 0, 10, 0, 16, 0, 4, 0, 12, 0, 8, 0, 10, 0, 0, 0])
    head += struct.pack("<III", total, 8 + len(index_bytes), 4)
    return head + index_bytes + struct.pack("<I", len(data)) + bytes(data)


# ---- what is printed ----

LONGEST_RUN = 1000


def with_runs(pieces):
    """Pieces (characters, or bytes as two digits) as text, long runs of one piece written as <count*piece>."""
    out, at = [], 0
    while at < len(pieces):
        end = at + 1
        while end < len(pieces) and pieces[end] == pieces[at]:
            end += 1
        out.append(f"<{end - at}*{pieces[at]}>" if end - at >= LONGEST_RUN else pieces[at] * (end - at))
        at = end
    return "".join(out)


def hex_of(content):
    return with_runs([f"{byte:02x}" for byte in content])


def json_text(item, escape):
    text = json.dumps(item, ensure_ascii=escape, separators=(",", ":"))
    assert not re.search(r"<\d+\*", text)
    return with_runs(text)


def print_item(name, item):
    given, printed = json_text(item, True), json_text(canonical_item(item), False)
    frame, content = stored_item(item)
    total = sum(len(utf8(key)) + size(value) for key, value in item.items())
    print("item", name, frame, total, given, "=" if printed == given else printed, hex_of(content), sep="\t")


def b(*content):
    return {"B": base64.b64encode(bytes(content)).decode()}


def nested(levels, wrap):
    value = {"S": "leaf"}
    for _ in range(levels - 1):
        value = wrap(value)
    return value


def same_hash_names():
    """The first two of n0, n1, ... that share their hash."""
    seen = {}
    for i in range(100000):
        name = f"n{i}"
        other = seen.setdefault(name_hash(utf8(name)), name)
        if other != name:
            return other, name
    raise AssertionError("no two names share a hash")


LARGEST = "9" * 38 + "E88"
ONE_OF_EACH = {
    "string": {"S": "text"},
    "number": {"N": "-103.2"},
    "binary": b(0, 1, 254, 255),
    "true": {"BOOL": True},
    "false": {"BOOL": False},
    "null": {"NULL": True},
    "list": {"L": [{"N": "1"}, {"S": "two"}, {"NULL": True}]},
    "map": {"M": {"b": {"S": "2"}, "a": {"BOOL": True}}},
    "string_set": {"SS": ["b", "", "a"]},
    "number_set": {"NS": ["10", "9", "-1", "0"]},
    "binary_set": {"BS": [b(255)["B"], b(1, 2)["B"], b(1)["B"]]},
}


def items():
    yield "empty", {}
    for name, value in ONE_OF_EACH.items():
        yield "one_" + name, {"a": value}
    yield "all_types", ONE_OF_EACH
    yield "keys_only", {"SK": {"N": "1700000000"}, "PK": {"S": "USER#1"}}
    yield "nested", {
        "PK": {"S": "ORDER#7"},
        "Meta": {"M": {
            "tags": {"L": [{"S": "x"}, {"M": {"name": {"S": "n"}, "deep": {"L": [{"L": [{"NS": ["3", "2.0"]}]}]}}}]},
            "at": {"N": "1.50"},
            "empty": {"M": {}},
        }},
    }
    yield "empty_values", {
        "l": {"L": []}, "m": {"M": {}}, "s": {"S": ""}, "b": {"B": ""}, "ss": {"SS": [""]}, "bs": {"BS": [""]},
        "in": {"L": [{"L": []}, {"M": {}}, {"S": ""}, {"B": ""}]},
    }
    yield "sets", {
        "ss": {"SS": ["b", "a", "\u00e9", "B", "aa", "\U00010000", "\uffee"]},
        "ns": {"NS": ["100", "20", "3", "-3", "-20", "0.5", "1E-130", LARGEST, "0"]},
        "bs": {"BS": [b(2)["B"], b(1, 255)["B"], b(1)["B"], b(255, 0)["B"], b(0)["B"]]},
        "in": {"L": [{"SS": ["z", "y"]}, {"M": {"ns": {"NS": ["2", "1"]}}}]},
    }
    names = ["z", "\u00e9", "a.b", "a", "a\0", "a\0b", "ab", "a[0]", "\U00010000", "\uffee", " ", "Z", "\0", "\"\\", "\x7f"]
    yield "names", {name: {"N": str(i)} for i, name in enumerate(names)}
    alike = ["attribute", "attribut", "attributes", "attribute_b", "attribute_a", "attribute" + 300 * "x"]
    yield "names_alike", {name: {"S": name[-1]} for name in alike}
    yield "names_of_one_hash", {name: {"S": name} for name in same_hash_names()}
    yield "numbers", {name: {"N": text} for name, text in (
        ("a", "12345678901234567890123456789012345678"), ("b", "-1.2345678901234567890123456789012345678"),
        ("c", LARGEST), ("d", "-" + LARGEST), ("e", "1E-130"), ("f", "-1E-130"), ("g", "-0"), ("h", "1.0"),
        ("i", "+1e2"), ("j", "0.10"), ("k", "-99"), ("l", "1000000000000000000000000000000000000.1"))}
    yield "texts", {
        "controls": {"S": "".join(map(chr, range(0x20))) + "\x7f"},
        "quotes": {"S": "\"\\/"},
        "wide": {"S": "\u0080\u07ff\u0800\uffff\U00010000\U0010ffff"},
    }
    yield "many", {f"name{i}": {"N": str(i * i)} for i in range(40, 0, -1)}
    yield "slice_widths", {
        "count_255": {"L": [{"NULL": True}] * 255},
        "count_256": {"L": [{"NULL": True}] * 256},
        "blob_255": {"M": {"n": {"S": "v" * 254}}},
        "blob_256": {"M": {"n": {"S": "v" * 255}}},
    }
    yield "deepest", {"l": nested(32, lambda v: {"L": [v]}), "m": nested(32, lambda v: {"M": {"n": v}})}
    yield "blob_65535", {"b": {"S": "x" * 65533}, "a": {"S": ""}}
    yield "blob_65536", {"b": {"S": "x" * 65534}, "a": {"S": ""}}
    yield "longest_name", {"n" * 65535: {"N": "1"}, "a": {"BOOL": True}}
    yield "wide_slices", {
        "z": {"S": "last"},
        "l": {"L": [{"S": "x" * 65536}, {"N": "1"}]},
        "m": {"M": {"c": {"BOOL": False}, "b": {"B": base64.b64encode(bytes(66000)).decode()}}},
    }


def hashed_names():
    text = "The quick brown fox jumps over the lazy dog"
    yield from (text[:length] for length in range(len(text) + 1))
    yield from ("PK", "SK", "\0", "\0\0", "a\0", "\u00e9", "\U00010000", "z" * 255, "z" * 256)


if __name__ == "__main__":
    print(HEADER)
    for item_name, golden_item in items():
        print_item(item_name, golden_item)
    print()
    for hashed_name in hashed_names():
        print("hash", hex_of(utf8(hashed_name)) or '""', f"{name_hash(utf8(hashed_name)):04x}", sep="\t")
