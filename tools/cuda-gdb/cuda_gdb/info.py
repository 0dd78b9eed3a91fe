# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""info cuda devices|sms|warps|lanes|kernels|blocks|threads: tables as cuda-gdb's manual has them. An asterisk marks the focus."""
import os
import subprocess

import gdb

from . import focus, state, stops


def table(head, rows):
    """Rows of strings below their heads, columns aligned to the right. A row that is one string is told as it is."""
    cells = [head, *(row for row in rows if not isinstance(row, str))]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    for row in [head, *rows]:
        print(row if isinstance(row, str) else " ".join(cell.rjust(width) for cell, width in zip(row, widths)).rstrip())


def _mark(is_focus):
    return "*" if is_focus else " "


def _source(thread):
    place = thread.place()
    return (os.path.basename(place[0]), str(place[1])) if place else ("n/a", "0")


class InfoCuda(gdb.Command):
    """Information about CUDA devices, kernels, blocks and threads."""

    def __init__(self):
        super().__init__("info cuda", gdb.COMMAND_STATUS, prefix=True)


class _Table(gdb.Command):
    """Base of the tables: `name`, then `show(blocks, thread)` with the blocks that run and the focus, or None."""

    name = ""

    def __init__(self):
        super().__init__("info cuda " + self.name, gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        blocks = state.blocks()
        if blocks:
            self.show(blocks, state.selected())
        elif not self.show_optimised():
            print("No CUDA kernels.")

    def show_optimised(self):
        """What is known of kernels that were not compiled with -G; False if that is nothing."""
        return False


def _invocation(block, thread):
    """The kernel with its arguments where the focus is in its grid, else with their types."""
    frame = focus.kernel_frame() if thread is not None and thread.block.grid_id == block.grid_id and gdb.selected_thread() else None
    if frame is None:
        return block.kernel
    while frame.older() is not None and focus.is_kernel_code(frame.older()):
        frame = frame.older()
    scope = frame.block()
    while scope.function is None and scope.superblock is not None:
        scope = scope.superblock
    told = []
    for symbol in (each for each in scope if each.is_argument):
        value = symbol.value(frame)
        is_whole = value.type.strip_typedefs().code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION, gdb.TYPE_CODE_ARRAY)
        told.append(f"{symbol.name}={'...' if is_whole else value.format_string(symbols=False)}")
    return f"{block.kernel.split('(')[0]}({', '.join(told)})"


class Kernels(_Table):
    """The kernels that run: number, grid, dimensions, name."""

    name = "kernels"

    def show(self, blocks, thread):
        rows, numbers = [], focus.kernel_numbers(blocks)
        for grid, number in numbers.items():
            block = next(b for b in blocks if b.grid_id == grid)
            rows.append(
                [_mark(thread is not None and thread.block.grid_id == grid), str(number), "-", "0", str(grid), "Active", "0x1"]
                + [state.triple(block.grid_dim), state.triple(block.block_dim), _invocation(block, thread)]
            )
        table([" ", "Kernel", "Parent", "Dev", "Grid", "Status", "SMs Mask", "GridDim", "BlockDim", "Invocation"], rows)

    def show_optimised(self):
        selected, found = gdb.selected_thread(), False
        for thread in reversed(gdb.selected_inferior().threads()):
            thread.switch()
            frame = focus.kernel_frame()
            if frame is not None:
                found, place = True, frame.find_sal()
                line = f" at {place.symtab.filename}:{place.line}" if place.symtab else ""
                print(f"thread {thread.num}: kernel {frame.name() or '?'}{line}")
        if selected is not None and selected.is_valid():
            selected.switch()
        return found


class Blocks(_Table):
    """The blocks that run."""

    name = "blocks"

    def show(self, blocks, thread):
        rows, numbers, told = [], focus.kernel_numbers(blocks), None
        for b in blocks:
            if b.grid_id != told:
                rows.append(f"Kernel {numbers[b.grid_id]}")
                told = b.grid_id
            is_focus = thread is not None and (thread.block.grid_id, thread.block.block_idx) == (b.grid_id, b.block_idx)
            rows.append([_mark(is_focus), state.triple(b.block_idx), state.triple(b.block_idx), "1", "running"])
        table([" ", "BlockIdx", "To BlockIdx", "Count", "State"], rows)


class Threads(_Table):
    """The threads of the running blocks that have not ended; neighbours at the same place share a row."""

    name = "threads"

    def show(self, blocks, thread):
        rows, numbers, told = [], focus.kernel_numbers(blocks), None
        for b in blocks:
            if b.grid_id != told:
                rows.append(f"Kernel {numbers[b.grid_id]}")
                told = b.grid_id
            runs = []
            for t in b.threads():
                if t.state == state.ENDED:
                    continue
                if runs and runs[-1][-1].index + 1 == t.index and (runs[-1][-1].pc, runs[-1][-1].line) == (t.pc, t.line):
                    runs[-1].append(t)
                else:
                    runs.append([t])
            for run in runs:
                first, last = run[0], run[-1]
                is_focus = thread is not None and thread.block.block_idx == b.block_idx and first.index <= thread.index <= last.index
                rows.append(
                    [_mark(is_focus), state.triple(b.block_idx), state.triple(first.idx), state.triple(b.block_idx)]
                    + [state.triple(last.idx), str(len(run)), f"{first.pc:#018x}", *_source(first)]
                )
        table([" ", "BlockIdx", "ThreadIdx", "To BlockIdx", "ThreadIdx", "Count", "PC", "Filename", "Line"], rows)


def _masks(threads):
    """(active, divergent) lanes of a warp."""
    on = sum(1 << t.lane for t in threads if state.active(t, threads))
    alive = sum(1 << t.lane for t in threads if t.state != state.ENDED)
    return on, alive & ~on


class Warps(_Table):
    """The warps of the running blocks, with the lanes that go together and those that wait."""

    name = "warps"

    def show(self, blocks, thread):
        rows, numbers = [], focus.kernel_numbers(blocks)
        for b in blocks:
            for w in range((b.thread_count + state.WARP_SIZE - 1) // state.WARP_SIZE):
                threads = b.warp_threads(w)
                on, off = _masks(threads)
                if not on and not off:
                    continue
                first = next(t for t in threads if (on or off) >> t.lane & 1)
                is_focus = thread is not None and thread.block.block_idx == b.block_idx and thread.warp == w
                rows.append(
                    [_mark(is_focus), str(w), f"0x{on:08x}", f"0x{off:08x}", f"{first.pc:#018x}", str(numbers[b.grid_id])]
                    + [state.triple(b.block_idx), state.triple(first.idx)]
                )
        head = [" ", "Wp", "Active Lanes Mask", "Divergent Lanes Mask", "Active PC", "Kernel", "BlockIdx", "First Active ThreadIdx"]
        table(head, ["Device 0 SM 0", *rows])


class Lanes(_Table):
    """The lanes of the warp in focus."""

    name = "lanes"

    def show(self, blocks, thread):
        if thread is None:
            raise gdb.GdbError("Focus not set on any active CUDA kernel.")
        threads = thread.block.warp_threads(thread.warp)
        rows = [f"Device 0 SM 0 Warp {thread.warp}"]
        for t in threads:
            what = "exited" if t.state == state.ENDED else "active" if state.active(t, threads) else "divergent"
            rows.append([_mark(t.index == thread.index), str(t.lane), what, f"{t.pc:#018x}", state.triple(t.idx), stops.exception(t), *_source(t)])
        table([" ", "Ln", "State", "PC", "ThreadIdx", "Exception", "Filename", "Line"], rows)


class Sms(_Table):
    """The multiprocessors that run blocks: on the CPU the running blocks count as one's."""

    name = "sms"

    def show(self, blocks, thread):
        warps = sum((b.thread_count + state.WARP_SIZE - 1) // state.WARP_SIZE for b in blocks)
        table([" ", "SM", "Active Warps Mask"], ["Device 0", [_mark(thread is not None), "0", f"0x{(1 << warps) - 1:016x}"]])


class Devices(gdb.Command):
    """The devices that programs can use."""

    def __init__(self):
        super().__init__("info cuda devices", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        program = os.path.join(os.environ.get("ANYWARP_BIN", ""), "nvidia-smi")
        try:
            print(subprocess.run([program, "-L"], capture_output=True, text=True, check=True, timeout=60).stdout, end="")
        except (OSError, subprocess.SubprocessError) as failure:
            raise gdb.GdbError(f"nvidia-smi -L failed: {failure}")


InfoCuda()
for command in (Kernels, Blocks, Threads, Warps, Lanes, Sms, Devices):
    command()
