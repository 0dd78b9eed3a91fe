// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Modules and libraries: loading, logs, symbols, what is refused.
#include "Check.h"

static const std::string kVariables = std::string(kPtxHead) + R"(
.visible .global .align 4 .u32 counter = 41;
.visible .const .align 4 .b8 table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
.visible .global .align 8 .u64 pointer = generic(counter);
.global .align 4 .f32 zeros[16];
.visible .entry bump() {
  .reg .u32 %r; .reg .u64 %d;
  ld.global.u64 %d, [pointer];
  ld.u32 %r, [%d];
  add.u32 %r, %r, 1;
  st.u32 [%d], %r;
  ret;
}
.visible .entry params(.param .u8 a, .param .u64 b, .param .align 4 .b8 c[12], .param .u16 d) { ret; }
)";

static void symbols() {
  CUmodule module = loadPtx(kVariables), other = loadPtx(kVariables);
  CUdeviceptr counter = 0, pointer = 0, table = 0, second = 0;
  size_t bytes = 0;
  OK(cuModuleGetGlobal(&counter, &bytes, module, "counter"));
  EQUAL(4, bytes);
  OK(cuModuleGetGlobal(&table, &bytes, module, "table"));
  EQUAL(8, bytes);
  OK(cuModuleGetGlobal(&pointer, nullptr, module, "pointer"));
  OK(cuModuleGetGlobal(nullptr, &bytes, module, "counter"));
  OK(cuModuleGetGlobal(&second, nullptr, other, "counter"));
  CHECK(second != counter);
  unsigned value = 0;
  CUdeviceptr target = 0;
  unsigned char row[8];
  OK(cuMemcpyDtoH(&value, counter, 4));
  EQUAL(41, value);
  OK(cuMemcpyDtoH(&target, pointer, 8));
  CHECK(target == counter);
  OK(cuMemcpyDtoH(row, table, 8));
  CHECK(row[0] == 1 && row[7] == 8);
  OK(launch1(kernelOf(module, "bump"), 1, 1, {}));
  OK(cuMemcpyDtoH(&value, counter, 4));
  EQUAL(42, value);
  OK(cuMemcpyDtoH(&value, second, 4));
  EQUAL(41, value);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFree(counter));
  EXPECT(CUDA_ERROR_NOT_FOUND, cuModuleGetGlobal(&counter, &bytes, module, "nothing"));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuModuleGetGlobal(&counter, &bytes, module, "bump")); // seen: a kernel
  CUfunction function;
  EXPECT(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&function, module, "nothing"));
  EXPECT(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&function, module, "counter"));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuModuleGetFunction(&function, module, nullptr));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuModuleGetFunction(&function, nullptr, "bump"));
  unsigned count = 0;
  OK(cuModuleGetFunctionCount(&count, module));
  EQUAL(2, count);
  OK(cuModuleUnload(module));
  OK(cuModuleUnload(other));
}

static void paramInfo() {
  CUmodule module = loadPtx(kVariables);
  CUfunction f = kernelOf(module, "params");
  size_t offset = 0, size = 0;
  const size_t offsets[] = {0, 8, 16, 28}, sizes[] = {1, 8, 12, 2};
  for (size_t i = 0; i < 4; ++i) {
    OK(cuFuncGetParamInfo(f, i, &offset, &size));
    EQUAL(offsets[i], offset);
    EQUAL(sizes[i], size);
  }
  OK(cuFuncGetParamInfo(f, 1, &offset, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuFuncGetParamInfo(f, 4, &offset, &size));
  const char *name = nullptr;
  OK(cuFuncGetName(&name, f));
  CHECK(name && !std::strcmp(name, "params"));
  CUmodule owner = nullptr;
  OK(cuFuncGetModule(&owner, f));
  CHECK(owner == module);
  OK(cuModuleUnload(module));
}

static void refused() {
  CUmodule module;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuModuleLoadData(&module, nullptr));
  EXPECT(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&module, "\x01\x02\x03\x04garbage")); // seen
  EXPECT(CUDA_ERROR_FILE_NOT_FOUND, cuModuleLoad(&module, "/no/such/file.ptx"));
  char errors[4096] = "", infos[4096] = "";
  CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                          CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
                          CU_JIT_LOG_VERBOSE};
  auto load = [&](const std::string &text) {
    void *values[] = {errors, reinterpret_cast<void *>(sizeof errors), infos,
                      reinterpret_cast<void *>(sizeof infos), reinterpret_cast<void *>(1)};
    std::memset(errors, 0, sizeof errors);
    CUresult result = cuModuleLoadDataEx(&module, text.c_str(), 5, names, values);
    // The size comes back as what was written.
    CHECK(reinterpret_cast<size_t>(values[1]) <= sizeof errors);
    return result;
  };
  EXPECT(CUDA_ERROR_INVALID_PTX,
         load(std::string(kPtxHead) + ".visible .entry k() { nonsense.u32; ret; }"));
  CHECK(std::strstr(errors, "line 4")); // where it stands
  EXPECT(CUDA_ERROR_INVALID_PTX, load(std::string(kPtxHead) + ".visible .entry k() { ret;"));
  CHECK(errors[0]);
  EXPECT(CUDA_ERROR_INVALID_PTX,
         load(std::string(kPtxHead) +
              ".visible .entry k() { .reg .u32 %a; add.u32 %a, %b, 1; ret; }"));
  EXPECT(CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
         load(".version 99.0\n.target sm_70\n.address_size 64\n.visible .entry k() { ret; }\n"));
  EXPECT(CUDA_ERROR_INVALID_PTX, // seen
         load(".version 8.7\n.target sm_100\n.address_size 64\n.visible .entry k() { ret; }\n"));
  OK(load(std::string(kPtxHead) + ".visible .entry k() { ret; }"));
  OK(cuModuleUnload(module));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuModuleUnload(nullptr)); // seen
}

static void libraries() {
  CUlibrary library;
  OK(cuLibraryLoadData(&library, kVariables.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  CUkernel kernel;
  OK(cuLibraryGetKernel(&kernel, library, "bump"));
  EXPECT(CUDA_ERROR_NOT_FOUND, cuLibraryGetKernel(&kernel, library, "nothing"));
  CUdeviceptr counter;
  size_t bytes;
  OK(cuLibraryGetGlobal(&counter, &bytes, library, "counter"));
  EQUAL(4, bytes);
  EXPECT(CUDA_ERROR_NOT_FOUND, cuLibraryGetGlobal(&counter, &bytes, library, "nothing"));
  OK(cuLibraryGetKernel(&kernel, library, "bump"));
  // A CUkernel is a CUfunction for launches.
  OK(launch1(reinterpret_cast<CUfunction>(kernel), 1, 1, {}));
  CUfunction function;
  OK(cuKernelGetFunction(&function, kernel));
  OK(launch1(function, 1, 1, {}));
  unsigned value = 0;
  OK(cuLibraryGetGlobal(&counter, &bytes, library, "counter"));
  OK(cuMemcpyDtoH(&value, counter, 4));
  EQUAL(43, value);
  CUmodule module;
  OK(cuLibraryGetModule(&module, library));
  CUdeviceptr same;
  OK(cuModuleGetGlobal(&same, &bytes, module, "counter"));
  CHECK(same == counter);
  unsigned count = 0;
  OK(cuLibraryGetKernelCount(&count, library));
  EQUAL(2, count);
  CUkernel kernels[2];
  OK(cuLibraryEnumerateKernels(kernels, 2, library));
  const char *name = nullptr;
  OK(cuKernelGetName(&name, kernel));
  CHECK(name && !std::strcmp(name, "bump"));
  int threads = 0;
  OK(cuKernelGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel, 0));
  EQUAL(1024, threads);
  CUlibrary owner;
  OK(cuKernelGetLibrary(&owner, kernel));
  CHECK(owner == library);
  OK(cuLibraryUnload(library));
}

int main() {
  usePrimary();
  symbols();
  paramInfo();
  refused();
  libraries();
  // The same on two threads at once.
  onTwoThreads([](int) {
    symbols();
    paramInfo();
    refused();
    libraries();
  });
  return finish("Module");
}
