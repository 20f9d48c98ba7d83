#!/usr/bin/env python3
"""Tests tests/tidy.py: a small clean tree has no findings, and each seeded violation is found where it is."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import tidy

HEADER = """/* The manual. */
#define SHEAF_API
/* Opens. */
SHEAF_API int sheaf_open(void);
SHEAF_API void sheaf_close(void); /* Closes. */
SHEAF_API const char *sheaf_name(int kind,
                                 int flags); /* Names. */
"""

# A tree that keeps every rule, with what a naive check would stumble over.
CLEAN = {
    "engine/sources.txt": "# the one list\nengine/base/status.cc\nengine/store/table.cc  # RocksDB\ncapi/item.cc\n",
    "engine/base/status.h": "// A status. No double here, no rocksdb::DB.\n#pragma once\nnamespace sheaf {\nclass Status {};\n}\n",
    "engine/base/status.cc": '#include "engine/base/status.h"\nconst char* kText = "printf(rocksdb::DB) using namespace";\n'
    "int n = 1'000'000; // it's\nvoid f() { snprintf(0, 0, kText); }\n",
    "engine/store/table.cc": '#include "rocksdb/db.h"\n#include "engine/base/status.h"\nrocksdb::DB* db;\n',
    "engine/item/item.h": '// Items, no float.\n#pragma once\n#include "engine/item/item_generated.h"\n'
    "#include <simdjson.h>\nflatbuffers::Verifier v;\n",
    "capi/item.cc": '#include "capi/sheaf.h"\n#include "engine/item/item.h"\n',
    "capi/sheaf.h": HEADER,
    "capi/symbols.txt": "# name since state\nsheaf_open 0.1.0 stable\nsheaf_close 0.1.0 stable\nsheaf_name 0.1.0 stable\n",
    "tests/store/table_test.cc": '#include "rocksdb/db.h"\n#include "engine/base/status.h"\nTEST(A, B) {}\n',
    "CMakeLists.txt": "file(STRINGS engine/sources.txt sources)\n",
    "meson.build": "fs.read('engine/sources.txt')\n",
}


def body(lines):
    return "  g();\n" * lines


class TidyTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name).resolve()
        for name, text in CLEAN.items():
            self.write(name, text)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def append(self, name, text):
        self.write(name, (self.root / name).read_text() + text)

    def findings(self, library=None):
        tree = tidy.Tree(self.root, library)
        return [finding for check in tidy.CHECKS for finding in check(tree)]

    def expect(self, place, words, library=None):
        """Exactly one finding, at that place and with these words."""
        found = self.findings(library)
        self.assertEqual(len(found), 1, found)
        self.assertTrue(found[0].startswith(place + ": "), found)
        self.assertIn(words, found[0])

    def test_the_clean_tree_has_no_findings(self):
        self.assertEqual(self.findings(), [])

    # (a)

    def test_a_layer_that_looks_up(self):
        self.append("engine/base/status.cc", '\n#include "engine/item/item.h"\n')
        self.expect("engine/base/status.cc:6", "base includes engine/item/item.h")

    def test_the_engine_does_not_see_the_c_header(self):
        self.append("engine/base/status.cc", '#include "capi/sheaf.h"\n')
        self.expect("engine/base/status.cc:5", "base includes capi/sheaf.h")

    def test_an_unknown_layer(self):
        self.write("engine/extra/thing.h", "// A thing.\n#pragma once\n")
        self.expect("engine/extra/thing.h:1", "layer 'extra' is unknown")

    def test_an_include_that_does_not_exist(self):
        self.append("tests/store/table_test.cc", '#include "engine/base/gone.h"\n')
        self.expect("tests/store/table_test.cc:4", "engine/base/gone.h does not exist")

    def test_an_example_that_sees_the_engine(self):
        self.write("examples/hello.c", '#include "engine/base/status.h"\n')
        self.expect("examples/hello.c:1", "use <sheaf.h> only")

    # (b)

    def test_rocksdb_above_the_store(self):
        self.append("engine/base/status.cc", "#include <rocksdb/db.h>\n")
        self.expect("engine/base/status.cc:5", "RocksDB is seen here")
        self.write("engine/base/status.cc", CLEAN["engine/base/status.cc"] + "rocksdb::DB* db;\n")
        self.expect("engine/base/status.cc:5", "RocksDB is seen here")

    def test_flatbuffers_and_simdjson_outside_item(self):
        self.append("capi/item.cc", "flatbuffers::Verifier v;\n")
        self.expect("capi/item.cc:3", "FlatBuffers is seen here")
        self.write("capi/item.cc", CLEAN["capi/item.cc"] + '#include "engine/item/item_generated.h"\n')
        self.expect("capi/item.cc:3", "FlatBuffers is seen here")
        self.write("capi/item.cc", CLEAN["capi/item.cc"] + "#include <simdjson.h>\n")
        self.expect("capi/item.cc:3", "simdjson is seen here")

    # (c)

    def test_a_long_file(self):
        self.append("tests/store/table_test.cc", "\n" * 500)
        self.expect("tests/store/table_test.cc:501", "the file has 503 lines")

    def test_a_long_function(self):
        heads = [
            "int f(int a) {\n",
            "template <typename T = int>\nauto f(T x = {}) -> std::vector<T> {\n",
            "bool A::operator==(const A& o) const {\n",
            "A::A(int x) : b_{x}, c_(x) {\n",
            "A::A(int x)\n    : b_(x), c_{x} {\n",
            "namespace sheaf {\nnamespace {\nTEST(Some, Thing) {\n",
            "class A {\n public:\n  explicit A(int x) : x_{x} {}\n  void f() const noexcept {\n",
        ]
        for head in heads:
            with self.subTest(head):
                closing = "}\n" * head.count("{\n")
                self.write("bench/f_bench.cc", "int before;\n" + head + body(66) + closing)
                self.assertEqual(self.findings(), [])
                self.write("bench/f_bench.cc", "int before;\n" + head + body(70) + closing)
                self.assertIn("the function has 7", "".join(self.findings()))
                self.assertEqual(len(self.findings()), 1)

    def test_long_things_that_are_no_functions(self):
        rows = "  {1, f(2)},\n" * 100
        for text in ["const Row kRows[] = {\n", "enum class E {\n", "class A {\n", "namespace a {\n", 'extern "C" {\n',
                     "struct A : B<C> {\n", "const std::vector<int> kRows{\n"]:
            with self.subTest(text):
                inside = rows if "kRows" in text else "  int x;\n" * 100
                self.write("bench/f_bench.cc", text + inside + "};\nvoid f() {\n" + body(60) + "}\n")
                self.assertEqual(self.findings(), [])

    def test_a_long_python_function(self):
        self.write("tests/x.py", "def f():\n" + "    g()\n" * 70)
        self.expect("tests/x.py:1", "the function has 71 lines")

    # (d)

    def test_a_source_that_is_not_listed(self):
        self.write("engine/base/more.cc", "")
        self.expect("engine/base/more.cc:1", "add it to engine/sources.txt")

    def test_a_listed_source_that_is_gone_or_listed_twice(self):
        self.append("engine/sources.txt", "engine/base/gone.cc\n")
        self.expect("engine/sources.txt:5", "does not exist")
        self.write("engine/sources.txt", CLEAN["engine/sources.txt"] + "capi/item.cc\n")
        self.expect("engine/sources.txt:5", "listed twice")

    def test_build_files_read_the_list(self):
        self.write("meson.build", "project('sheaf')\n")
        self.expect("meson.build:1", "engine/sources.txt is not read")
        self.write("meson.build", CLEAN["meson.build"])
        self.append("CMakeLists.txt", "add_library(x engine/base/status.cc)\n")
        self.expect("CMakeLists.txt:2", "engine/base/status.cc is named here")

    # (e), (f)

    def test_a_declaration_that_is_not_listed(self):
        self.append("capi/sheaf.h", "/* New. */\nSHEAF_API int sheaf_new(void);\n")
        self.expect("capi/sheaf.h:9", "sheaf_new is not in capi/symbols.txt")

    def test_a_listed_symbol_that_is_not_declared(self):
        self.append("capi/symbols.txt", "sheaf_gone 0.1.0 stable\n")
        self.expect("capi/symbols.txt:5", "sheaf_gone is not declared")

    def test_a_malformed_symbol_line(self):
        self.write("capi/symbols.txt", CLEAN["capi/symbols.txt"].replace("sheaf_name 0.1.0 stable", "sheaf_name"))
        self.expect("capi/symbols.txt:4", "is no 'name since state'")

    def test_exported_symbols(self):
        code = "int sheaf_open(void) { return 0; } void sheaf_close(void) {} int sheaf_extra(void) { return 0; }"
        library = str(self.root / "libsheaf.so")
        subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", library], input=code, text=True, check=True)
        found = [f for f in self.findings(library)]
        self.assertEqual(len(found), 2, found)
        self.assertIn("exports sheaf_extra", found[0])
        self.assertIn("does not export sheaf_name", found[1])
        self.expect(library + "x:1", "nm cannot read the library", library + "x")

    def test_a_declaration_without_a_comment(self):
        for text in ["SHEAF_API int sheaf_new(void);\n", "/* A section. */\n\nSHEAF_API int sheaf_new(void);\n"]:
            with self.subTest(text):
                self.write("capi/symbols.txt", CLEAN["capi/symbols.txt"] + "sheaf_new 0.1.0 stable\n")
                self.write("capi/sheaf.h", HEADER + text)
                self.expect(f"capi/sheaf.h:{7 + text.count(chr(10))}", "sheaf_new has no comment")

    # (g), (h)

    def test_banned_words_and_calls(self):
        cases = [
            ("tests/store/table_test.cc", "// TODO: more\n", "'TODO' is left over"),
            ("tests/store/table_test.cc", "\tint x;\n", "a tab"),
            ("engine/store/table.cc", "std::cout << 1;\n", "the engine does not print"),
            ("engine/store/table.cc", 'printf ("x");\n', "the engine does not print"),
            ("engine/base/status.h", "using namespace std;\n", "a header opens no namespace"),
            ("engine/item/item.h", "double x;\n", "numbers are exact decimals"),
        ]
        for name, text, words in cases:
            with self.subTest(text):
                self.write(name, CLEAN[name] + text)
                self.expect(f"{name}:{CLEAN[name].count(chr(10)) + 1}", words)
                self.write(name, CLEAN[name])

    def test_engine_headers(self):
        self.write("engine/base/status.h", "// A status.\n")
        self.expect("engine/base/status.h:1", "no '#pragma once'")
        self.write("engine/base/status.h", "#pragma once\n")
        self.expect("engine/base/status.h:1", "no file comment")


if __name__ == "__main__":
    unittest.main()
