// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The link with the toolkit's device runtime.
#include "runtime/core/DeviceRuntime.h"

#include <unistd.h>

#include <cstring>
#include <string>

#include "fatbin/Format.h"
#include "runtime/core/Driver.h"
#include "support/Environment.h"
#include "support/Trace.h"
#include "support/os/SystemLibrary.h"

namespace anywarp::runtime {

namespace {

/// Where a toolkit keeps the archive; empty if there is none.
std::string findArchive() {
  constexpr const char *kFolders[] = {"/lib64", "/lib", "/targets/x86_64-linux/lib"};
  auto search = [&](const char *home) -> std::string {
    for (const char *folder : kFolders) {
      std::string path = std::string(home) + folder + "/libcudadevrt.a";
      if (home && access(path.c_str(), R_OK) == 0)
        return path;
    }
    return {};
  };
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *home = readEnvironment(variable); home && *home)
      if (std::string path = search(home); !path.empty())
        return path;
  return search(kToolkitFolder);
}

struct Linker {
  CUlinkState state = nullptr;
  ~Linker() {
    if (state)
      cu().cuLinkDestroy(state);
  }
};

CUresult linkAndLoad(const fatbin::WrapperHeader &wrapper, const std::string &archive,
                     CUlibrary &library) {
  Linker linker;
  if (CUresult result = cu().cuLinkCreate(0, nullptr, nullptr, &linker.state))
    return result;
  auto *containers = reinterpret_cast<const void *const *>(wrapper.extra);
  for (; *containers; ++containers) {
    fatbin::ContainerHeader header;
    std::memcpy(&header, *containers, sizeof header);
    if (CUresult result = cu().cuLinkAddData(
            linker.state, CU_JIT_INPUT_FATBINARY, const_cast<void *>(*containers),
            header.headerSize + header.entryBytes, "device code", 0, nullptr, nullptr))
      return result;
  }
  if (CUresult result = cu().cuLinkAddFile(linker.state, CU_JIT_INPUT_LIBRARY, archive.c_str(), 0,
                                           nullptr, nullptr))
    return result;
  void *image = nullptr;
  size_t size = 0;
  if (CUresult result = cu().cuLinkComplete(linker.state, &image, &size))
    return result;
  return cu().cuLibraryLoadData(&library, image, nullptr, nullptr, 0, nullptr, nullptr, 0);
}

} // namespace

bool isDeviceLinked(const void *wrapper) {
  fatbin::WrapperHeader header;
  std::memcpy(&header, wrapper, sizeof header);
  return header.magic == fatbin::kWrapperMagic && header.version == 2 && header.extra;
}

bool loadWithDeviceRuntime(const void *wrapper, CUlibrary &library) {
  if (!isDeviceLinked(wrapper))
    return false;
  fatbin::WrapperHeader header;
  std::memcpy(&header, wrapper, sizeof header);
  std::string archive = findArchive();
  if (archive.empty()) {
    if (isTraced("runtime"))
      trace("runtime", "device code does not load; if its kernels launch kernels, the driver needs "
                       "libcudadevrt.a of a CUDA toolkit: set CUDA_HOME");
    return false;
  }
  CUresult result = linkAndLoad(header, archive, library);
  if (isTraced("runtime"))
    trace("runtime", "link with " + archive + ": " + std::to_string(result));
  return result == CUDA_SUCCESS;
}

} // namespace anywarp::runtime
