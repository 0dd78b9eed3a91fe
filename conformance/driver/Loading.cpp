// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loading functions and libraries: from where they can be loaded, what cannot be, and what
// it costs.
#include <fstream>

#include "FatBinary.h"
#include "Libraries.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static void loading() {
  CUmodule module = loadPtx(kText);
  CUfunction bump = kernelOf(module, "bump");
  CUfunctionLoadingState state = CUfunctionLoadingState(77);
  OK(cuFuncIsLoaded(&state, bump));
  CHECK(state == CU_FUNCTION_LOADING_STATE_LOADED || state == CU_FUNCTION_LOADING_STATE_UNLOADED);
  OK(cuFuncLoad(bump));
  OK(cuFuncIsLoaded(&state, bump));
  EQUAL(CU_FUNCTION_LOADING_STATE_LOADED, state);
  OK(cuFuncLoad(bump)); // again
  OK(launch1(bump, 1, 1, {}));
  OK(cuCtxSynchronize());
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuFuncLoad(nullptr));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuFuncIsLoaded(&state, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuFuncIsLoaded(nullptr, bump));
  // A launch loads.
  CUfunction params = kernelOf(module, "params");
  char a = 0, c[12] = {};
  long long b = 0;
  short d = 0;
  OK(launch1(params, 1, 1, {&a, &b, c, &d}));
  OK(cuFuncIsLoaded(&state, params));
  EQUAL(CU_FUNCTION_LOADING_STATE_LOADED, state);
  OK(cuModuleUnload(module));
}

static void enumerated() {
  CUmodule module = loadPtx(kText);
  CUfunction functions[3] = {nullptr, nullptr, nullptr};
  OK(cuModuleEnumerateFunctions(functions, 2, module));
  CUfunction bump = kernelOf(module, "bump"), params = kernelOf(module, "params");
  CHECK((functions[0] == bump && functions[1] == params) ||
        (functions[0] == params && functions[1] == bump));
  functions[0] = functions[1] = nullptr;
  OK(cuModuleEnumerateFunctions(functions, 1, module));
  CHECK(functions[0] && !functions[1]);
  OK(cuModuleEnumerateFunctions(functions, 3, module)); // more than there are
  CHECK(functions[1] && !functions[2]);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuModuleEnumerateFunctions(nullptr, 2, module));
  OK(cuModuleEnumerateFunctions(functions, 0, module)); // seen
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuModuleEnumerateFunctions(functions, 2, nullptr));
  OK(cuModuleUnload(module));
}

static void images() {
  CUmodule module = nullptr;
  std::string fat = fatBinary(kText, 70), foreign = fatBinary(kText, 250);
  OK(cuModuleLoadFatBinary(&module, fat.data()));
  OK(launch1(kernelOf(module, "bump"), 1, 1, {}));
  CUdeviceptr counter = 0;
  unsigned value = 0;
  OK(cuModuleGetGlobal(&counter, nullptr, module, "counter"));
  OK(cuMemcpyDtoH(&value, counter, 4));
  EQUAL(42, value);
  OK(cuModuleUnload(module));
  OK(cuModuleLoadFatBinary(&module, kText.c_str())); // seen: any image
  OK(cuModuleUnload(module));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuModuleLoadFatBinary(&module, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuModuleLoadFatBinary(nullptr, fat.data()));
  EXPECT(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadFatBinary(&module, "\x01\x02\x03\x04garbage"));
  EXPECT(CUDA_ERROR_NO_BINARY_FOR_GPU, cuModuleLoadFatBinary(&module, foreign.data()));

  char path[] = "/tmp/conformance-XXXXXX";
  CHECK(close(mkstemp(path)) == 0);
  auto fromFile = [&](const std::string &contents) {
    std::ofstream(path, std::ios::binary) << contents;
    CUlibrary library = nullptr;
    CUkernel bump = nullptr;
    if (CUresult result =
            cuLibraryLoadFromFile(&library, path, nullptr, nullptr, 0, nullptr, nullptr, 0))
      return result;
    CUresult result = cuLibraryGetKernel(&bump, library, "bump"); // what is wrong may be told here
    if (!result)
      OK(launch1(reinterpret_cast<CUfunction>(bump), 1, 1, {}));
    OK(cuLibraryUnload(library));
    return result;
  };
  OK(fromFile(kText));
  OK(fromFile(fat));
  EXPECT(CUDA_ERROR_INVALID_PTX,
         fromFile(std::string(kPtxHead) + ".visible .entry bump() { nonsense; }"));
  EXPECT(CUDA_ERROR_INVALID_IMAGE, fromFile("garbage"));
  EXPECT(CUDA_ERROR_INVALID_IMAGE, fromFile(""));
  EXPECT(CUDA_ERROR_NO_BINARY_FOR_GPU, fromFile(foreign));
  std::ofstream(path, std::ios::binary) << kText;
  CUlibrary library = nullptr;
  CUlibraryOption option = CU_LIBRARY_BINARY_IS_PRESERVED;
  void *one = reinterpret_cast<void *>(1);
  OK(cuLibraryLoadFromFile(&library, path, nullptr, nullptr, 0, nullptr, nullptr, 0));
  OK(cuLibraryUnload(library));
  EXPECT(CUDA_ERROR_INVALID_VALUE, // of data only
         cuLibraryLoadFromFile(&library, path, nullptr, nullptr, 0, &option, &one, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuLibraryLoadFromFile(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuLibraryLoadFromFile(nullptr, path, nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuLibraryLoadFromFile(&library, path, nullptr, nullptr, 1, nullptr, nullptr, 0));
  if (!onNvidia()) // crashes
    EXPECT(CUDA_ERROR_INVALID_VALUE,
           cuLibraryLoadFromFile(&library, path, nullptr, nullptr, 0, nullptr, nullptr, 1));
  unlink(path);
  EXPECT(CUDA_ERROR_FILE_NOT_FOUND,
         cuLibraryLoadFromFile(&library, path, nullptr, nullptr, 0, nullptr, nullptr, 0));
}

/// What cannot be loaded is a library that says so when something of it is asked for (all seen).
static void brokenLibraries() {
  const std::string bad = std::string(kPtxHead) + ".visible .entry bump() { nonsense; }",
                    high = ".version 8.7\n.target sm_120\n.address_size 64\n"
                           ".visible .entry bump() { ret; }\n",
                    version = ".version 99.0\n.target sm_70\n.address_size 64\n"
                              ".visible .entry bump() { ret; }\n",
                    missing = std::string(kPtxHead) +
                              ".extern .func f();\n.visible .entry bump() { call f, (); ret; }\n",
                    garbage(100, 'x');
  const struct {
    const std::string &image;
    CUresult why;
  } kImages[] = {{bad, CUDA_ERROR_INVALID_PTX},
                 {high, CUDA_ERROR_INVALID_PTX},
                 {version, CUDA_ERROR_UNSUPPORTED_PTX_VERSION},
                 {missing, CUDA_ERROR_INVALID_PTX},
                 {garbage, CUDA_ERROR_INVALID_IMAGE}};
  for (const auto &[image, why] : kImages) {
    CUlibrary library = nullptr;
    CUkernel kernel = nullptr, kernels[2] = {};
    CUmodule module = nullptr;
    CUdeviceptr address = 0;
    size_t bytes = 0;
    unsigned count = 77;
    OK(cuLibraryLoadData(&library, image.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    CHECK(library != nullptr);
    for (int twice = 0; twice < 2; ++twice)
      EXPECT(why, cuLibraryGetKernel(&kernel, library, "bump"));
    EXPECT(why, cuLibraryGetKernel(&kernel, library, "none"));
    EXPECT(why, cuLibraryGetModule(&module, library));
    EXPECT(why, cuLibraryGetGlobal(&address, &bytes, library, "counter"));
    EXPECT(why, cuLibraryGetManaged(&address, &bytes, library, "shared"));
    OK(cuLibraryGetKernelCount(&count, library));
    EQUAL(0, count);
    OK(cuLibraryEnumerateKernels(kernels, 2, library));
    CHECK(!kernels[0]);
    OK(cuLibraryUnload(library));
  }
  // The logs are written by the call that loads.
  char log[2048] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
  CUlibrary library = nullptr;
  OK(cuLibraryLoadData(&library, bad.c_str(), options, values, 2, nullptr, nullptr, 0));
  CHECK(std::strstr(log, "nonsense"));
  OK(cuLibraryUnload(library));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuLibraryLoadData(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
}

/// Machine code for another GPU: a cubin's header, which is as far as it is read.
static void foreignCode() {
  std::string cubin(256, '\0');
  std::memcpy(cubin.data(),
              "\x7f"
              "ELF\2\1\1\x33\7",
              9);
  cubin[16] = 2;         // ET_EXEC
  cubin[18] = char(190); // EM_CUDA
  cubin[48] = 30;        // sm_30
  CUmodule module;
  CUlibrary library;
  CUkernel kernel;
  char log[2048] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
  const CUresult why = CUDA_ERROR_NO_BINARY_FOR_GPU;
  EXPECT(why, cuModuleLoadDataEx(&module, cubin.data(), 2, options, values));
  if (!onNvidia()) // whose log is empty
    CHECK(std::strstr(log, "machine code for sm_30"));
  OK(cuLibraryLoadData(&library, cubin.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT(why, cuLibraryGetKernel(&kernel, library, "bump"));
  OK(cuLibraryUnload(library));
}

/// Seconds for getting some kernels of a module of `count`.
static double secondsToGet(int count, bool fromLibrary) {
  std::string text = kPtxHead;
  text += ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n";
  auto name = [](int i) { return "kernel" + std::to_string(i); };
  for (int i = 0; i < count; ++i)
    text += ".visible .entry " + name(i) + "() { ret; }\n";
  CUmodule module = fromLibrary ? nullptr : loadPtx(text);
  CUlibrary library = fromLibrary ? load(text) : nullptr;
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 200; ++i)
    if (fromLibrary)
      kernelIn(library, name(count - 1 - i).c_str());
    else
      kernelOf(module, name(count - 1 - i).c_str());
  const auto end = std::chrono::steady_clock::now();
  if (fromLibrary)
    OK(cuLibraryUnload(library));
  else
    OK(cuModuleUnload(module));
  return std::chrono::duration<double>(end - start).count();
}

/// What a kernel costs does not grow with the number of kernels beside it.
static void many() {
  if (onNvidia()) // whose assembler takes its time
    return;
  for (bool fromLibrary : {false, true}) {
    double few = 1e9, all = 1e9;
    for (int i = 0; i < 3; ++i) {
      few = std::min(few, secondsToGet(200, fromLibrary));
      all = std::min(all, secondsToGet(8000, fromLibrary));
    }
    CHECK(all < few * 8); // where each walks over all, 40 times
  }
}

int main() {
  inChild("loading", [] {
    usePrimary();
    loading();
  });
  inChild("enumerated", [] {
    usePrimary();
    enumerated();
  });
  inChild("images", [] {
    usePrimary();
    images();
  });
  inChild("broken libraries", [] {
    usePrimary();
    brokenLibraries();
  });
  inChild("foreign code", [] {
    usePrimary();
    foreignCode();
  });
  inChild("many", [] {
    usePrimary();
    many();
  });
  inChild("all at once", [] {
    usePrimary();
    onTwoThreads([](int) {
      loading();
      enumerated();
      images();
      brokenLibraries();
      foreignCode();
    });
  });
  return finish("Loading");
}
