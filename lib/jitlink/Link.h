// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A link in the making: options, checked inputs, and after complete() the program. Each function
// may be called by any thread.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <nvJitLink.h>

#include "fatbin/Image.h"
#include "ptx/Module.h"

namespace anywarp::jitlink {

class Link {
public:
  /// What is wrong is told in the error log; such a link refuses everything else.
  nvJitLinkResult setOptions(const std::vector<std::string> &options);
  nvJitLinkResult addData(nvJitLinkInputType type, std::string_view data, const std::string &name);
  nvJitLinkResult addFile(nvJitLinkInputType type, const std::string &path);
  nvJitLinkResult complete();

  nvJitLinkResult cubin(std::string &bytes);
  /// What was linked with -lto, to be linked again.
  nvJitLinkResult ltoIr(std::string &bytes);
  nvJitLinkResult ptx(std::string &text);
  std::string errorLog();
  std::string infoLog();

private:
  nvJitLinkResult setOption(const std::string &option);
  nvJitLinkResult setArch(std::string_view name);
  nvJitLinkResult addText(const fatbin::PtxImage &image, const std::string &name);
  nvJitLinkResult fail(nvJitLinkResult result, const std::string &message);

  std::mutex mutex_; ///< guards everything
  fatbin::Arch arch_;
  bool isUsable_ = false, isComplete_ = false;
  bool debug_ = false, isVerbose_ = false, isRelocatable_ = false, hasLto_ = false,
       wantsPtx_ = false;
  uint32_t maxRegisters_ = 0; ///< -maxrregcount; 0: none
  std::vector<std::unique_ptr<ptx::Module>> modules_;
  std::string errorLog_, infoLog_, cubin_, ptx_;
};

} // namespace anywarp::jitlink
