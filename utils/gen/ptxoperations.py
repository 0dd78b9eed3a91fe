# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The meanings of instructions that stand in their rows (Op, Call and Rounded of spec/Ptx.td), as the cases of
lib/codegen/emit/Operation.cpp."""
import re
import sys

TOKEN = re.compile(r"\s*(\.?[A-Za-z_][\w*]*|\d+\.\d+|-?\d+|[(),])")
# Functions and arguments that are members of the class Operation, beside LLVM's names and those of builtins.
FUNCTIONS = {"wide", "high", "flushed", "carrySum", "carryDifference"}
ARGUMENTS = {"rounding": "rounding()", "flags": "flags()", "minflags": "flags(device::FlagMin)", "signed1": "isSigned(0)",
             "signed2": "isSigned(1)", "false": "e.ir.getFalse()", "lowest": "lowest(v[0]->getType())"}


class Expression:
    """Translates one expression to C++."""

    def __init__(self, text, letters, enumerator):
        self.text, self.letters, self.enumerator = text, letters, enumerator
        self.tokens = TOKEN.findall(text)
        if "".join(self.tokens) != text.replace(" ", ""):
            self.fail("malformed")
        self.code = self.value()
        if self.tokens:
            self.fail(f"'{self.tokens[0]}' behind its end")

    def fail(self, why):
        sys.exit(f"{self.text}: {why}")

    def arguments(self):
        self.tokens.pop(0)
        parts = [self.value()]
        while self.tokens and self.tokens[0] == ",":
            self.tokens.pop(0)
            parts.append(self.value())
        if not self.tokens or self.tokens.pop(0) != ")":
            self.fail("no closing parenthesis")
        return parts

    def value(self):
        name = self.tokens.pop(0)
        if self.tokens and self.tokens[0] == "(":
            return self.call(name, self.arguments())
        if name[0] == ".":
            return f"word(inst.has(Modifier::{self.enumerator(name[1:])}))"
        if name in self.letters:
            return f"v[{self.letters.index(name)}]"
        if name[0].isdigit() or name[0] == '-':
            return f"number(v[0]->getType(), {name})"
        return ARGUMENTS.get(name) or self.fail(f"'{name}' is not known")

    def call(self, name, parts):
        listed = ", ".join(parts)
        if name == "if":
            condition = re.fullmatch(r"word\((.*)\)", parts[0])
            return f"({condition.group(1)} ? {parts[1]} : {parts[2]})"
        if name.startswith("aw_"):
            stem, star, rest = name.partition("*")
            return f'builtin("{stem}", {str(bool(star)).lower()}, {{{listed}}})' if not rest else self.fail("'*' is last")
        if name in FUNCTIONS:
            return f"{name}({listed})"
        return f"e.ir.Create{name}({listed})" if name[0].isupper() else f"intrinsic(llvm::Intrinsic::{name}, {{{listed}}})"


class Operations:
    """Numbers the different meanings and writes their cases."""

    def __init__(self, enumerator):
        self.enumerator, self.numbers = enumerator, {}

    def number(self, row, means):
        """The case of a row; 0 for one without an expression."""
        if "Expression" not in means:
            return 0
        letters = [m.group(1) for m in re.finditer(r"(?:^|[\s,{])\{?([a-z])(?::\w+)?\}?(?=[\s,}]|$)", row["Operands"]) if m.group(1) not in "dp"]
        code = [Expression(means[key], letters, self.enumerator).code for key in ("Expression", "OfSigned", "Directed") if key in means]
        if len(code) == 3:
            body = f"isPlain({str(bool(means['Flushes'])).lower()}) ? saturate({code[0]}) : {code[2]}"
        else:
            body = code[0] if code[0] == code[1] else f"ptx::isSigned(inst.type()) ? {code[1]} : {code[0]}"
        return self.numbers.setdefault(body, len(self.numbers) + 1)

    def cases(self):
        return [f"case {number}:\n  return {body};" for body, number in self.numbers.items()]
