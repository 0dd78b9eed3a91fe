# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the C headers of an API: types in order of dependence, then functions."""
import re

from apimodel import declare, parameterList

HEAD = "/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */\n/* Generated from the tables in spec/. */\n"


def printEnum(row, isDriver):
    tag = row.Tag or (row.name + "_enum" if isDriver else row.name)
    lines = [f"  {v.Name} = {spell(v.Number)}" for v in row.Values]
    body = ",\n".join(lines)
    if not isDriver and not row.HasTypedef and not row.Tag:
        return f"enum {tag} {{\n{body}\n}};"
    return f"typedef enum {tag} {{\n{body}\n}} {row.name};"


def spell(number):
    return str(number) if -10000 < number < 10000 else hex(number)


def printStruct(row, isDriver):
    keyword = "union" if row.isa("Union") else "struct"
    tag = row.Tag or (row.name + "_st" if isDriver else row.name)
    align = f" __attribute__((aligned({row.Alignment})))" if row.Alignment else ""
    body = row.Fields.strip("\n")
    if not isDriver and not row.HasTypedef and not row.Tag:
        return f"{keyword} {tag} {{\n{body}\n}}{align};"
    first = row.get("Symbol", row.name)
    text = f"typedef {keyword} {tag} {{\n{body}\n}}{align} {first};"
    return text + (f"\ntypedef {first} {row.name};" if first != row.name else "")


def printType(row, isDriver):
    if row.isa("Enum"):
        return printEnum(row, isDriver)
    if row.isa("Struct"):
        return printStruct(row, isDriver)
    if row.isa("Handle"):
        return f"typedef struct {row.Pointee} *{row.name};"
    if row.isa("Callback"):
        convention = "" if row.IsPlain else "CUDA_CB " if isDriver else "CUDART_CB "
        return f"typedef {declare(row.Result, '')}({convention}*{row.name})({row.ParamList});"
    first = row.get("Symbol", row.name)
    text = f"typedef {declare(row.Target, first)};"
    return text + (f"\ntypedef {first} {row.name};" if first != row.name else "")


def words(row):
    text = " ".join(str(row.get(k, "")) for k in ("Fields", "Target", "ParamList", "Result", "Pointee"))
    return re.findall(r"\w+", text)


def inOrder(rows):
    """Each type after the types that its text names."""
    by = {}
    for row in rows:
        for name in (row.name, row.get("Symbol", row.name), row.Tag or row.name):
            by[name] = row
    done, out = set(), []

    def visit(row):
        if row.name in done:
            return
        done.add(row.name)
        for word in words(row):
            if word in by and by[word] is not row:
                visit(by[word])
        out.append(row)

    for row in rows:
        visit(row)
    return out


def typesHeader(api, header):
    out = [HEAD]
    for row in api.macros:
        if row.family in header.Families:
            out.append(f"#define {row.name} {row.Text}")
    out.append("")
    for row in inOrder([t for t in api.types if t.family in header.Families]):
        text = printType(row, api.isDriver)
        if row.get("Guard"):
            text = f"#ifndef {row.Guard}\n#define {row.Guard}\n{text}\n#endif"
        if row.IsInternal:
            text = f"#ifdef __CUDA_API_VERSION_INTERNAL\n{text}\n#endif"
        out.append(text + ("\n" if "\n" in text else ""))
    return "\n".join(out) + "\n"


def macroName(row):
    """What the name written in a program stands for."""
    if row.Twin:
        api = "__CUDART_API" if row.isa("RuntimeFunction") else "__CUDA_API"
        helper = api + ("_PTDS" if row.Twin == "_ptds" else "_PTSZ")
        return f"{helper}({row.Symbol})"
    return row.Symbol


def comment(api, row):
    text = api.doc(row)
    return [f"/** {text} */"] if text else []


def driverFunctions(api, header):
    rows = [f for f in api.functions if f.family in header.Families]
    out = [HEAD, "#ifndef __CUDA_API_VERSION_INTERNAL"]
    twins = []
    for row in rows:
        if row.IsOld:
            continue
        name = row.Public or row.name
        if name == row.Symbol and row.Twin:
            twins.append(f"#define {name} {macroName(row)}")
        elif name != row.Symbol:
            out.append(f"#define {name} {macroName(row)}")
    if twins:
        out += ["#ifdef __CUDA_API_PER_THREAD_DEFAULT_STREAM"] + twins + ["#endif"]
    out += ["#endif", ""]
    old = []
    family = None
    for row in rows:
        parameters = parameterList(row.Params)
        if row.IsOld:
            old.append(f"CUresult CUDAAPI {row.Symbol}({parameters});")
        else:
            if row.family != family:
                family = row.family
                out.append(f"/* {family} */")
            mark = "__CUDA_DEPRECATED " if row.IsDeprecated else ""
            out += comment(api, row)
            out.append(f"{mark}CUresult CUDAAPI {row.name}({parameters});")
            if row.Symbol != row.name:
                old.append(f"CUresult CUDAAPI {row.Symbol}({parameters});")
        if row.Twin:
            old.append(f"CUresult CUDAAPI {row.Symbol}{row.Twin}({parameters});")
    # In internal mode every exported name is declared and none is redirected. A name whose newest
    # form has a suffix is then declared by its oldest row.
    taken = {row.Symbol for row in rows if row.IsOld}
    text = []
    for line in out:
        match = re.search(r"CUDAAPI (\w+)\(", line)
        if match and match.group(1) in taken:
            text.append(f"#ifndef __CUDA_API_VERSION_INTERNAL\n{line}\n#endif")
        else:
            text.append(line)
    text += ["", "#ifdef __CUDA_API_VERSION_INTERNAL"] + old + ["#endif"]
    return "\n".join(text) + "\n"


def runtimeFunctions(api, header):
    rows = [f for f in api.functions if f.family in header.Families and not f.IsHidden]
    out = [HEAD, "#if defined(__CUDART_API_PER_THREAD_DEFAULT_STREAM)"]
    out += [f"#define {row.name} {macroName(row)}" for row in rows if row.Twin and not row.IsRaw]
    out.append("#endif")
    family = None
    for row in rows:
        if row.family != family:
            family = row.family
            out.append(f"\n/* {family} */")
        mark = "__CUDA_DEPRECATED " if row.IsDeprecated else ""
        where = "__cudart_builtin__ " if row.IsDevice else ""
        result = declare(row.Result, "CUDARTAPI")
        out += comment(api, row)
        out.append(f"extern {mark}__host__ {where}{result} "
                   f"{row.name}({parameterList(row.Params, defaults=True)});")
    return "\n".join(out) + "\n"


def typedefs(api):
    """cudaTypedefs.h: a pointer type for each form of each function."""
    internal = {n for t in api.types if t.IsInternal for n in (t.name, t.get("Symbol", t.name))}
    out = [HEAD]
    for row in api.functions:
        parameters = parameterList(row.Params)
        forms = [f"v{row.Since}"] + ([f"v{max(row.Since, 7000)}{row.Twin}"] if row.Twin else [])
        lines = [f"typedef CUresult (CUDAAPI *PFN_{row.Base}_{form})({parameters});" for form in forms]
        if internal & set(re.findall(r"\w+", parameters)):
            lines = ["#ifdef __CUDA_API_VERSION_INTERNAL"] + lines + ["#endif"]
        out += lines
    return "\n".join(out) + "\n"
