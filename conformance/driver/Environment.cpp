// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Environment variables that the programming guide lists. Each is looked at in a process of its
// own, in which the driver starts.
#include "Check.h"

static int countWith(const char *name, const std::string &value,
                     const std::function<void()> &look = {}) {
  int ends[2];
  CHECK(pipe(ends) == 0);
  if (pid_t child = fork(); child == 0) {
    setenv(name, value.c_str(), 1);
    int count = -1;
    if (cuInit(0) == CUDA_SUCCESS)
      cuDeviceGetCount(&count);
    failures = 0;
    if (count > 0 && look)
      look();
    std::fflush(stdout);
    CHECK(write(ends[1], &count, sizeof count) == ssize_t(sizeof count));
    _exit(failures != 0);
  } else {
    int status = 0, count = -2;
    CHECK(read(ends[0], &count, sizeof count) == ssize_t(sizeof count));
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    close(ends[0]);
    close(ends[1]);
    return count;
  }
}

static std::string uuidOf(CUdevice device) {
  CUuuid uuid;
  OK(cuDeviceGetUuid(&uuid, device));
  std::string text = "GPU";
  for (int i = 0; i < 16; ++i) {
    char hex[4];
    std::snprintf(hex, sizeof hex, "%02x", static_cast<unsigned char>(uuid.bytes[i]));
    text += std::string(i == 0 || i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "") + hex;
  }
  return text;
}

static void visible() {
  constexpr const char *kName = "CUDA_VISIBLE_DEVICES";
  int ends[2];
  CHECK(pipe(ends) == 0);
  int all = countWith("CUDA_DEVICE_ORDER", "PCI_BUS_ID", [&] {
    int count = 0;
    OK(cuDeviceGetCount(&count));
    std::string text = uuidOf(count - 1);
    CHECK(write(ends[1], text.data(), 40) == 40);
  });
  char last[41] = "";
  CHECK(read(ends[0], last, 40) == 40);
  CHECK(all >= 1);
  EQUAL(1, countWith(kName, "0"));
  EQUAL(-1, countWith(kName, "-1")); // none: cuInit fails
  EQUAL(-1, countWith(kName, ""));
  EQUAL(-1, countWith(kName, "99,0")); // what comes after one that is none does not count
  EQUAL(1, countWith(kName, "0,99"));
  EQUAL(1, countWith(kName, last, [&] { CHECK(uuidOf(0) == last); }));
  EQUAL(-1, countWith(kName, "GPU-no"));
  if (all < 2)
    return;
  std::string other = std::to_string(all - 1);
  EQUAL(2, countWith(kName, other + ",0", [&] { CHECK(uuidOf(0) == last); }));
}

/// Whether a launch of a kernel that waits for the host returns before it has ended.
static void blocking() {
  countWith("CUDA_LAUNCH_BLOCKING", "1", [] {
    usePrimary();
    CUmodule module = loadPtx(kIotaPtx);
    CUdeviceptr out;
    OK(cuMemAlloc(&out, 4 << 20));
    unsigned n = 1 << 20;
    OK(launch1(kernelOf(module, "iota"), 4096, 256, {&out, &n}));
    OK(cuStreamQuery(nullptr)); // nothing is under way any more
  });
}

static void loading() {
  countWith("CUDA_MODULE_LOADING", "EAGER", [] {
    CUmoduleLoadingMode mode;
    OK(cuModuleGetLoadingMode(&mode));
    EQUAL(CU_MODULE_EAGER_LOADING, mode);
  });
  countWith("CUDA_MODULE_LOADING", "LAZY", [] {
    CUmoduleLoadingMode mode;
    OK(cuModuleGetLoadingMode(&mode));
    EQUAL(CU_MODULE_LAZY_LOADING, mode);
  });
}

int main() {
  visible();
  blocking();
  loading();
  return finish("Environment");
}
