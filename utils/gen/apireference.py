# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the reference page of an API: what each function does and which errors its row states."""
import apiedges
import apirules
from apimodel import declare, parameterList

NEEDS = {"None": "", "Initialized": "cuInit", "CurrentContext": "a current context"}
NEEDS_HANDLE = "cuInit, and no error in the current context"


def errors(api, row):
    """(result, when), in the order in which they are tested."""
    out = []
    null = "CUDA_ERROR_INVALID_VALUE" if api.isDriver else "cudaErrorInvalidValue"
    for p in row.Params:
        if p.isa("Out"):
            out.append((null, f"`{p.Name}` is null"))
    for check in apiedges.inOrder(row):
        if check.isa("Found"):
            kind = api.objects[check.Type]
            out.append((check.OrElse or kind.OrElse, f"`{check.Name}` stands for nothing"))
        elif check.isa("Fails"):
            out.append((check.Result, f"`{check.Condition}`"))
        elif check.isa("Meets"):
            for failure in apirules.failures(api, api.rules[check.Rules]):
                out.append((failure.Result, f"`{check.Name}`: `{failure.Condition}`"))
        elif check.Result:
            out.append((check.Result, check.When))
    return out


def entry(api, row):
    result = "CUresult" if api.isDriver else row.Result
    out = [f"### {row.name}", "", "```c", f"{declare(result, row.Symbol)}({parameterList(row.Params)});", "```", ""]
    out.append(api.doc(row) if row.State == "Done" else f"{api.doc(row)} Not supported: {row.Reason or 'not built yet'}.")
    notes = []
    if row.State == "Done":
        needs = NEEDS.get(row.Requires, NEEDS_HANDLE)
        if api.isDriver and needs:
            notes.append(f"Needs {needs}.")
        if api.isDriver and row.Requires != "None":
            host = row.InHostFunction
            notes.append("May be called in host functions." if host == "CUDA_SUCCESS" else f"In a host function: `{host}`.")
        if row.Twin:
            notes.append(f"Per-thread form: `{row.Symbol}{row.Twin}`.")
        if row.Callee:
            notes.append(f"Passes on to `{row.Callee}`, which tells its errors.")
    if notes:
        out += ["", " ".join(notes)]
    listed = errors(api, row) if row.State == "Done" else []
    if listed:
        out += ["", "| Result | when |", "|---|---|"] + [f"| `{result}` | {when.replace('|', chr(92) + '|')} |" for result, when in listed]
    return out + [""]


def page(api):
    name = "driver" if api.isDriver else "runtime"
    out = [f"# Reference of the {name} API", "",
           "What each function does, and the errors that are tested before it begins, in this order. Others come from the work itself.",
           "Generated from the tables in spec/.", ""]
    family = None
    for row in api.functions:
        if not api.doc(row):
            continue
        if row.family != family:
            family = row.family
            out += [f"## {family}", ""]
        out += entry(api, row)
    return "\n".join(out)
