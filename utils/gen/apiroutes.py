# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what test/routes includes: a double of NVIDIA's driver that records its calls, and one call of each function."""
from apimodel import parameterList

HEAD = "// Generated from the tables in spec/.\n"


def isResult(p):
    return p.isa("Out") or p.isa("OptOut") or p.isa("InOut")


def owner(api, p):
    """How an argument tells whose devices a call is for: a function of routing::Route, or nothing."""
    base = p.Type.removeprefix("const ").rstrip("* ")
    how = "pointer" if p.isa("Known") else api.owners.get(base, "")
    return how if how and not isResult(p) and (p.isa("Known") or not p.Type.endswith("*")) else ""


def forms(row):
    return [row.Symbol] + ([row.Symbol + row.Twin] if row.Twin else [])


def double(api):
    """Weak definitions of all exported functions, so that the test may have its own of some."""
    out = [HEAD]
    for row in api.functions:
        makes = " ".join(f"made({p.Name});" for p in row.Params if p.isa("Out") or p.isa("OptOut"))
        for symbol in forms(row):
            out.append(f'DOUBLE CUresult {symbol}({parameterList(row.Params)}) {{ record("{symbol}"); {makes} return CUDA_SUCCESS; }}')
    return "\n".join(out) + "\n"


def argument(api, p, driver):
    how = owner(api, p)
    if how in ("handle", "loaded", "device", "pointer"):
        return f"{how}Of<{p.Type}>({driver})"
    return f"something<{p.Type}>()"


def routes(api):
    """ROUTE(symbol, serves both drivers, arguments with handles or devices, several plain handles, call): the first such argument is of
    the driver `first`, the others are of `rest`. What does nothing (Absent) refuses everything alike."""
    out = [HEAD]
    for row in api.functions:
        kinds = [owner(api, p) for p in row.Params]
        owned = sum(how in ("handle", "loaded", "device") for how in kinds)
        values, isFirst = [], True
        for p, how in zip(row.Params, kinds):
            counts = how in ("handle", "loaded", "device")
            values.append(argument(api, p, "first" if counts and isFirst else "rest"))
            isFirst = isFirst and not counts
        plain = str(row.State == "Done" and owned > 1 and all(how in ("handle", "") for how in kinds)).lower()
        for symbol in forms(row):
            out.append(f"ROUTE({symbol}, {str(bool(row.IsAcross)).lower()}, {owned}, {plain}, {symbol}({', '.join(values)}))")
    return "\n".join(out) + "\n"
