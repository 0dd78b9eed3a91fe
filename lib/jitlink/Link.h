// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A link in the making: options, checked inputs, and after complete() the program. Each function
// may be called by any thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nvJitLink.h>

#include "fatbin/Image.h"
#include "ptx/Module.h"
#include "support/Mutex.h"

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
  nvJitLinkResult setOption(const std::string &option) AW_REQUIRES(mutex_);
  nvJitLinkResult setArch(std::string_view name) AW_REQUIRES(mutex_);
  nvJitLinkResult addText(const fatbin::PtxImage &image, const std::string &name)
      AW_REQUIRES(mutex_);
  nvJitLinkResult fail(nvJitLinkResult result, const std::string &message) AW_REQUIRES(mutex_);

  Mutex mutex_;
  fatbin::Arch arch_ AW_GUARDED_BY(mutex_);
  bool isUsable_ AW_GUARDED_BY(mutex_) = false, isComplete_ AW_GUARDED_BY(mutex_) = false;
  bool debug_ AW_GUARDED_BY(mutex_) = false, isVerbose_ AW_GUARDED_BY(mutex_) = false,
              isRelocatable_ AW_GUARDED_BY(mutex_) = false, hasLto_ AW_GUARDED_BY(mutex_) = false,
              wantsPtx_ AW_GUARDED_BY(mutex_) = false;
  uint32_t maxRegisters_ AW_GUARDED_BY(mutex_) = 0; ///< -maxrregcount; 0: none
  std::vector<std::unique_ptr<ptx::Module>> modules_ AW_GUARDED_BY(mutex_);
  std::string errorLog_ AW_GUARDED_BY(mutex_), infoLog_ AW_GUARDED_BY(mutex_),
      cubin_ AW_GUARDED_BY(mutex_), ptx_ AW_GUARDED_BY(mutex_);
};

} // namespace anywarp::jitlink
