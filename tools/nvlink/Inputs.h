// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The relocatable modules of nvlink's inputs.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "common/DeviceCode.h"
#include "ptx/Module.h"

namespace anywarp::nvlink {

struct InputModule {
  std::string file; ///< "a.o", or "lib.a:member.o"
  std::unique_ptr<ptx::Module> module;
};

class Inputs {
public:
  explicit Inputs(const fatbin::Arch &arch) : arch_(arch) {}

  /// Reads a file; false after a message. All members of an archive take part, as in NVIDIA's link;
  /// one that is named again is read once.
  bool read(const std::string &path, bool warnsWithoutArch);
  /// 0, or the exit code after messages about names that nothing defines or that are defined twice.
  int check() const;

  std::vector<InputModule> taken; ///< in the order of the inputs
  std::vector<std::string>
      registrations; ///< names behind __cudaRegisterLinkedBinary of host objects
  unsigned warnings = 0;

private:
  bool add(const tool::DeviceImage &image, const std::string &file);

  fatbin::Arch arch_;
  std::set<std::string> archives_; ///< paths of those that have been read
};

} // namespace anywarp::nvlink
