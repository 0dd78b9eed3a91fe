// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fat binaries made by hand.
#pragma once

#include <string>

/// A fat binary with one entry: PTX, not compressed.
inline std::string fatBinary(std::string text, unsigned arch) {
  text.resize((text.size() + 8) & ~size_t(7)); // a closing 0 and up to 8
  auto add = [](std::string &to, unsigned long long value, size_t bytes) {
    to.append(reinterpret_cast<const char *>(&value), bytes);
  };
  std::string entry, all;
  add(entry, 1, 2);           // kind: PTX
  add(entry, 0x0101, 2);      // version
  add(entry, 80, 4);          // this header
  add(entry, text.size(), 8); // contents
  add(entry, 0, 4);
  add(entry, 64, 4); // where the record of options is
  add(entry, 0, 2);  // PTX 7.0
  add(entry, 7, 2);
  add(entry, arch, 4);
  add(entry, 0, 8);
  add(entry, 0x11, 8); // 64 bits, Linux
  add(entry, 0, 16);
  add(entry, 72, 4); // options: none, at the end
  add(entry, 0, 12);
  add(all, 0xba55ed50, 4);
  add(all, 1, 2);
  add(all, 16, 2);
  add(all, entry.size() + text.size(), 8);
  return all + entry + text;
}
