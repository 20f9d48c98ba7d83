#!/usr/bin/env python3
"""Prints tests/data/golden/keys.tsv: encoded keys and the bounds of every key condition.

    python3 tests/data/make_key_golden.py > tests/data/golden/keys.tsv

An implementation of its own, from the rules of the design (keys, bounds), that shares nothing with engine/key.
Every range is checked here against its meaning before it is printed: the rows it holds are found once by bytes and
once by values. A change of the printed file is a change of the format on disk.
"""
from dataclasses import dataclass
from decimal import Decimal

MARK = b"\x00\x01"
TAGS = {"S": b"\x20", "B": b"\x30", "N": b""}

HEADER = r"""
# Keys and key ranges as bytes. Printed by tests/data/make_key_golden.py, checked by tests/key/golden_keys_test.cc.
# Columns are separated by tabs; lines that begin with # are comments.
#
# A component is place:type:value. N is decimal text; S and B are ASCII text in which \xHH is one byte. (The codec
# takes S as bytes, so S is shown with FF too; above the codec S is UTF-8.) Bytes are in hexadecimal; blanks stand
# between the parts of a component and mean nothing. "" is no bytes, "-" is no value, or no bound as upper.
#
#   partition   value with 00 as 00FF, mark 0001
#   sort        tag (S 20, B 30), value with 00 as 00FF, mark 0001
#   last        tag, value as it is: the base sort key at the very end of its key
#   N           instead of tag and value: 11 negative, 12 zero (and the end), 13 positive; exponent; digit pairs
#
# Range [lower, upper), always inside the collection of its components:
#   all          lower: the components; upper: the same with their last mark as 0002
#   eq le gt     above a value is: the value with its mark as 0002; for "last" the value and 00
#   begins_with  lower: tag and value without mark; upper: the same with its last byte below FF raised, cut there
""".lstrip("\n")


@dataclass(frozen=True)
class Component:
    place: str  # partition, sort, last
    type: str  # S, N, B
    value: object  # bytes, or decimal text for N

    def __str__(self):
        if self.type == "N":
            return f"{self.place}:N:{self.value}"
        return f"{self.place}:{self.type}:" + "".join(
            chr(byte) if 0x21 <= byte <= 0x7E and byte != 0x5C else f"\\x{byte:02X}" for byte in self.value)


def number_bytes(text):
    sign, digits, exponent = Decimal(text).as_tuple()
    digits = "".join(map(str, digits)).lstrip("0")  # Decimal's constructor is exact
    if not digits:
        return b"\x12"
    point = len(digits) + exponent  # value = 0.digits x 10^point
    if point % 2:
        digits, point = "0" + digits, point + 1
    digits = digits.rstrip("0")
    digits += "0" * (len(digits) % 2)
    pairs = [int(digits[i:i + 2]) for i in range(0, len(digits), 2)]
    body = [point // 2 + 65] + [2 * p + 1 for p in pairs[:-1]] + [2 * pairs[-1]]
    return b"\x11" + bytes(255 - b for b in body) if sign else b"\x13" + bytes(body)


def value_groups(component):
    """Tag and value, without the end mark."""
    tag = b"" if component.place == "partition" else TAGS[component.type]
    if component.type == "N":
        value = number_bytes(component.value)
    elif component.place == "last":
        value = component.value
    else:
        value = component.value.replace(b"\x00", b"\x00\xFF")
    return [group for group in (tag, value) if group]


def groups_of(components):
    groups = []
    for component in components:
        groups += value_groups(component)
        if component.place != "last":
            groups.append(MARK)
    return groups


def encode(components):
    return b"".join(groups_of(components))


def successor_groups(groups):
    """The smallest string above all that begin with the groups; None when there is none."""
    groups = list(groups)
    while groups:
        last = groups.pop().rstrip(b"\xFF")
        if last:
            return groups + [last[:-1] + bytes([last[-1] + 1])]
    return None


def above(components):
    """The smallest key above every key that continues these components."""
    groups = groups_of(components)
    return groups + [b"\x00"] if components[-1].place == "last" else groups[:-1] + [b"\x00\x02"]


def bounds(op, leading, low, high):
    inside, behind = groups_of(leading), above(leading) if leading else None
    if op == "all":
        return inside, behind
    if op == "begins_with":
        lower = inside + value_groups(low)
        return lower, successor_groups(lower)
    at_low = groups_of(leading + [low])
    if op == "eq":
        return at_low, above(leading + [low])
    if op == "lt":
        return inside, at_low
    if op == "le":
        return inside, above(leading + [low])
    if op == "gt":
        return above(leading + [low]), behind
    if op == "ge":
        return at_low, behind
    return at_low, above(leading + [high])


def holds(op, value, low, high):
    if op == "all":
        return True
    if op == "begins_with":
        return value.value.startswith(low.value)
    as_number = (lambda c: Decimal(c.value)) if value.type == "N" else (lambda c: c.value)
    value, low, high = as_number(value), as_number(low), as_number(high) if high else None
    if op == "between":
        return low <= value <= high
    return {"eq": value == low, "lt": value < low, "le": value <= low, "gt": value > low, "ge": value >= low}[op]


def neighbours(leading):
    """The collection itself and others that stand close to it, as lists of components."""
    first = leading[0]
    if first.type == "N":
        values = [value for value in NUMBERS + OTHER_NUMBERS if value != first.value]
    else:
        raised = first.value[:-1] + bytes([(first.value[-1] + 1) % 256])
        values = [first.value + end for end in (b"\x00", b"\x01", b"\xFF")] + [b"\xFF" + first.value, raised]
    return [leading] + [[Component(first.place, first.type, value)] + leading[1:] for value in values]


def check(op, leading, low, high, lower, upper, domain):
    """Rows with each value of the domain in each neighbouring collection: the same by bytes as by values."""
    lower, upper = b"".join(lower), None if upper is None else b"".join(upper)
    for collection in neighbours(leading):
        for value in domain:
            row = collection + [value]
            tails = [[]] if value.place == "last" else [[Component("partition", "B", b"\xFF\xFF")],
                                                        [Component("partition", "B", b"\x00")]]
            for tail in tails:
                key = encode(row + tail)
                by_bytes = lower <= key and (upper is None or key < upper)
                assert by_bytes == (collection == leading and holds(op, value, low, high)), (op, row, low, high)


def show(groups):
    return "-" if groups is None else " ".join(group.hex().upper() for group in groups) or '""'


def print_key(*components):
    print("key", " ".join(map(str, components)), show(groups_of(components)), sep="\t")


def print_range(op, leading, low=None, high=None, domain=()):
    lower, upper = bounds(op, leading, low, high)
    check(op, leading, low, high, lower, upper, domain)
    print("range", op, " ".join(map(str, leading)), low or "-", high or "-", show(lower), show(upper), sep="\t")


def print_prefix(prefix):
    lower = value_groups(prefix)
    upper = successor_groups(lower)
    for value in BYTES + OTHER_BYTES:
        key = encode([partition(prefix.type, value)])
        by_bytes = b"".join(lower) <= key and (upper is None or key < b"".join(upper))
        assert by_bytes == value.startswith(prefix.value), (prefix, value)
    print("range", "partition_prefix", "-", prefix, "-", show(lower), show(upper), sep="\t")


BYTES = [b"a", b"a\x00", b"a\x00\x01", b"\xFF", b"\xFF\xFF"]
OTHER_BYTES = [b"\x00", b"\x01", b"a\x00\x00", b"a\x00\xFF", b"a\x01", b"ab", b"b", b"\xFE", b"\xFF\x00",
               b"\xFF\xFF\xFF"]
NUMBERS = ["-103.2", "0", "3.14"]
OTHER_NUMBERS = ["-9E125", "-104", "-103.21", "-103.19", "-1", "-1E-130", "1E-130", "1", "3.1", "3.141", "42",
                 "1E125"]
LARGEST = "9.9999999999999999999999999999999999999E125"
ALL_NUMBERS = ["-" + LARGEST, "-1E125", "-103.2", "-1", "-0.7", "-0.6", "-1E-130", "0", "1E-130", "0.01", "0.05",
               "0.5", "1", "3.14", "42", "99", "100", "12345", "1700000000",
               "12345678901234567890123456789012345678", LARGEST]


def partition(type_, value):
    return Component("partition", type_, value)


def title(text):
    print(f"\n# {text}")


def print_keys():
    title("Base keys, partition only")
    print("#record\tcomponents\tbytes")
    for type_ in "SB":
        for value in BYTES:
            print_key(partition(type_, value))
    for value in NUMBERS:
        print_key(partition("N", value))
    title("Base keys, partition and sort")
    for type_ in "SB":
        for value in BYTES:
            print_key(partition("S", b"p"), Component("last", type_, value))
    for value in ALL_NUMBERS:
        print_key(partition("S", b"p"), Component("last", "N", value))
    title("Local index keys: partition, index sort, base sort")
    for type_ in "SB":
        for value in BYTES:
            print_key(partition("S", b"p"), Component("sort", type_, value), Component("last", type_, value))
    for value in NUMBERS:
        print_key(partition("N", value), Component("sort", "N", value), Component("last", "N", value))
    title("Global index keys without a sort part; base partitions that begin with FF")
    for base in (b"\xFE", b"\xFF", b"\xFF\x00", b"\xFF\x01", b"\xFF\xFF"):
        print_key(partition("S", b"x"), partition("B", base))
        print_key(partition("S", b"x"), partition("B", base), Component("last", "B", b"\xFF"))
    title("Global index keys with sort parts: one; four after four partition parts")
    for value in BYTES:
        print_key(partition("S", b"x"), Component("sort", "S", value), partition("B", b"\xFF"))
    print_key(partition("S", b"x"), partition("N", "-1"), partition("B", b"\x00\x01"), partition("S", b"y"),
              Component("sort", "S", b"US"), Component("sort", "N", "0"), Component("sort", "B", b"\x00"),
              Component("sort", "S", b"z"), partition("S", b"p"), Component("last", "N", "42"))


def print_conditions(place, type_, values, others):
    operands = [Component(place, type_, value) for value in values]
    domain = operands + [Component(place, type_, value) for value in others]
    leading = [partition("S", b"p")]
    for low, high in zip(operands, operands[1:] + [None]):
        for op in ("eq", "lt", "le", "gt", "ge"):
            print_range(op, leading, low, None, domain)
        print_range("between", leading, low, high or low, domain)
        if type_ != "N":
            print_range("begins_with", leading, low, None, domain)
    if type_ != "N":
        print_range("begins_with", leading, Component(place, type_, b""), None, domain)


def print_ranges():
    title("Collections: of a base partition, of an index partition, of leading sort parts")
    columns = "#record\top\tcomponents\tlow\thigh\tlower\tupper"
    print(columns)
    domain = [Component("last", "B", value) for value in BYTES + OTHER_BYTES]
    domain += [Component("sort", "B", value) for value in BYTES + OTHER_BYTES]
    bases = [partition("B", value) for value in BYTES + OTHER_BYTES]
    for collection in [partition("S", v) for v in BYTES + [b"x"]] + [partition("N", v) for v in NUMBERS]:
        print_range("all", [collection], domain=domain + bases)
    print_range("all", [partition("S", b"x"), partition("N", "-1")], domain=domain + bases)
    print_range("all", [partition("S", b"x"), Component("sort", "S", b"US")], domain=domain + bases)
    print_range("all", [partition("S", b"x"), Component("sort", "N", "0"), partition("B", b"\xFF\xFF")], domain=domain)
    places = (("last", "the sort key of a table"), ("sort", "a sort part of an index"))
    for type_, values, others in (("S", BYTES, OTHER_BYTES), ("B", BYTES, OTHER_BYTES), ("N", NUMBERS, OTHER_NUMBERS)):
        for place, text in places:
            title(f"Conditions on {text}, type {type_}")
            print(columns)
            print_conditions(place, type_, values, others)
    title("A condition behind further parts")
    print(columns)
    leading = [partition("S", b"x"), partition("N", "-1"), Component("sort", "S", b"US")]
    for place in ("sort", "last"):
        operands = [Component(place, "B", b"\x00"), Component(place, "B", b"\xFF")]
        values = [Component(place, "B", value) for value in BYTES + OTHER_BYTES]
        print_range("between", leading, *operands, domain=values)
        print_range("begins_with", leading, operands[1], domain=values)
    title("Scans over the partitions that begin with a prefix")
    print(columns)
    for type_ in "SB":
        for value in [b""] + BYTES + [b"a\xFF", b"\x00"]:
            print_prefix(partition(type_, value))


if __name__ == "__main__":
    print(HEADER, end="")
    print_keys()
    print_ranges()
