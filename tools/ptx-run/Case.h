// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cases that stand in a PTX file's comments (README.md): read, with all values computed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ptxrun {

/// An element type: letter and bits.
struct Type {
  char letter = 'u'; ///< u s b f
  unsigned bytes = 4;
};

struct Parameter {
  std::string name;
  Type type;
  bool isBuffer = false;
  std::vector<uint8_t> before; ///< what the kernel gets
  std::vector<uint8_t> after;  ///< of a buffer: what must be there then
  size_t count() const { return after.size() / type.bytes; }
};

struct Case {
  unsigned line = 0;
  std::string text, kernel, error;
  unsigned grid[3] = {1, 1, 1}, block[3] = {1, 1, 1}, shared = 0;
  unsigned ulp = 0;
  std::vector<Parameter> parameters;
};

/// Every case of a file's text. False, with a message, for a case that cannot be read.
bool readCases(const std::string &text, std::vector<Case> &cases, std::string &error);

/// How element `index` of the two arrays differs, empty if it does not.
std::string difference(const Parameter &parameter, const std::vector<uint8_t> &seen, size_t index,
                       unsigned ulp);

} // namespace ptxrun
