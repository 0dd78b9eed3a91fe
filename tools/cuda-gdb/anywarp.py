# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Helpers of cuda-gdb, for gdb's Python: kernels are announced to gdb when they are compiled (ANYWARP_DEBUG_JIT=gdb), run by
one worker thread so that the order of blocks is fixed, and breakpoints in them may be set before the program runs."""
import os
import subprocess

import gdb

gdb.execute("set breakpoint pending on")
gdb.execute("set environment ANYWARP_DEBUG_JIT gdb")
if "ANYWARP_WORKERS" not in os.environ:
    gdb.execute("set environment ANYWARP_WORKERS 1")
# A bad address in a kernel becomes an error of the API; the fault itself is handled inside the driver.
gdb.execute("handle SIGSEGV nostop noprint pass", to_string=True)
gdb.execute("handle SIGBUS nostop noprint pass", to_string=True)


def is_kernel_code(frame):
    """Code made at run time comes from an object file without a file: gdb gives it a name in angle brackets."""
    function = frame.function()
    table = function.symtab if function is not None else frame.find_sal().symtab
    name = table.objfile.filename if table is not None else None
    return name is not None and name.startswith("<")


def kernel_frames():
    """(thread, frame) for each thread that is inside a kernel: the innermost frame in code made at run time."""
    inferior = gdb.selected_inferior()
    if not inferior.pid:
        return
    selected = gdb.selected_thread()
    try:
        for thread in reversed(inferior.threads()):
            thread.switch()
            frame = gdb.newest_frame()
            while frame is not None:
                if is_kernel_code(frame):
                    yield thread, frame
                    break
                frame = frame.older()
    finally:
        if selected is not None and selected.is_valid():
            selected.switch()


class InfoCuda(gdb.Command):
    """Information about kernels and devices: info cuda kernels, info cuda devices."""

    def __init__(self):
        super().__init__("info cuda", gdb.COMMAND_STATUS, prefix=True)


class InfoCudaKernels(gdb.Command):
    """The threads of the program that run a kernel now, with kernel and source line."""

    def __init__(self):
        super().__init__("info cuda kernels", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        found = False
        for thread, frame in kernel_frames():
            found = True
            place = frame.find_sal()
            line = f" at {place.symtab.filename}:{place.line}" if place.symtab else ""
            print(f"thread {thread.num}: kernel {frame.name() or '?'}{line}")
        if not found:
            print("No CUDA kernels.")


class InfoCudaDevices(gdb.Command):
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
InfoCudaKernels()
InfoCudaDevices()
