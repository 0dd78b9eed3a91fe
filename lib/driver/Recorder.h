// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records of the work in streams for the profilers (support/Recording.h): grids with what their
// threads executed, copies, fills. Each object lives while the work runs; without a recording it
// does nothing.
#pragma once

#include <cstdint>
#include <memory>

#include "driver/Api.h"

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

class Function;
class Stream;
struct CopyExtent;
struct CopySide;
struct LaunchRequest;
struct PreparedLaunch;

/// Kernels are compiled such that they tell what their threads execute.
bool profilesKernels();

/// Who gave the work to a stream, and when.
struct LaunchOrigin {
  uint64_t stream = 0, thread = 0, queued = 0;
  /// The calling thread, now. Zeros without a recording.
  static LaunchOrigin here(const Stream &stream);
};

class LaunchRecord {
public:
  LaunchRecord(const PreparedLaunch &root, const jit::CompiledKernel &code,
               const LaunchRequest &request);
  ~LaunchRecord();
  /// For exec::LaunchOptions; null where nothing is counted.
  exec::Profile *profile() const;
  /// The grid has ended.
  void finish();

private:
  const PreparedLaunch &root_;
  const jit::CompiledKernel &code_;
  const LaunchRequest &request_;
  std::unique_ptr<insight::KernelProfile> profile_;
  uint64_t start_ = 0;
};

/// A copy or fill, from here to the end of the object's life.
class TransferRecord {
public:
  TransferRecord(const CopySide &to, const CopySide &from, const CopyExtent &extent,
                 const LaunchOrigin &origin = {});
  explicit TransferRecord(uint64_t filledBytes, const LaunchOrigin &origin = {});
  ~TransferRecord();
  TransferRecord(const TransferRecord &) = delete;

private:
  const char *kind_;
  const char *direction_ = "";
  const LaunchOrigin origin_;
  uint64_t bytes_ = 0, start_ = 0;
  bool isPageable_ = false;
};

} // namespace anywarp::driver
