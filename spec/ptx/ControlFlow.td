// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Control flow.

def : Mnemonics<["bra", "brx", "call", "ret", "exit"]>;

class ControlFlow<string syntax, string operands, string anchor>
    : Instruction<syntax, operands, "control-flow-instructions-" # anchor> {
  let Means = Custom<"ControlFlow">;
}
def : ControlFlow<"bra{.uni}", "label", "bra">;
def : ControlFlow<"brx.idx{.uni}", "a:u32, sym", "brx-idx"> { let PtxVersion = 60; let SmVersion = 30; }
def : ControlFlow<"call{.uni}", "call", "call">;
def : ControlFlow<"ret{.uni}", "", "ret">;
def : ControlFlow<"exit", "", "exit">;
