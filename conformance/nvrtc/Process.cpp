// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a process may do around its compilations: threads, fork, closed descriptors, another folder.
// This project compiles in a process of its own, which must not show.
#include "Program.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>

static const char kernel[] = "extern \"C\" __global__ void k(int *p) { *p = 1; }";

static void compiles() {
  Program program(kernel);
  OK(program.compile());
  CHECK(program.ptx().find(".entry k") != std::string::npos);
}

/// The processes that compile for `process`. Empty with NVIDIA's library.
static std::vector<pid_t> compilersOf(pid_t process) {
  std::vector<pid_t> found;
  DIR *processes = opendir("/proc");
  CHECK(processes);
  while (const dirent *entry = readdir(processes)) {
    std::ifstream file(std::string("/proc/") + entry->d_name + "/cmdline");
    const std::string line{std::istreambuf_iterator<char>(file), {}};
    const std::string end = std::string(1, '\0') + std::to_string(process) + '\0';
    if (line.find("/anywarp-compiler") != std::string::npos && line.ends_with(end))
      found.push_back(std::stoi(entry->d_name));
  }
  closedir(processes);
  return found;
}

static void leavesNoChild() {
  compiles();
  compiles();
  CHECK(wait(nullptr) == -1 && errno == ECHILD);
  if (!isNvidias())
    EQUAL(size_t(1), compilersOf(getpid()).size());
}

static void survivesItsCompiler() {
  for (int round = 0; round < 5; ++round) {
    compiles(); // where it was lost, by other means
    compiles();
    if (!isNvidias())
      EQUAL(size_t(1), compilersOf(getpid()).size());
    for (pid_t compiler : compilersOf(getpid()))
      CHECK(kill(compiler, SIGKILL) == 0);
  }
  compiles();
}

static void followsTheFolder() {
  char first[] = "/tmp/anywarp-test-XXXXXX", second[] = "/tmp/anywarp-test-XXXXXX";
  for (char *folder : {first, second}) {
    CHECK(mkdtemp(folder));
    std::ofstream(std::string(folder) + "/value.h") << "#define VALUE " << (folder == first) + 77;
  }
  Program program("#include \"value.h\"\n"
                  "extern \"C\" __global__ void k(int *p) { *p = VALUE; }");
  for (char *folder : {first, second, first}) {
    CHECK(chdir(folder) == 0);
    OK(program.compile({"-I."}));
    CHECK(program.ptx().find(folder == first ? ", 78;" : ", 77;") != std::string::npos);
  }
  CHECK(chdir("/") == 0);
  for (char *folder : {first, second}) {
    unlink((std::string(folder) + "/value.h").c_str());
    rmdir(folder);
  }
}

/// The loader knows the library by a path from a folder, which the program then leaves for one with
/// a program of the compiler's name.
static void compilesElsewhere(const char *folder) {
  CHECK(chdir(folder) == 0);
  compiles();
  compiles();
  if (!isNvidias())
    EQUAL(size_t(1), compilersOf(getpid()).size());
}

static void runsNothingOfTheFolder() {
  char folder[] = "/tmp/anywarp-test-XXXXXX";
  CHECK(mkdtemp(folder));
  const std::string program = std::string(folder) + "/anywarp-compiler";
  const std::string mark = std::string(folder) + "/mark";
  std::ofstream(program) << "#!/bin/sh\n: >" << mark << "\n";
  CHECK(chmod(program.c_str(), 0700) == 0);

  std::ifstream maps("/proc/self/maps");
  std::string path = "/"; // of the compiler, wherever it is
  for (std::string line; std::getline(maps, line);)
    if (line.find("/libanywarp-compiler.so") != std::string::npos)
      path = line.substr(line.find('/'));
  path.resize(std::max<size_t>(path.rfind('/'), 1));
  char self[4096] = "";
  CHECK(readlink("/proc/self/exe", self, sizeof self - 1) > 0);
  const char *before = std::getenv("LD_LIBRARY_PATH");
  setenv("LD_LIBRARY_PATH", before ? (std::string(".:") + before).c_str() : ".", 1);
  inChild("elsewhere", [&] {
    CHECK(chdir(path.c_str()) == 0);
    execl(self, self, folder, nullptr);
    CHECK(!"the program begins");
  });
  before ? setenv("LD_LIBRARY_PATH", before, 1) : unsetenv("LD_LIBRARY_PATH");

  CHECK(access(mark.c_str(), F_OK) == -1 && errno == ENOENT);
  unlink(mark.c_str());
  unlink(program.c_str());
  rmdir(folder);
}

static void compilesAfterFork() {
  compiles();
  for (int i = 0; i < 2; ++i)
    inChild("fork", compiles);
  compiles();
}

static void compilesInThreads() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i)
    threads.emplace_back([] {
      compiles();
      Program wrong("extern \"C\" __global__ void k(int *p) { *p = nothing; }");
      EXPECT(NVRTC_ERROR_COMPILATION, wrong.compile());
      CHECK(wrong.says("nothing"));
    });
  for (std::thread &thread : threads)
    thread.join();
}

/// A program closes what it did not open, and opens files of its own in that place.
static void closesDescriptors() {
  for (const int first : {3, 0}) {
    compiles();
    const int report = fcntl(STDOUT_FILENO, F_DUPFD, 500);
    for (int i = first; i < 500; ++i)
      close(i);
    int ends[2];
    for (int i = 0; i < 5; ++i)
      CHECK(pipe2(ends, O_NONBLOCK) == 0); // where the library's may have been
    compiles();
    compiles();
    char byte;
    CHECK(read(ends[0], &byte, 1) == -1 && errno == EAGAIN);
    dup2(report, STDOUT_FILENO);
    dup2(report, STDERR_FILENO);
  }
}

/// A compiler that can open few files refuses some of many programs at once.
static void startsWithFewDescriptors() {
  for (int i = 3; i < 500; ++i)
    close(i);
  rlimit before, limit;
  CHECK(getrlimit(RLIMIT_NOFILE, &before) == 0);
  limit = before;
  limit.rlim_cur = 30;
  CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
  compiles();
  CHECK(setrlimit(RLIMIT_NOFILE, &before) == 0);
  compilesInThreads();
  compiles();
}

static void startsWithoutStreams() {
  const int report = fcntl(STDOUT_FILENO, F_DUPFD, 500);
  for (int i = 0; i < 500; ++i)
    close(i);
  compiles();
  errno = 0;
  CHECK(lseek(STDOUT_FILENO, 0, SEEK_CUR) == -1 && errno == EBADF);
  compiles();
  dup2(report, STDOUT_FILENO);
  dup2(report, STDERR_FILENO);
}

static void ignoresChildren() {
  signal(SIGCHLD, SIG_IGN);
  compiles();
  signal(SIGCHLD, SIG_DFL);
}

/// The compiler goes with its process, also where a fork of that lives on.
static void endsWithTheProcess() {
  int ends[2];
  CHECK(pipe(ends) == 0);
  const pid_t process = fork();
  if (process == 0) {
    compiles();
    if (fork() == 0) {
      char byte;
      close(ends[1]);
      (void)!read(ends[0], &byte, 1); // until the test ends
      _exit(0);
    }
    _exit(failures != 0);
  }
  int status = 0;
  CHECK(waitpid(process, &status, 0) == process && status == 0);
  const timespec pause = {0, 10'000'000};
  for (int i = 0; i < 6000 && !compilersOf(process).empty(); ++i)
    nanosleep(&pause, nullptr);
  CHECK(compilersOf(process).empty());
  close(ends[0]);
  close(ends[1]);
}

int main(int count, char **arguments) {
  if (count == 2) {
    compilesElsewhere(arguments[1]);
    return failures != 0;
  }
  inChild("leavesNoChild", leavesNoChild);
  inChild("survivesItsCompiler", survivesItsCompiler);
  inChild("followsTheFolder", followsTheFolder);
  inChild("runsNothingOfTheFolder", runsNothingOfTheFolder);
  inChild("compilesAfterFork", compilesAfterFork);
  inChild("compilesInThreads", compilesInThreads);
  inChild("closesDescriptors", closesDescriptors);
  inChild("startsWithFewDescriptors", startsWithFewDescriptors);
  inChild("startsWithoutStreams", startsWithoutStreams);
  inChild("ignoresChildren", ignoresChildren);
  endsWithTheProcess();
  return finish("NVRTC and its process");
}
