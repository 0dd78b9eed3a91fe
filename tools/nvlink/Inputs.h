// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The relocatable modules of nvlink's inputs, and which of them a program needs.
#pragma once

#include <map>
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
  std::set<std::string> defined; ///< functions and variables that other modules see
  std::set<std::string>
      optional; ///< those of `defined` that may be defined again: weak and common ones
  std::set<std::string> missing; ///< used and not defined
};

class Inputs {
public:
  explicit Inputs(const fatbin::Arch &arch) : arch_(arch) {}

  /// Reads a file; false after a message. Members of archives wait until they are needed.
  bool read(const std::string &path, bool warnsWithoutArch);
  /// Takes the members of archives that define what is missing. False after messages about names
  /// that nothing defines or that are defined twice.
  bool resolve();

  std::vector<InputModule> taken; ///< in the order of the inputs
  std::vector<std::string>
      registrations; ///< names behind __cudaRegisterLinkedBinary of host objects
  unsigned warnings = 0;

private:
  bool add(const tool::DeviceImage &image, const std::string &file, bool isMember);

  fatbin::Arch arch_;
  std::vector<InputModule> waiting_;
};

} // namespace anywarp::nvlink
