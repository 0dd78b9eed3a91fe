# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The focus: which CUDA thread gdb looks at. `cuda kernel|grid|block|thread|device|sm|warp|lane` ask for it and change it."""
import re

import gdb

from . import state

_WAIT = "aw_line"  # the pretended function in which a thread waits for its turn at a line


def is_kernel_code(frame):
    """Code made at run time comes from an object without a file: gdb gives it a name in angle brackets."""
    function = frame.function()
    table = function.symtab if function is not None else frame.find_sal().symtab
    name = table.objfile.filename if table is not None else None
    return name is not None and name.startswith("<")


def kernel_frame():
    """The innermost frame of device code of the selected thread; None if there is none."""
    frame = gdb.newest_frame()
    while frame is not None and (not is_kernel_code(frame) or frame.name() == _WAIT):
        frame = frame.older()
    return frame


def kernel_numbers(blocks):
    """Kernels are numbered in the order of their grids, as the ones that run now."""
    return {grid: number for number, grid in enumerate(sorted({b.grid_id for b in blocks}))}


def describe(thread):
    number = kernel_numbers(state.blocks()).get(thread.block.grid_id, 0)
    return (
        f"kernel {number}, grid {thread.block.grid_id}, block {state.triple(thread.block.block_idx)}, "
        f"thread {state.triple(thread.idx)}, device 0, sm 0, warp {thread.warp}, lane {thread.lane}"
    )


def select(thread):
    """Makes gdb look at a CUDA thread, in its innermost frame of device code."""
    if not gdb.selected_inferior().pid:
        state.show_dump(state.blocks(), thread)
        return True
    for candidate in gdb.selected_inferior().threads():
        if candidate.ptid[1] == thread.task:
            candidate.switch()
            frame = kernel_frame()
            if frame is not None:
                frame.select()
            state.set_focus(thread.index)
            return True
    return False


def _three(text):
    numbers = [int(n) for n in re.findall(r"\d+", text)]
    return tuple((numbers + [0, 0, 0])[:3])


def leave_wait():
    """Before a step: a thread that waits for its turn at a line gets it first, so that gdb steps in device code."""
    frame = kernel_frame() if state.selected() is not None else None
    if frame is None or frame == gdb.newest_frame():
        return
    callee = frame.newer()
    while callee is not None and callee.type() == gdb.INLINE_FRAME:
        callee = callee.newer()
    if callee is not None:
        callee.select()
        gdb.execute("finish", to_string=True)
    if gdb.newest_frame().name() == _WAIT:
        gdb.newest_frame().select()
        gdb.execute("finish", to_string=True)


for name in ("next", "step", "nexti", "stepi", "until", "advance"):
    gdb.execute(f"define hook-{name}\npython cuda_gdb.focus.leave_wait()\nend", to_string=True)


class Cuda(gdb.Command):
    """Print or select the CUDA focus.

cuda device sm warp lane kernel grid block thread    prints the coordinates of the focus
cuda kernel 0 block 1,0 thread (3,0,0)               selects by software coordinates
cuda warp 1 lane 5                                   selects by hardware coordinates

Coordinates that are not named keep their values. Only threads of blocks that run now can be selected."""

    _NAMES = ("device", "sm", "warp", "lane", "kernel", "grid", "block", "thread")
    _TOKEN = re.compile(r"\s*(\w+)\s*((?:\(\s*\d+\s*(?:,\s*\d+\s*){0,2}\))|(?:\d+\s*(?:,\s*\d+\s*){0,2}))?")

    def __init__(self):
        super().__init__("cuda", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        wanted, asked, at = {}, [], 0
        while argument[at:].strip():
            match = self._TOKEN.match(argument, at)
            names = [n for n in self._NAMES if match and n.startswith(match.group(1))]
            if len(names) != 1 and not (match and match.group(1) in names):
                raise gdb.GdbError("Invalid argument '%s'. Expected one of: %s." % (argument[at:].strip(), ", ".join(self._NAMES)))
            name = match.group(1) if match.group(1) in names else names[0]
            if match.group(2):
                wanted[name] = _three(match.group(2))
            else:
                asked.append(name)
            at = match.end()
        if wanted:
            self._switch(wanted)
        else:
            self._tell(asked)

    def _tell(self, asked):
        thread = state.selected()
        if thread is None:
            raise gdb.GdbError("Focus not set on any active CUDA kernel.")
        parts = dict(part.split(" ", 1) for part in describe(thread).split(", "))
        print(", ".join(f"{name} {parts[name]}" for name in asked or parts))

    def _switch(self, wanted):
        blocks, now = state.blocks(), state.selected()
        if not blocks:
            raise gdb.GdbError("Focus not set on any active CUDA kernel.")
        numbers = kernel_numbers(blocks)
        refused = gdb.GdbError("Request cannot be satisfied. CUDA focus unchanged.")
        if wanted.get("device", (0,))[0] or wanted.get("sm", (0,))[0]:
            raise refused

        def matches(block):
            if "kernel" in wanted and numbers[block.grid_id] != wanted["kernel"][0]:
                return False
            if "grid" in wanted and block.grid_id != wanted["grid"][0]:
                return False
            if "block" in wanted:
                return block.block_idx == wanted["block"]
            return now is None or "kernel" in wanted or "grid" in wanted or block.block_idx == now.block.block_idx

        block = next((b for b in blocks if matches(b)), None)
        if block is None:
            raise refused
        index = now.index if now is not None else 0
        if "thread" in wanted:
            x, y, z = wanted["thread"]
            if any(value >= size for value, size in zip((x, y, z), block.block_dim)):
                raise refused
            index = x + block.block_dim[0] * (y + block.block_dim[1] * z)
        elif "warp" in wanted or "lane" in wanted:
            warp = wanted.get("warp", (index // state.WARP_SIZE,))[0]
            lane = wanted.get("lane", (0 if "warp" in wanted else index % state.WARP_SIZE,))[0]
            index = warp * state.WARP_SIZE + lane
        elif "block" in wanted or "kernel" in wanted or "grid" in wanted:
            index = 0
        thread = next((t for t in block.threads() if t.index == index), None)
        if thread is None or thread.state == state.ENDED:
            raise refused
        if now is not None and (thread.block.grid_id, thread.block.block_idx, thread.index) == (
            now.block.grid_id,
            now.block.block_idx,
            now.index,
        ):
            print("CUDA focus unchanged.")
            return
        if not select(thread):
            raise refused
        print(f"[Switching focus to CUDA {describe(thread)}]")
        thread.tell()


Cuda()
