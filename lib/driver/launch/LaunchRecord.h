// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The record of a grid, with what its threads executed. Without recording and observer it does
// nothing.
#pragma once

#include <cstdint>
#include <memory>

#include "support/Observer.h"

namespace anywarp::exec {
class Profile;
} // namespace anywarp::exec
namespace anywarp::insight {
class KernelProfile;
} // namespace anywarp::insight
namespace anywarp::jit {
class CompiledKernel;
} // namespace anywarp::jit

namespace anywarp::driver {

struct LaunchRequest;
struct PreparedLaunch;

/// Kernels are compiled such that they tell what their threads execute.
bool profilesKernels();

class LaunchRecord {
public:
  LaunchRecord(const PreparedLaunch &root, const jit::CompiledKernel &code,
               const LaunchRequest &request);
  ~LaunchRecord();
  /// For exec::LaunchOptions; null where nothing is counted.
  exec::Profile *profile() const;
  /// The grid has ended. `isFromDevice`: device code asked for it.
  void finish(bool isFromDevice = false);

private:
  void tell(bool isFromDevice) const;
  const PreparedLaunch &root_;
  const jit::CompiledKernel &code_;
  const LaunchRequest &request_;
  std::unique_ptr<insight::KernelProfile> profile_;
  const Observer *observer_;
  uint64_t start_ = 0, seen_ = 0;
};

} // namespace anywarp::driver
