// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Headers that this project's NVRTC precompiles unasked, and the folders where they lie. Needs no
// device.
#include "Program.h"

#include <cstdlib>
#include <fstream>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

static std::string folder;

/// A header that is long enough to be worth keeping.
static void writeHeader(const std::string &path, const std::string &value) {
  std::ofstream(folder + "/" + path)
      << "#pragma once\n//" << std::string(200'000, '-') << "\n#define VALUE " << value
      << "\ntemplate <class T> __device__ T more(T x) { return x + "
         "VALUE; }\n";
}

/// Counts how often a file is opened while it lives.
class Opens {
public:
  explicit Opens(const std::string &path) : queue_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    CHECK(inotify_add_watch(queue_, (folder + "/" + path).c_str(), IN_OPEN) >= 0);
  }
  ~Opens() { close(queue_); }
  bool any() {
    alignas(inotify_event) char events[4096];
    return read(queue_, events, sizeof events) > 0;
  }

private:
  int queue_;
};

/// Text of a kernel behind the header.
static std::string behind(const std::string &first, const std::string &statement) {
  return first + "\n#include <long.h>\nextern \"C\" __global__ void k(int *p) { " + statement +
         " }\n";
}

/// What several programs begin with is precompiled unasked, and shows in nothing but time.
static void keptUnasked() {
  for (const char *each : {"/one", "/two"})
    CHECK(mkdir((folder + each).c_str(), 0700) == 0);
  writeHeader("two/long.h", "1234");
  const std::string one = "-I" + folder + "/one", two = "-I" + folder + "/two";
  unsigned number = 0;
  auto compile = [&](const std::string &source, nvrtcResult expected = NVRTC_SUCCESS,
                     const std::vector<std::pair<const char *, const char *>> &headers = {}) {
    // Clients use a new folder for each program.
    Program program(source, ("/tmp/nosuch" + std::to_string(number++) + "/k.cu").c_str(), headers);
    EXPECT(expected, program.compile({one.c_str(), two.c_str()}));
    if (expected == NVRTC_SUCCESS)
      return program.ptx();
    std::string log = program.log();
    const std::string mine = "nosuch" + std::to_string(number - 1);
    for (size_t at; (at = log.find(mine)) != std::string::npos;)
      log.replace(at, mine.size(), "that");
    return log;
  };
  auto opens = [&](const std::string &statement) {
    Opens watch("two/long.h");
    compile(behind("", statement));
    return watch.any();
  };
  CHECK(opens("*p = 1;"));
  CHECK(opens("*p = 2;"));
  for (int i = 0; i < 3; ++i)
    CHECK(!opens("*p = more(3);"));
  const std::string kNone = "#pragma nv_no_pch";
  CHECK(compile(behind("", "*p = more(*p);")) == compile(behind(kNone, "*p = more(*p);")));
  CHECK(compile(behind("", "*p = VALUE;")).find("1234") != std::string::npos);

  // What it says is what it says without.
  const std::string wrong = "*p = more(p)[0] + nosuch;";
  CHECK(compile(behind("", wrong), NVRTC_ERROR_COMPILATION) ==
        compile(behind(kNone, wrong), NVRTC_ERROR_COMPILATION));
  Program warns(behind("", "int unused;"));
  OK(warns.compile({one.c_str(), two.c_str()}));
  CHECK(warns.says("unused"));

  // The header is another one: a text, a changed file, one that is found before.
  const std::string value = behind("", "*p = VALUE;");
  CHECK(compile(value, NVRTC_SUCCESS, {{"long.h", "#define VALUE 4321\n"}}).find("4321") !=
        std::string::npos);
  writeHeader("two/long.h", "56789");
  CHECK(compile(value).find("56789") != std::string::npos);
  CHECK(!opens("*p = more(3);"));
  writeHeader("one/long.h", "98765");
  CHECK(compile(value).find("98765") != std::string::npos);
}

/// The folder of the source counts where a name stands in quotes.
static void folders() {
  for (const char *each : {"/a", "/b"})
    CHECK(mkdir((folder + each).c_str(), 0700) == 0);
  writeHeader("a/long.h", "1111");
  writeHeader("b/long.h", "2222");
  auto compile = [&](const char *name, std::initializer_list<const char *> options) {
    Program program("#include \"long.h\"\nextern \"C\" __global__ void k(int *p) { *p = VALUE; }",
                    (folder + name).c_str());
    OK(program.compile(options));
    return program.ptx();
  };
  for (int i = 0; i < 3; ++i) {
    CHECK(compile("/a/k.cu", {}).find("1111") != std::string::npos);
    CHECK(compile("/b/k.cu", {}).find("2222") != std::string::npos);
    CHECK(compile("/a/k.cu", {"-pch"}).find("1111") != std::string::npos);
    CHECK(compile("/b/k.cu", {"-pch"}).find("2222") != std::string::npos);
  }
  // It does not where there are none.
  const std::string include = "-I" + folder + "/a";
  for (const char *name : {"/a/k.cu", "/b/k.cu"}) {
    Program program("#include <long.h>\n__global__ void k(int *p) { *p = VALUE; }",
                    (folder + name).c_str());
    OK(program.compile({"-pch", include.c_str()}));
    CHECK(program.says(name[1] == 'a' ? "creating" : "using"));
  }
}

int main() {
  char name[] = "/tmp/pch-XXXXXX";
  if (!mkdtemp(name))
    return 1;
  folder = name;
  if (!isNvidias()) {
    keptUnasked();
    folders();
  }
  CHECK(std::system(("rm -r " + folder).c_str()) == 0);
  return finish("KeptHeaders");
}
