# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""target cudacore FILE: the dump that CUDA_ENABLE_COREDUMP_ON_EXCEPTION=1 leaves (docs/seeing-inside.md, "Core dumps")."""
import re

import gdb

from . import state

_THREADS = re.compile(r"Threads of block (\d+) (\d+) (\d+), warp (\d+)")
_THREAD = re.compile(r"thread (\d+) (\d+) (\d+), lane (\d+)")
_FRAME = re.compile(r"\s+in (\S+), PTX line (\d+)(?:, (.*):(\d+))?")
_FIELD = re.compile(r"(grid|block|kernel) (.*)")


class _Thread(state.Thread):
    """A thread of a dump: `frames` are (function, file, line, registers), the innermost first."""

    def __init__(self, block, index, where_at):
        super().__init__(block, index, 0, 1, 0, where_at, 0)
        self.frames = []

    def tell(self):
        """As gdb's backtrace, with what each PTX register was written to last."""
        for number, (function, file, line, registers) in enumerate(self.frames):
            name = state.source_name(function)
            print(f"#{number}  {name} at {file}:{line}" if file else f"#{number}  {name} at PTX line {line}")
            for register in registers:
                print("    " + register)

    def place(self):
        return (self.frames[0][1], self.frames[0][2]) if self.frames else None


class _Block:
    def __init__(self, kernel, grid_dim, block_dim, block_idx):
        self.symbol, self.kernel = kernel, state.source_name(kernel)
        self.grid_id, self.grid_dim, self.block_dim, self.block_idx = 1, grid_dim, block_dim, block_idx
        self.thread_count = block_dim[0] * block_dim[1] * block_dim[2]
        self.known = []

    def threads(self):
        return self.known

    def warp_threads(self, warp):
        return [t for t in self.known if t.warp == warp]


def _three(text):
    return tuple(int(word) for word in text.split())


def read(name):
    """(exception, blocks) of a dump."""
    try:
        with open(name, encoding="utf-8", errors="replace") as file:
            lines = file.read().split("\n")
    except OSError as failure:
        raise gdb.GdbError(f"{name}: {failure.strerror}.")
    if "Exception" not in lines:
        raise gdb.GdbError(f"{name}: not a core dump of a CUDA kernel.")
    exception = lines[lines.index("Exception") + 1]
    launch, blocks, thread = {}, [], None
    for line in lines:
        if match := _FIELD.fullmatch(line):
            launch.setdefault(match.group(1), match.group(2))
        elif match := _THREADS.match(line):
            index = tuple(int(match.group(i)) for i in (1, 2, 3))
            blocks.append(_Block(launch.get("kernel", "?"), _three(launch["grid"]), _three(launch["block"]), index))
        elif (match := _THREAD.match(line)) and blocks:
            x, y, z = (int(match.group(i)) for i in (1, 2, 3))
            dim = blocks[-1].block_dim
            thread = _Thread(blocks[-1], x + dim[0] * (y + dim[1] * z), state.AT_LINE)
            blocks[-1].known.append(thread)
        elif thread is not None and (match := _FRAME.match(line)):
            # Callers come first in the file.
            thread.line = int(match.group(4) or match.group(2))
            thread.frames.insert(0, (match.group(1), match.group(3) or "", thread.line, []))
        elif thread is not None and line.strip() in ("has ended", "has not begun"):
            thread.state = state.ENDED
        elif thread is not None and thread.frames and line.startswith("    %"):
            thread.frames[0][3].append(line.strip())
        elif not line:
            thread = None
    return exception, blocks


def _faulting(exception, blocks):
    """The thread that the exception names first."""
    match = re.search(r"threads? (\d+)", exception)
    index = int(match.group(1)) if match else 0
    for block in blocks:
        for thread in block.known:
            if thread.index == index:
                return thread
    return next((t for b in blocks for t in b.known if t.state != state.ENDED), None)


class TargetCudacore(gdb.Command):
    """Open a core dump of a CUDA kernel: target cudacore FILE. Then info cuda kernels|blocks|threads|warps|lanes."""

    def __init__(self):
        super().__init__("target cudacore", gdb.COMMAND_FILES, gdb.COMPLETE_FILENAME)

    def invoke(self, argument, from_tty):
        names = gdb.string_to_argv(argument)
        if len(names) != 1:
            raise gdb.GdbError("target cudacore takes the name of one core dump.")
        exception, blocks = read(names[0])
        thread = _faulting(exception, blocks)
        state.show_dump(blocks, thread)
        print(f"Opening GPU coredump: {names[0]}\n\n{exception}")
        if thread is not None:
            where = f"block {state.triple(thread.block.block_idx)}, thread {state.triple(thread.idx)}"
            print(f"[Current focus set to CUDA kernel 0, {where}, device 0, sm 0, warp {thread.warp}, lane {thread.lane}]")
            thread.tell()


TargetCudacore()
