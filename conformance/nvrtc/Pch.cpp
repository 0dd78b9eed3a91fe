// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Precompiled headers of NVRTC: made, used, not used with a reason, and what the program is told.
// Needs no device.
#include "Program.h"

#include <cstdlib>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

static const char *const kSource =
    "#include \"h.h\"\nextern \"C\" __global__ void k(int *p) { *p = twice(*p); }";
static const std::vector<std::pair<const char *, const char *>> kHeaders = {
    {"h.h", "#pragma once\ntemplate <class T> __device__ T twice(T x) { return x + x; }\n"
            "#define THREE 3\n"}};

static std::string folder;
static bool exists(const std::string &name) {
  return access((folder + "/" + name).c_str(), F_OK) == 0;
}

static nvrtcResult status(Program &program) { return nvrtcGetPCHCreateStatus(program.handle); }
static size_t required(Program &program) {
  size_t size = 77;
  OK(nvrtcGetPCHHeapSizeRequired(program.handle, &size));
  return size;
}
/// The log speaks of the file in these words.
static bool says(Program &program, const char *what, const std::string &name) {
  return program.says(
      (std::string(what) + " precompiled header file \"" + folder + "/" + name + "\"").c_str());
}

static void explicitly() {
  const std::string create = "-create-pch=" + folder + "/a.pch",
                    use = "-use-pch=" + folder + "/a.pch";
  Program maker(kSource, "prog.cu", kHeaders);
  EXPECT(NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED, status(maker));
  OK(maker.compile({create.c_str()}));
  CHECK(says(maker, "creating", "a.pch") && exists("a.pch"));
  EXPECT(NVRTC_SUCCESS, status(maker));
  size_t size = required(maker);
  CHECK(size > 0 && size % 4096 == 0);
  CHECK(maker.ptx().find(".entry k(") != std::string::npos);

  // More may follow than the directives that were precompiled; comments do not count.
  for (const char *source :
       {kSource,
        "/* first */\n#include   \"h.h\" // twice\n__global__ void k(int *p) { *p = twice(*p) + "
        "THREE; }",
        "#include \"h.h\"\n#define FOUR (THREE + 1)\n#include \"other.h\"\n"
        "__global__ void k(int *p) { *p = twice(*p) + FOUR + other(); }",
        "#include \"h.h\"\n#include \"h.h\"\n#pragma nv_hdrstop\n#include \"other.h\"\n"
        "template <int N> __global__ void t(int *p) { *p = N; }"}) {
    auto headers = kHeaders;
    headers.push_back({"other.h", "inline __device__ int other() { return 5; }"});
    Program user(source, "prog.cu", headers);
    OK(user.compile({use.c_str()}));
    CHECK(says(user, "using", "a.pch"));
    EXPECT(NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED, status(user));
    CHECK(required(user) == 0);
  }
  Program named("#include \"h.h\"\ntemplate <int N> __global__ void t(int *p) { *p = twice(N); }",
                "prog.cu", kHeaders);
  OK(nvrtcAddNameExpression(named.handle, "t<4>"));
  OK(named.compile({use.c_str()}));
  CHECK(says(named, "using", "a.pch") && named.lowered("t<4>") == "_Z1tILi4EEvPi");

  // Errors stand where they are in the source.
  Program wrong("#include \"h.h\"\n\n__global__ void k() {\n  nosuch;\n}", "prog.cu", kHeaders);
  EXPECT(NVRTC_ERROR_COMPILATION, wrong.compile({use.c_str()}));
  CHECK(says(wrong, "using", "a.pch") && wrong.says("prog.cu(4): error"));
}

static void unfit() {
  const std::string use = "-use-pch=" + folder + "/a.pch";
  Program user(kSource, "prog.cu", kHeaders);
  for (const char *other : {"-DFOO", "-std=c++14", "-arch=sm_90"}) {
    OK(user.compile({use.c_str(), other}));
    CHECK(user.says("629") && !says(user, "using", "a.pch"));
    CHECK(user.ptx().find(".entry k(") != std::string::npos);
  }
  OK(user.compile({use.c_str(), "-DFOO", "-diag-suppress=629"}));
  CHECK(user.log().empty());
  EXPECT(NVRTC_ERROR_COMPILATION, user.compile({use.c_str(), "-DFOO", "-diag-error=629"}));
  OK(user.compile({use.c_str(), "-pch-messages=false"}));
  CHECK(user.log().empty());

  Program none("__global__ void k() {}");
  OK(none.compile({use.c_str()}));
  CHECK(none.says("630"));

  EXPECT(NVRTC_ERROR_COMPILATION, none.compile({("-use-pch=" + folder + "/none.pch").c_str()}));
  CHECK(none.says("cannot open precompiled header file"));
  std::ofstream(folder + "/junk.pch") << "garbage";
  OK(none.compile({("-use-pch=" + folder + "/junk.pch").c_str()}));
  CHECK(none.says("incomplete"));
}

/// NVIDIA's library makes no such difference and takes the file.
static void changedHeader() {
  const std::string use = "-use-pch=" + folder + "/a.pch";
  Program text(kSource, "prog.cu", {{"h.h", "__device__ int twice(int x) { return x * 20; }"}});
  OK(text.compile({use.c_str(), "-arch=compute_75"}));
  OK(text.compile({use.c_str()}));
  CHECK(!says(text, "using", "a.pch") && text.says("\"h.h\""));

  auto write = [](const char *value) {
    std::ofstream(folder + "/file.h") << "constexpr int value = " << value << ";\n";
  };
  Program file("#include <file.h>\nextern \"C\" __global__ void k(int *p) { *p = value; }");
  const std::string include = "-I" + folder;
  write("1234");
  OK(file.compile({include.c_str(), ("-create-pch=" + folder + "/f.pch").c_str()}));
  CHECK(file.ptx().find("1234") != std::string::npos);
  write("-56789");
  OK(file.compile({include.c_str(), ("-use-pch=" + folder + "/f.pch").c_str()}));
  CHECK(file.ptx().find("-56789") != std::string::npos);
  CHECK(file.says("has changed"));
}

static void notMade() {
  Program forbidden("#pragma nv_no_pch\n#include \"h.h\"\n__global__ void k() {}", "prog.cu",
                    kHeaders);
  const std::string create = "-create-pch=" + folder + "/no.pch";
  OK(forbidden.compile({create.c_str()}));
  EXPECT(NVRTC_ERROR_PCH_CREATE, status(forbidden));
  CHECK(forbidden.says("nv_no_pch") && !exists("no.pch"));

  Program broken("#include \"nosuch.h\"\n__global__ void k() {}");
  EXPECT(NVRTC_ERROR_COMPILATION, broken.compile({create.c_str()}));
  EXPECT(NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED, status(broken));
  CHECK(!exists("no.pch"));

  Program place(kSource, "prog.cu", kHeaders);
  EXPECT(NVRTC_ERROR_COMPILATION,
         place.compile({("-create-pch=" + folder + "/nofolder/x.pch").c_str()}));
  EXPECT(NVRTC_ERROR_COMPILATION, place.compile({("-pch-dir=" + folder + "/nofolder").c_str()}));
  CHECK(place.says("invalid PCH directory"));

  for (std::vector<const char *> wrong :
       std::initializer_list<std::vector<const char *>>{{"-create-pch=a", "-use-pch=b"},
                                                        {"-pch", "-create-pch=a"},
                                                        {"-pch", "-use-pch=a"},
                                                        {"-create-pch="},
                                                        {"-use-pch="},
                                                        {"-pch-dir="},
                                                        {"-create-pch"},
                                                        {"-pch=yes"},
                                                        {"-pch-verbose"},
                                                        {"-pch-messages=maybe"}})
    EXPECT(NVRTC_ERROR_INVALID_OPTION, place.compile(wrong));

  // The last, since files of NVIDIA's library end with its heap.
  size_t before = 0;
  OK(nvrtcGetPCHHeapSize(&before));
  OK(nvrtcSetPCHHeapSize(100'000));
  OK(place.compile({create.c_str()}));
  EXPECT(NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED, status(place));
  CHECK(required(place) > 100'000 && !exists("no.pch"));
  OK(nvrtcSetPCHHeapSize(required(place)));
  OK(place.compile({create.c_str()}));
  EXPECT(NVRTC_SUCCESS, status(place));
  CHECK(exists("no.pch"));
  OK(nvrtcSetPCHHeapSize(before));
}

static void automatic() {
  Program program(kSource, "prog.cu", kHeaders);
  OK(program.compile({"-pch"}));
  EXPECT(NVRTC_SUCCESS, status(program));
  CHECK(program.says("creating precompiled header file"));
  OK(program.compile({"-pch"}));
  EXPECT(NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED, status(program));
  CHECK(program.says("using precompiled header file"));
  CHECK(program.ptx().find(".entry k(") != std::string::npos);
  OK(program.compile({"-pch", "-DOTHER", "-pch-verbose=false"}));
  EXPECT(NVRTC_SUCCESS, status(program));
  CHECK(!program.says("629"));

  const std::string own = folder + "/own", option = "-pch-dir=" + own;
  CHECK(std::system(("mkdir " + own).c_str()) == 0);
  OK(program.compile({"-pch", option.c_str()}));
  CHECK(program.says(own.c_str()) && program.says("creating"));
  OK(program.compile({"-pch", option.c_str()}));
  CHECK(program.says(own.c_str()) && program.says("using"));
  OK(program.compile({"-create-pch=x.pch", option.c_str()}));
  CHECK(exists("own/x.pch"));
  OK(program.compile({"-use-pch=x.pch", option.c_str()}));
  CHECK(says(program, "using", "own/x.pch"));
}

int main() {
  char name[] = "/tmp/pch-XXXXXX";
  if (!mkdtemp(name))
    return 1;
  folder = name;
  explicitly();
  unfit();
  automatic();
  if (!isNvidias())
    changedHeader();
  notMade();
  CHECK(std::system(("rm -r " + folder).c_str()) == 0);
  return finish("Pch");
}
