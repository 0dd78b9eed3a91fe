// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "model/Architecture.h"

#include <algorithm>
#include <iterator>

#include "machine/Machine.h"

namespace anywarp::model {

static constexpr Architecture kArchitectures[] = {
#define AW_DEVICE_MODEL(sm, nvml, ...) {sm, __VA_ARGS__},
#include "support/Architectures.inc"
};

/// Whose limits the default model has: the widest, so that a program tuned for any GPU fits.
static constexpr uint32_t kWidest = 90;

const Architecture &architecture() {
  static const Architecture chosen = [] {
    const uint32_t sm = machine::modelledArchitecture();
    const uint32_t limits = machine::isModelChosen() ? sm : kWidest;
    Architecture result = *std::find_if(std::begin(kArchitectures), std::end(kArchitectures),
                                        [&](const Architecture &row) { return row.sm == limits; });
    result.sm = sm;
    return result;
  }();
  return chosen;
}

} // namespace anywarp::model
