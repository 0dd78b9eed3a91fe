// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuLink*: several PTX texts become one program.
#include "Links.h"

static const std::string kMain = std::string(kPtxHead) + R"(
.extern .global .u32 seed;
.extern .func (.param .b32 r) twice(.param .b32 x);
.global .u32 own = 100;
.visible .entry run(.param .u64 out) {
  .reg .u32 %r<4>; .reg .u64 %d;
  ld.param.u64 %d, [out];
  ld.global.u32 %r1, [seed];
  { .param .b32 x; .param .b32 r;
    st.param.b32 [x], %r1;
    call (r), twice, (x);
    ld.param.b32 %r2, [r]; }
  ld.global.u32 %r3, [own];
  add.u32 %r2, %r2, %r3;
  st.global.u32 [%d], %r2;
  ret;
}
)";
static const std::string kOther = std::string(kPtxHead) + R"(
.visible .global .u32 seed = 21;
.global .u32 own = 5000;
.visible .func (.param .b32 r) twice(.param .b32 x) {
  .reg .u32 %r<3>;
  ld.param.b32 %r1, [x];
  ld.global.u32 %r2, [own];
  add.u32 %r1, %r1, %r1;
  add.u32 %r1, %r1, %r2;
  st.param.b32 [r], %r1;
  ret;
}
)";

/// A fat binary of one entry: what a kernel's machine code would be, for an architecture.
static std::string fatBinary(unsigned short kind, unsigned sm) {
  struct {
    unsigned magic = 0xba55ed50;
    unsigned short version = 1, header = 16;
    unsigned long long bytes = 64 + 8;
    unsigned short kind, entryVersion = 0x101;
    unsigned entryHeader = 64;
    unsigned long long payload = 8;
    unsigned compressed = 0, options = 0;
    unsigned short minor = 7, major = 1;
    unsigned sm, name = 0, nameSize = 0;
    unsigned long long flags = 0x11, reserved = 0, uncompressed = 0, contents = 0;
  } image;
  static_assert(sizeof image == 16 + 64 + 8);
  image.kind = kind;
  image.sm = sm;
  return {reinterpret_cast<const char *>(&image), sizeof image};
}

/// A fat binary without anything for the device is passed over, and the rest is linked (all seen).
static void nothingInIt() {
  const std::string kernel = kPtxHead + std::string(".visible .entry k() { ret; }\n");
  std::string none = fatBinary(2, 75).substr(0, 16), old = fatBinary(2, 75);
  none[8] = 0; // no bytes follow
  for (std::string image : {none, old})
    for (int order : {0, 1, 2}) { // alone, after the kernel, before it
      char info[1000] = "";
      CUjit_option names[] = {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
      void *values[] = {info, reinterpret_cast<void *>(sizeof info)}, *out = nullptr;
      CUlinkState state;
      CUmodule module;
      CUfunction function;
      OK(cuLinkCreate(2, names, values, &state));
      if (order == 1)
        OK(add(state, kernel, "kernel"));
      OK(cuLinkAddData(state, CU_JIT_INPUT_FATBINARY, image.data(), image.size(), "fat", 0, nullptr,
                       nullptr));
      CHECK(std::strstr(info, "fat"));
      if (order == 2)
        OK(add(state, kernel, "kernel"));
      OK(cuLinkComplete(state, &out, nullptr));
      OK(cuModuleLoadData(&module, out));
      EXPECT(order ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND,
             cuModuleGetFunction(&function, module, "k"));
      OK(cuModuleUnload(module));
      OK(cuLinkDestroy(state));
    }
  // Not so where it is to be a cubin.
  CUlinkState state;
  void *out = nullptr;
  OK(cuLinkCreate(0, nullptr, nullptr, &state));
  EXPECT(CUDA_ERROR_INVALID_IMAGE, cuLinkAddData(state, CU_JIT_INPUT_CUBIN, old.data(), old.size(),
                                                 "fat", 0, nullptr, nullptr));
  EXPECT(CUDA_ERROR_INVALID_IMAGE, cuLinkComplete(state, &out, nullptr));
  OK(cuLinkDestroy(state));
}

int main() {
  usePrimary();
  nothingInIt();
  char log[4096] = "";
  CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
  CUlinkState state;
  OK(cuLinkCreate(2, names, values, &state));
  OK(add(state, kMain, "main"));
  OK(add(state, kOther, "other"));
  void *image = nullptr;
  size_t size = 0;
  OK(cuLinkComplete(state, &image, &size));
  CHECK(image && size > 0);
  std::vector<char> kept(static_cast<char *>(image), static_cast<char *>(image) + size);
  OK(cuLinkDestroy(state));
  CUmodule module;
  OK(cuModuleLoadData(&module, kept.data())); // the bytes stand for themselves
  CUdeviceptr out;
  unsigned value = 0;
  OK(cuMemAlloc(&out, 4));
  OK(launch1(kernelOf(module, "run"), 1, 1, {&out}));
  OK(cuMemcpyDtoH(&value, out, 4));
  EQUAL(21 * 2 + 5000 + 100, value);
  OK(cuModuleUnload(module));

  values[1] = reinterpret_cast<void *>(sizeof log);
  OK(cuLinkCreate(2, names, values, &state));
  EXPECT(CUDA_ERROR_INVALID_PTX,
         add(state, std::string(kPtxHead) + ".visible .entry k() { junk; }", "bad"));
  CHECK(log[0]);
  OK(cuLinkDestroy(state));

  log[0] = 0;
  values[1] = reinterpret_cast<void *>(sizeof log);
  OK(cuLinkCreate(2, names, values, &state));
  OK(add(state, kMain, "main"));
  CHECK(isUndefined(cuLinkComplete(state, &image, &size)));
  CHECK(std::strstr(log, "'twice'") && std::strstr(log, "'seed'"));
  EXPECT(CUDA_ERROR_INVALID_VALUE, add(state, kOther, "other")); // seen: it is over
  CHECK(isUndefined(cuLinkComplete(state, &image, &size)));
  OK(cuLinkDestroy(state));

  // What is added and cannot be read (all of it seen): the code, and whether the link goes on.
  const struct {
    CUjitInputType type;
    CUresult added, completed;
  } kGarbage[] = {
      {CU_JIT_INPUT_PTX, CUDA_ERROR_INVALID_IMAGE, CUDA_SUCCESS},
      {CU_JIT_INPUT_FATBINARY, CUDA_ERROR_INVALID_IMAGE, CUDA_SUCCESS},
      {CU_JIT_INPUT_OBJECT, CUDA_ERROR_UNKNOWN, CUDA_SUCCESS},
      {CU_JIT_INPUT_LIBRARY, CUDA_ERROR_UNKNOWN, CUDA_SUCCESS},
      {CU_JIT_INPUT_CUBIN, CUDA_ERROR_INVALID_IMAGE, CUDA_ERROR_INVALID_IMAGE},
      {CU_JIT_INPUT_NVVM, CUDA_ERROR_JIT_COMPILER_NOT_FOUND, CUDA_ERROR_JIT_COMPILER_NOT_FOUND},
  };
  for (auto [type, added, completed] : kGarbage) {
    std::string bytes(300, 'x');
    OK(cuLinkCreate(0, nullptr, nullptr, &state));
    EXPECT(added, cuLinkAddData(state, type, bytes.data(), bytes.size(), "x", 0, nullptr, nullptr));
    EXPECT(completed, cuLinkComplete(state, &image, &size));
    OK(cuLinkDestroy(state));
  }

  // Complete is complete, seen.
  OK(cuLinkCreate(0, nullptr, nullptr, &state));
  OK(cuLinkComplete(state, &image, &size)); // of nothing
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuLinkComplete(state, &image, &size));
  EXPECT(CUDA_ERROR_INVALID_VALUE, add(state, kOther, "other"));
  OK(cuLinkDestroy(state));

  OK(cuLinkCreate(0, nullptr, nullptr, &state));
  EXPECT(CUDA_ERROR_FILE_NOT_FOUND,
         cuLinkAddFile(state, CU_JIT_INPUT_PTX, "/no/such/file.ptx", 0, nullptr, nullptr));
  EXPECT(CUDA_ERROR_OUT_OF_MEMORY, // a directory, seen
         cuLinkAddFile(state, CU_JIT_INPUT_PTX, "/tmp", 0, nullptr, nullptr));
  OK(cuLinkDestroy(state));
  return finish("Link");
}
