# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The toolkit's programs as console scripts: each becomes the program of its name."""
import os
import pathlib
import sys

from . import PREFIX, links


def main():
    links.make()
    program = PREFIX / "bin" / pathlib.Path(sys.argv[0]).name
    os.execv(program, [str(program), *sys.argv[1:]])
