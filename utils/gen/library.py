#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the header's parts, the exported functions, the export lists and the page "what works" of one of CUDA's libraries from the
records of spec/LIBRARY.

usage: library.py RECORDS.json OUTPUT-FOLDER
"""
import os
import sys

import apiheader
import apisupport
from apimodel import Api, declare, parameterList, writeIfChanged
from apithunks import HEAD, errors, layoutChecks, shown


def resultOf(info, row):
    return row.Result or info.Result


def namesHeader(api, header):
    rows = [f for f in api.functions if f.family in header.Families and not f.IsHidden and not f.IsOld]
    return "\n".join([apiheader.HEAD] + [f"#define {row.name} {row.Symbol}" for row in rows if row.Symbol != row.name]) + "\n"


def symbolsHeader(api, info, header):
    rows = [f for f in api.functions if f.family in header.Families and not f.IsHidden]
    lines = []
    for row in rows:
        line = f"{declare(resultOf(info, row), info.Convention)} {row.Symbol}({parameterList(row.Params)});"
        lines += ["#ifdef __cplusplus", line, "#endif"] if row.IsCplusplus else [line]
    return "\n".join([apiheader.HEAD] + lines) + "\n"


def functionsHeader(api, info, header):
    rows = [f for f in api.functions if f.family in header.Families and not f.IsHidden and not f.IsOld]
    out = [apiheader.HEAD]
    out += [f"#define {row.name} {row.Symbol}" for row in rows if row.Symbol != row.name]
    family = None
    for row in rows:
        if row.family != family:
            family = row.family
            out.append(f"\n/* {family} */")
        result = declare(resultOf(info, row), info.Convention)
        out.append(f"{result} {row.name}({parameterList(row.Params)});")
    # The older forms, for programs that name one.
    for row in api.functions:
        if row.family in header.Families and row.IsOld and not row.IsHidden:
            out.append(f"{declare(resultOf(info, row), info.Convention)} {row.Symbol}({parameterList(row.Params)});")
    return "\n".join(out) + "\n"


def declarations(api, info):
    out = [HEAD]
    for row in api.functions:
        if row.State == "Done" and not row.Calls:
            out.append(f"{declare(resultOf(info, row), row.name)}({parameterList(row.Params)});")
    return "\n".join(out) + "\n"


def failureOf(row, failure, space):
    """The status of a documented failure."""
    told = next((p for p in row.Params if p.isa("Told")), None)
    if failure.isa("Numbered") and told:
        counted = [p.Name for p in row.Params[1:] if p.Type not in row.UncountedTypes]
        number = 1 + counted.index(failure.Parameter) if failure.Parameter else 0
        return f"{space}::tell({row.Params[0].Name}, {told.Name}, {number if told.IsPositive else -number}, {failure.Result})"
    if not failure.isa("Illegal"):
        return failure.Result
    number = [p.Name for p in row.Params].index(failure.Parameter)
    routine = failure.Routine or row.Symbol.removeprefix(space.removeprefix("anywarp::")).split("_")[0].upper().ljust(6)
    return f'{space}::refuse("{routine}", {number})'


def entries(api, info):
    """Every exported function. A file that defines AW_ENTRIES_CHOSEN gets the families FAMILY of which it defines AW_ENTRIES_FAMILY.
    Any other file gets the families of which no row Calls what only one file knows."""
    families = {}
    for row in api.functions:
        families.setdefault(row.family, []).append(row)
    out = [HEAD]
    for family, rows in families.items():
        isPlain = not any(row.Calls for row in rows)
        out.append("#ifndef AW_ENTRIES_CHOSEN" if isPlain else f"#ifdef AW_ENTRIES_{family}")
        out += [exported(info, row) for row in rows] + ["#endif"]
    return "\n".join(out) + "\n"


def exported(info, row):
    """The exported function: NVIDIA's library, or checks and the function of the row; the trace."""
    names = ", ".join(p.Name for p in row.Params)
    signature = f"AW_EXPORT {resultOf(info, row)} {row.Symbol}({parameterList(row.Params)})"
    space = f"anywarp::{info.Name}"
    isStatus = not row.Result
    work = f"{space}::{row.Calls or row.name}({names})"
    entry = f'static library::EntryPoint entryPoint({space}::kLibrary, "{row.Symbol}");'
    pointer = f"{resultOf(info, row)} (*)({parameterList(row.Params)})"
    lines = [signature + " {", "  using namespace anywarp;"]
    if not info.IsOwnOnGpu or isStatus or row.State != "Done":
        lines.append(f"  {entry}")
    if not info.IsOwnOnGpu:
        lines += ["  if (library::isVendors()) {", "    void *vendors = entryPoint.vendors();"]
        call = f"return reinterpret_cast<{pointer}>(vendors)({names});\n  }}"
        lines += [f"    if (!vendors) return {info.NoVendor};", f"    {call}"] if isStatus else [f"    if (vendors) {call}"]
    if not isStatus:
        if row.State == "Done":
            lines.append(f"  return {work};\n}}")
        else:
            lines.append(f'  entryPoint.reportAbsent("{row.Reason}");\n  return {resultOf(info, row)}();\n}}')
        return "\n".join(lines)
    lines += [f"  {info.Result} callStatus;", "  [[maybe_unused]] const char *refusal = nullptr;"]
    other = "if"
    if row.State == "Done" or row.Errors: # an absent function may know what it would refuse
        def refuse(condition, status, reason):
            nonlocal other
            lines.append(f'  {other} ({condition}) {{ callStatus = {status}; refusal = "{reason}"; }}')
            other = "else if"
        if not row.TakesAnyHandle:
            for p in row.Params:
                if p.Type in info.Handles:
                    status = row.BadContext if row.BadContext and p is row.Params[0] else info.BadHandle
                    refuse(f"!{space}::isLive({p.Name})", status, f"{p.Name} is no handle")
        for p in row.Params:
            if p.isa("Out"):
                refuse(f"!{p.Name}", info.Null, f"{p.Name} is null")
        for failure in row.Errors:
            refuse(failure.Condition, failureOf(row, failure, space), failure.Condition.replace('"', '\\"'))
    prefix = "  else " if other == "else if" else "  "
    if row.State == "Done":
        lines.append(f"{prefix}callStatus = {work};")
    else:
        lines.append(f'{prefix}{{ entryPoint.reportAbsent("{row.Reason}"); callStatus = {info.NotSupported}; }}')
        lines += [f"  (void){p.Name};" for p in row.Params]
    values = ", ".join(shown(p).replace("entry::out", "TraceArgument::out") for p in row.Params)
    log = f"{space}::log()"
    isHeard = f"{log}.hears(callStatus == {info.Success})" if info.HasLog else "false"
    lines.append(f"  const bool isHeard = {isHeard};")
    lines.append(f'  if (isHeard || entryPoint.isTraced()) entryPoint.show("{names}", {{{values}}}, callStatus == {info.Success}, '
                 f"{space}::statusName(callStatus), refusal{f', isHeard ? &{log} : nullptr' if info.HasLog else ''});")
    if info.Notes:
        lines.append(f"  {space}::{info.Notes}(\"{row.Symbol}\", callStatus);")
    lines.append("  return callStatus;\n}")
    return "\n".join(lines)


def versionScript(api, node):
    names = "\n".join(f"    {name};" for name in sorted({row.Symbol for row in api.functions}))
    return f"{node + ' ' if node else ''}{{\n  global:\n{names}\n  local: *;\n}};\n"


def sonames(info):
    names = ", ".join(f'"{info.File}.so.{version}"' for version in info.Versions)
    return HEAD + f"static const char *const kSonames[] = {{{names}, nullptr}};\n"


def statusNames(api, info):
    """const char *statusName(status): its name, or the number's absence told. None where the library has no status of its own."""
    values = next((row.Values for row in api.types if row.name == info.Result), None)
    if values is None:
        return ""
    seen, out = set(), [HEAD, f"const char *statusName({info.Result} status) {{\n  switch (int(status)) {{"]
    for value in values:
        if value.Number not in seen:
            seen.add(value.Number)
            out.append(f'  case {value.Number}: return "{value.Name}";')
    return "\n".join(out) + '\n  }\n  return "an unknown status";\n}\n'


def values(api):
    """AW_VALUE(NAME, number) for each value of the enums that are Listed, a section each."""
    out = HEAD
    for row in api.types:
        if row.isa("Listed"):
            lines = "".join(f"AW_VALUE({value.Name}, {value.Number})\n" for value in row.Values)
            out += f"#ifdef AW_VALUES_{row.name}\n{lines}#endif\n"
    return out


def page(api, info):
    rows = [row for row in api.functions if not row.IsHidden]
    done, total, percent = apisupport.share(rows)
    out = [f"# {info.Title}", "",
           f"{done} of {total} functions ({percent:.1f} %) do what the manual says. The others answer {info.NotSupported}.",
           "Generated from the tables in spec/.", "", "| section | functions | done |", "|---|---|---|"]
    families = {}
    for row in rows:
        families.setdefault(row.family, []).append(row)
    for family, members in families.items():
        part, whole, _ = apisupport.share(members)
        out.append(apisupport.line([family, whole, part]))
    missing = [row for row in rows if row.State != "Done"]
    if missing:
        out += ["", "## What is not there", "", "| function | why |", "|---|---|"]
        out += [apisupport.line([f"`{row.Symbol}`", row.Reason or "not built yet"]) for row in missing]
    return "\n".join(out) + "\n"


def main():
    api = Api(sys.argv[1])
    api.isDriver = True  # every type has a typedef, as the driver's have
    info = api.library
    folder = sys.argv[2]

    def write(name, text):
        writeIfChanged(os.path.join(folder, name), text)

    for header in api.headers:
        if header.isa("TypesHeader"):
            text = apiheader.typesHeader(api, header)
        elif header.isa("NamesHeader"):
            text = namesHeader(api, header)
        elif header.isa("SymbolsHeader"):
            text = symbolsHeader(api, info, header)
        else:
            text = functionsHeader(api, info, header)
        write(f"include/anywarp/api/{header.name}.h", text)
    room = info.Name
    write(f"{room}/Declarations.inc", declarations(api, info))
    write(f"{room}/Entries.inc", entries(api, info))
    write(f"{room}/Library.inc", sonames(info) + statusNames(api, info))
    write(f"{room}/Values.inc", values(api))
    write(f"{room}/LayoutChecks.inc", layoutChecks(api))
    write(f"{room}/Errors.inc", errors(api))
    write(f"doc/{room}-api.md", page(api, info))
    for version in info.Versions:
        soname = f"{info.File}.so.{version}"
        write(f"{room}/{soname}.map", versionScript(api, soname if info.HasVersionNode else ""))


if __name__ == "__main__":
    main()
