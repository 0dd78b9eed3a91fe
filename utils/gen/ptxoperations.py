# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The meanings of instructions that stand in their rows (Op, Call and Rounded of spec/Ptx.td), as the cases of
lib/codegen/emit/Operation.cpp."""
import re
import sys

TOKEN = re.compile(r"\s*([.@]?[A-Za-z_][\w*]*|\d+\.\d+|-?\d+|[(),])")
# Functions and arguments that are members of the class Operation, beside LLVM's names and those of builtins. Functions of
# operands are given their numbers.
FUNCTIONS = {"wide", "high", "flushed", "carrySum", "carryDifference", "compare", "truth", "test", "logic", "withNonzero", "lop3",
             "resized", "foldedField", "foldedLength", "isInSpace", "word32", "half", "pair", "converted", "toInteger", "fromInteger", "toFloat", "isOfClass", "nanKept"}
OPERAND_FUNCTIONS = {"part", "selector", "mask"}
ARGUMENTS = {"rounding": "rounding()", "flags": "flags()", "minflags": "flags(device::FlagMin)", "signed1": "isSigned(0)",
             "signed2": "isSigned(1)", "false": "e.ir.getFalse()", "lowest": "lowest(v[0]->getType())", "zero": "number(e.typeOf(type), 0)",
             "merge": "word(videoMerge(inst))", "signs": "word(videoFlags(inst))", "comparison": "word(videoComparison(inst))"}
NUMBERS = {"width": "bits()", "last": "bits() - 1"}


class Expression:
    """Translates one expression to C++. Of each part it knows the operand whose type it has."""

    def __init__(self, text, operands, enumerator):
        self.text, self.operands, self.enumerator = text, operands, enumerator
        self.tokens = TOKEN.findall(text)
        if "".join(self.tokens) != text.replace(" ", ""):
            self.fail("malformed")
        self.code = self.typed(self.value(), "v[0]")[0]
        if self.tokens:
            self.fail(f"'{self.tokens[0]}' behind its end")

    def fail(self, why):
        sys.exit(f"{self.text}: {why}")

    @staticmethod
    def typed(part, like):
        """A number has the type of the operand beside it."""
        code, source = part
        return (f"number({like}->getType(), {code})", like) if source == "number" else part

    def arguments(self):
        self.tokens.pop(0)
        if self.tokens[0] == ")":
            self.tokens.pop(0)
            return []
        parts = [self.value()]
        while self.tokens and self.tokens[0] == ",":
            self.tokens.pop(0)
            parts.append(self.value())
        if not self.tokens or self.tokens.pop(0) != ")":
            self.fail("no closing parenthesis")
        return parts

    def value(self):
        name = self.tokens.pop(0)
        if name in OPERAND_FUNCTIONS:
            (letter,) = [self.tokens.pop(0) for _ in range(3)][1:2]
            return f"{name}({self.operands.index(letter)})", None
        if self.tokens and self.tokens[0] == "(":
            return self.call(name, self.arguments())
        if name[0] == ".":
            return f"word(inst.has(Modifier::{self.enumerator(name[1:])}))", None
        if name in self.operands[1:]:
            operand = f"v[{self.operands.index(name) - 1}]"
            return operand, operand
        if name[0].isdigit() or name[0] == '-' or name in NUMBERS:
            return NUMBERS.get(name, name), "number"
        if name[0].isupper():
            return f"word(device::{name})", None
        return ARGUMENTS.get(name) or self.fail(f"'{name}' is not known"), None

    def call(self, name, parts):
        if name == "if":
            condition = re.fullmatch(r"word\((.*)\)", parts[0][0]).group(1)
            source = next((s for _, s in parts[1:] if s and s != "number"), None)
            yes, no = (self.typed(part, source or "v[0]")[0] for part in parts[1:])
            return f"({condition} ? {yes} : {no})", source
        source = next((s for _, s in parts if s and s != "number"), None)
        listed = ", ".join(self.typed(part, source or "v[0]")[0] for part in parts)
        if name.startswith("aw_"):
            stem, star, rest = name.partition("*")
            code = f'builtin("{stem}", {str(bool(star)).lower()}, {{{listed}}})' if not rest else self.fail("'*' is last")
            return code, None
        if name[0] == "@":
            return f"engine(Intrinsic::{name[1:]}, {{{listed}}})", None
        if name in FUNCTIONS:
            return f"{name}({listed})", None if name in ("compare", "word32", "resized", "foldedLength", "isInSpace") else source
        code = f"e.ir.Create{name}({listed})" if name[0].isupper() else f"intrinsic(llvm::Intrinsic::{name}, {{{listed}}})"
        return code, None if "Cmp" in name else source


class Operations:
    """Numbers the different meanings and writes their cases."""

    def __init__(self, enumerator):
        self.enumerator, self.numbers = enumerator, {}

    def number(self, row, means):
        """The case of a row; 0 for one without an expression."""
        if "Expression" not in means:
            return 0
        operands = [re.split(r"[:|]", part.strip(" {}[]"))[0] for part in row["Operands"].split(",")]
        code = [Expression(means[key], operands, self.enumerator).code for key in ("Expression", "OfSigned", "Directed") if key in means]
        if len(code) == 3:
            body = f"isPlain({str(bool(means['Flushes'])).lower()}) ? saturate({code[0]}) : {code[2]}"
        else:
            body = code[0] if code[0] == code[1] else f"ptx::isSigned(inst.type()) ? {code[1]} : {code[0]}"
        return self.numbers.setdefault(body, len(self.numbers) + 1)

    def cases(self):
        return [f"case {number}:\n  return {body};" for body, number in self.numbers.items()]
