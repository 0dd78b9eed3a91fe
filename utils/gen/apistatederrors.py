# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what conformance/driver/StatedErrors.cpp provokes: each error that a row of spec/driver states."""
import re

import apiedges
import apirules

HEAD = "// Generated from the tables in spec/.\n"

def checks(api, row):
    """The checks of a row in their order: {kind, argument, result, text, arguments that matter, condition}."""
    names = [p.Name for p in row.Params]
    out = [("Null", i, "CUDA_ERROR_INVALID_VALUE", f"{p.Name} is null", 0, None)
           for i, p in enumerate(row.Params) if p.isa("Out")]
    for check in written(api, row):
        if check.isa("Found"):
            kind = api.objects[check.Type]
            how = "Stale" if kind.SaysWhy else "NoObject"
            out.append((how, names.index(check.Name), check.OrElse or kind.OrElse, f"{check.Name} stands for nothing", 0, None))
        elif check.isa("Fails"):
            used = apiedges.words(check.Condition)
            if not apiedges.isPlain(row, check.Condition):
                continue  # over what only the driver knows: not to be provoked from outside
            mask = sum(1 << i for i, name in enumerate(names) if name in used)
            out.append(("Condition", 0, check.Result, check.Condition, mask, check.Condition))
    return out


def written(api, row):
    """Checks of a row, and those of rules that it asks about its parameters in place of the question."""
    out = []
    for check in apiedges.inOrder(row):
        call = re.fullmatch(r"(\w+)\(([\w, ]*)\)", check.Call) if check.isa("Asks") else None
        if not call or call[1] not in api.rules:
            out.append(check)
            continue
        rules = api.rules[call[1]]
        given = dict(zip([p.Name for p in rules.Params], call[2].split(", ")))
        for rule in rules.Checks:
            if not rule.isa("Fails"):
                break  # what follows has names of its own
            text = re.sub(r"(?<![.>\w])\w+", lambda word: given.get(word[0], word[0]), rule.Condition)
            out.append(rule.replaced(Condition=text))
    return out


def records(api, row):
    """For each record that the row's function checks, a valid one and each rule that it can be made to fail."""
    out, names = [], [p.Name for p in row.Params]
    for check in row.Errors:
        rules = api.rules[check.Rules] if check.isa("Meets") else None
        if not rules or not rules.Valid:
            continue
        record = rules.Params[0].Type.removeprefix("const ").rstrip("& ")
        record = api.symbolOf(record)
        broken = [failure for failure in apirules.failures(api, rules) if failure.Broken]
        out.append((names.index(check.Name), record, rules.Valid, check.Given, broken))
    return out


def record(names, argument, record, valid, given, broken):
    def made(statements):
        return f"[](void *at) {{ auto &it = *static_cast<{record} *>(at); {statements}; }}"
    take = f"auto &[{', '.join(names)}] = *static_cast<Arguments *>(at); {given};" if given else "(void)at;"
    lines = [f"      {{{argument}, sizeof({record}), {made(valid)}, [](void *at) {{ {take} }}, {{"]
    for failure in broken:
        text = failure.Condition.replace('"', '\\"')
        lines.append(f'        {{{failure.Result}, "{text}", {made(failure.Broken)}}},')
    return "\n".join(lines + ["      }},"])


def chosen(api, p):
    at = f"static_cast<Arguments *>(at)->{p.Name}, nth);"
    return f"chooseHandle(Kind::{p.Type}, {at}" if p.Type in api.objects else f"choose({at}"


def case(api, row):
    names = [p.Name for p in row.Params]
    take = f"auto &[{', '.join(names)}] = *static_cast<Arguments *>(at); " if names else ""
    fields = " ".join(f"{p.Type}{'' if p.Type.endswith('*') else ' '}{p.Name};" for p in row.Params)
    choose = " ".join(f"case {i}: return {chosen(api, p)}" for i, p in enumerate(row.Params))
    lines = [f"static void {row.name}_(std::vector<Case> &all) {{", f"  struct Arguments {{ {fields} }};",
             f'  all.push_back({{"{row.Symbol}", "{row.family}", Needs::{row.Requires}, {row.InHostFunction}, '
             f"sizeof(Arguments), {len(names)},",
             f"    [](void *at, int argument, int nth) {{ switch (argument) {{ {choose} }} (void)at; (void)nth; return false; }},",
             f"    [](void *at) {{ {take or '(void)at; '}return ::{row.Symbol}({', '.join(names)}); }},", "    {"]
    for kind, argument, result, text, mask, condition in checks(api, row):
        text = text.replace('"', '\\"')
        ignore = "".join(f"(void){name}; " for name in names)
        holds = f"[](void *at) -> bool {{ {take}{ignore}return {condition}; }}" if condition else "nullptr"
        lines.append(f'      {{Check::{kind}, {argument}, {result}, "{text}", {mask}, {holds}}},')
    lines.append("    }, {")
    lines += [record(names, *each) for each in records(api, row)]
    lines.append("    }});\n}")
    return "\n".join(lines)


def statedErrors(api):
    rows = [row for row in api.functions if row.State == "Done"]
    out = [HEAD] + [case(api, row) for row in rows]
    out += ["static void addCases(std::vector<Case> &all) {"] + [f"  {row.name}_(all);" for row in rows] + ["}"]
    return "\n".join(out) + "\n"
