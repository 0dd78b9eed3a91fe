// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Look-up of shared libraries.
#include "support/os/SystemLibrary.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/Environment.h"
#include "support/Options.h"

namespace anywarp {

std::vector<std::string> findLibraries(std::string_view name) {
  std::vector<std::string> folders;
  if (const char *list = readEnvironment("LD_LIBRARY_PATH"))
    for (std::string_view rest = list; !rest.empty();) {
      const size_t end = rest.find_first_of(":;");
      if (std::string_view folder = rest.substr(0, end); !folder.empty())
        folders.emplace_back(folder);
      rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
    }
  for (const char *folder : {"/usr/local/nvidia/lib64", "/usr/local/nvidia/lib", "/usr/lib/wsl/lib",
#if defined(__aarch64__)
                             "/usr/lib/aarch64-linux-gnu", "/lib/aarch64-linux-gnu",
#else
                             "/usr/lib/x86_64-linux-gnu", "/lib/x86_64-linux-gnu",
#endif
                             "/usr/lib64", "/lib64", "/usr/lib", "/lib"})
    folders.emplace_back(folder);
  std::vector<std::string> found;
  for (const std::string &folder : folders)
    if (std::string path = folder + "/" + std::string(name);
        ::access(path.c_str(), R_OK) == 0 && isSafeToLoad(path))
      found.push_back(std::move(path));
  return found;
}

std::vector<std::string> findVendorDrivers() {
  if (const std::string &path = Options::get().nvidiaDriver; !path.empty())
    return {path};
  return findLibraries("libcuda.so.1");
}

bool isSameFile(const std::string &a, const std::string &b) {
  struct stat x, y;
  return ::stat(a.c_str(), &x) == 0 && ::stat(b.c_str(), &y) == 0 && x.st_dev == y.st_dev &&
         x.st_ino == y.st_ino;
}

std::string pathOfLibrary(void *handle) {
  link_map *map = nullptr;
  return ::dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 ? map->l_name : std::string();
}

std::string pathOfCode(const void *code) {
  Dl_info info;
  char resolved[PATH_MAX];
  if (!::dladdr(code, &info) || !info.dli_fname || !::realpath(info.dli_fname, resolved))
    return {};
  return resolved;
}

} // namespace anywarp
