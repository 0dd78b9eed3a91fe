// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The products that the device models are: what a CPU has no figure of, and programs divide by.
#include <algorithm>
#include <iterator>

#include "machine/Machine.h"

namespace anywarp::machine {

/// From the data sheets; clocks as the runtime reports them.
static constexpr Product kProducts[] = {
    {75, 40, 256, 5001000, 1590000, 4 << 20},      // T4
    {80, 108, 5120, 1215000, 1410000, 40 << 20},   // A100
    {86, 72, 384, 6251000, 1695000, 6 << 20},      // A10
    {87, 16, 256, 3199000, 1300000, 4 << 20},      // Jetson AGX Orin
    {89, 58, 192, 6251000, 2040000, 48 << 20},     // L4
    {90, 132, 5120, 2619000, 1980000, 50 << 20},   // H100
    {100, 148, 8192, 3996000, 1965000, 126 << 20}, // B200
    {103, 160, 8192, 3996000, 2032000, 126 << 20}, // B300
    {110, 20, 256, 4266000, 1575000, 32 << 20},    // Jetson Thor
    {120, 170, 512, 14001000, 2407000, 96 << 20},  // RTX 5090
    {121, 48, 256, 4266000, 2418000, 24 << 20},    // GB10
};

const Product &product() {
  static const Product &chosen = []() -> const Product & {
    const auto it = std::find_if(std::begin(kProducts), std::end(kProducts),
                                 [](const Product &p) { return p.sm == modelledArchitecture(); });
    return it == std::end(kProducts) ? kProducts[5] : *it;
  }();
  return chosen;
}

} // namespace anywarp::machine
