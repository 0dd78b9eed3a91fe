// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Control flow.

class ControlFlow<string syntax, string operands, string anchor, list<string> traits>
    : Instruction<syntax, operands, "control-flow-instructions-" # anchor> {
  let Traits = traits;
}
def : ControlFlow<"bra{.uni}", "label", "bra", ["Terminator"]>;
def : ControlFlow<"brx.idx{.uni}", "a:u32, sym", "brx-idx", ["Terminator"]> { let PtxVersion = 60; let SmVersion = 30; }
def : ControlFlow<"call{.uni}", "call", "call", ["Convergent", "Memory"]>;
def : ControlFlow<"ret{.uni}", "", "ret", ["Terminator"]>;
def : ControlFlow<"exit", "", "exit", ["Terminator"]>;
