// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vocabulary of the PTX tables. utils/gen/ptx.py turns the records into the enums of
// ptx/Opcodes.inc.h and the tables of parser, verifier and printer.

// Words that may follow a mnemonic after a dot and are neither type, state space nor vector size.
class Words<list<string> words> { list<string> List = words; }
// First words of instructions.
class Mnemonics<list<string> words> { list<string> List = words; }

include "ptx/Types.td"
include "ptx/Words.td"
include "ptx/SpecialRegisters.td"
