// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The numbers by which CUPTI knows calls. Standalone. Any thread may call.
#pragma once

#include <cstdint>

namespace anywarp::cupti {

inline constexpr unsigned kMaxCalls = 1024; ///< no domain has so many

struct Call {
  const char *name; ///< as cuptiGetCallbackName tells it
  uint32_t number;
};

/// The call of an exported function; null if CUPTI has none.
const Call *findCall(const char *symbol, bool isDriver);
/// Null for numbers that are none.
const char *callName(uint32_t number, bool isDriver);
/// One more than the last number.
uint32_t callCount(bool isDriver);

} // namespace anywarp::cupti
