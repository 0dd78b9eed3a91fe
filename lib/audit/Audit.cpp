// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An auditor of the dynamic loader (rtld-audit(7)) that `anywarp exec` puts into a process and its
// children. Wherever the loader looks for a library of NVIDIA's that we have too, it gets ours.
// Libraries that carry a copy of the runtime are handed to Adoption.h. Nothing of the program's
// files is changed.
#include <cstdlib>
#include <cstring>
#include <limits.h>
#include <link.h>
#include <unistd.h>

#include "audit/Adoption.h"
#include "audit/Report.h"

namespace {

/// Folder of our libraries, as `anywarp exec` names it.
const char *folder() {
  static const char *const named = ::secure_getenv("ANYWARP_AUDIT_FOLDER");
  return named;
}

const char *baseName(const char *path) {
  const char *slash = std::strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/// Our library of that name in `path`; false if there is none.
bool findOurs(const char *name, char (&path)[PATH_MAX]) {
  const size_t length = std::strlen(folder());
  if (length + 1 + std::strlen(name) >= PATH_MAX)
    return false;
  std::memcpy(path, folder(), length);
  path[length] = '/';
  std::strcpy(path + length + 1, name);
  return ::access(path, R_OK) == 0;
}

/// Names of the toolkit's and the driver's libraries, not any file that lies beside ours.
bool isToolkits(const char *name) {
  return !std::strncmp(name, "libcu", 5) || !std::strncmp(name, "libnv", 5) ||
         !std::strncmp(name, "libnccl.", 8);
}

} // namespace

extern "C" {

__attribute__((visibility("default"))) unsigned la_version(unsigned version) {
  return folder() ? version : 0; // 0: the loader goes on without us
}

__attribute__((visibility("default"))) char *la_objsearch(const char *name, uintptr_t *, unsigned) {
  static thread_local char path[PATH_MAX];
  const char *base = baseName(name);
  if (!isToolkits(base) || !findOurs(base, path) || !std::strcmp(path, name))
    return const_cast<char *>(name);
  anywarp::audit::report("%s -> %s", name, path);
  return path;
}

__attribute__((visibility("default"))) unsigned la_objopen(link_map *map, Lmid_t space,
                                                           uintptr_t *) {
  if (space == LM_ID_BASE && map->l_name && *map->l_name && !isToolkits(baseName(map->l_name)))
    anywarp::audit::adopt(*map);
  return 0;
}
}
