#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the header's parts, the entry points and the export list of the management library from the records of spec/nvml.

usage: nvml.py RECORDS.json OUTPUT-FOLDER
"""
import json
import os
import sys

import apiheader
from apimodel import Api, declare, parameterList, writeIfChanged

HEAD = "// Generated from the tables in spec/.\n"


def functionsHeader(api):
    out = [apiheader.HEAD]
    for row in api.functions:
        if not row.IsOld:
            if row.Symbol != row.name:
                out.append(f"#define {row.name} {row.Symbol}")
            out.append(f"{declare(row.Result, 'DECLDIR')} {row.name}({parameterList(row.Params)});")
    # The older forms, for programs that name a version.
    for row in api.functions:
        if row.IsOld and row.Symbol != row.Base:
            out.append(f"{declare(row.Result, 'DECLDIR')} {row.Symbol}({parameterList(row.Params)});")
    return "\n".join(out) + "\n"


def declarations(api):
    out = [HEAD]
    for row in api.functions:
        if row.State == "Done":
            out.append(f"{declare(row.Result, '')}{row.name}({parameterList(row.Params)});")
    return "\n".join(out) + "\n"


def call(row):
    """What an exported name stands for on CPU devices: checks, then the function of the row."""
    lines = [f"static {row.Result} call_{row.Symbol}({parameterList(row.Params)}) {{"]
    if row.Requires == "Initialized":
        lines.append("  if (!isInitialized()) return NVML_ERROR_UNINITIALIZED;")
    for p in row.Params:
        if p.Type == "nvmlDevice_t":
            lines.append(f"  if (!isDevice({p.Name})) return NVML_ERROR_INVALID_ARGUMENT;")
        if p.isa("Out"):
            lines.append(f"  if (!{p.Name}) return NVML_ERROR_INVALID_ARGUMENT;")
    names = ", ".join(p.Name for p in row.Params)
    if row.State == "Done":
        lines.append(f"  return nvml::{row.name}({names});")
    else:
        lines += [f"  (void){p.Name};" for p in row.Params if p.Type != "nvmlDevice_t" and not p.isa("Out")]
        lines.append("  return NVML_ERROR_NOT_SUPPORTED;")
    return "\n".join(lines) + "\n}"


def main():
    api = Api(sys.argv[1])
    api.isDriver = True  # every type has a typedef, as the driver's have
    with open(sys.argv[1], encoding="utf-8") as file:
        records = json.load(file)
    names = [name for group in records["!instanceof"]["NvmlNames"] for name in records[group]["Names"]]
    folder = sys.argv[2]

    def write(name, text):
        writeIfChanged(os.path.join(folder, name), text)

    types = next(h for h in api.headers if h.isa("TypesHeader"))
    write("include/anywarp/api/nvml_types.h", apiheader.typesHeader(api, types))
    write("include/anywarp/api/nvml_functions.h", functionsHeader(api))
    write("nvml/Declarations.inc", declarations(api))
    write("nvml/Calls.inc", HEAD + "\n".join(call(row) for row in api.functions) + "\n")
    entries = [(row.Symbol, f"call_{row.Symbol}") for row in api.functions] + [(name, "absent") for name in names]
    write("nvml/Entries.inc", HEAD + "\n".join(f"AW_ENTRY({i}, {s}, {f})" for i, (s, f) in enumerate(entries)) + "\n")
    sizes = [(row.get("Symbol", row.name), row.Size) for row in api.types if row.get("Size")]
    write("nvml/LayoutChecks.inc", HEAD + "\n".join(f'static_assert(sizeof({n}) == {s}, "{n}");' for n, s in sizes) + "\n")
    texts = [(v.Name, v.Text) for row in api.types for v in row.get("Values", []) if v.Text]
    write("nvml/Errors.inc", HEAD + "\n".join(f'AW_ERROR({n}, "{t}")' for n, t in texts) + "\n")
    exported = "\n".join(f"    {s};" for s in sorted(s for s, _ in entries))
    write("nvml/libnvidia-ml.map", f"{{\n  global:\n{exported}\n  local: *;\n}};\n")


if __name__ == "__main__":
    main()
