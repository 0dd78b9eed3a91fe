// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library of fat binaries: its results, and that the driver runs what comes out.
#include "../Check.h"

#include <nvFatbin.h>

#include <cuda.h>
#include <nvrtc.h>

#include <cstring>
#include <string>
#include <vector>

#define OK(call) EXPECT(0, call)

static std::string ptxFor(const char *target, int value) {
  return std::string(".version 7.5\n.target ") + target +
         "\n.address_size 64\n.visible .entry k(.param .u64 p) {\n.reg .b64 %a;\nld.param.u64 %a, "
         "[p];\n"
         "st.global.u32 [%a], " +
         std::to_string(value) + ";\nret;\n}\n";
}

/// Of the device, as "90".
static std::string architecture() {
  int major = 0, minor = 0;
  cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0);
  cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0);
  return std::to_string(major * 10 + minor);
}

/// What kernel k of the image writes.
static int run(const void *image) {
  CUmodule module;
  CUfunction function;
  CUdeviceptr memory;
  int value = 0;
  EXPECT(CUDA_SUCCESS, cuModuleLoadData(&module, image));
  EXPECT(CUDA_SUCCESS, cuModuleGetFunction(&function, module, "k"));
  EXPECT(CUDA_SUCCESS, cuMemAlloc(&memory, 4));
  void *arguments[] = {&memory};
  EXPECT(CUDA_SUCCESS, cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  EXPECT(CUDA_SUCCESS, cuMemcpyDtoH(&value, memory, 4));
  EXPECT(CUDA_SUCCESS, cuMemFree(memory));
  EXPECT(CUDA_SUCCESS, cuModuleUnload(module));
  return value;
}

static std::vector<char> imageOf(nvFatbinHandle handle) {
  size_t size = 0;
  OK(nvFatbinSize(handle, &size));
  CHECK(size > 0);
  std::vector<char> image(size);
  OK(nvFatbinGet(handle, image.data()));
  return image;
}

static void handles() {
  unsigned major = 0, minor = 77;
  OK(nvFatbinVersion(&major, &minor));
  CHECK(major >= 13 && minor < 10);
  EXPECT(NVFATBIN_ERROR_NULL_POINTER, nvFatbinVersion(nullptr, &minor));
  CHECK(nvFatbinGetErrorString(NVFATBIN_SUCCESS) == nullptr);
  for (int i = 1; i <= NVFATBIN_ERROR_INTERNAL_PTX_OPTION; ++i)
    CHECK(nvFatbinGetErrorString(nvFatbinResult(i)) && *nvFatbinGetErrorString(nvFatbinResult(i)));

  nvFatbinHandle handle = nullptr;
  EXPECT(NVFATBIN_ERROR_NULL_POINTER, nvFatbinCreate(nullptr, nullptr, 0));
  const char *wrong[] = {"-nothing"};
  EXPECT(NVFATBIN_ERROR_UNRECOGNIZED_OPTION, nvFatbinCreate(&handle, wrong, 1));
  const char *good[] = {"-64", "-c",    "-compress=true", "-compress-all", "-compress-mode=speed",
                        "-g",  "-cuda", "-host=linux"};
  OK(nvFatbinCreate(&handle, good, 8));
  CHECK(handle);
  OK(nvFatbinDestroy(&handle));
  CHECK(!handle);
  EXPECT(NVFATBIN_ERROR_NULL_POINTER, nvFatbinDestroy(nullptr));
}

static void inputs() {
  nvFatbinHandle handle;
  OK(nvFatbinCreate(&handle, nullptr, 0));
  const std::string ptx = ptxFor("sm_75", 1), newer = ptxFor("sm_90", 1);
  EXPECT(NVFATBIN_ERROR_NULL_POINTER, nvFatbinAddPTX(handle, nullptr, 3, "75", "a", nullptr));
  EXPECT(NVFATBIN_ERROR_EMPTY_INPUT, nvFatbinAddPTX(handle, ptx.c_str(), 0, "75", "a", nullptr));
  EXPECT(NVFATBIN_ERROR_INVALID_ARCH,
         nvFatbinAddPTX(handle, ptx.c_str(), ptx.size(), "sm_x", "a", nullptr));
  for (const char *none : {"// x", "// .version is not here", ".version x\n.target sm_75\n"})
    EXPECT(NVFATBIN_ERROR_MISSING_PTX_VERSION,
           nvFatbinAddPTX(handle, none, std::strlen(none) + 1, "75", "a", nullptr));
  OK(nvFatbinAddPTX(handle, ".version 7.5\n", 13, "75", "a", nullptr)); // what follows is not read
  OK(nvFatbinAddPTX(handle, newer.c_str(), newer.size(), "75", "a", nullptr));
  EXPECT(NVFATBIN_ERROR_ELF_SIZE_MISMATCH,
         nvFatbinAddCubin(handle, "neither this nor that", 21, "75", "a"));
  EXPECT(NVFATBIN_ERROR_EMPTY_INPUT, nvFatbinAddCubin(handle, "", 0, "75", "a"));
  EXPECT(NVFATBIN_ERROR_INVALID_NVVM, nvFatbinAddLTOIR(handle, "none", 4, "75", "a", nullptr));
  EXPECT(NVFATBIN_ERROR_EMPTY_INPUT, nvFatbinAddReloc(handle, "none", 4));
  const std::string zeros(64, '\0');
  EXPECT(NVFATBIN_ERROR_INTERNAL, nvFatbinAddReloc(handle, zeros.data(), zeros.size()));
  EXPECT(NVFATBIN_ERROR_NULL_POINTER,
         nvFatbinAddPTX(handle, ptx.c_str(), ptx.size(), nullptr, "a", nullptr));
  char nothing;
  CHECK(nvFatbinGet(handle, &nothing) != NVFATBIN_SUCCESS); // the size has not been asked for
  EXPECT(NVFATBIN_ERROR_NULL_POINTER, nvFatbinSize(handle, nullptr));
  OK(nvFatbinDestroy(&handle));
}

static void images() {
  for (const char *mode : {"-compress-mode=size", "-compress-mode=speed", "-compress=false"}) {
    nvFatbinHandle handle;
    OK(nvFatbinCreate(&handle, &mode, 1));
    const std::string old = ptxFor("sm_60", 60), middle = ptxFor("sm_75", 75);
    OK(nvFatbinAddPTX(handle, old.c_str(), old.size() + 1, "60", "old", nullptr));
    OK(nvFatbinAddPTX(handle, middle.c_str(), middle.size(), "75", nullptr, ""));
    EXPECT(75, run(imageOf(handle).data())); // the newer of those that run
    OK(nvFatbinDestroy(&handle));
  }

  // What NVRTC makes for the device's architecture.
  nvrtcProgram program;
  OK(nvrtcCreateProgram(&program, "extern \"C\" __global__ void k(int *p) { *p = 42; }", "a.cu", 0,
                        nullptr, nullptr));
  const std::string real = architecture(), option = "-arch=sm_" + real;
  const char *options[] = {option.c_str()};
  OK(nvrtcCompileProgram(program, 1, options));
  size_t size = 0;
  OK(nvrtcGetCUBINSize(program, &size));
  std::vector<char> cubin(size);
  OK(nvrtcGetCUBIN(program, cubin.data()));
  nvFatbinHandle handle;
  OK(nvFatbinCreate(&handle, nullptr, 0));
  EXPECT(NVFATBIN_ERROR_ELF_ARCH_MISMATCH,
         nvFatbinAddCubin(handle, cubin.data(), size, real == "75" ? "80" : "75", "k"));
  OK(nvFatbinAddCubin(handle, cubin.data(), size, real.c_str(), "k"));
  EXPECT(42, run(imageOf(handle).data()));
  OK(nvFatbinDestroy(&handle));
  OK(nvrtcDestroyProgram(&program));
}

int main() {
  CUcontext context;
  CUdevice device;
  EXPECT(CUDA_SUCCESS, cuInit(0));
  EXPECT(CUDA_SUCCESS, cuDeviceGet(&device, 0));
  EXPECT(CUDA_SUCCESS, cuDevicePrimaryCtxRetain(&context, device));
  EXPECT(CUDA_SUCCESS, cuCtxSetCurrent(context));
  handles();
  inputs();
  images();
  return finish("NvFatbin");
}
