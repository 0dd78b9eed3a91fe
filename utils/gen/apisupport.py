#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page that says which functions of an API do their work, from the records of spec/driver or
spec/runtime; api.py writes it. Alone it compares the absent functions with a list, so that none gets lost unnoticed, and the page's
numbers with those that a text states:

usage: apisupport.py RECORDS.json --absent LIST --stated README.md
"""
import argparse
import sys

from apimodel import Api


def counted(row):
    """Rows that count: not those of graphics interfaces, which have headers of their own, unless they do their work."""
    return row.State == "Done" or not (row.get("IsHidden") or row.family == "OpenGL")


def share(rows):
    done = sum(row.State == "Done" for row in rows)
    return done, len(rows), 100 * done / len(rows) if rows else 100.0


def line(cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def inDeviceCode(groups):
    if not groups:
        return []
    out = ["", "## In device code", "", "| section | functions | |", "|---|---|---|"]
    return out + [line([row.Section, ", ".join(f"`{name}`" for name in row.Names), row.Reason]) for row in groups]


def page(api):
    name = "driver" if api.isDriver else "runtime"
    rows = [row for row in api.functions if counted(row)]
    done, total, percent = share(rows)
    out = [f"# The {name} API", "",
           f"{done} of {total} functions ({percent:.1f} %) do what the manual says. The others answer "
           f"{'CUDA_ERROR_NOT_SUPPORTED' if api.isDriver else 'cudaErrorNotSupported'}.",
           "Generated from the tables in spec/. Forms of older versions of CUDA count like the current ones.", "",
           "| section | functions | done | |", "|---|---|---|---|"]
    families = {}
    for row in rows:
        families.setdefault(row.family, []).append(row)
    for family, members in families.items():
        part, whole, portion = share(members)
        out.append(line([family, whole, part, "" if part == whole else f"{portion:.0f} %"]))
    out += inDeviceCode(api.deviceFunctions)
    missing = [row for row in api.functions if row.State != "Done"]
    if missing:
        out += ["", "## What is not there", "", "| function | why |", "|---|---|"]
        reasons = {}
        for row in missing:
            reasons.setdefault(row.Reason, []).append(row.Symbol)
        for reason, symbols in reasons.items():
            out.append(line([", ".join(f"`{s}`" for s in symbols), reason or "not built yet"]))
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("records")
    parser.add_argument("--absent", required=True, help="a file of exported names, one a line")
    parser.add_argument("--stated", required=True, help="a text that has the numbers of the page")
    options = parser.parse_args()
    api = Api(options.records)
    absent = {row.Symbol for row in api.functions if row.State != "Done"}
    listed = {line for line in open(options.absent).read().splitlines() if line and not line.startswith("#")}
    for name in sorted(absent - listed):
        print(f"{name}: absent, and {options.absent} does not list it")
    for name in sorted(listed - absent):
        print(f"{name}: {options.absent} lists it, and it is there")
    done, total, _ = share([row for row in api.functions if counted(row)])
    isStated = f"{done} of {total}" in open(options.stated).read()
    if not isStated:
        print(f"{options.stated} does not say {done} of {total}")
    return absent != listed or not isStated


if __name__ == "__main__":
    sys.exit(main())
