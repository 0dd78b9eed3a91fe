// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Miscellaneous instructions.

def : Mnemonics<["brkpt", "nanosleep", "pmevent", "trap", "setmaxnreg"]>;

class Misc<string syntax, string operands, string anchor>
    : Instruction<syntax, operands, "miscellaneous-instructions-" # anchor> {
  let Means = Custom<"Misc">;
}
def : Misc<"brkpt", "", "brkpt">;
def : Misc<"nanosleep.u32", "a", "nanosleep"> { let PtxVersion = 63; let SmVersion = 70; }
let Means = Hint<"no counters to trigger"> in
def : Misc<"pmevent{.mask}", "imm", "pmevent">;
def : Misc<"trap", "", "trap">;
let Means = Hint<"registers are not rationed"> in
def : Misc<"setmaxnreg.(inc|dec).sync.aligned.u32", "imm", "setmaxnreg"> {
  let PtxVersion = 80; let SmVersion = 90; let ArchSpecific = 1;
}
