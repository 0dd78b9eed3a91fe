# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the rules that records and objects of the driver have to meet, for the files that ask them."""
import re
import textwrap

from apimodel import parameterList

HEAD = "// Generated from the tables in spec/.\n"


def ask(call):
    return f"if (CUresult result = {call})\n  return result;"


def refuse(check):
    text = check.Condition.replace('"', '\\"')
    return f'if ({check.Condition})\n  return refused({check.Result}, "{text}");'


def statement(check):
    """A check as C++."""
    if check.isa("Fails"):
        return refuse(check)
    if check.isa("Asks"):
        return ask(check.Call)
    if check.isa("Let"):
        return f"{check.Declaration};"
    if check.isa("Accepts"):
        return f"if ({check.Condition})\n  return CUDA_SUCCESS;"
    if check.isa("Each"):
        inner = textwrap.indent("\n".join(statement(each) for each in check.Checks), "  ")
        return f"for ({check.Element} : {check.Range}) {{\n{inner}\n}}"
    raise SystemExit(f"no check of Rules: {check.classes}")


def function(row):
    body = textwrap.indent("\n".join([statement(check) for check in row.Checks] + ["return CUDA_SUCCESS;"]), "  ")
    return f"[[maybe_unused]] static CUresult {row.name}({parameterList(row.Params)}) {{\n{body}\n}}"


def units(api):
    """Unit → text of rules/UNIT.inc."""
    names = sorted({unit for row in api.rules.values() for unit in row.Units})
    return {unit: HEAD + "\n".join(function(row) for row in api.rules.values() if unit in row.Units) + "\n" for unit in names}


def failures(api, row):
    """What Rules refuse in their order, and what the rules that they ask refuse."""
    out = []
    for check in row.Checks:
        if check.isa("Fails"):
            out.append(check)
        elif check.isa("Each"):
            out += [each for each in check.Checks if each.isa("Fails")]
        elif check.isa("Asks"):
            out += [failure for rule in asked(api, [check.Call]) for failure in failures(api, rule)]
    return out


def asked(api, texts):
    """The rules that C++ of the tables names, those that they name first."""
    found = []
    for name in sorted(api.rules):
        if any(re.search(rf"\b{name}\(", text) for text in texts):
            found += [row for row in asked(api, textsOf(api.rules[name].Checks)) if row not in found]
            if api.rules[name] not in found:
                found.append(api.rules[name])
    return found


def textsOf(checks):
    """The C++ of checks."""
    out = []
    for check in checks:
        if check.isa("Each"):
            out += [check.Range] + textsOf(check.Checks)
        elif check.isa("Meets"):
            out.append("" if check.isa("MeetsInside") else f"{check.Rules}()")
        else:
            out.append(check.get("Condition") or check.get("Call") or check.get("Declaration") or "")
    return out


def met(api, functions):
    """The rules that the edges of functions ask."""
    return asked(api, [text for row in functions for text in textsOf(row.Errors)])
