// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Preloaded into tests of ANYWARP_DEVICE=all and =gpu (STANDIN_DEVICE) on machines without a GPU: a
// copy of our libcuda, under another name and with a state of its own, stands in for NVIDIA's
// driver. It is initialised for the CPU before the program's own libraries read their environment.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <unistd.h>

__attribute__((constructor)) static void loadStandIn() {
  const char *path = getenv("STANDIN_DRIVER");
  if (!path)
    return;
  const char *device = getenv("STANDIN_DEVICE");
  const bool isAlone = device && !strcmp(device, "gpu");
  setenv("ANYWARP_DEVICE", "cpu", 1);
  setenv("ANYWARP_CPU_DEVICES", isAlone ? "1" : "2", 1);
  setenv("ANYWARP_DEVICE_MODEL", isAlone ? "sm_90" : "sm_80", 1);
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  auto *init = library ? reinterpret_cast<int (*)(unsigned)>(dlsym(library, "cuInit")) : nullptr;
  if (!init || init(0) != 0) {
    fprintf(stderr, "the stand-in driver cannot be used: %s\n", library ? "cuInit" : dlerror());
    _exit(1);
  }
  setenv("ANYWARP_DEVICE", isAlone ? "gpu" : "all", 1);
  setenv("ANYWARP_NVIDIA_DRIVER", path, 1);
  setenv("ANYWARP_DEVICE_MODEL", "sm_90", 1);
}
