# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CUDA without a GPU: `import anywarp` before a client of CUDA, and it finds Anywarp's libraries.

The import loads the libraries, so that a later look-up by name (libcuda.so.1, libcublas.so.13, ...) finds them in the process,
and sets what compilers and clients ask of the environment. It does not change files, and it is too late for a client that is
loaded already. Clients with a runtime of their own inside (CuPy) are run by `anywarp exec python ...` instead.

Environment: ANYWARP_DEVICE=auto|cpu|gpu, ANYWARP_DEVICE_MODEL=sm_90 and others; `anywarp doctor` shows what is in effect.
"""
import ctypes
import os
import re

from anywarp_toolkit import LIBRARIES, PREFIX, links

#: The libraries that the import has loaded, by file name.
loaded = {}


def _environment():
    """What clients and build tools ask for; a value of the user's stays."""
    os.environ.setdefault("CUDA_HOME", str(PREFIX))
    os.environ.setdefault("CUDA_PATH", str(PREFIX))
    os.environ.setdefault("TRITON_PTXAS_PATH", str(PREFIX / "bin" / "ptxas"))
    os.environ.setdefault("TRITON_PTXAS_BLACKWELL_PATH", str(PREFIX / "bin" / "ptxas"))
    os.environ.setdefault("TRITON_LIBCUDA_PATH", str(LIBRARIES))
    path = os.environ.get("PATH", "")
    if str(PREFIX / "bin") not in path.split(os.pathsep):
        os.environ["PATH"] = str(PREFIX / "bin") + os.pathsep + path
    # For child processes, whose loader reads it at their start.
    old = os.environ.get("LD_LIBRARY_PATH")
    if str(LIBRARIES) not in (old or "").split(":"):
        os.environ["LD_LIBRARY_PATH"] = f"{LIBRARIES}:{old}" if old else str(LIBRARIES)


def _load():
    """Loads each library by its full name; the driver first, as the others look for it."""
    names = sorted(path.name for path in LIBRARIES.glob("lib*.so.*") if re.fullmatch(r"lib\w+(-\w+)*\.so\.\d+", path.name))
    for name in sorted(names, key=lambda name: (name != "libcuda.so.1", not name.startswith("libcudart"), name)):
        if name.startswith("libnvblas"):  # takes the place of the program's BLAS: only on purpose
            continue
        loaded[name] = ctypes.CDLL(str(LIBRARIES / name))


links.make()
_environment()
_load()
