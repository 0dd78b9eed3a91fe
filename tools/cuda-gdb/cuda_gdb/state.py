# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The blocks of debugged kernels that run now and their threads, as lib/exec/DebugAbi.h lays them out in the program."""
import struct

import gdb

WARP_SIZE = 32
VERSION = 1
NOT_STARTED, AT_LINE, WAITING, ENDED = range(4)

_STATE = struct.Struct("<IIQ")
_BLOCK = struct.Struct("<6Q11I")
_THREAD = struct.Struct("<QQIIII")


class Thread:
    """One CUDA thread; `index` is linear in its block."""

    def __init__(self, block, index, pc, turn, task, state, line, _=0):
        self.block, self.index, self.pc, self.turn, self.task, self.state, self.line = block, index, pc, turn, task, state, line

    @property
    def idx(self):
        return position(self.index, self.block.block_dim)

    @property
    def warp(self):
        return self.index // WARP_SIZE

    @property
    def lane(self):
        return self.index % WARP_SIZE

    def tell(self):
        """Says where it is, when it came into focus."""
        gdb.execute("frame")

    def place(self):
        """(file, line) of the source, or None."""
        if not self.pc:
            return None
        table = gdb.find_pc_line(self.pc).symtab
        return (table.filename, self.line) if table else None


class Block:
    def __init__(self, fields, memory):
        self._memory = memory
        (_, kernel, self._threads, self.grid_id, self.shared, self.params, *rest) = fields
        self.grid_dim, self.block_dim, self.block_idx = tuple(rest[0:3]), tuple(rest[3:6]), tuple(rest[6:9])
        self.thread_count, self.shared_bytes = rest[9:11]
        self.symbol = gdb.Value(kernel).cast(gdb.lookup_type("char").pointer()).string()

    @property
    def kernel(self):
        return source_name(self.symbol)

    def threads(self):
        data = self._memory(self._threads, _THREAD.size * self.thread_count)
        return [Thread(self, i, *fields) for i, fields in enumerate(_THREAD.iter_unpack(data))]

    def warp_threads(self, warp):
        return self.threads()[warp * WARP_SIZE : (warp + 1) * WARP_SIZE]


def source_name(symbol):
    """The name of a function as the source has it."""
    if not symbol.startswith("_Z"):
        return symbol
    return gdb.execute(f"demangle -l c++ -- {symbol}", to_string=True).strip()


def position(linear, dim):
    return (linear % dim[0], linear // dim[0] % dim[1], linear // (dim[0] * dim[1]))


def triple(values):
    return "(%d,%d,%d)" % tuple(values)


def _address():
    """Of the program's anywarp_debug_state; None before the driver is there."""
    try:
        return int(gdb.parse_and_eval("(unsigned long)&anywarp_debug_state"))
    except gdb.error:
        return None


_dumped = []  # blocks of a core dump
_focus = None  # the thread of the dump that is looked at


def show_dump(found, thread):
    """Until a program runs, these blocks are shown, and this thread is in focus: those of a core dump."""
    global _focus
    _dumped[:] = found
    _focus = thread


def blocks():
    """The blocks that run, in the order of their grids and indices."""
    inferior = gdb.selected_inferior()
    if not inferior.pid:
        return list(_dumped)
    address = _address()
    if address is None:
        return []

    def memory(at, size):
        return inferior.read_memory(at, size).tobytes() if size else b""

    try:
        version, _, link = _STATE.unpack(memory(address, _STATE.size))
        if version != VERSION:
            return []
        found = []
        while link:
            fields = _BLOCK.unpack(memory(link, _BLOCK.size))
            found.append(Block(fields, memory))
            link = fields[0]
    except gdb.MemoryError:
        return []
    return sorted(found, key=lambda b: (b.grid_id, b.block_idx[::-1]))


def set_focus(index):
    """The thread with this index goes first in its block from now on."""
    address = _address()
    if address is not None:
        gdb.selected_inferior().write_memory(address + 4, struct.pack("<I", index))


def thread_of_task(task):
    """The CUDA thread that a thread of the process runs, or None."""
    for block in blocks():
        for thread in block.threads():
            if thread.task == task and thread.state != ENDED:
                return thread
    return None


def selected():
    """The CUDA thread that gdb looks at, or None."""
    if not gdb.selected_inferior().pid:
        return _focus
    thread = gdb.selected_thread()
    return thread_of_task(thread.ptid[1]) if thread is not None and thread.is_valid() else None


def active(thread, warp_threads):
    """Whether a thread goes with the last group of its warp that went on."""
    return thread.state == AT_LINE and thread.turn == max(t.turn for t in warp_threads)
