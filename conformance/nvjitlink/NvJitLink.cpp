// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The run-time linker: two PTX texts to one program that runs; what is wrong is an error with a
// log.
#include "Link.h"

#include <thread>

static void relinked(Link &again) {
  size_t size = 0;
  OK(nvJitLinkGetLinkedPtxSize(again.handle, &size));
  std::string ptx(size, '?');
  OK(nvJitLinkGetLinkedPtx(again.handle, ptx.data()));
  CHECK(size > 1 && ptx.back() == '\0' && ptx.find(".entry k") != std::string::npos);
  CHECK(ptx.find(".maxnreg 64") != std::string::npos);
  EXPECT(-8, run(ptx.c_str(), -4));
}

static void programs() {
  Link link({"-arch=sm_90", "-O3", "-lineinfo", "-maxrregcount=64", "-verbose"});
  size_t size = 0;
  EXPECT(NVJITLINK_ERROR_INTERNAL, nvJitLinkGetLinkedCubinSize(link.handle, &size)); // too early
  OK(link.add(kKernel));
  OK(link.add(kTwice, NVJITLINK_INPUT_ANY));
  OK(nvJitLinkComplete(link.handle));
  CHECK(link.log().empty());
  std::string cubin = link.cubin();
  EXPECT(42, run(cubin.data(), 21));
  EXPECT(NVJITLINK_ERROR_INVALID_INPUT, nvJitLinkGetLinkedPtxSize(link.handle, &size));

  // What came out can be linked again (NVIDIA's library makes PTX of LTO IR only).
  Link again({"-arch=sm_90", "-lto", "-ptx"});
  OK(nvJitLinkAddData(again.handle, NVJITLINK_INPUT_CUBIN, cubin.data(), cubin.size(), "first"));
  if (nvJitLinkComplete(again.handle) == NVJITLINK_SUCCESS)
    relinked(again);

  const char *path = "conformance-NvJitLink.ptx";
  if (FILE *file = std::fopen(path, "w")) {
    std::fputs(kTwice, file);
    std::fclose(file);
  }
  Link files({"-arch=sm_90"});
  OK(nvJitLinkAddFile(files.handle, NVJITLINK_INPUT_PTX, path));
  OK(files.add(kKernel));
  OK(nvJitLinkComplete(files.handle));
  EXPECT(10, run(files.cubin().data(), 5));
  std::remove(path);

  Link nothing({"-arch=sm_90"});
  OK(nvJitLinkComplete(nothing.handle));
  CHECK(!nothing.cubin().empty());
}

static void options() {
  Link({"-O3"}, NVJITLINK_ERROR_MISSING_ARCH);
  Link({"-arch=sm_80", "-ptx"}, NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS);
  Link({"-arch=sm_80", "-O7"}, NVJITLINK_ERROR_UNRECOGNIZED_OPTION);
  Link unknown({"-foo", "-arch=sm_80"}, NVJITLINK_ERROR_UNRECOGNIZED_OPTION);
  CHECK(unknown.log() == "unrecognized option: -foo\n");
  size_t size = 0;
  OK(nvJitLinkGetErrorLogSize(unknown.handle, &size));
  EXPECT(27, int(size));
  for (const char *option :
       {"-g", "-lineinfo", "-time", "-verbose", "-ftz=1", "-prec-div=0", "-prec-sqrt=0", "-fma=1",
        "-kernels-used=k", "-variables-used=v", "-optimize-unused-variables", "-Xptxas=-v",
        "-Xnvvm=-x", "-split-compile=2", "-no-cache", "-lto", "-r"})
    Link({"-arch=sm_90a", option});
}

static void wrongInputs() {
  Link link({"-arch=sm_80"});
  EXPECT(
      NVJITLINK_ERROR_PTX_COMPILE,
      link.add(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { foo.bar; }\n",
               NVJITLINK_INPUT_PTX, "bad.ptx"));
  CHECK(link.log().find("line 4") != std::string::npos);
  CHECK(link.log().find("(bad.ptx)") != std::string::npos);
  EXPECT(NVJITLINK_ERROR_INCORRECT_INPUT_TYPE, link.add("hello", NVJITLINK_INPUT_CUBIN));
  EXPECT(NVJITLINK_ERROR_INCORRECT_INPUT_TYPE, link.add("hello", NVJITLINK_INPUT_FATBIN));
  EXPECT(NVJITLINK_ERROR_INCORRECT_INPUT_TYPE, link.add("hello", NVJITLINK_INPUT_OBJECT));
  EXPECT(NVJITLINK_ERROR_INCORRECT_INPUT_TYPE, link.add("hello", NVJITLINK_INPUT_LTOIR));
  EXPECT(NVJITLINK_ERROR_INCORRECT_INPUT_TYPE, link.add("hello", NVJITLINK_INPUT_NONE));
  EXPECT(NVJITLINK_ERROR_INCORRECT_INPUT_TYPE, link.add("hello", nvJitLinkInputType(77)));
  EXPECT(NVJITLINK_ERROR_UNRECOGNIZED_INPUT, link.add("hello", NVJITLINK_INPUT_ANY));
  CHECK(link.log().find("does not match type NVJITLINK_INPUT_CUBIN") != std::string::npos);
  EXPECT(NVJITLINK_ERROR_INVALID_INPUT,
         nvJitLinkAddFile(link.handle, NVJITLINK_INPUT_PTX, "no such file"));
  std::string elf = "\177ELF\2\1\1";
  elf.resize(64);
  EXPECT(NVJITLINK_ERROR_INCORRECT_INPUT_TYPE, link.add(elf, NVJITLINK_INPUT_FATBIN));
  CHECK(link.add(elf, NVJITLINK_INPUT_CUBIN) != NVJITLINK_SUCCESS);
  OK(nvJitLinkComplete(link.handle)); // nothing of it was taken

  Link lonely({"-arch=sm_80"});
  OK(lonely.add(kKernel));
  EXPECT(NVJITLINK_ERROR_INTERNAL, nvJitLinkComplete(lonely.handle));
  CHECK(lonely.log().find("Undefined reference to 'twice'") != std::string::npos);

  // A variable is missing even if nothing uses it; a part may lack it.
  const char *const head = ".version 8.0\n.target sm_80\n.address_size 64\n";
  const std::string kernel = ".visible .entry k() { ret; }\n",
                    other = head + std::string(".visible .entry other() { ret; }\n"),
                    function = ".extern .func f();\n.visible .global .u64 t[1] = { f };\n",
                    dynamic = head + (".extern .shared .align 4 .u32 v[];\n" + kernel);
  for (const std::string &declared :
       {function, std::string(".extern .global .u32 v;\n"),
        std::string(".extern .global .u32 v[];\n"), std::string(".extern .const .u32 v;\n"),
        std::string(".extern .shared .u32 v;\n")})
    for (bool isAlone : {true, false}) {
      Link whole({"-arch=sm_80"}), part({"-arch=sm_80", "-r"});
      for (Link *link : {&whole, &part}) {
        OK(link->add(head + declared + kernel));
        if (!isAlone)
          OK(link->add(other));
      }
      EXPECT(NVJITLINK_ERROR_INTERNAL, nvJitLinkComplete(whole.handle));
      const char *missing = declared == function ? "'f'" : "'v'";
      CHECK(whole.log().find(missing) != std::string::npos);
      OK(nvJitLinkComplete(part.handle));
      CHECK(part.log().empty());
    }
  Link shared({"-arch=sm_80"});
  OK(shared.add(dynamic));
  OK(nvJitLinkComplete(shared.handle));

  Link older({"-arch=sm_75"});
  EXPECT(NVJITLINK_ERROR_PTX_COMPILE, older.add(kTwice));
}

static void wrongArguments() {
  unsigned major = 0, minor = 0;
  OK(nvJitLinkVersion(&major, &minor));
  CHECK(major >= 13);
  EXPECT(NVJITLINK_ERROR_NULL_INPUT, nvJitLinkVersion(nullptr, &minor));
  nvJitLinkHandle handle = nullptr;
  size_t size = 0;
  EXPECT(NVJITLINK_ERROR_NULL_INPUT, nvJitLinkCreate(nullptr, 0, nullptr));
  EXPECT(NVJITLINK_ERROR_NULL_INPUT, nvJitLinkCreate(&handle, 1, nullptr));
  EXPECT(NVJITLINK_ERROR_NULL_INPUT, nvJitLinkDestroy(nullptr));
  EXPECT(NVJITLINK_ERROR_NULL_INPUT, nvJitLinkComplete(nullptr));
  EXPECT(NVJITLINK_ERROR_NULL_INPUT, nvJitLinkAddData(nullptr, NVJITLINK_INPUT_PTX, "x", 1, "x"));
  EXPECT(NVJITLINK_ERROR_NULL_INPUT, nvJitLinkGetLinkedCubinSize(nullptr, &size));
  EXPECT(NVJITLINK_ERROR_NULL_INPUT, nvJitLinkGetErrorLogSize(nullptr, &size));
}

static void threads() {
  std::vector<std::thread> all;
  for (int i = 0; i < 4; ++i)
    all.emplace_back([] {
      for (int round = 0; round < 20; ++round) {
        Link link({"-arch=sm_90"});
        OK(link.add(kTwice));
        OK(link.add(kKernel));
        OK(nvJitLinkComplete(link.handle));
        CHECK(!link.cubin().empty());
      }
    });
  for (std::thread &thread : all)
    thread.join();
}

int main() {
  usePrimary();
  programs();
  options();
  wrongInputs();
  wrongArguments();
  threads();
  return finish("NvJitLink");
}
