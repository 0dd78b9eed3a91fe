// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device link of a program built with -rdc=true. Device code is linked by the driver when it is
// loaded; what is made here is an object that hands the containers of all relocatable objects to
// the runtime as one fat binary (a wrapper of version 2).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace anywarp::nvcc {

struct RelocatableObject {
  std::string id;
  std::string file; ///< for messages: "a.o", "lib.a:member.o"
  std::string code; ///< containers of device code
  /// A member of an archive. The device link takes its code over: nothing that the host's linker
  /// knows of need refer to the member.
  bool isMember = false;
};

/// The relocatable objects among `files` (objects, archives, shared libraries; others are passed
/// over) that none of them registers yet, in the order of the files. `names`: what messages call a
/// file, where that is not its path.
std::vector<RelocatableObject>
relocatableObjects(const std::vector<std::string> &files,
                   const std::map<std::string, std::string> &names = {});

/// Says what keeps the objects from being one program, as nvlink does. 0, or nvcc's exit code.
/// Looks at the PTX for devices of compute capability `sm`; an object without PTX may define
/// anything.
int checkDeviceLink(const std::vector<RelocatableObject> &objects, uint32_t sm);

/// The device code of an archive's first member that has any; empty if none has.
std::string libraryCode(const std::string &path);

/// True if one of the object files has a symbol that begins so. Our front end calls LLVM's
/// libraries for OpenMP and coverage where g++ calls its own.
bool usesSymbol(const std::vector<std::string> &files, std::string_view prefix);

/// C++ source of the object that registers them.
std::string deviceLinkSource(const std::vector<RelocatableObject> &objects);

} // namespace anywarp::nvcc
