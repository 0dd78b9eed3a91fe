// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device runtime as the engine sees it: whoever launches a grid may pass an object that serves
// the calls of DeviceRuntime.def. The engine itself knows nothing of launches from device code.
#pragma once

#include <cstdint>

namespace anywarp::exec {

enum class DeviceFunction : uint32_t {
#define AW_DEVICE_RUNTIME(name, signature) name,
#include "exec/DeviceRuntime.def"
};

/// One thread's call.
struct DeviceCall {
  DeviceFunction function;
  const void *arguments; ///< the C structure that the arguments make up
  uint64_t block;        ///< linear index of the calling block
  uint32_t thread;       ///< linear index of the calling thread in its block
};

/// Called on kernel stacks by all threads that run the grid, several at once. Pointers among the
/// arguments are the kernel's: touching what they name may leave the call for good (a fault of the
/// kernel), so no lock may be held and nothing owned there.
class DeviceRuntime {
public:
  virtual uint64_t call(const DeviceCall &call) noexcept = 0;

protected:
  ~DeviceRuntime() = default;
};

} // namespace anywarp::exec
