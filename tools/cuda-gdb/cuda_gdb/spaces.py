# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""State spaces in expressions: print *(@shared int*)0x20, x/4dw $_cuda_shared(0x20). Addresses in the shared and the parameter
space are offsets; generic, global and local addresses are what they are."""
import re

import gdb

from . import state

_CAST = re.compile(
    r"\(\s*([^()@]*)@(shared|global|generic|local|parameter|code)\b([^()]*)\)\s*"
    r"(0[xX][0-9a-fA-F]+|\d+|&?[A-Za-z_$]\w*(?:\[[^\]]*\])*|\([^()]*\))"
)


class _Space(gdb.Function):
    """$_cuda_shared(ADDRESS), $_cuda_parameter(ADDRESS): the generic address of an offset in that space of the focus."""

    def __init__(self, name, start, size):
        super().__init__("_cuda_" + name)
        self._start, self._size = start, size

    def invoke(self, address):
        value, thread = int(address), state.selected()
        if thread is None:
            raise gdb.GdbError("Focus not set on any active CUDA kernel.")
        return self._start(thread.block) + value if value <= self._size(thread.block) else value


_Space("shared", lambda block: block.shared, lambda block: block.shared_bytes)
_Space("parameter", lambda block: block.params, lambda block: 32764)


def translate(expression):
    """The expression without state spaces."""

    def generic(match):
        kind = f"({match.group(1)}{match.group(3)})"
        if match.group(2) in ("shared", "parameter"):
            return f"({kind}$_cuda_{match.group(2)}((unsigned long)({match.group(4)})))"
        return f"({kind}({match.group(4)}))"

    return _CAST.sub(generic, expression)


class _Translated(gdb.Command):
    """A command of gdb whose expressions may name state spaces."""

    def __init__(self, name, does, complete):
        self.__doc__ = f"As gdb's '{does}', with state spaces in casts: {name} *(@shared int*)0"
        super().__init__(name, gdb.COMMAND_DATA, complete)
        self._does = does

    def invoke(self, argument, from_tty):
        gdb.execute(f"{self._does} {translate(argument)}", from_tty)


# gdb keeps no name for a command that is replaced; `call` prints as `print` does.
_Translated("print", "call", gdb.COMPLETE_EXPRESSION)
