// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Preloaded into tests of ANYWARP_DEVICE=all on machines without a GPU: a copy of our libcuda,
// under another name and with a state of its own, stands in for NVIDIA's driver. It is initialised
// for the CPU before the program's own libraries read their environment.
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <unistd.h>

__attribute__((constructor)) static void loadStandIn() {
  const char *path = getenv("STANDIN_DRIVER");
  if (!path)
    return;
  setenv("ANYWARP_DEVICE", "cpu", 1);
  setenv("ANYWARP_CPU_DEVICES", "2", 1);
  setenv("ANYWARP_DEVICE_MODEL", "sm_80", 1);
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  auto *init = library ? reinterpret_cast<int (*)(unsigned)>(dlsym(library, "cuInit")) : nullptr;
  if (!init || init(0) != 0) {
    fprintf(stderr, "the stand-in driver cannot be used: %s\n", library ? "cuInit" : dlerror());
    _exit(1);
  }
  setenv("ANYWARP_DEVICE", "all", 1);
  setenv("ANYWARP_NVIDIA_DRIVER", path, 1);
  setenv("ANYWARP_DEVICE_MODEL", "sm_90", 1);
}
