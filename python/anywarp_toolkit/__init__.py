# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Anywarp's programs, libraries and headers. Importing it changes nothing: `import anywarp` activates them."""
import pathlib

#: Where bin/, include/ and lib/anywarp/ are.
PREFIX = pathlib.Path(__file__).resolve().parent / "prefix"
LIBRARIES = PREFIX / "lib" / "anywarp"
