// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The places of a kernel that a launch's profile (exec/calls/Profile.h) is told of by number. They
// are counted as the functions are emitted, before any pass: a place stands for PTX instructions,
// whatever becomes of them.
//
// As text, which is what "<kernel>.places" holds: a line for each place, then a line for each of
// its instructions; fields are separated by tabs.
//   S FUNCTION                     a stretch: instructions that run one after the other
//   G FUNCTION                     the instruction of a guard, where the guard holds
//   J FUNCTION                     a conditional branch
//   A FUNCTION ACCESS SPACE BYTES HOW  a memory access: load, store, atomic or reduce; bytes of a
//   thread; how an atomic goes about it: plain, swap (compares first), count (adds 1, and nobody
//   wants the result), combine (of one address for all lanes, which a compiler combines), loop (a
//   load, and swaps until one succeeds: what a GPU has no instruction for)
//   I FLAGS PTX-LINE FILE LINE TEXT   an instruction of the place; FILE and LINE of the source, or
//   - 0
// FLAGS are letters: e it is executed, p its guard holds (a guarded instruction has e in its
// stretch and p in its own place), u its result is never read, f it is fused with a product,
// x it is the product that was fused away, w it is the first that needs what a load from far
// brings.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace anywarp::codegen {

class Places {
public:
  /// A new place; its number.
  uint32_t add(std::string line);
  void addInstruction(uint32_t place, const std::string &line) { places_[place] += line + "\n"; }
  /// The constant `name` with the text.
  void define(llvm::Module &module, const std::string &name) const;

private:
  std::vector<std::string> places_;
};

} // namespace anywarp::codegen
