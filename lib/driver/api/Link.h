// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a CUlinkState stands for: a link under way.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "driver/base/JitOptions.h"
#include "driver/base/Object.h"
#include "fatbin/Image.h"
#include "support/Mutex.h"

namespace anywarp::driver {

class LinkState : public Object {
public:
  using Handle = CUlinkState;
  static constexpr Kind kKind = KindLinkState;

  Mutex mutex; ///< guards everything below
  bool
      isComplete AW_GUARDED_BY(mutex) = false; ///< cuLinkComplete was called: nothing more is added
  CUresult
      failure AW_GUARDED_BY(mutex) = CUDA_SUCCESS; ///< of a link that comes to nothing any more
  JitOptions options AW_GUARDED_BY(mutex);
  std::vector<fatbin::PtxImage> images AW_GUARDED_BY(mutex);
  std::unordered_map<std::string, std::string>
      definitions AW_GUARDED_BY(mutex); ///< name → the part that has it
  std::string output AW_GUARDED_BY(mutex);

  void say(const std::string &message) AW_REQUIRES(mutex) { options.errorLog += message + "\n"; }
};

} // namespace anywarp::driver
