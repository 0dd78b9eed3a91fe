// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A double of NVIDIA's driver with one device: each function records its name, makes handles for
// its results and succeeds. DoubleByHand.cpp has those that have to mean something.
#include "Double.h"

#include <atomic>
#include <type_traits>

#include "driver/base/Api.h"

void record(const char *name); // DoubleByHand.cpp

#define DOUBLE extern "C" __attribute__((weak, visibility("default")))

namespace {

std::atomic<uint64_t> count{0};

/// A result: a handle, or zero. Names and buffers are left alone.
template <typename T> void made(T *result) {
  if (!result)
    return;
  if constexpr (std::is_pointer_v<T> && !std::is_function_v<std::remove_pointer_t<T>>)
    *result = reinterpret_cast<T>(kDoubleHandles + 16 * ++count);
  else if constexpr (!std::is_same_v<T, char> && std::is_trivially_copyable_v<T>)
    *result = T{};
}
void made(const char **name) {
  if (name)
    *name = "double";
}
void made(void *) {}

} // namespace

#include "routes/Double.inc"
