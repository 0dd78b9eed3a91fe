// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What sources and calls of CCCL, CuPy and tinygrad ask of NVRTC.
#include "Program.h"

#include <cuda.h>

/// The word that kernel k stores.
static unsigned run(const void *image) {
  CUmodule module;
  CUfunction kernel;
  CUdeviceptr memory;
  unsigned value = 0;
  CHECK(cuModuleLoadData(&module, image) == CUDA_SUCCESS);
  CHECK(cuModuleGetFunction(&kernel, module, "k") == CUDA_SUCCESS);
  CHECK(cuMemAlloc(&memory, sizeof value) == CUDA_SUCCESS);
  void *arguments[] = {&memory};
  CHECK(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);
  CHECK(cuMemcpyDtoH(&value, memory, sizeof value) == CUDA_SUCCESS);
  CHECK(cuModuleUnload(module) == CUDA_SUCCESS);
  return value;
}

/// libcu++ takes it from namespace std under NVRTC; a standard library defines it.
static void alignValue() {
  Program program("namespace mine { using ::std::align_val_t; }\n"
                  "namespace std { enum class align_val_t : decltype(sizeof(0)) {}; }\n"
                  "extern \"C\" __global__ void k(int *p) { *p = int(mine::align_val_t(64)); }");
  OK(program.compile());
  CHECK(program.log().empty());
}

/// Families of architectures: code for one has what its older members have.
static void families() {
  const std::string source = "extern \"C\" __global__ void k(unsigned *p) {\n"
                             "*p = NV_HAS_FEATURE_SM_100f + 2 * NV_HAS_FEATURE_SM_103f +\n"
                             "     4 * NV_HAS_FEATURE_SM_120f + 8 * NV_HAS_FEATURE_SM_100a; }";
  Program program(source);
  const std::pair<const char *, const char *> expected[] = {{"-arch=compute_90", "0;"},
                                                            {"-arch=compute_100f", "1;"},
                                                            {"-arch=compute_103f", "3;"},
                                                            {"-arch=compute_100a", "9;"},
                                                            {"-arch=compute_121f", "4;"}};
  for (auto [option, value] : expected) {
    OK(program.compile({option}));
    CHECK(program.ptx().find(std::string(", ") + value) != std::string::npos);
  }
}

/// One 16-bit format into the other, as a cast only.
static void halves() {
  Program program("#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n"
                  "extern \"C\" __global__ void k(unsigned *p) {\n"
                  "  __half h = __float2half(1.5f);\n"
                  "  nv_bfloat16 b = (nv_bfloat16)h;\n"
                  "  __half again = (__half)b;\n"
                  "  nv_bfloat16 large = __float2bfloat16(1e30f);\n"
                  "  *p = (unsigned)__bfloat16_as_ushort(b) << 16 | __half_as_ushort(again);\n"
                  "  if (__half_as_ushort((half)large) != 0x7c00) *p = 0;\n"
                  "}");
  OK(program.compile({"-arch=compute_80"}));
  CHECK(run(program.ptx().c_str()) == (0x3fc0u << 16 | 0x3e00u));
}

/// CuPy drops the last byte of what it takes for a text. NVIDIA's images end with padding.
static void lastByte() {
  for (const char *value : {"1", "11", "111", "1111", "11111"}) {
    Program program(std::string("extern \"C\" __global__ void k(int *p) { *p = ") + value + "; }");
    OK(program.compile({"-arch=sm_80"}));
    size_t size = 0;
    OK(nvrtcGetCUBINSize(program.handle, &size));
    std::string image(size, '?');
    OK(nvrtcGetCUBIN(program.handle, image.data()));
    CHECK(size && image.back() == '\0');
    image.pop_back();
    CUlibrary library;
    CHECK(cuLibraryLoadData(&library, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0) ==
          CUDA_SUCCESS);
    if (!isNvidias()) // machine code, which this project's driver does not run
      CHECK(run(image.data()) == unsigned(std::stoi(value)));
  }
}

/// CuPy compiles so: what the headers of small formats bring along takes no space either.
static void smallFormats() {
  for (const char *format : {"fp4", "fp6", "fp8", "fp16", "bf16"}) {
    Program program("#include <cuda_" + std::string(format) +
                    ".h>\nextern \"C\" __global__ void k(int *p) { assert(p); *p = 1; }");
    OK(program.compile({"-default-device", "-arch=compute_80"}));
    CHECK(run(program.ptx().c_str()) == 1);
  }
}

/// numba-cuda brings headers of 8 and 16 bits of its own; those of smaller formats go with them.
static void ownHalves() {
  if (isNvidias()) // whose small formats ask more of them
    return;
  Program program("#include <cuda_fp8.h>\n#include <cuda_fp4.h>\n#include <cuda_fp6.h>\n"
                  "extern \"C\" __global__ void k(int *p) { *p = __nv_fp6_e3m2(3).__x; }",
                  "prog.cu",
                  {{"cuda_fp8.h", "#ifndef __CUDA_FP8_H__\n"
                                  "#define __CUDA_FP8_H__\n"
                                  "typedef unsigned char __nv_fp8_storage_t;\n"
                                  "typedef unsigned short __nv_fp8x2_storage_t;\n"
                                  "typedef unsigned __nv_fp8x4_storage_t;\n"
                                  "#endif\n"},
                   {"cuda_fp16.h", "#pragma once\n"
                                   "struct __half_raw { unsigned short x; };\n"
                                   "struct __half2_raw { unsigned short x, y; };\n"
                                   "struct __half { __half() = default;\n"
                                   "  __device__ __half(__half_raw);\n"
                                   "  __device__ operator float() const; };\n"
                                   "struct __half2 { __half x, y;\n"
                                   "  __device__ __half2(__half2_raw);\n"
                                   "  __device__ operator __half2_raw() const; };\n"},
                   {"cuda_bf16.h", "#pragma once\n"
                                   "struct __nv_bfloat16_raw { unsigned short x; };\n"
                                   "struct __nv_bfloat162_raw { unsigned short x, y; };\n"
                                   "struct __nv_bfloat16 { __nv_bfloat16() = default;\n"
                                   "  __device__ __nv_bfloat16(float);\n"
                                   "  __device__ operator float() const; };\n"
                                   "struct __nv_bfloat162 { __nv_bfloat16 x, y;\n"
                                   "  __device__ __nv_bfloat162(__nv_bfloat162_raw); };\n"}});
  OK(program.compile({"-arch=compute_90"}));
  CHECK(run(program.ptx().c_str()) == 0b0'100'10);
}

/// Sources choose by these: libcu++ makes call operators static where the first is there.
static void featureTests() {
  Program program("#if defined __cpp_static_call_operator || defined __cpp_pack_indexing || \\\n"
                  "    defined __cpp_placeholder_variables || defined __cpp_deleted_function\n"
                  "#error of a later C++\n"
                  "#endif\n"
                  "#if __cplusplus > 201703L\n"
                  "static_assert(__cpp_deduction_guides == 201907 &&\n"
                  "              __cpp_nontype_template_args == 201911);\n"
                  "struct S { int i, j; };\n"
                  "template <S s> __device__ int sum() { return s.i + s.j; }\n"
                  "template <class T> struct Aggregate { T first, second; };\n"
                  "template <class T> using Alias = Aggregate<T>;\n"
                  "extern \"C\" __global__ void k(int *p) {\n"
                  "  Aggregate a{3, 4};\n"
                  "  Alias b{5, 6};\n"
                  "  *p = sum<S{1, 2}>() + a.second + b.second; }\n"
                  "#endif\n");
  for (const char *dialect : {"-std=c++11", "-std=c++14", "-std=c++17", "-std=c++20"}) {
    OK(program.compile({dialect}));
    CHECK(program.log().empty());
  }
  CHECK(run(program.ptx().c_str()) == 13);
}

/// What this library lacks it says.
static void bundles() {
  nvrtcBundledHeadersInfo info;
  const char *log = nullptr;
  OK(nvrtcGetBundledHeadersInfo(&info, &log));
  EXPECT(NVRTC_ERROR_INVALID_INPUT, nvrtcGetBundledHeadersInfo(nullptr, &log));
  if (!info.available) {
    EXPECT(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, nvrtcInstallBundledHeaders("/tmp", 0, &log));
    CHECK(log && *log);
    EXPECT(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, nvrtcRemoveBundledHeaders("/tmp", &log));
  }
  Program program("__global__ void k() {}");
  OK(program.compile());
  size_t size = 7;
  OK(nvrtcGetTileIRSize(program.handle, &size));
  CHECK(size == 0);
}

int main() {
  CUcontext context;
  CHECK(cuInit(0) == CUDA_SUCCESS && cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS);
  CHECK(cuCtxSetCurrent(context) == CUDA_SUCCESS);
  alignValue();
  families();
  halves();
  lastByte();
  smallFormats();
  ownHalves();
  featureTests();
  bundles();
  std::printf("Clients: %s\n", failures ? "FAILED" : "ok");
  return failures != 0;
}
