// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a CUlinkState stands for: a link under way.
#pragma once

#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "driver/base/JitOptions.h"
#include "driver/base/Object.h"
#include "fatbin/Image.h"

namespace anywarp::driver {

class LinkState : public Object {
public:
  using Handle = CUlinkState;
  static constexpr Kind kKind = KindLinkState;

  std::mutex mutex;                ///< guards everything below
  bool isComplete = false;         ///< cuLinkComplete was called: nothing more is added
  CUresult failure = CUDA_SUCCESS; ///< of a link that comes to nothing any more
  JitOptions options;
  std::vector<fatbin::PtxImage> images;
  std::unordered_map<std::string, std::string> definitions; ///< name → the part that has it
  std::string output;

  void say(const std::string &message) { options.errorLog += message + "\n"; }
};

} // namespace anywarp::driver
