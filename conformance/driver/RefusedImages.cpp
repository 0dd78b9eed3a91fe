// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What loading and linking refuse, of data and of files alike: PTX with faults, of a version or for
// a device that is not there, fat binaries, what is nothing at all; kinds of input, options; entry
// points by version.
#include "Check.h"
#include "FatBinary.h"
#include <fstream>

constexpr CUresult kValue = CUDA_ERROR_INVALID_VALUE, kHandle = CUDA_ERROR_INVALID_HANDLE;

static const std::string kPlain = std::string(kPtxHead) + ".visible .entry none() { ret; }\n";

static std::string path() { return "/tmp/anywarp-refused-" + std::to_string(getpid()); }

static void images() {
  const std::string
      bad = std::string(kPtxHead) + ".visible .entry bump() { nonsense; }",
      high = ".version 8.7\n.target sm_120\n.address_size 64\n.visible .entry bump() { ret; }\n",
      version = ".version 99.0\n.target sm_70\n.address_size 64\n.visible .entry bump() { ret; }\n",
      missing = std::string(kPtxHead) +
                ".extern .func f();\n.visible .entry bump() { call f, (); ret; }\n",
      garbage(100, 'x'), empty;
  const struct {
    std::string image;
    CUresult why;
    bool links = false;
  } table[] = {
      {bad, CUDA_ERROR_INVALID_PTX},
      {high, CUDA_ERROR_INVALID_PTX},
      {version, CUDA_ERROR_UNSUPPORTED_PTX_VERSION},
      {missing, CUDA_ERROR_INVALID_PTX, true},
      {garbage, CUDA_ERROR_INVALID_IMAGE},
      {empty, CUDA_ERROR_INVALID_IMAGE},
      {fatBinary(bad, 70), CUDA_ERROR_INVALID_PTX},
      {fatBinary(version, 70), CUDA_ERROR_UNSUPPORTED_PTX_VERSION},
      {fatBinary(high, 120), CUDA_ERROR_NO_BINARY_FOR_GPU, true},
      {fatBinary(kPlain, 250), CUDA_ERROR_NO_BINARY_FOR_GPU, true},
  };
  for (auto &t : table) {
    CUmodule module = nullptr;
    CUlibrary library = nullptr;
    CUlinkState link = nullptr;
    EXPECT(t.why, cuModuleLoadData(&module, t.image.data()));
    EXPECT(t.why, cuModuleLoadDataEx(&module, t.image.data(), 0, nullptr, nullptr));
    EXPECT(t.why, cuModuleLoadFatBinary(&module, t.image.data()));
    std::ofstream(path(), std::ios::binary) << t.image;
    EXPECT(t.why, cuModuleLoad(&module, path().c_str()));
    // A library says it when something of it is asked for (seen).
    OK(cuLibraryLoadData(&library, t.image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    EXPECT(t.why, cuLibraryGetModule(&module, library));
    OK(cuLibraryUnload(library));
    library = nullptr;
    const CUresult asFile = t.image.empty() ? t.why : CUDA_SUCCESS;
    EXPECT(asFile, cuLibraryLoadFromFile(&library, path().c_str(), nullptr, nullptr, 0, nullptr,
                                         nullptr, 0));
    if (library)
      OK(cuLibraryUnload(library));
    bool isFat = t.image.size() > 4 && !std::memcmp(t.image.data(), "\x50\xed\x55\xba", 4);
    OK(cuLinkCreate(0, nullptr, nullptr, &link));
    // What is missing may come yet; what is for others is passed over (seen).
    const CUresult linked = t.links ? CUDA_SUCCESS : t.why;
    const CUjitInputType type = isFat ? CU_JIT_INPUT_FATBINARY : CU_JIT_INPUT_PTX;
    EXPECT(linked, cuLinkAddData(link, type, const_cast<char *>(t.image.data()),
                                 t.image.size() + !isFat, "x", 0, nullptr, nullptr));
    OK(cuLinkDestroy(link));
    OK(cuLinkCreate(0, nullptr, nullptr, &link));
    EXPECT(linked, cuLinkAddFile(link, type, path().c_str(), 0, nullptr, nullptr));
    OK(cuLinkDestroy(link));
    OK(cuLinkCreate(0, nullptr, nullptr, &link));
    EXPECT(CUDA_ERROR_INVALID_IMAGE,
           cuLinkAddFile(link, CU_JIT_INPUT_CUBIN, path().c_str(), 0, nullptr, nullptr));
    OK(cuLinkDestroy(link));
  }
  unlink(path().c_str());
}

static void links() {
  CUlinkState state = nullptr;
  void *image = nullptr;
  size_t size = 0;
  CUjit_option registers = CU_JIT_MAX_REGISTERS, wrong = CUjit_option(7777);
  void *value = (void *)16;
  char text[] = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k() { ret; }\n";
  EXPECT(kValue, cuLinkCreate(0, nullptr, nullptr, nullptr));
  EXPECT(kValue, cuLinkCreate(1, nullptr, &value, &state));
  EXPECT(kValue, cuLinkCreate(1, &registers, nullptr, &state));
  EXPECT(kValue, cuLinkCreate(1, &wrong, &value, &state));
  OK(cuLinkCreate(0, nullptr, nullptr, &state));
  EXPECT(kHandle,
         cuLinkAddData(nullptr, CU_JIT_INPUT_PTX, text, sizeof text, "x", 0, nullptr, nullptr));
  EXPECT(kValue,
         cuLinkAddData(state, CU_JIT_INPUT_PTX, nullptr, sizeof text, "x", 0, nullptr, nullptr));
  EXPECT(kValue, cuLinkAddData(state, CU_JIT_INPUT_PTX, text, 0, "x", 0, nullptr, nullptr));
  EXPECT(kValue,
         cuLinkAddData(state, CUjitInputType(77), text, sizeof text, "x", 0, nullptr, nullptr));
  OK(cuLinkAddData(state, CU_JIT_INPUT_FATBINARY, text, sizeof text, "x", 0, nullptr,
                   nullptr)); // seen: any image
  EXPECT(kValue,
         cuLinkAddData(state, CU_JIT_INPUT_PTX, text, sizeof text, "x", 1, nullptr, nullptr));
  EXPECT(kHandle, cuLinkAddFile(nullptr, CU_JIT_INPUT_PTX, "/tmp/x", 0, nullptr, nullptr));
  EXPECT(kValue, cuLinkAddFile(state, CU_JIT_INPUT_PTX, nullptr, 0, nullptr, nullptr));
  EXPECT(CUDA_ERROR_FILE_NOT_FOUND,
         cuLinkAddFile(state, CU_JIT_INPUT_PTX, (path() + ".none").c_str(), 0, nullptr, nullptr));
  EXPECT(kHandle, cuLinkComplete(nullptr, &image, &size));
  EXPECT(kValue, cuLinkComplete(state, nullptr, &size));
  EXPECT(CUDA_ERROR_INVALID_IMAGE,
         cuLinkAddData(state, CU_JIT_INPUT_CUBIN, text, sizeof text, "x", 0, nullptr, nullptr));
  EXPECT(kHandle, cuLinkDestroy(nullptr));
  OK(cuLinkDestroy(state));
}

static void entries() {
  void *p = nullptr;
  CUdriverProcAddressQueryResult found;
  if (!onNvidia()) // crashes
    EXPECT(kValue, cuGetProcAddress(nullptr, &p, 12000, 0, &found));
  if (!onNvidia()) // crashes
    EXPECT(kValue, cuGetProcAddress("cuInit", nullptr, 12000, 0, &found));
  EXPECT(kValue, cuGetProcAddress("cuInit", &p, 12000, 77, &found));
  OK(cuGetProcAddress("cuInit", &p, 0, 0, &found));                 // seen
  OK(cuGetProcAddress("cuInit", &p, 1000, 0, &found));              // seen
  EXPECT(kValue, cuGetProcAddress("cuInit", &p, 99000, 0, &found)); // seen
  OK(cuGetProcAddress("cuInit", &p, -1, 0, &found));                // seen
  OK(cuGetProcAddress("cuNothing", &p, 12000, 0, &found));          // seen
  OK(cuGetProcAddress("", &p, 12000, 0, &found));                   // seen
  OK(cuGetProcAddress("cuGraphInstantiate", &p, 5000, 0, &found));  // seen
  OK(cuGetProcAddress("cuNothing", &p, 12000, 0, nullptr));
  const char *text = "";
  EXPECT(kValue, cuGetErrorName(CUresult(12345), &text));
  CHECK(!text);
  EXPECT(kValue, cuGetErrorString(CUresult(12345), &text));
  if (!onNvidia()) // crashes
    EXPECT(kValue, cuGetErrorString(CUDA_SUCCESS, nullptr));
  if (!onNvidia()) // crashes
    EXPECT(kValue, cuGetErrorName(CUDA_SUCCESS, nullptr));
  // The name of old forms, in later versions, too (seen): the header's cuGraphInstantiate is
  // another.
  using Old = CUresult (*)(CUgraphExec *, CUgraph, CUgraphNode *, char *, size_t);
  for (int version : {10000, 11000, 11030, 12000, 13000}) {
    CUgraph graph = nullptr;
    CUgraphExec exec = nullptr;
    CUgraphNode bad = nullptr;
    char log[64] = "x";
    OK(cuGetProcAddress("cuGraphInstantiate", &p, version, 0, &found));
    OK(cuGraphCreate(&graph, 0));
    auto instantiate = reinterpret_cast<Old>(p);
    OK(instantiate(&exec, graph, &bad, log, sizeof log));
    EXPECT(kValue, instantiate(nullptr, graph, &bad, log, sizeof log));
    EXPECT(kValue, instantiate(&exec, nullptr, &bad, log, sizeof log));
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
  }
}

/// More variables than any device has memory for.
static void tooLarge() {
  std::string text = kPtxHead;
  for (int i = 0; i < 200; ++i)
    text += ".visible .global .align 16 .b8 big" + std::to_string(i) + "[4000000000];\n";
  text += ".visible .entry none() { ret; }\n";
  constexpr CUresult kMemory = CUDA_ERROR_OUT_OF_MEMORY;
  CUmodule module = nullptr;
  CUlibrary library = nullptr;
  std::ofstream(path()) << text;
  EXPECT(kMemory, cuModuleLoad(&module, path().c_str()));
  unlink(path().c_str());
  EXPECT(kMemory, cuModuleLoadData(&module, text.c_str()));
  EXPECT(kMemory, cuModuleLoadDataEx(&module, text.c_str(), 0, nullptr, nullptr));
  EXPECT(kMemory, cuModuleLoadFatBinary(&module, text.c_str()));
  OK(cuLibraryLoadData(&library, text.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT(kMemory, cuLibraryGetModule(&module, library));
  OK(cuLibraryUnload(library));
}

int main() {
  inChildren({{"tooLarge", tooLarge}, {"images", images}, {"links", links}, {"entries", entries}});
  return finish("RefusedImages");
}
