// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compute-sanitizer/Child.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace anywarp::sanitizer {

RecordFile::RecordFile() : path_("/tmp/compute-sanitizer-XXXXXX") {
  const int file = mkstemp(path_.data());
  isMade_ = file >= 0;
  if (isMade_)
    close(file);
}

RecordFile::~RecordFile() {
  if (isMade_)
    unlink(path_.c_str());
}

std::string RecordFile::readOn() {
  std::ifstream in(path_, std::ios::binary);
  in.seekg(std::streamoff(at_));
  std::stringstream text;
  text << in.rdbuf();
  at_ += text.str().size();
  return text.str();
}

namespace {

/// The words of ANYWARP_SANITIZER (insight/Settings.h).
std::string settings(const Options &options, const std::string &log, bool isSchedule) {
  auto flag = [&](const char *name, bool is) {
    return std::string(";") + name + (is ? "=1" : "=0");
  };
  const std::string &races = options.get("racecheck-report");
  std::string words = "tool=" + (isSchedule ? "schedule" : options.get("tool")) + ";log=" + log;
  words += flag("leaks", options.get("leak-check") == "full");
  words += ";padding=" + options.get("padding");
  words += flag("unused", options.isYes("track-unused-memory"));
  words += ";unused-threshold=" + options.get("unused-memory-threshold");
  words += flag("api-errors", options.get("report-api-errors") != "no");
  words += flag("api-access", options.isYes("check-api-memory-access"));
  words += flag("ends-context", options.get("destroy-on-device-error") == "context");
  words += flag("dumps", options.isYes("generate-coredump"));
  words += flag("hazards", races != "analysis") + flag("analysis", races != "hazard");
  words += flag("shared-only", options.get("racecheck-address-space") == "shared");
  if (options.get("tool") == "memcheck")
    words += ";stream-races=" + options.get("track-stream-ordered-races");
  words += ";launch-skip=" + options.get("launch-skip");
  words += ";launch-count=" + options.get("launch-count");
  for (const char *name : {"kernel-name", "kernel-name-exclude"})
    for (const std::string &pattern : options.all(name))
      if (!pattern.empty())
        words += std::string(";kernel") + (name[11] ? "-exclude=" : "=") + pattern;
  return words;
}

void setEnvironment(const Options &options, const std::string &log, const Order &order) {
  const bool isSchedule = options.isGiven("schedule");
  setenv("ANYWARP_SANITIZER", settings(options, log, isSchedule).c_str(), 1);
  setenv("ANYWARP_DEVICE", "cpu", 1);
  if (options.isYes("generate-coredump")) {
    setenv("CUDA_ENABLE_COREDUMP_ON_EXCEPTION", "1", 1);
    setenv("CUDA_COREDUMP_FILE", options.get("coredump-name").c_str(), 1);
    setenv("CUDA_ENABLE_CPU_COREDUMP_ON_EXCEPTION",
           options.get("coredump-behavior") == "exit" ? "0" : "1", 1);
  }
  if (options.isYes("force-blocking-launches"))
    setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
  if (isSchedule || options.get("tool") == "racecheck") // what is found is found again
    setenv("ANYWARP_WORKERS", "1", 1);
  if (!order.schedule.empty())
    setenv("ANYWARP_SCHEDULE", order.schedule.c_str(), 1);
  std::string libraries;
  for (const char *folder : {ANYWARP_BUILD_LIBDIR, ANYWARP_INSTALL_LIBDIR})
    if (access((std::string(folder) + "/libcuda.so.1").c_str(), R_OK) == 0)
      libraries += std::string(folder) + ":";
  if (const char *own = std::getenv("LD_LIBRARY_PATH"))
    libraries += own;
  setenv("LD_LIBRARY_PATH", libraries.c_str(), 1);
}

} // namespace

pid_t startProgram(const Options &options, const RecordFile &records, const Order &order) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child != 0)
    return child;
  setEnvironment(options, records.path(), order);
  if (const int nowhere = order.isQuiet ? open("/dev/null", O_WRONLY) : -1; nowhere >= 0)
    dup2(nowhere, STDOUT_FILENO);
  execvp(options.program[0], options.program.data());
  std::fprintf(stderr, "compute-sanitizer: cannot start '%s': %s\n", options.program[0],
               std::strerror(errno));
  _exit(kBadUsage);
}

int exitCodeOf(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

} // namespace anywarp::sanitizer
