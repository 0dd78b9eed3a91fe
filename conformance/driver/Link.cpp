// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuLink*: several PTX texts become one program.
#include "Check.h"

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

static CUresult add(CUlinkState state, const std::string &text, const char *name) {
  return cuLinkAddData(state, CU_JIT_INPUT_PTX, const_cast<char *>(text.c_str()), text.size() + 1,
                       name, 0, nullptr, nullptr);
}

/// What a second part may define that a first one has: the second call tells (all seen).
static void definitions() {
  const std::string k = ".visible .entry k() { ret; }\n",
                    other = ".visible .entry other() { ret; }\n";
  const struct {
    std::string first, second;
    bool isGood;
    unsigned value; ///< of the variable v; 0: there is none
  } kPairs[] = {
      {k, k, false, 0},
      {k, ".weak .entry k() { ret; }\n", true, 0},
      {".weak .entry k() { ret; }\n", k, true, 0},
      {".entry k() { ret; }\n", ".entry k() { ret; }\n", true, 0}, // the host's business
      {".entry k() { ret; }\n", k, true, 0},
      {k + ".visible .func f() { ret; }\n", other + ".visible .func f() { ret; }\n", false, 0},
      {k + ".weak .func f() { ret; }\n", other + ".weak .func f() { ret; }\n", true, 0},
      {k + ".visible .func f() { ret; }\n", other + ".weak .func f() { ret; }\n", true, 0},
      {k + ".func f() { ret; }\n", other + ".func f() { ret; }\n", true, 0},
      {k + ".visible .global .u32 v = 1;\n", other + ".visible .global .u32 v = 2;\n", false, 0},
      {k + ".weak .global .u32 v = 1;\n", other + ".weak .global .u32 v = 2;\n", true, 1},
      {k + ".visible .global .u32 v = 1;\n", other + ".weak .global .u32 v = 2;\n", true, 1},
      {k + ".weak .global .u32 v = 1;\n", other + ".visible .global .u32 v = 2;\n", true, 2},
      {k + ".common .global .u32 v;\n", other + ".visible .global .u32 v = 3;\n", true, 3},
  };
  for (const auto &[first, second, isGood, expected] : kPairs) {
    char log[4096] = "";
    CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
    CUlinkState state;
    void *image = nullptr;
    size_t size = 0;
    OK(cuLinkCreate(2, names, values, &state));
    OK(add(state, kPtxHead + first, "one"));
    const CUresult result = isGood ? CUDA_SUCCESS : CUDA_ERROR_INVALID_SOURCE;
    EXPECT(result, add(state, kPtxHead + second, "two"));
    if (!isGood) {
      CHECK(std::strstr(log, "Multiple definition of '") &&
            std::strstr(log, "in 'two', first defined in 'one'"));
      EXPECT(CUDA_ERROR_INVALID_SOURCE, add(state, kPtxHead + other, "three")); // it is over
      EXPECT(CUDA_ERROR_INVALID_SOURCE, cuLinkComplete(state, &image, &size));
      EXPECT(CUDA_ERROR_INVALID_SOURCE, cuLinkComplete(state, &image, &size));
      OK(cuLinkDestroy(state));
      continue;
    }
    OK(cuLinkComplete(state, &image, &size));
    CUmodule module;
    OK(cuModuleLoadData(&module, image));
    CUfunction k = kernelOf(module, "k");
    if (!onNvidia() || expected) { // entries that are weak or not visible do not all run there
      OK(launch1(k, 1, 1, {}));
      OK(cuCtxSynchronize());
    }
    if (expected) {
      CUdeviceptr address = 0;
      unsigned value = 0;
      OK(cuModuleGetGlobal(&address, &size, module, "v"));
      OK(cuMemcpyDtoH(&value, address, 4));
      EQUAL(expected, value);
    }
    OK(cuModuleUnload(module));
    OK(cuLinkDestroy(state));
  }
}

/// Seen: INVALID_SOURCE, and on a GPU UNKNOWN once the process has had a text refused.
static bool isUndefined(CUresult result) {
  return result == CUDA_ERROR_INVALID_SOURCE || (onNvidia() && result == CUDA_ERROR_UNKNOWN);
}

/// What a whole program may lack, and what not (all seen).
static void undefinedNames() {
  auto k = [](const std::string &body) {
    return ".visible .entry k() {\n.reg .u32 %r<3>; .reg .u64 %d;\n" + body + "ret;\n}\n";
  };
  const std::string f = ".extern .func (.param .b32 r) f(.param .b32 x);\n",
                    call = "{ .param .b32 x; .param .b32 r; st.param.b32 [x], 1;\n"
                           "call (r), f, (x); ld.param.b32 %r1, [r]; }\n",
                    loadG = "ld.global.u32 %r1, [v];\n", loadC = "ld.const.u32 %r1, [v];\n",
                    loadS = "ld.shared.u32 %r1, [v];\n",
                    other = ".visible .entry other() { ret; }\n";
  const struct {
    std::string first, second; ///< the second may be empty: then there is none
    const char *missing;       ///< what the log names; null: the link is good
    CUresult loaded;           ///< by cuModuleLoadData, of the first alone
  } kPrograms[] = {
      {f + k(call), other, "'f'", CUDA_ERROR_INVALID_PTX},
      {f + k("mov.u64 %d, f;\n"), "", "'f'", CUDA_ERROR_INVALID_PTX},
      {f + k(""), "", nullptr, CUDA_SUCCESS},
      {f + k(""), other, nullptr, CUDA_SUCCESS},
      {f + ".visible .global .u64 t[1] = { f };\n" + k(""), "", "'f'", CUDA_ERROR_INVALID_PTX},
      {f + ".global .u64 t[1] = { f };\n" + k(""), "", "'f'", CUDA_ERROR_INVALID_PTX},
      {".extern .global .u32 v;\n" + k(loadG), "", "'v'", CUDA_SUCCESS},
      {".extern .global .u32 v;\n" + k(loadG), other, "'v'", CUDA_SUCCESS},
      {".extern .global .u32 v;\n" + k("mov.u64 %d, v;\n"), "", "'v'", CUDA_SUCCESS},
      {".extern .global .u32 v;\n" + k(""), "", "'v'", CUDA_SUCCESS},
      {".extern .global .u32 v;\n" + k(""), other, "'v'", CUDA_SUCCESS},
      {".extern .global .u32 v;\n.visible .global .u64 p = v;\n" + k(""), "", "'v'", CUDA_SUCCESS},
      {".extern .global .u32 v;\n" + k(loadG), ".global .u32 v = 3;\n" + other, "'v'",
       CUDA_SUCCESS}, // a private one is another
      {".extern .global .u32 v[];\n" + k(""), "", "'v'", CUDA_ERROR_INVALID_PTX},
      {".extern .const .u32 v;\n" + k(loadC), "", "'v'", CUDA_SUCCESS},
      {".extern .const .u32 v;\n" + k(""), other, "'v'", CUDA_SUCCESS},
      {".extern .const .u32 v[];\n" + k(loadC), "", "'v'", CUDA_ERROR_INVALID_PTX},
      {".extern .shared .u32 v;\n" + k(loadS), "", "'v'", CUDA_SUCCESS},
      {".extern .shared .u32 v;\n" + k(""), "", "'v'", CUDA_SUCCESS},
      {".extern .shared .u32 v[4];\n" + k(loadS), other, "'v'", CUDA_SUCCESS},
      {".extern .shared .align 4 .u32 v[];\n" + k(loadS), "", nullptr, CUDA_SUCCESS},
      {".extern .shared .u32 v;\n" + k(loadS), ".visible .shared .u32 v;\n" + other, nullptr,
       CUDA_SUCCESS},
      {".extern .global .texref v;\n" + k("mov.u64 %d, v;\n"), "", nullptr, CUDA_SUCCESS},
  };
  for (const auto &[first, second, missing, loaded] : kPrograms) {
    char log[4096] = "";
    CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, reinterpret_cast<void *>(sizeof log)}, *image = nullptr;
    CUlinkState state;
    CUmodule module;
    size_t size = 0;
    OK(cuLinkCreate(2, names, values, &state));
    OK(add(state, kPtxHead + first, "one"));
    if (!second.empty())
      OK(add(state, kPtxHead + second, "two"));
    const CUresult linked = cuLinkComplete(state, &image, &size);
    CHECK(missing ? std::strstr(log, missing) != nullptr : !log[0]);
    if (missing) {
      CHECK(isUndefined(linked));
      EXPECT(linked, cuLinkComplete(state, &image, &size));
    } else {
      OK(linked);
      OK(cuModuleLoadData(&module, image));
      kernelOf(module, "k");
      OK(cuModuleUnload(module));
    }
    OK(cuLinkDestroy(state));
    EXPECT(loaded, cuModuleLoadData(&module, (kPtxHead + first).c_str()));
    if (loaded == CUDA_SUCCESS)
      OK(cuModuleUnload(module));
  }
}

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
  definitions();
  undefinedNames();
  nothingInIt();
  onTwoThreads([](int) {
    definitions();
    undefinedNames();
  });
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
