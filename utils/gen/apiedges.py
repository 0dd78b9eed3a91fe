# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the edges of the driver's functions: what a row says is checked and found before the function runs."""
import re
import textwrap

import apirules
from apimodel import declare, parameterList

HEAD = "// Generated from the tables in spec/.\n"


def words(text):
    """The names in C++, those of members left aside."""
    return set(re.findall(r"[A-Za-z_]\w*", re.sub(r"(->|\.)\s*\w+", "", text)))


def isPlain(row, condition):
    """Whether a condition is over the parameters of a row and constants of the headers."""
    objects = {p.Name + "_" for p in row.Params}
    calls = re.search(r"::|\b(?!unsigned|sizeof|size_t|u?int)\w+\(", condition)
    return not calls and not words(condition) & objects


def hasEdge(row):
    return row.State == "Done" and bool(row.Errors or row.Callee or any(p.isa("Found") for p in row.Params))


def objectOf(api, p):
    return p.get("As") or api.objects[p.Type].ObjectType


def inner(api, row):
    """The parameters of the hand-written function."""
    texts = []
    for p in row.Params:
        isObject = p.isa("Found") and not p.isa("Checked")
        texts.append(f"{objectOf(api, p)} &{p.Name}" if isObject else declare(p.Type, p.Name))
    return ", ".join(texts) or "void"


def lookUp(api, p):
    kind = api.objects[p.Type]
    orElse, own = p.OrElse or kind.OrElse, p.Name + "_"
    how = p.How or kind.How
    if kind.SaysWhy and not p.OrElse:
        return (f"  {kind.ObjectType} *{own} = nullptr;\n"
                f"  if (CUresult result = {how}({p.Name}, {own}))\n    return result;")
    how = how or f"find<{kind.ObjectType}>"
    return (f"  {objectOf(api, p)} *{own} = {how}({p.Name});\n  if (!{own})\n"
            f'    return refused({orElse}, "{p.Name} stands for nothing");')


def inOrder(row):
    """Checks of the row and parameters whose objects are found, as they are tested."""
    found = {p.Name: p for p in row.Params if p.isa("Found")}
    later = {check.Name for check in row.Errors if check.isa("Find")}
    out = [p for name, p in found.items() if name not in later]
    return out + [found[check.Name] if check.isa("Find") else check for check in row.Errors]


def inside(text):
    return textwrap.indent(text, "  ")


def edge(api, row):
    out = [f"CUresult {row.name}({parameterList(row.Params)}) {{"]
    for check in inOrder(row):
        if check.isa("Found"):
            out.append(lookUp(api, check))
        elif check.isa("Asks"):
            out.append(inside(apirules.ask(check.Call)))
        elif check.isa("Meets"):
            out += [] if check.isa("MeetsInside") else [inside(apirules.ask(f"{check.Rules}(*{check.Name})"))]
        else:
            out.append(inside(apirules.refuse(check)))
    if row.Callee:
        called = api.byName[row.Callee]
        arguments = row.Arguments or [p.Name for p in row.Params]
        out.append(f"  return {'edge' if hasEdge(called) else 'driver'}::{row.Callee}({', '.join(arguments)});")
    else:
        arguments = [f"*{p.Name}_" if p.isa("Found") and not p.isa("Checked") else p.Name for p in row.Params]
        out.append(f"  return driver::{row.name}({', '.join(arguments)});")
    return "\n".join(out) + "\n}"


def edges(api):
    rows = [row for row in api.functions if hasEdge(row)]
    return HEAD + "\n".join([apirules.function(row) for row in apirules.met(api, rows)] + [edge(api, row) for row in rows]) + "\n"


def declarations(api):
    """The hand-written half of the driver, one function for each Done row, and the edges around them."""
    out = [HEAD]
    kinds = {t.ObjectType for t in api.objects.values()}
    parts = {p.As for row in api.functions for p in row.Params if p.isa("FoundAs")}
    out += [f"class {name};" for name in sorted(kinds)] + [f"struct {name};" for name in sorted(parts)]
    for row in api.functions:
        if row.State == "Done" and not row.Callee:
            out.append(f"CUresult {row.name}({inner(api, row)});")
    out.append("/// The same with the checks of their rows, as the exported functions call them.\nnamespace edge {")
    out += [f"CUresult {row.name}({parameterList(row.Params)});" for row in api.functions if hasEdge(row)]
    return "\n".join(out) + "\n}\n"


def body(api, row):
    """A function whose row has all of it."""
    statement = f"return {row.Body};"
    if row.Gives:
        (out,) = [p.Name for p in row.Params if p.isa("Out")]
        statement = f"*{out} = {row.Body};\n  return CUDA_SUCCESS;"
    result = "CUresult" if api.isDriver else row.Result
    return f"{result} {row.name}({inner(api, row)}) {{\n  {statement}\n}}"


def bodies(api):
    """Unit → text of bodies/UNIT.inc."""
    rows = [row for row in api.functions if row.Unit]
    return {unit: HEAD + "\n".join(body(api, row) for row in rows if row.Unit == unit) + "\n" for unit in sorted({row.Unit for row in rows})}
