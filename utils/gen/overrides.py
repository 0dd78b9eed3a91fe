#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes what lib/frontend needs to replace functions of Clang, from spec/clang/Overrides.td.

usage: overrides.py RECORDS.json GEN

GEN/frontend/Overrides.h: the symbols, as macros. GEN/frontend/wrap.options: the linker's options.
GEN/doc/clang-overrides.md: the page.
"""
import json
import pathlib
import sys

from apimodel import writeIfChanged

HEADER = """\
// Generated from spec/clang/Overrides.td: symbols of Clang's functions that are replaced.
#pragma once

"""
PAGE = """\
# What is replaced in Clang

lib/frontend replaces these functions of Clang through the linker's `--wrap` option. `utils/check-overrides LIBDIR` tells which of them another
version of Clang lacks, and what to look at.

| Function | Where | Why | Test | To look at in a newer Clang |
|---|---|---|---|---|
"""


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        records = json.load(file)
    gen = pathlib.Path(sys.argv[2])
    rows = sorted((records[name] for name in records["!instanceof"]["Override"]), key=lambda row: (row["File"], row["!name"]))
    macros = "".join(f'#define AW_{row["!name"]} "{row["Symbol"]}"\n' for row in rows)
    options = "".join(f'--wrap={row["Symbol"]}\n' for row in rows)
    page = "".join(
        f'| `{row["!name"]}` | `{row["File"]}` | {row["Reason"]} | `{row["Test"]}` | {row["Upgrade"]} |\n' for row in rows
    )
    writeIfChanged(gen / "frontend/Overrides.h", HEADER + macros)
    writeIfChanged(gen / "frontend/wrap.options", options)
    writeIfChanged(gen / "doc/clang-overrides.md", PAGE + page)


main()
