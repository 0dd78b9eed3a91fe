// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The run-time linker: what NVRTC makes with -dlto.
#include "Link.h"

#include <nvrtc.h>

#include <regex>

/// What NVRTC makes with -dlto.
static std::string ltoIr(const char *source) {
  nvrtcProgram program;
  size_t size = 0;
  const char *options[] = {"-arch=compute_80", "-dlto", "-rdc=true"};
  CHECK(nvrtcCreateProgram(&program, source, "lto.cu", 0, nullptr, nullptr) == NVRTC_SUCCESS);
  CHECK(nvrtcCompileProgram(program, 3, options) == NVRTC_SUCCESS);
  CHECK(nvrtcGetLTOIRSize(program, &size) == NVRTC_SUCCESS && size > 0);
  std::string bytes(size, '\0');
  CHECK(nvrtcGetLTOIR(program, bytes.data()) == NVRTC_SUCCESS);
  CHECK(nvrtcDestroyProgram(&program) == NVRTC_SUCCESS);
  return bytes;
}

/// Types are not compared: numba's functions give a number where C++ declares none.
static void unknownResult() {
  std::string user = ltoIr("extern \"C\" __device__ void f(int *p);\n"
                           "extern \"C\" __global__ void k(int *p) { f(p); *p += 1; f(p); }");
  std::string library = ltoIr("extern \"C\" __device__ int f(int *p) { return *p *= 3; }");
  Link link({"-arch=sm_90", "-lto"});
  OK(link.add(user, NVJITLINK_INPUT_LTOIR));
  OK(link.add(library, NVJITLINK_INPUT_LTOIR));
  OK(nvJitLinkComplete(link.handle));
  EXPECT(48, run(link.cubin().data(), 5));
}

/// Constants of a namespace are those of one program, also where functions for host and device use
/// them.
static void privateConstants() {
  const std::string common = "struct Next { __host__ __device__ int operator()(int x) const "
                             "{ return x + 1; } };\n"
                             "namespace n { __device__ constexpr Next next{};\n"
                             "static __device__ int step = 2; }\n"
                             "inline __host__ __device__ int walk(int x)"
                             "{ return n::next(x) + n::step; }\n";
  std::string user = ltoIr((common + "extern __device__ int other(int);\n"
                                     "extern \"C\" __global__ void k(int *p)"
                                     "{ *p = walk(*p) + other(*p); }")
                               .c_str());
  std::string library =
      ltoIr((common + "__device__ int other(int x) { return 10 * walk(x); }").c_str());
  Link link({"-arch=sm_90", "-lto"});
  OK(link.add(user, NVJITLINK_INPUT_LTOIR));
  OK(link.add(library, NVJITLINK_INPUT_LTOIR));
  OK(nvJitLinkComplete(link.handle));
  EXPECT(8 + 80, run(link.cubin().data(), 5));
}

/// CCCL's cccl.c.parallel looks for numbers in the text with this expression.
static void readableText() {
  Link link({"-arch=sm_80", "-lto", "-ptx"});
  OK(link.add(ltoIr("__device__ unsigned long long number = 4;"), NVJITLINK_INPUT_LTOIR));
  OK(nvJitLinkComplete(link.handle));
  size_t size = 0;
  OK(nvJitLinkGetLinkedPtxSize(link.handle, &size));
  std::string ptx(size, '?');
  OK(nvJitLinkGetLinkedPtx(link.handle, ptx.data()));
  EXPECT(NVJITLINK_ERROR_INTERNAL,
         nvJitLinkGetLinkedCubinSize(link.handle, &size)); // then there is none
  EXPECT(NVJITLINK_ERROR_INTERNAL, nvJitLinkGetLinkedCubin(link.handle, ptx.data()));
  const std::regex expression(
      R"(\.visible\s+\.global\s+\.align\s+\d+\s+\.u64\s+number\s*=\s*(\d+);)");
  std::smatch match;
  CHECK(std::regex_search(ptx, match, expression) && match[1] == "4");
}

static void linkTime() {
  std::string user = ltoIr("extern __device__ int triple(int);\n"
                           "extern \"C\" __global__ void k(int *p) { *p = triple(*p); }");
  std::string library = ltoIr("__device__ int triple(int x) { return 3 * x; }");
  for (nvJitLinkInputType type : {NVJITLINK_INPUT_LTOIR, NVJITLINK_INPUT_ANY}) {
    Link link({"-arch=sm_90", "-lto"});
    OK(link.add(user, type));
    OK(link.add(library, type));
    OK(nvJitLinkComplete(link.handle));
    EXPECT(21, run(link.cubin().data(), 7));
    // As LTO IR it can be linked once more.
    size_t size = 0;
    OK(nvJitLinkGetLinkedLTOIRSize(link.handle, &size));
    std::string linked(size, '\0');
    OK(nvJitLinkGetLinkedLTOIR(link.handle, linked.data()));
    Link again({"-arch=sm_90", "-lto"});
    OK(again.add(linked, NVJITLINK_INPUT_LTOIR));
    OK(nvJitLinkComplete(again.handle));
    EXPECT(15, run(again.cubin().data(), 5));
  }
  Link text({"-arch=sm_80", "-lto", "-ptx"});
  OK(text.add(user, NVJITLINK_INPUT_LTOIR));
  OK(text.add(library, NVJITLINK_INPUT_LTOIR));
  OK(nvJitLinkComplete(text.handle));
  size_t size = 0;
  OK(nvJitLinkGetLinkedPtxSize(text.handle, &size));
  std::string ptx(size, '?');
  OK(nvJitLinkGetLinkedPtx(text.handle, ptx.data()));
  EXPECT(-3, run(ptx.c_str(), -1));

  Link part({"-arch=sm_80", "-lto", "-ptx"});
  OK(part.add(user, NVJITLINK_INPUT_LTOIR));
  OK(nvJitLinkComplete(part.handle));
  OK(nvJitLinkGetLinkedPtxSize(part.handle, &size));
  ptx.assign(size, '?');
  OK(nvJitLinkGetLinkedPtx(part.handle, ptx.data()));
  CHECK(ptx.find(".extern .func") != std::string::npos);
  CHECK(ptx.find(".entry k") != std::string::npos);
  Link lonely({"-arch=sm_80", "-lto"});
  OK(lonely.add(user, NVJITLINK_INPUT_LTOIR));
  CHECK(nvJitLinkComplete(lonely.handle) != NVJITLINK_SUCCESS);

  Link without({"-arch=sm_80"});
  EXPECT(NVJITLINK_ERROR_LTO_NOT_ENABLED, without.add(user, NVJITLINK_INPUT_LTOIR));
  EXPECT(NVJITLINK_ERROR_LTO_NOT_ENABLED, without.add(user, NVJITLINK_INPUT_ANY));
  Link wrong({"-arch=sm_80", "-lto"});
  EXPECT(NVJITLINK_ERROR_INCORRECT_INPUT_TYPE, wrong.add(user, NVJITLINK_INPUT_PTX));
  EXPECT(NVJITLINK_ERROR_INCORRECT_INPUT_TYPE, wrong.add(user, NVJITLINK_INPUT_CUBIN));
  EXPECT(NVJITLINK_ERROR_INCORRECT_INPUT_TYPE, wrong.add(kTwice, NVJITLINK_INPUT_LTOIR));
  Link older({"-arch=sm_75", "-lto"});
  EXPECT(NVJITLINK_ERROR_ARCH_MISMATCH, older.add(user, NVJITLINK_INPUT_LTOIR));
}

int main() {
  usePrimary();
  linkTime();
  readableText();
  unknownResult();
  privateConstants();
  return finish("LinkTime");
}
