// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The products that the device models are: what a CPU has no figure of, and programs divide by.
#include <algorithm>
#include <iterator>

#include "machine/Machine.h"

namespace anywarp::machine {

static constexpr Product kProducts[] = {
#include "support/Products.inc"
};

const Product &product() {
  static const Product &chosen = []() -> const Product & {
    const auto it = std::find_if(std::begin(kProducts), std::end(kProducts),
                                 [](const Product &p) { return p.sm == modelledArchitecture(); });
    return it == std::end(kProducts) ? *std::begin(kProducts) : *it;
  }();
  return chosen;
}

} // namespace anywarp::machine
