// Relocatable objects are packed by nvFatbin, and the image is linked and run.
// RUN: nvcc -rdc=true -gencode arch=compute_80,code=compute_80 -DKERNEL -c %s -o %t.kernel.o
// RUN: nvcc -rdc=true -gencode arch=compute_80,code=compute_80 -DFUNCTION -c %s -o %t.function.o
// RUN: nvcc -gencode arch=compute_80,code=compute_80 -DKERNEL -DWHOLE -c %s -o %t.whole.o
// RUN: nvcc -lib %t.kernel.o %t.function.o -o %t.a
// RUN: nvcc %s -o %t -lnvfatbin -lnvJitLink -lcuda
// RUN: %t %t.kernel.o %t.function.o %t.whole.o %t.a
#if defined(KERNEL)
#ifdef WHOLE
__device__ int function(int x) { return x; }
#else
__device__ int function(int x);
#endif
extern "C" __global__ void kernel(int *p) { *p = function(1); }
#elif defined(FUNCTION)
__device__ int function(int x) { return x + 41; }
#else
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <fstream>
#include <iterator>
#include <nvFatbin.h>
#include <nvJitLink.h>
#include <string>
#include <vector>

#define EXPECT(expected, call)                                                                     \
  if (int seen = int(call); seen != int(expected)) {                                               \
    std::printf("%d: %s answers %d\n", __LINE__, #call, seen);                                     \
    std::exit(1);                                                                                  \
  }
#define OK(call) EXPECT(0, call)

static std::string read(const char *name) {
  std::ifstream file(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

static std::vector<char> imageOf(nvFatbinHandle handle) {
  size_t size = 0;
  OK(nvFatbinSize(handle, &size));
  std::vector<char> image(size);
  OK(nvFatbinGet(handle, image.data()));
  OK(nvFatbinDestroy(&handle));
  return image;
}

static void linkAndRun(const std::vector<char> &image) {
  nvJitLinkHandle link;
  int major = 0, minor = 0;
  OK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
  OK(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0));
  const std::string option = "-arch=sm_" + std::to_string(10 * major + minor);
  const char *options[] = {option.c_str()};
  OK(nvJitLinkCreate(&link, 1, options));
  OK(nvJitLinkAddData(link, NVJITLINK_INPUT_FATBIN, image.data(), image.size(), "objects"));
  OK(nvJitLinkComplete(link));
  size_t size = 0;
  OK(nvJitLinkGetLinkedCubinSize(link, &size));
  std::vector<char> cubin(size);
  OK(nvJitLinkGetLinkedCubin(link, cubin.data()));
  OK(nvJitLinkDestroy(&link));
  CUmodule module;
  CUfunction function;
  CUdeviceptr memory;
  int value = 0;
  OK(cuModuleLoadData(&module, cubin.data()));
  OK(cuModuleGetFunction(&function, module, "kernel"));
  OK(cuMemAlloc(&memory, 4));
  void *arguments[] = {&memory};
  OK(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  OK(cuMemcpyDtoH(&value, memory, 4));
  EXPECT(42, value);
}

int main(int, char **argv) {
  CUdevice device;
  CUcontext context;
  OK(cuInit(0));
  OK(cuDeviceGet(&device, 0));
  OK(cuDevicePrimaryCtxRetain(&context, device));
  OK(cuCtxSetCurrent(context));
  const std::string kernel = read(argv[1]), function = read(argv[2]), whole = read(argv[3]),
                    archive = read(argv[4]);

  nvFatbinHandle handle;
  OK(nvFatbinCreate(&handle, nullptr, 0));
  OK(nvFatbinAddReloc(handle, kernel.data(), kernel.size()));
  OK(nvFatbinAddReloc(handle, function.data(), function.size()));
  EXPECT(NVFATBIN_ERROR_IDENTIFIER_REUSE,
         nvFatbinAddReloc(handle, kernel.data(), kernel.size()));
  linkAndRun(imageOf(handle));

  OK(nvFatbinCreate(&handle, nullptr, 0));
  OK(nvFatbinAddReloc(handle, archive.data(), archive.size()));
  linkAndRun(imageOf(handle));

  // What is not relocatable is passed over.
  OK(nvFatbinCreate(&handle, nullptr, 0));
  OK(nvFatbinAddReloc(handle, whole.data(), whole.size()));
  EXPECT(16, imageOf(handle).size());
}
#endif
