#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the page of all environment variables from lib/support/Options.def.

usage: options.py Options.def PAGE.md
"""
import re
import sys

from apimodel import writeIfChanged

ROW = re.compile(r'^AW_OPTION\((\w+), "(\w+)", "([^"]*)", (\w+)(?:\(([^)]*)\))?, "((?:[^"\\]|\\.)*)"\)$')
KINDS = {"Any": "text", "Number": "a number", "Flag": "0 or 1"}


def values(kind, words):
    if kind in KINDS:
        return KINDS[kind]
    words = words.strip('"')
    if words.startswith("AW_"):  # a list that the build makes
        return "a name"
    listed = ", ".join(f"`{word}`" for word in words.split("|"))
    return {"OneOf": listed, "NumberOr": f"a number, {listed}"}.get(kind, f"a comma list of {listed}")


def main():
    rows = []
    with open(sys.argv[1], encoding="utf-8") as file:
        for line in file:
            if line.startswith("AW_OPTION("):
                match = ROW.match(line.rstrip())
                if not match:
                    raise SystemExit(f"{sys.argv[1]}: not understood: {line}")
                rows.append(match.groups())
    out = ["# Environment variables", "",
           "Read when first needed, by every program of the platform. A value that has no meaning is told on standard error.", ""]
    for title, isOurs in (("Anywarp's", True), ("CUDA's and its libraries'", False)):
        out += [f"## {title}", "", "| variable | values | default | meaning |", "|---|---|---|---|"]
        for _, name, default, kind, words, doc in rows:
            if name.startswith("ANYWARP_") == isOurs:
                cells = (f"`{name}`", values(kind, words or ""), f"`{default}`" if default else "", doc)
                out.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
        out.append("")
    writeIfChanged(sys.argv[2], "\n".join(out))


if __name__ == "__main__":
    main()
