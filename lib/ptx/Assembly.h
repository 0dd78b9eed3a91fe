// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What NVIDIA's assembler would refuse of a PTX text: faults of instructions, among them what
// .target does not have, names that nothing defines, memory that no device has. For libraries that
// pack PTX where NVIDIA's make machine code.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace anywarp::ptx {

struct AssemblyResult {
  bool isGood = true;
  bool isTooNew = false;            ///< .version is newer than what is known
  unsigned target = 0;              ///< the number in .target
  std::vector<std::string> kernels; ///< names of its entries
  std::string log;                  ///< in the assembler's words, each line ended
};

/// `name` is what messages call the text. `isWhole`: nothing is linked with it later.
AssemblyResult checkAssembly(std::string_view text, const std::string &name, bool isWhole);

} // namespace anywarp::ptx
