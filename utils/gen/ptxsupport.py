# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page doc/ptx-support.md: every form of the PTX ISA, whether it is there, and a test that has it."""
import os
import re

from apimodel import writeIfChanged

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
MANUAL = "https://docs.nvidia.com/cuda/parallel-thread-execution/#"
TESTS = ["test/run", "test/recorded/ptx", "conformance", "lib/codegen"]
ENDINGS = (".ptx", ".cu", "Test.cpp")
ELEMENT = re.compile(r"(\{)?\.(?:\(([^)]*)\)|([A-Za-z0-9_:]+))\}?")
SPELLING = re.compile(r'(?:^|[\s;{}"])([a-z][a-z0-9]*(?:\.[A-Za-z0-9_:]+)*)(?=[\s;"])', re.M)


def spellings():
    """The instructions that tests spell, each with the first file that has it."""
    found = {}
    for folder in TESTS:
        for path, _, files in sorted(os.walk(os.path.join(TOP, folder))):
            for name in sorted(files):
                if not name.endswith(ENDINGS):
                    continue
                with open(os.path.join(path, name), encoding="utf-8", errors="replace") as f:
                    text = re.sub(r"//.*", "", f.read())
                file = os.path.relpath(os.path.join(path, name), TOP)
                for word in set(SPELLING.findall(text)):
                    found.setdefault(word, file)
    return found


def pattern(syntax, sets):
    """What an instruction of the form looks like without its operands, words in the manual's order."""
    head = re.match(r"[a-z0-9]+", syntax)
    out = head.group()
    for optional, choice, word in ELEMENT.findall(syntax, head.end()):
        words = choice.split("|") if choice else sets.get(word, [word])
        out += r"(?:\.(?:" + "|".join(map(re.escape, words)) + "))" + ("?" if optional else "")
    return re.compile(out)


def version(number):
    return f"{number // 10}.{number % 10}"


def writePage(records, folder, registers):
    sets = {records[n]["Name"]: records[n]["List"] for n in records["!instanceof"]["Set"]}
    rows = [records[n] for n in records["!instanceof"]["Instruction"]]
    rows.sort(key=lambda r: int(r["!name"].split("_")[-1]))
    tests = spellings()
    byMnemonic = {}
    for word in tests:
        byMnemonic.setdefault(word.split(".")[0], []).append(word)
    table, counts = [], {"done": 0, "untested": 0, "absent": 0}
    for row in rows:
        means = records[row["Means"]["def"]]
        fits = pattern(row["Syntax"], sets).fullmatch
        mnemonic = re.match(r"[a-z0-9]+", row["Syntax"]).group()
        test = min((tests[w] for w in byMnemonic.get(mnemonic, []) if fits(w)), default="")
        counts["absent" if "Why" in means else "done" if test else "untested"] += 1
        state = f"absent: {means['Why']}" if "Why" in means else "done" if test else "written, no test spells it"
        state += f", without effect: {means['Because']}" if "Because" in means else ""
        needs = version(row["PtxVersion"]) + (f", sm_{row['SmVersion']}" if row["SmVersion"] else "")
        syntax = row["Syntax"].replace("|", "\\|")
        table.append(f"| [`{syntax}`]({MANUAL}{row['Anchor']}) | {needs}{'a' if row['ArchSpecific'] else ''} | {state} | {test} |")
    lines = ["# PTX instructions", "",
             "Generated from `spec/ptx`. A form is a line of the PTX ISA manual, to which it links: braces make a word optional, parentheses hold",
             "alternatives, and a word may stand for a set of `spec/Ptx.td`. Of the words that a form allows, a combination that the manual",
             "excludes may be refused when a kernel is compiled. Tests are named by their text: one that spells the form, in the manual's order.", "",
             f"{len(rows)} forms: {counts['done']} done and tested, {counts['untested']} written, {counts['absent']} absent.", "",
             "| Form | Needs | State | A test |", "|---|---|---|---|"]
    os.makedirs(os.path.join(folder, "doc"), exist_ok=True)
    writeIfChanged(os.path.join(folder, "doc", "ptx-support.md"), "\n".join(lines + table + registers) + "\n")
