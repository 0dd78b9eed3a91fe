// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Before and after cuInit, versions, error names, devices, entry points.
#include "Check.h"
#include <chrono>
#include <cstdlib>

static void beforeInit() {
  int number = 0;
  CUcontext context = nullptr;
  CUdevice device = 0;
  CUdeviceptr pointer = 0;
  EXPECT(CUDA_ERROR_NOT_INITIALIZED, cuDeviceGetCount(&number));
  EXPECT(CUDA_ERROR_NOT_INITIALIZED, cuDeviceGet(&device, 0));
  EXPECT(CUDA_ERROR_NOT_INITIALIZED, cuCtxGetCurrent(&context));
  EXPECT(CUDA_ERROR_NOT_INITIALIZED, cuCtxSetCurrent(nullptr));
  EXPECT(CUDA_ERROR_NOT_INITIALIZED, cuMemAlloc(&pointer, 4));
  EXPECT(CUDA_ERROR_NOT_INITIALIZED, cuCtxSynchronize());
  OK(cuDriverGetVersion(&number));
  CHECK(number >= 13000);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDriverGetVersion(nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuInit(1));
  OK(cuInit(0));
  OK(cuInit(0));
  // A child of a process that uses the driver has none.
  if (pid_t child = fork(); child == 0) {
    failures = 0;
    EXPECT(CUDA_ERROR_NOT_INITIALIZED, cuDeviceGetCount(&number));
    _exit(failures);
  } else {
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
}

static void errorNames() {
  const char *text = nullptr;
  OK(cuGetErrorName(CUDA_ERROR_OUT_OF_MEMORY, &text));
  CHECK(text && !std::strcmp(text, "CUDA_ERROR_OUT_OF_MEMORY"));
  OK(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text));
  CHECK(text && *text);
  OK(cuGetErrorName(CUDA_SUCCESS, &text));
  CHECK(text && !std::strcmp(text, "CUDA_SUCCESS"));
  text = "x";
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGetErrorName(CUresult(12345), &text));
  CHECK(!text); // documented: null for an unknown code
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGetErrorString(CUresult(12345), &text));
}

static void devices() {
  int count = 0;
  CUdevice device = -1;
  OK(cuDeviceGetCount(&count));
  CHECK(count >= 1);
  OK(cuDeviceGet(&device, 0));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGet(&device, -1));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGet(&device, count));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceGet(nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceGetCount(nullptr));

  char name[256] = "", small[4] = "???";
  OK(cuDeviceGetName(name, sizeof name, 0));
  CHECK(std::strlen(name) > 3);
  OK(cuDeviceGetName(small, sizeof small, 0));
  OK(cuDeviceGetName(name, -1, 0)); // a large length (seen)
  CHECK(!std::strncmp(name, small, 3) && small[3] == 0);
  if (!onNvidia())
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceGetName(name, 0, 0));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetName(name, sizeof name, 99));

  int value = 0;
  OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
  EQUAL(32, value);
  OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
  EQUAL(9, value);
  OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 0));
  EQUAL(1024, value);
  OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
  CHECK(value >= 1);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceGetAttribute(&value, CUdevice_attribute(0), 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceGetAttribute(&value, CUdevice_attribute(5000), 0));
  EXPECT(CUDA_ERROR_INVALID_DEVICE,
         cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 99));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceGetAttribute(nullptr, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));

  size_t bytes = 0;
  OK(cuDeviceTotalMem(&bytes, 0));
  CHECK(bytes > (size_t(256) << 20));
  CUuuid one, two;
  OK(cuDeviceGetUuid(&one, 0));
  OK(cuDeviceGetUuid(&two, 0));
  CHECK(!std::memcmp(&one, &two, sizeof one));

  char bus[32] = "";
  OK(cuDeviceGetPCIBusId(bus, sizeof bus, 0));
  EQUAL(12, std::strlen(bus)); // 0000:00:00.0
  CUdevice found = -1;
  OK(cuDeviceGetByPCIBusId(&found, bus));
  EQUAL(0, found);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceGetByPCIBusId(&found, "nonsense"));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetByPCIBusId(&found, "ffff:1f:1f.0"));
}

/// One line for each attribute, for comparison by eye between two libraries.
static void printAttributes() {
  for (int i = 1; i < CU_DEVICE_ATTRIBUTE_MAX; ++i) {
    int value = 0;
    CUresult result = cuDeviceGetAttribute(&value, CUdevice_attribute(i), 0);
    std::printf("attribute %d = %d%s\n", i, value, result ? " (fails)" : "");
  }
}

static void entryPoints() {
  void *function = nullptr;
  CUdriverProcAddressQueryResult status;
  OK(cuGetProcAddress("cuInit", &function, 12000, 0, &status));
  CHECK(function && status == CU_GET_PROC_ADDRESS_SUCCESS);
  EQUAL(CUDA_SUCCESS, reinterpret_cast<CUresult (*)(unsigned)>(function)(0));
  // The newest form up to the version asked for.
  void *old = nullptr, *current = nullptr, *perThread = nullptr;
  OK(cuGetProcAddress("cuMemAlloc", &old, 2000, 0, &status));
  OK(cuGetProcAddress("cuMemAlloc", &current, 12000, 0, &status));
  CHECK(current == reinterpret_cast<void *>(&cuMemAlloc_v2) && old != current);
  OK(cuGetProcAddress("cuStreamSynchronize", &current, 12000, 0, &status));
  OK(cuGetProcAddress("cuStreamSynchronize", &perThread, 12000,
                      CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, &status));
  CHECK(perThread && perThread != current);
  OK(cuGetProcAddress("cuNoSuchThing", &function, 12000, 0, &status)); // documented
  CHECK(!function && status == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
  OK(cuGetProcAddress("cuLibraryLoadData", &function, 11000, 0, &status));
  CHECK(!function && status == CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGetProcAddress("cuInit", &function, 12000, 77, &status));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGetProcAddress("cuInit", &function, 99000, 0, &status));
}

/// The end of the process does not wait for a kernel that never ends (0.1 s on an H200).
static void exitsWhileBusy() {
  int ends[2];
  CHECK(pipe(ends) == 0);
  pid_t child = fork();
  if (child == 0) {
    usePrimary();
    CUmodule module = loadPtx(std::string(kPtxHead) + R"(
.visible .entry forever(.param .u64 flag) {
  .reg .u32 %r; .reg .u64 %d; .reg .pred %p;
  ld.param.u64 %d, [flag];
again:
  ld.volatile.global.u32 %r, [%d];
  setp.eq.u32 %p, %r, 0;
  @%p bra again;
  ret;
})");
    CUdeviceptr flag;
    OK(cuMemAlloc(&flag, 4));
    OK(cuMemsetD32(flag, 0, 1));
    OK(cuCtxSynchronize());
    CUfunction forever = kernelOf(module, "forever");
    void *args[] = {&flag};
    OK(cuLaunchKernel(forever, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr));
    EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(nullptr));
    CHECK(write(ends[1], "x", 1) == 1);
    std::exit(failures ? 1 : 3);
  }
  char byte;
  CHECK(read(ends[0], &byte, 1) == 1);
  auto start = std::chrono::steady_clock::now();
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 3);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
}

int main(int argc, char **) {
  inChild("before cuInit", beforeInit);
  exitsWhileBusy();
  OK(cuInit(0));
  if (argc > 1)
    printAttributes();
  errorNames();
  devices();
  entryPoints();
  // The same on two threads at once.
  onTwoThreads([](int) {
    errorNames();
    devices();
    entryPoints();
  });
  return finish("Init");
}
