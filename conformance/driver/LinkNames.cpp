// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuLink*: what the parts of a program define, and what they lack.
#include "Links.h"

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

int main() {
  usePrimary();
  definitions();
  undefinedNames();
  onTwoThreads([](int) {
    definitions();
    undefinedNames();
  });
  return finish("LinkNames");
}
