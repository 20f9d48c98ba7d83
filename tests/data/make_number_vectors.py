#!/usr/bin/env python3
"""Writes number_vectors.tsv: what Python's decimal says of numbers, for tests/item/number_golden_test.cc.

Nothing here is shared with the engine: texts are judged by a regular expression and by decimal, the stored
form comes from integer division by 100, and the size from cutting up the canonical text. Run it without
arguments; the output is the same each time.

Lines, fields parted by tabs; a result is a canonical text or the name of an error:
  parse  text  result  stored form in hex, or -  size in bytes, or -
  add    a     b       result
  sub    a     b       result
"""

import decimal
import pathlib
import random
import re
from decimal import Decimal

# The sum of two numbers in range has at most 294 digits, so nothing below is rounded; the trap proves it.
CONTEXT = decimal.Context(prec=400, traps=[decimal.Inexact, decimal.Rounded, decimal.InvalidOperation])
GRAMMAR = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)
MAX_DIGITS = 38
LARGEST_EXPONENT = 125
SMALLEST_EXPONENT = -130


def canonical(value):
    text = format(value, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if value == 0 else text


def limit_error(value, too_long):
    """The error that a value other than zero deserves, or None."""
    if value.adjusted() > LARGEST_EXPONENT:
        return "NumberOverflow"
    if value.adjusted() < SMALLEST_EXPONENT:
        return "NumberUnderflow"
    digits = "".join(map(str, value.as_tuple().digits)).strip("0")
    return too_long if len(digits) > MAX_DIGITS else None


def judge(text):
    if GRAMMAR.fullmatch(text) is None:
        return "NumberSyntax", None
    value = Decimal(text)
    if value == 0:
        return "0", Decimal(0)
    error = limit_error(value, "NumberPrecision")
    return (error, None) if error else (canonical(value), value)


def stored_form(value):
    if value == 0:
        return "12"
    # The value times 100**86 is an integer, since the lowest digit of all is at 1E-167. It is cut into
    # base-100 digits from the low end.
    scaled = CONTEXT.scaleb(CONTEXT.abs(value), 2 * 86)
    whole = int(scaled)
    assert scaled == whole
    pairs = []
    while whole:
        whole, pair = divmod(whole, 100)
        pairs.append(pair)
    exponent = len(pairs) - 86
    pairs.reverse()
    while pairs[-1] == 0:
        pairs.pop()
    body = bytes([exponent + 65] + [2 * pair + 1 for pair in pairs[:-1]] + [2 * pairs[-1]])
    if value < 0:
        return "11" + bytes(255 - byte for byte in body).hex()
    return "13" + body.hex()


def size_bytes(text):
    if text == "0":
        return 1
    whole, _, fraction = text.lstrip("-").partition(".")
    whole = whole.lstrip("0")
    if not fraction:
        whole = whole.rstrip("0")
    if not whole:
        fraction = fraction.lstrip("0")
    return 1 + (len(whole) + 1) // 2 + (len(fraction) + 1) // 2 + text.startswith("-")


def parse_line(text):
    result, value = judge(text)
    if value is None:
        return ["parse", text, result, "-", "-"]
    return ["parse", text, result, stored_form(value), str(size_bytes(result))]


def sum_line(operation, a, b):
    left, right = Decimal(a), Decimal(b)
    value = CONTEXT.add(left, right) if operation == "add" else CONTEXT.subtract(left, right)
    error = None if value == 0 else limit_error(value, "NumberInexact")
    return [operation, a, b, error or canonical(value)]


BY_HAND = """
0 -0 +0 00 0.0 .0 0. 0e0 0e5 0E-5 -0.000e+7 0e125 0e126 0e-131 0.0e126 0e99999 1 -1 +1 1.0 1. 01 0001.000
1e0 1E+0 10 1e1 100 1e2 1000 1e3 1E+3 1000.0 001000 +1000 0.1e4 12 123 1234 12345 123456 1010 110 11000 42
-42 1700000000 0.1 .1 0.01 0.001 0.0000001 0.15 -0.15 1.5 1.234 3.14 3.14159 100.5 -103.2 007.50 +007.50 .5
5. 1.50E+2 00042 9007199254740993 9223372036854775807 -9223372036854775808 9223372036854775808 99 99.99 -99
0.99 -0.6 -0.7 0.05 -10 1e125 9e125 9.9e125 1e124 1e126 -1e126 0.1e126 0.01e127 10e125 100e125 1e-130
-1e-130 1e-131 10e-131 1.5e-130 0.1e-130 0.1e-129 1e-129 1e999 1e-999 -1e99999 1e-1000000 .e5 . + - e5 1e
1e+ 1e- 1.e5 1.2.3 1e5.0 1e5e5 --1 +-1 1- 1+1 NaN nan Infinity -inf sNaN 0x10 0b1 1_000 1,000 1f 1d 0x1p3 ١
½ １ −1
""".split()


def edge_texts():
    nines = "9" * 38
    yield from ["", " ", " 1", "1 ", "- 1", "1 e5", "1e 5", "1\u00a0"]
    yield from [nines, nines + "0" * 87, nines + "0" * 88, nines + "9", "0." + nines, "1" + "0" * 38 + "1"]
    yield from ["9." + "9" * 37 + "e125", "-9." + "9" * 37 + "e125", "9." + "9" * 38 + "e125", nines + "e88"]
    yield from [nines + "e87", nines + "e-167", nines + "e-168", "1." + "0" * 36 + "1e-130"]
    yield from ["1" * 39 + "e999", "1" * 39 + "e-999", "1" * 39 + "e5", "-1." + "0" * 37 + "1"]
    yield from ["0." + "0" * 129 + "1", "0." + "0" * 130 + "1", "1" + "0" * 125, "1" + "0" * 126]
    yield from ["0" * 200 + "1", "1." + "0" * 200, "0." + "0" * 200 + "1e201", "1" + "0" * 300 + "e-300"]
    yield from ["12" * 19, "1" + "23" * 18 + "4", "0." + "12" * 19, "0.0" + "12" * 19, "1." + "23" * 18 + "4"]


def random_digits(chooser, longest):
    return "".join(chooser.choice("0123456789990") for _ in range(chooser.randint(1, longest)))


def random_number(chooser):
    """A text in range, in one of many spellings."""
    digits = random_digits(chooser, 40)
    point = chooser.randint(0, len(digits))
    text = digits[:point] + ("." if point < len(digits) or chooser.random() < 0.2 else "") + digits[point:]
    text = "0" * chooser.randint(0, 2) + text + ("0" * chooser.randint(0, 2) if "." in text else "")
    spread = chooser.choice([0, 3, 20, 120])
    exponent = chooser.randint(-spread, spread)
    if exponent or chooser.random() < 0.3:
        text += chooser.choice("eE") + chooser.choice(["+", ""] if exponent >= 0 else [""]) + str(exponent)
    return chooser.choice(["", "", "-", "+"]) + text


def random_valid(chooser):
    while True:
        text = random_number(chooser)
        if judge(text)[1] is not None:
            return text


SUMS = [
    ("1", "1"), ("1", "-1"), ("0", "-5"), ("-5", "0"), ("0", "0"), ("99", "1"), ("999.99", "0.01"),
    ("0.1", "0.2"), ("1e50", "1"), ("1e37", "1"), ("1e38", "1"), ("1e37", "0.1"), ("9e125", "9e125"),
    ("9e125", "1e125"), ("9." + "9" * 37 + "e125", "1"), ("9." + "9" * 37 + "e125", "1e88"),
    ("9" * 38, "1"), ("9" * 38, "2"), ("9" * 38, "11"), ("1e125", "1e-130"), ("1e-130", "1e-130"),
    ("1." + "0" * 36 + "1e-130", "-1e-130"), ("1.5e-130", "-1e-130"), ("1.5e-129", "-1.4e-129"),
    ("1e-130", "-1e-130"), ("1000000", "-0.000001"), ("1e38", "-1"), ("1e39", "-1"), ("-1e38", "1"),
    ("5e125", "-4.9e125"), ("-9e125", "-2e125"), ("1234567890" * 3, "-1234567890"), ("0.5", "0.5"),
]


def main():
    chooser = random.Random(20240607)
    lines = [parse_line(text) for text in BY_HAND + list(edge_texts())]
    lines += [parse_line(random_number(chooser)) for _ in range(110)]
    pairs = SUMS + [(random_valid(chooser), random_valid(chooser)) for _ in range(15)]
    for _ in range(15):  # near neighbours, whose sums mostly have a result
        shared = chooser.randint(-100, 90)
        pairs.append(tuple(
            f"{chooser.choice(['', '-'])}{random_digits(chooser, 30)}e{shared + chooser.randint(0, 6)}"
            for _ in range(2)))
    lines += [sum_line(operation, a, b) for operation in ("add", "sub") for a, b in pairs]
    text = "".join("\t".join(line) + "\n" for line in lines)
    pathlib.Path(__file__).with_name("number_vectors.tsv").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
