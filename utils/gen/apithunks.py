# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what the driver library includes: exported entry points, look-up tables, layout checks."""
import apiedges
from apimodel import declare, parameterList

HEAD = "// Generated from the tables in spec/.\n"


def shown(param):
    return f"entry::out({param.Name})" if param.isa("Out") or param.isa("OptOut") else param.Name


def owners(api, row):
    """What tells whose devices a call of a driver's function is for: a function of routing::Route."""
    if row.IsAcross:
        return "entry::Across()"
    calls = []
    for p in row.Params:
        if p.isa("Out") or p.isa("OptOut") or p.isa("InOut"):
            continue
        base = p.Type.removeprefix("const ").rstrip("* ")
        how = "pointer" if p.isa("Known") else api.owners.get(base, "")
        if how and (how == "record" or p.isa("Known") or not p.Type.endswith("*")):
            calls.append(f"route.{how}({p.Name});")
    if calls and row.Twin:
        calls.insert(0, "route.inStream();")
    if not calls:
        return "[](routing::Route &) {}"
    return f"[&](routing::Route &route) {{ {' '.join(calls)} }}"


def guarded(api, row, symbol, perThread, room, result, invalid):
    """An exported function that checks, calls the function of the same row, and traces. The driver's
    hands the call to another driver instead, where one is chosen."""
    names = ", ".join(p.Name for p in row.Params)
    values = ", ".join(shown(p) for p in row.Params)
    lines = [f"AW_EXPORT {result} {symbol}({parameterList(row.Params)}) {{"]
    requires = f"entry::Requires::{row.Requires}"
    owner = ""
    if room == "driver":
        requires = f"{{{requires}, {row.InHostFunction}}}"
        owner = ", " + owners(api, row)
    params = "nullptr"
    if row.Params:
        params = "&arguments"
        fields = " ".join(f"decltype({p.Name}) {p.Name}_;" for p in row.Params)
        lines.append(f"  const struct {{ {fields} }} arguments{{{names}}};")
    lines.append(f'  entry::Scope call("{symbol}", {params}, {requires}, '
                 f'/*perThread=*/{"true" if perThread else "false"}{owner});')
    if room == "driver":
        lines.append(f"  if (call.vendor()) {{ if (call.ok()) call.finish(call.vendor()->{symbol}({names})); }}")
    other = "else if" if room == "driver" else "if"
    if row.State == "Done":
        for p in row.Params:
            if p.isa("Out"):
                lines.append(f'  {other} (call.ok() && !{p.Name}) call.refuse({invalid}, "{p.Name} is null");')
                other = "else if"
        if room == "driver" and apiedges.hasEdge(row):
            lines.append(f"  {other} (call.begin()) call.end(edge::{row.name}({names}));")
        else:
            for failure in row.Errors:
                text = failure.Condition.replace('"', '\\"')
                lines.append(f'  {other} (call.ok() && ({failure.Condition})) call.refuse({failure.Result}, "{text}");')
                other = "else if"
            lines.append(f"  {other} (call.ok()) call.finish({room}::{row.name}({names}));")
    else:
        absence = f'static entry::Absence absence("{symbol}", "{row.Reason}");'
        lines.append(f"  {other.replace(' if', '')} {{ {absence} call.finish(absence.answer()); }}"
                     if room == "driver" else f"  {absence}\n  call.finish(absence.answer());")
    lines.append(f'  if (call.isTraced()) call.show("{names}", {{{values}}});')
    lines.append("  return call.result();")
    return "\n".join(lines) + "\n}"


def thunk(api, row, symbol, perThread):
    if api.isDriver:
        return guarded(api, row, symbol, perThread, "driver", "CUresult CUDAAPI", "CUDA_ERROR_INVALID_VALUE")
    if row.Result == "cudaError_t":
        return guarded(api, row, symbol, perThread, "runtime", "cudaError_t CUDARTAPI", "cudaErrorInvalidValue")
    # What returns no error code can neither fail nor be traced.
    names = ", ".join(p.Name for p in row.Params)
    return (f"AW_EXPORT {declare(row.Result, 'CUDARTAPI')} {symbol}({parameterList(row.Params)}) {{\n"
            f"  return runtime::{row.name}({names});\n}}")


def thunks(api):
    out = [HEAD]
    for row in api.functions:
        if row.get("IsRaw"):
            continue
        out.append(thunk(api, row, row.Symbol, False))
        if row.Twin:
            out.append(thunk(api, row, row.Symbol + row.Twin, True))
    return "\n".join(out) + "\n"


def declarations(api):
    """The functions of the room, one for each Done row."""
    if api.isDriver:
        return apiedges.declarations(api)
    out = [HEAD]
    for row in api.functions:
        if row.State == "Done" and not row.get("IsRaw"):
            out.append(f"{declare(row.Result, row.name)}({parameterList(row.Params)});")
    return "\n".join(out) + "\n"


def routing(api):
    """Each function as NVIDIA's driver has it and as ours has it, in the form of the call under way,
    and the functions that serve both: AW_ACROSS(function, symbol)."""
    out = [HEAD]
    for row in api.functions:
        names = ", ".join(p.Name for p in row.Params)
        for place, prefix in (("vendors", "vendorCalls()."), ("ours", "::")):
            call = f"{prefix}{row.Symbol}({names})"
            if row.Twin:
                call = f"isPerThread() ? {prefix}{row.Symbol}{row.Twin}({names}) : {call}"
            enter = "  OnOurs here;\n" if place == "ours" else ""
            out.append(f"namespace {place} {{ [[maybe_unused]] static CUresult "
                       f"{row.name}({parameterList(row.Params)}) {{\n{enter}  return {call};\n}} }}")
    return "\n".join(out) + "\n"


def across(api):
    """The functions that serve both drivers: their declarations, and AW_ACROSS(function, symbol)."""
    out = [HEAD, "#ifndef AW_ACROSS"]
    rows = [row for row in api.functions if row.IsAcross]
    for row in rows:
        out.append(f"CUresult {row.name}({parameterList(row.Params)});")
    out.append("/// The same with those checks of their rows that need no object.\nnamespace checked {")
    for row in rows:
        names = ", ".join(p.Name for p in row.Params)
        out.append(f"[[maybe_unused]] static CUresult {row.name}({parameterList(row.Params)}) {{")
        out += [f"  if (!{p.Name})\n    return CUDA_ERROR_INVALID_VALUE;" for p in row.Params if p.isa("Out")]
        for check in row.Errors:
            if check.isa("Fails") and apiedges.isPlain(row, check.Condition):
                out.append(f"  if ({check.Condition})\n    return {check.Result};")
        out.append(f"  return routing::{row.name}({names});\n}}")
    out.append("}")
    out.append("#else")
    for row in rows:
        for symbol in [row.Symbol] + ([row.Symbol + row.Twin] if row.Twin else []):
            out.append(f"AW_ACROSS({row.name}, {symbol})")
    out.append("#endif")
    return "\n".join(out) + "\n"


def entryPoints(api):
    """AW_ENTRY_POINT(base name, version, exported symbol) and AW_ENTRY_POINT_PER_THREAD, sorted."""
    lines = []
    for row in api.functions:
        lines.append((row.Base, row.Since, f'AW_ENTRY_POINT("{row.Base}", {row.Since}, {row.Symbol})'))
        if row.Twin:
            since = max(row.Since, 7000)
            lines.append((row.Base, since,
                          f'AW_ENTRY_POINT_PER_THREAD("{row.Base}", {since}, {row.Symbol}{row.Twin})'))
    return HEAD + "\n".join(line for _, _, line in sorted(lines)) + "\n"


def dispatch(api):
    """AW_DRIVER_CALL(name, symbol, base, since, hasTwin) for each form that is current."""
    out = [HEAD]
    for row in api.functions:
        if not row.IsOld:
            out.append(f'AW_DRIVER_CALL({row.name}, {row.Symbol}, "{row.Base}", {row.Since}, '
                       f'{"true" if row.Twin else "false"})')
    return "\n".join(out) + "\n"


def symbolList(api):
    """AW_SYMBOL(name) for each exported name."""
    return HEAD + "\n".join(f"AW_SYMBOL({s})" for s in symbols(api)) + "\n"


def errors(api):
    """AW_ERROR(NAME, number, "text") for each value of the enum whose values carry texts."""
    out, seen = [HEAD], set()
    for row in api.types:
        for value in row.get("Values", []):
            if value.Text and value.Number not in seen:
                seen.add(value.Number)
                out.append(f'AW_ERROR({value.Name}, {value.Number}, "{value.Text}")')
    return "\n".join(out) + "\n"


def layoutChecks(api):
    out = [HEAD]
    for row in api.types:
        if row.get("Size"):
            name = row.get("Symbol", row.name)
            if not api.isDriver and not row.HasTypedef and not row.Tag:
                name = ("union " if row.isa("Union") else "struct ") + name
            out.append(f'static_assert(sizeof({name}) == {row.Size}, "{name}");')
    return "\n".join(out) + "\n"


def symbols(api):
    out = []
    for row in api.functions:
        out.append(row.Symbol)
        if row.Twin:
            out.append(row.Symbol + row.Twin)
    return sorted(out)


def versionScript(api, node="", others=()):
    names = "\n".join(f"    {s};" for s in symbols(api) + list(others))
    return f"{node}{' ' if node else ''}{{\n  global:\n{names}\n  local: *;\n}};\n"
