// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records of the work in streams for the profilers (support/Recording.h) and for observers
// (support/Observer.h): grids with what their threads executed, copies, fills. Each object lives
// while the work runs; without recording and observer it does nothing.
#pragma once

#include <cstdint>
#include <memory>

#include "driver/Api.h"
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
  uint64_t seen = 0; ///< when, by the observer's clock
  uint32_t context = 0, device = 0, correlation = 0;
  bool isAsync = false;
  /// The calling thread, now. Zeros without a recording or an observer.
  static LaunchOrigin here(const Stream &stream);
};

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

/// A copy or fill, from here to the end of the object's life.
class TransferRecord {
public:
  TransferRecord(const CopySide &to, const CopySide &from, const CopyExtent &extent,
                 const LaunchOrigin &origin = {});
  TransferRecord(uint64_t filledBytes, uint32_t value, const LaunchOrigin &origin = {});
  ~TransferRecord();
  TransferRecord(const TransferRecord &) = delete;

private:
  void begin();
  void tell() const;
  const char *kind_;
  const char *direction_ = "";
  const LaunchOrigin origin_;
  uint64_t bytes_ = 0, start_ = 0, seen_ = 0;
  bool isPageable_ = false;
  const Observer *observer_;
  uint32_t value_ = 0;
  ObservedWork::Place from_ = ObservedWork::Place::Unknown, to_ = ObservedWork::Place::Device;
};

} // namespace anywarp::driver
