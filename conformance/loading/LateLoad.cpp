// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Libraries load into a process that has run C++ code and whose static storage of threads is used
// up, as Python's is after some packages, and a kernel runs there.
//   LateLoad EATER.so LIBRARY...    the first library is the driver
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>

#include "cuda.h"

static int failures = 0;
static void check(bool good, const std::string &what) {
  if (good)
    return;
  std::fprintf(stderr, "%s\n", what.c_str());
  ++failures;
}

/// Loads copies of the library until no more static storage is left.
static void eat(const std::filesystem::path &eater) {
  char folder[] = "/tmp/late-load-XXXXXX";
  check(mkdtemp(folder), "no temporary folder");
  bool isFull = false;
  for (int i = 0; i < 200 && !isFull; ++i) {
    const std::filesystem::path copy = std::filesystem::path(folder) / (std::to_string(i) + ".so");
    std::filesystem::copy_file(eater, copy);
    isFull = !dlopen(copy.c_str(), RTLD_NOW);
  }
  std::filesystem::remove_all(folder);
  check(isFull, "the static storage has no end");
}

template <typename F> static F *find(void *library, const char *name) {
  auto *function = reinterpret_cast<F *>(dlsym(library, name));
  check(function, std::string("no ") + name);
  return function;
}

static void runKernel(void *driver) {
  const char *ptx = ".version 7.0\n.target sm_70\n.address_size 64\n"
                    ".visible .entry k(.param .u64 out) { .reg .u64 %d; .reg .u32 %r;\n"
                    "ld.param.u64 %d, [out]; mov.u32 %r, 42; st.global.u32 [%d], %r; ret; }\n";
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction kernel;
  CUdeviceptr memory;
  unsigned result = 0;
  check(!find<CUresult(unsigned)>(driver, "cuInit")(0) &&
            !find<CUresult(CUdevice *, int)>(driver, "cuDeviceGet")(&device, 0) &&
            !find<CUresult(CUcontext *, CUdevice)>(driver, "cuDevicePrimaryCtxRetain")(&context,
                                                                                       device) &&
            !find<CUresult(CUcontext)>(driver, "cuCtxSetCurrent")(context) &&
            !find<CUresult(CUmodule *, const void *)>(driver, "cuModuleLoadData")(&module, ptx) &&
            !find<CUresult(CUfunction *, CUmodule, const char *)>(driver, "cuModuleGetFunction")(
                &kernel, module, "k") &&
            !find<CUresult(CUdeviceptr *, size_t)>(driver, "cuMemAlloc_v2")(&memory, 4),
        "no kernel");
  void *arguments[] = {&memory};
  check(!find<decltype(cuLaunchKernel)>(driver, "cuLaunchKernel")(kernel, 1, 1, 1, 1, 1, 1, 0,
                                                                  nullptr, arguments, nullptr) &&
            !find<CUresult(void *, CUdeviceptr, size_t)>(driver, "cuMemcpyDtoH_v2")(&result, memory,
                                                                                    4),
        "no launch");
  check(result == 42, "wrong result");
}

int main(int count, char **arguments) {
  std::once_flag once;
  std::call_once(once, [] {});
  std::thread([] {}).join();
  eat(arguments[1]);
  for (int i = 2; i < count; ++i) {
    void *library = dlopen(arguments[i], RTLD_NOW);
    check(library, library ? "" : dlerror());
    if (library && i == 2) {
      runKernel(library);
      std::thread(runKernel, library).join();
      // Dr.Jit closes it and goes on; threads of the library run until the process ends.
      dlclose(library);
      check(dlopen(arguments[i], RTLD_NOW | RTLD_NOLOAD), "the driver is gone");
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }
  if (!failures)
    std::puts("LateLoad: ok");
  return failures != 0;
}
