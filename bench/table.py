#!/usr/bin/env python3
"""Makes the report of `./dev bench` from what the benchmark programs wrote with --benchmark_out.

    bench/table.py core.json writers.json store.json peers.json item.json

Any of them may be left out. Several files of core_bench that differ in their number of items give the table of scale
in place of the table of targets. Times are medians over the repetitions, of one item where an iteration does many.
"""

import argparse
import json
import statistics
import sys
from dataclasses import dataclass
from pathlib import Path

PER_SECOND = {"ns": 1e9, "us": 1e6, "ms": 1e3, "s": 1.0}
NOISY = 0.15  # spread of the repetitions above which a row is marked


class Report:
    """What one program measured: `samples` and `counters` by (work, side), and the facts of its context."""

    def __init__(self, path):
        document = json.loads(Path(path).read_text(encoding="utf-8"))
        self.facts = document["context"]
        self.program = Path(self.facts["executable"]).name
        self.samples = {}
        self.counters = {}
        for run in document["benchmarks"]:
            if run["run_type"] != "iteration":
                continue
            if run.get("error_occurred"):
                sys.exit(f"{path}: {run['name']}: {run.get('error_message')}")
            key = tuple(run["name"].split("/")[:2])
            scale = PER_SECOND[run["time_unit"]] * run.get("items", 1)
            self.samples.setdefault(key, []).append((run["real_time"] / scale, run["cpu_time"] / scale))
            for name, value in run.items():
                if isinstance(value, float) and name not in ("real_time", "cpu_time"):
                    self.counters.setdefault((key, name), []).append(value)

    def wall(self, work, side):
        """Seconds by the clock, or None."""
        samples = self.samples.get((work, side))
        return statistics.median(real for real, _ in samples) if samples else None

    def processor(self, work, side):
        samples = self.samples.get((work, side))
        return statistics.median(cpu for _, cpu in samples) if samples else None

    def spread(self, work, side):
        """Standard deviation over mean."""
        reals = [real for real, _ in self.samples.get((work, side), [])]
        return statistics.stdev(reals) / statistics.mean(reals) if len(reals) > 1 else 0.0

    def counter(self, work, side, name):
        values = self.counters.get(((work, side), name))
        return statistics.median(values) if values else None

    def fact(self, name):
        return float(self.facts[name]) if name in self.facts else None


@dataclass
class Row:
    """A row of the table of targets, of core_bench: `ours` against `floor`, at most `limit` times as long."""

    work: str
    limit: float = None
    floor: str = "bare"
    ours: str = "sheaf"
    note: str = ""


@dataclass
class AbsoluteRow:
    """A row with a limit of its own: a time in ms, or a number among the facts."""

    title: str
    unit: str
    limit: float
    work: str = ""
    fact: str = ""


QUERIES = ["query 25, table, forward", "query 25, table, backward", "query 25, index, forward", "query 25, index, backward"]
WRITERS = ["1 writer", "2 writers", "8 writers", "32 writers"]
PROTOCOL = ["protocol: get", "protocol: put", "protocol: query 25"]

ROWS = [
    Row("get", 1.2),
    Row("get, absent key"),
    Row("put, no index, blind", 1.4),
    Row("put + 3 indexes, new item", 1.5),
    Row("put + 3 indexes, one key moved", 1.3),
    *(Row(work, 1.25) for work in QUERIES),
    Row("full scan, per item", 1.3),
    Row("conditional put", 1.3),
    Row("counter, 3 indexes", 1.5),
    Row("query 25, filter and projection", 1.5),
    Row("full scan with filter, per item", 1.3),
    Row("transaction of 10", 1.3, note=" (per item)"),
    Row("batch of 25, no index", 1.3, note=" (per item)"),
    Row("batch of 25, 3 indexes", 1.3, note=" (per item)"),
    Row("bulk load in batches, per item", 1.5),
    Row("bulk load by sorted ingest, per item", 1.5),
    *(Row(work, floor="bare kept", note="; floor keeps its iterator, too") for work in QUERIES),
    Row("query 25, filter and projection", floor="bare kept", note="; floor keeps its iterator, too"),
    Row(QUERIES[0], ours="sheaf fresh", note="; a new cursor each"),
    *(Row(work, 2.5, floor="native", ours="call", note="; sheaf_call against native calls") for work in PROTOCOL),
    *(Row(work, floor="json", ours="call", note="; sheaf_call against native calls that take and give JSON") for work in PROTOCOL),
]

ABSOLUTE_ROWS = [
    AbsoluteRow("make a database in an empty folder", "ms", 60, work="make a database in an empty folder"),
    AbsoluteRow("open, no items", "ms", 60, work="open, no items"),
    AbsoluteRow("open, {folder_mb} MB of items", "ms", 250, work="open, large folder"),
    AbsoluteRow("idle memory, no tables", "MiB", 16, fact="idle memory, MiB"),
    AbsoluteRow("idle memory, a table with 3 indexes", "MiB", 16, fact="idle memory with a table, MiB"),
    AbsoluteRow("stripped library without RocksDB", "MB", 2, fact="library, MB"),
]

PEER_WORKS = ["get", "query 25 forward", "query 25 backward by index", "put + 3 indexes", "full scan, per item"]
PEER_FACTS = ["load, us an item", "disk, bytes an item"]
PEERS = ["bare", "sheaf", "sqlite", "lmdb", "lmdb nosync", "wiredtiger"]


def number(value, unit_per_second=1.0):
    """Three digits that count; "-" for what was not measured."""
    if value is None:
        return "-"
    value *= unit_per_second
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def ratio(ours, floor):
    return f"{ours / floor:.2f}" if ours is not None and floor else "-"


def verdict(value, limit):
    if limit is None or value is None:
        return ""
    return "met" if value <= limit else "MISSED"


def print_table(title, header, rows):
    """In Markdown, with aligned columns. The first column holds text, the others numbers."""
    if not rows:
        return
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    print(f"\n{title}\n")
    for row in [header, None, *rows]:
        if row is None:
            print("|" + "|".join("-" * (width + 1) + ("-" if i == 0 else ":") for i, width in enumerate(widths)) + "|")
            continue
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]
        print("| " + " | ".join(cells) + " |")


def relative_cells(report, row):
    """The row's cells, or None when its program did not run it."""
    floor, ours = report.wall(row.work, row.floor), report.wall(row.work, row.ours)
    if floor is None or ours is None:
        return None
    spread = max(report.spread(row.work, row.floor), report.spread(row.work, row.ours))
    by_processor = ratio(report.processor(row.work, row.ours), report.processor(row.work, row.floor))
    return [row.work + row.note, "us", number(floor, 1e6), number(ours, 1e6), ratio(ours, floor), by_processor,
            f"{row.limit:.2f}" if row.limit else "", verdict(ours / floor, row.limit), "noisy" if spread > NOISY else ""]


def absolute_cells(report, row):
    if row.work:
        value = report.wall(row.work, "sheaf")
        floor = report.wall(row.work, "bare")
        value, floor = (seconds and seconds * 1e3 for seconds in (value, floor))
    else:
        value, floor = report.fact(row.fact), None
    if value is None:
        return None
    title = row.title.format(folder_mb=number(report.fact("large folder, MB")))
    return [title, row.unit, number(floor), number(value), ratio(value, floor), "", f"{row.limit} {row.unit}",
            verdict(value, row.limit), ""]


def print_targets(reports):
    rows = [relative_cells(reports["core_bench"], row) for row in ROWS] if "core_bench" in reports else []
    if "store_bench" in reports:
        rows += [absolute_cells(reports["store_bench"], row) for row in ABSOLUTE_ROWS]
    print_table("Sheaf through the C ABI against bare RocksDB that does the same",
                ["work", "unit", "floor", "Sheaf", "ratio", "by CPU", "target", "", "spread"], [row for row in rows if row])


def print_writers(report):
    counters = ("latency_us", "latency_p99_us", "syncs_per_put")
    rows = []
    for work in (f"put, {mode}, {writers}" for mode in ("FULL", "NORMAL") for writers in WRITERS):
        floor, ours = report.wall(work, "bare"), report.wall(work, "sheaf")
        if floor is None or ours is None:
            continue
        cells = [work, number(1 / floor), number(1 / ours), ratio(1 / ours, 1 / floor)]
        for counter in counters:
            cells += [number(report.counter(work, side, counter)) for side in ("bare", "sheaf")]
        rows.append(cells)
    columns = ["latency us", "99 % us", "syncs a put"]
    header = ["one handle, many writers", "floor: puts/s", "Sheaf", "ratio"]
    for column in columns:
        header += [f"floor: {column}", "Sheaf"]
    print_table("Group commit, no index", header, rows)


def print_profiles(report):
    works = ("get, cached", "get, 16 MiB of memory", "full scan, 16 MiB, per item")
    rows = [[f"{work}, us", number(report.wall(work, "fast"), 1e6), number(report.wall(work, "small"), 1e6)] for work in works]
    disk = [report.fact(f"disk, bytes an item/{profile}") for profile in ("fast", "small")]
    rows.append(["disk, bytes an item with its index rows", *(number(value) for value in disk)])
    print_table("The compression profiles", ["", "fast (LZ4)", "small (ZSTD, dictionary)"], rows)


def print_encodings(report):
    rows = []
    for work in ("encode", "find", "Status = open", "walk", "verify"):
        floor, ours = report.wall(work, "tlv"), report.wall(work, "sheaf")
        rows.append([f"{work}, ns", number(floor, 1e9), number(ours, 1e9), ratio(ours, floor)])
    floor, ours = report.fact("bytes/tlv"), report.fact("bytes/sheaf")
    rows.append(["bytes", number(floor), number(ours), ratio(ours, floor)])
    print_table("The stored item against tag-length-value", ["an item", "TLV", "Sheaf", "ratio"], rows)


def print_peers(report):
    peers = [peer for peer in PEERS if ("get", peer) in report.samples]
    rows = [[f"{work}, us", *(number(report.wall(work, peer), 1e6) for peer in peers)] for work in PEER_WORKS]
    rows += [[fact, *(number(report.fact(f"{fact}/{peer}")) for peer in peers)] for fact in PEER_FACTS]
    header = ["work", *(report.facts[f"name/{peer}"] for peer in peers)]
    print_table(f"Peers on the same {int(report.fact('items')):,} items", header, rows)
    for peer in PEERS:
        if peer not in peers:
            print(f"{peer}: {report.facts.get(f'name/{peer}', 'left out by a filter')}")


def print_scale(reports):
    """Reports of core_bench by their number of items."""
    sizes = sorted(reports)
    rows = []
    for work in ["get", "get, absent key", *QUERIES]:
        sides = [[reports[size].wall(work, side) for size in sizes] for side in ("bare", "sheaf")]
        if any(value is None for side in sides for value in side):
            continue
        cells = [work]
        for floor, ours in zip(*sides):
            cells += [number(floor, 1e6), number(ours, 1e6), ratio(ours, floor)]
        growth = max(sides[1]) / sides[1][0]
        rows.append([*cells, ratio(max(sides[0]), sides[0][0]), f"{growth:.2f}", "1.50", verdict(growth, 1.5)])
    header = ["us by number of items"]
    for size in sizes:
        header += [f"{size:,}: floor", "Sheaf", "ratio"]
    print_table("Scale while the working set is cached: the longest time over that of the smallest size",
                [*header, "floor grows", "Sheaf grows", "target", ""], rows)


def print_machine(reports):
    facts = reports[0].facts
    print(f"\nmachine    {facts['num_cpus']} cores at {facts['mhz_per_cpu']} MHz, {facts['memory']}, {facts['kernel']}")
    for name in ("rocksdb", "allocator"):
        print(f"{name:10} {' | '.join(sorted({report.facts[name] for report in reports}))}")
    for report in reports:
        names = ("items", "memory of a side, MiB", "disk bytes an item", "keys read", "collections read, table", "collections read, index")
        scale = [f"{name} {report.facts[name]}" for name in names if name in report.facts]
        loads = ", ".join(f"{load:.1f}" for load in report.facts.get("load_avg", []))
        repetitions = max(len(samples) for samples in report.samples.values())
        print(f"{report.program:14} {repetitions} repetitions; load when it began {loads}" + "".join(f"; {fact}" for fact in scale))


def main():
    parser = argparse.ArgumentParser(description="Makes the report of ./dev bench.")
    parser.add_argument("files", nargs="+", help="what programs wrote with --benchmark_out")
    paths = parser.parse_args().files
    if missing := [path for path in paths if not Path(path).is_file()]:
        sys.exit(f"there is no file {', '.join(missing)}")
    # A program that a filter left nothing to do writes an empty file.
    files = [path for path in paths if Path(path).stat().st_size > 0]
    reports = [report for report in map(Report, files) if report.samples]
    if not reports:
        sys.exit("no benchmark ran")
    print_machine(reports)
    by_program = {report.program: report for report in reports}
    printers = {"item_bench": print_encodings, "store_bench": print_profiles, "writers_bench": print_writers}
    for program, printer in printers.items():
        if program in by_program:
            printer(by_program[program])
    sizes = {int(report.fact("items")): report for report in reports if report.program == "core_bench"}
    if len(sizes) > 1:
        print_scale(sizes)
    else:
        print_targets(by_program)
    if "peers_bench" in by_program:
        print_peers(by_program["peers_bench"])


if __name__ == "__main__":
    main()
