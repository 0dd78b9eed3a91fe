# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what the runtime passes on to the driver: functions whose rows have On, and the types of both APIs
that are the same bytes (Same), with what must hold for that."""
import os
import re

from apimodel import declare, parameterList

HEAD = "// Generated from the tables in spec/.\n"


def passOn(row):
    """The function of a row with On: turns what has to be turned, then calls the driver's."""
    lines = [f"{declare(row.Result, row.name)}({parameterList(row.Params)}) {{"]
    values = {}
    if row.NothingIf:
        lines.append(f"  if ({row.NothingIf})\n    return cudaSuccess;")
    for p in row.Params:
        values[p.Name] = p.Name
        if p.isa("Turned"):
            own = p.Name + "_"
            values[p.Name] = p.Pass + own
            lines.append(f"  {p.To} {own};\n  if (cudaError_t error = {p.How}({p.Name}, {own}))\n    return error;")
    arguments = [values.get(a, a) for a in row.Arguments] if row.Arguments else list(values.values())
    lines.append(f"  return passOn({', '.join([f'cu().{row.Callee}'] + arguments)});")
    return "\n".join(lines) + "\n}"


def passedOn(api):
    rows = [row for row in api.functions if row.Callee]
    lost = [row.name for row in api.functions if not row.Callee and any(p.isa("Turned") for p in row.Params)]
    if lost:
        raise SystemExit(f"Turned parameters, but no On: {', '.join(lost)}")
    return HEAD + "\n".join(passOn(row) for row in rows) + "\n"


def leaves(fields, path=""):
    """The paths of a record's fields, in order: those of a named record inside too."""
    out, at = [], 0
    while at < len(fields):
        end, depth = at, 0
        while end < len(fields) and (depth or fields[end] != ";"):
            depth += {"{": 1, "}": -1}.get(fields[end], 0)
            end += 1
        text, at = fields[at:end].strip(), end + 1
        body = re.match(r"(?:struct|union)\b[^{]*\{(.*)\}(.*)$", text, re.S)
        if body:
            name = re.search(r"\w+", body.group(2))
            out += leaves(body.group(1), f"{path}{name.group(0)}." if name else path)
        elif text:
            for declarator in re.sub(r"\(\s*[^*].*", "", text).split(","):
                out.append(path + re.findall(r"\w+", re.sub(r"\[.*", "", declarator))[-1])
    return out


def meanings(values):
    """The numbers of an enum by what the names of its values say without what they begin with alike."""
    names = [v.Name for v in values]
    words = [re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", n) for n in names]
    common = len(os.path.commonprefix(words)) if len(words) > 1 else 0
    common = min([common] + [len(w) - 1 for w in words])
    return {"".join(w[common:]).lower(): v for w, v in zip(words, values)}


def sames(api, driver):
    """SAME_HANDLE(ours, the driver's), SAME_TYPE(ours, the driver's), SAME_FIELD(type, field, type, field), SAME_VALUE(name, name)."""
    out = [HEAD]
    types = {name: t for t in driver.types for name in (t.name, t.get("Symbol", t.name))}
    for macro in api.macros:
        if macro.SameAs:
            out.append(f"SAME_VALUE({macro.name}, {macro.SameAs})")
    for row in api.types:
        if not row.SameAs:
            continue
        other = types[row.SameAs]
        if row.isa("Handle"):
            out.append(f"SAME_HANDLE({row.name}, {row.SameAs})")
            continue
        out.append(f"SAME_TYPE({row.name}, {row.SameAs})")
        if row.isa("Enum"):
            mine, theirs = meanings(row.Values), meanings(other.Values)
            known = {v.Number for v in other.Values}
            for word, value in mine.items():
                if value.Number not in known and value.Number < max(known):
                    raise SystemExit(f"{value.Name}: {row.SameAs} has no {value.Number}")
                like = [w for w in theirs if w == word] or [w for w in theirs if word.endswith(w) or w.endswith(word)]
                if len(like) == 1:
                    out.append(f"SAME_VALUE({value.Name}, {theirs[like[0]].Name})")
        elif row.isa("Struct"):
            mine, theirs = leaves(row.Fields), leaves(other.Fields)
            if len(mine) != len(theirs):
                raise SystemExit(f"{row.name} has the fields {mine}, {row.SameAs} has {theirs}")
            rest = [b for b in theirs if b not in mine]  # of other names: in order
            for a in mine:
                b = a if a in theirs else rest.pop(0)
                out.append(f"SAME_FIELD({row.name}, {a}, {row.SameAs}, {b})")
    return "\n".join(out) + "\n"
