# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Stops in kernels: one for the threads that go together, the focus told, faults as CUDA exceptions, set cuda break_on_launch."""
import os

import gdb

from . import focus, state

# The engine's faults (lib/exec/KernelAbi.h, enum Fault) as the exceptions of cuda-gdb's manual.
_EXCEPTIONS = {
    1: (14, "Warp Illegal Address"),
    2: (6, "Warp Misaligned Address"),
    3: (4, "Warp Illegal Instruction"),
    5: (12, "Warp Assert"),
    6: (2, "Lane User Stack Overflow"),
    9: (8, "Warp Invalid PC"),
}
_TRAP = 4


class _First(gdb.Function):
    """$_cuda_first(BREAKPOINT): true once for the threads of a warp that go on together, and in host code, but not where the host
    launches a kernel: a breakpoint at a kernel's name is meant for the kernel."""

    def __init__(self):
        super().__init__("_cuda_first")
        self._seen = {}

    def forget(self):
        self._seen.clear()

    def invoke(self, number):
        thread = state.selected()
        if thread is None:
            return not (gdb.selected_frame().name() or "").startswith("__device_stub__")
        key = (int(number), thread.block.grid_id, thread.block.block_idx, thread.warp)
        if self._seen.get(key) == thread.turn:
            return False
        self._seen[key] = thread.turn
        return True


_first = _First()


def _once_for_a_warp(breakpoint):
    """Adds $_cuda_first to the condition of a breakpoint that the user made or changed. A pending one gets it when its place is
    found: gdb disables a pending breakpoint whose condition was changed when it finds no place the next time it looks."""
    if breakpoint.type != gdb.BP_BREAKPOINT or not breakpoint.visible or breakpoint.number < 0 or breakpoint.pending:
        return
    condition = breakpoint.condition or ""
    if "$_cuda_first" in condition:
        return
    both = f"$_cuda_first({breakpoint.number})"
    if condition:
        both = f"({condition}) && {both}"
    gdb.execute(f"condition -force {breakpoint.number} {both}", to_string=True)


_told = None
_exceptions = {}  # of this stop, by thread


def _key(thread):
    return thread.block.grid_id, thread.block.block_idx, thread.index


def exception(thread):
    """The exception for which a thread has stopped, as cuda-gdb names it, or "None"."""
    return _exceptions.get(_key(thread), "None")


def _on_stop(event):
    """Tells the focus where it changed."""
    global _told
    _exceptions.clear()
    fault = _Fault.take()
    if fault is not None:
        _tell_fault(fault)
    elif _Launch.take() is not None:
        _tell_launch()
    thread = state.selected()
    if fault is not None and thread is not None:
        _exceptions[_key(thread)] = _name(fault)
    if thread is None:
        _told = None
        return
    now = _key(thread)
    if now != _told:
        print(f"[Switching focus to CUDA {focus.describe(thread)}]")
        state.set_focus(thread.index)
    _told = now


def _on_exit(event):
    _first.forget()
    _Launch._last = None


def _argument(register):
    return int(gdb.parse_and_eval("$" + register).cast(gdb.lookup_type("unsigned long")))


class _Fault(gdb.Breakpoint):
    """The engine found a fault in a debugged thread."""

    _found = None

    def __init__(self):
        super().__init__("anywarp_debug_fault", internal=True)
        self.silent = True

    def stop(self):
        _Fault._found = _argument("rdi") & 0xFFFFFFFF
        return True

    @staticmethod
    def take():
        """The fault of this stop; None if it has another reason."""
        found, _Fault._found = _Fault._found, None
        return found


def _name(fault):
    number, what = _EXCEPTIONS.get(fault, (0, "Unknown Exception"))
    return "SIGTRAP, Trace/breakpoint trap" if fault == _TRAP else f"CUDA_EXCEPTION_{number}, {what}"


def _tell_fault(fault):
    frame = focus.kernel_frame()
    _, what = _EXCEPTIONS.get(fault, (0, "Unknown Exception"))
    if frame is not None:
        frame.select()
        place = frame.find_sal()
        line = f" ({place.symtab.filename}:{place.line})" if place.symtab else ""
        if fault != _TRAP:
            print(f"\nCUDA Exception: {what}")
            print(f"The exception was triggered at PC {frame.pc():#x}{line}")
    print(f"\nThread {gdb.selected_thread().num} received signal {_name(fault)}.")
    gdb.execute("frame")


class _Launch(gdb.Breakpoint):
    """A block of a debugged kernel is before its first line."""

    _last = _begun = None

    def __init__(self):
        super().__init__("anywarp_debug_launch", internal=True)
        self.silent = True

    def stop(self):
        grid = _argument("rsi")
        if break_on_launch.value not in ("application", "all") or grid == _Launch._last:
            return False
        _Launch._last = _Launch._begun = grid
        return True

    @staticmethod
    def take():
        """The grid whose beginning is the reason of this stop, or None."""
        begun, _Launch._begun = _Launch._begun, None
        return begun


def _tell_launch():
    frame = focus.kernel_frame()
    if frame is not None:
        frame.select()
        gdb.execute("frame")


class _BreakOnLaunch(gdb.Parameter):
    """Whether the program stops where a kernel begins: none, application (the program's kernels), system, all."""

    set_doc = "Set whether kernels stop at their beginning: none, application, system, all."
    show_doc = "Show whether kernels stop at their beginning."

    def __init__(self):
        super().__init__("cuda break_on_launch", gdb.COMMAND_RUNNING, gdb.PARAM_ENUM, ["none", "application", "system", "all"])
        self.value = "none"

    def get_set_string(self):
        return ""

    def get_show_string(self, value):
        return f"Break on every kernel launch is set to '{value}'."


class _SetCuda(gdb.Command):
    """Settings of CUDA debugging."""

    def __init__(self, name):
        super().__init__(name, gdb.COMMAND_STATUS, prefix=True)


_SetCuda("set cuda")
_SetCuda("show cuda")
break_on_launch = _BreakOnLaunch()


def _on_library(event):
    """The driver's functions are there to stop at once it is loaded."""
    if os.path.basename(event.new_objfile.filename or "").startswith("libcuda.so"):
        gdb.events.new_objfile.disconnect(_on_library)
        _Fault()
        _Launch()


gdb.events.new_objfile.connect(_on_library)
gdb.events.stop.connect(_on_stop)
gdb.events.exited.connect(_on_exit)
gdb.events.breakpoint_created.connect(_once_for_a_warp)
gdb.events.breakpoint_modified.connect(_once_for_a_warp)
