# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What makes gdb a cuda-gdb: loaded by the script cuda-gdb, in gdb's Python."""
import os

import gdb

SETTINGS = (
    "set breakpoint pending on",
    "set environment ANYWARP_DEBUG_JIT gdb",
    # A bad address in a kernel is told by the driver, which stops the kernel (stops.py).
    "handle SIGSEGV nostop noprint pass",
    "handle SIGBUS nostop noprint pass",
    "handle SIGFPE nostop noprint pass",
    "handle SIGILL nostop noprint pass",
    # Each CUDA thread of the running block is a thread of the process.
    "set print thread-events off",
)

for setting in SETTINGS:
    gdb.execute(setting, to_string=True)
if "ANYWARP_WORKERS" not in os.environ:
    gdb.execute("set environment ANYWARP_WORKERS 1")  # blocks in order, one at a time

from . import core, focus, info, spaces, stops  # noqa: E402,F401  each registers its commands
