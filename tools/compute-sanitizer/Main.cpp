// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compute-sanitizer: starts a program with our libraries first and ANYWARP_SANITIZER set, and
// prints what lib/insight finds in it. The processes append records to a file, which is read
// meanwhile.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

#include "common/Program.h"
#include "compute-sanitizer/Report.h"

using namespace anywarp;
using sanitizer::Options;
using sanitizer::Report;

namespace {

constexpr int kBadUsage = 255;

/// %p, %q{NAME} and %% in the name of a log file.
std::string expand(const std::string &name) {
  std::string text;
  for (size_t i = 0; i < name.size(); ++i) {
    if (name[i] != '%' || i + 1 == name.size()) {
      text += name[i];
      continue;
    }
    const char letter = name[++i];
    if (letter == 'p') {
      text += std::to_string(getpid());
    } else if (letter == 'q' && name[i + 1] == '{') {
      const size_t end = std::min(name.find('}', i), name.size());
      const char *value = std::getenv(name.substr(i + 2, end - i - 2).c_str());
      text += value ? value : "";
      i = end;
    } else {
      text += letter;
    }
  }
  return text;
}

/// The words of ANYWARP_SANITIZER (insight/Settings.h).
std::string settings(const Options &options, const std::string &log) {
  auto flag = [&](const char *name, bool is) {
    return std::string(";") + name + (is ? "=1" : "=0");
  };
  const std::string &races = options.get("racecheck-report");
  std::string words = "tool=" + options.get("tool") + ";log=" + log;
  words += flag("leaks", options.get("leak-check") == "full");
  words += ";padding=" + options.get("padding");
  words += flag("unused", options.isYes("track-unused-memory"));
  words += ";unused-threshold=" + options.get("unused-memory-threshold");
  words += flag("api-errors", options.get("report-api-errors") != "no");
  words += flag("api-access", options.isYes("check-api-memory-access"));
  words += flag("ends-context", options.get("destroy-on-device-error") == "context");
  words += flag("hazards", races != "analysis") + flag("analysis", races != "hazard");
  words += ";launch-skip=" + options.get("launch-skip");
  words += ";launch-count=" + options.get("launch-count");
  for (const char *name : {"kernel-name", "kernel-name-exclude"})
    for (const std::string &pattern : options.all(name))
      if (!pattern.empty())
        words += std::string(";kernel") + (name[11] ? "-exclude=" : "=") + pattern;
  return words;
}

void setEnvironment(const Options &options, const std::string &log) {
  setenv("ANYWARP_SANITIZER", settings(options, log).c_str(), 1);
  setenv("ANYWARP_DEVICE", "cpu", 1);
  if (options.isYes("force-blocking-launches"))
    setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
  if (options.get("tool") == "racecheck") // one order, so that what is found is found again
    setenv("ANYWARP_WORKERS", "1", 1);
  std::string libraries;
  for (const char *folder : {ANYWARP_BUILD_LIBDIR, ANYWARP_INSTALL_LIBDIR})
    if (access((std::string(folder) + "/libcuda.so.1").c_str(), R_OK) == 0)
      libraries += std::string(folder) + ":";
  if (const char *own = std::getenv("LD_LIBRARY_PATH"))
    libraries += own;
  setenv("LD_LIBRARY_PATH", libraries.c_str(), 1);
}

std::string readFrom(const std::string &file, size_t &at) {
  std::ifstream in(file, std::ios::binary);
  in.seekg(std::streamoff(at));
  std::stringstream text;
  text << in.rdbuf();
  at += text.str().size();
  return text.str();
}

/// Runs the program; its exit code, as a shell has it.
int run(const Options &options, Report &report, const std::string &log) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0)
    return kBadUsage;
  if (child == 0) {
    setEnvironment(options, log);
    execvp(options.program[0], options.program.data());
    std::fprintf(stderr, "compute-sanitizer: cannot start '%s': %s\n", options.program[0],
                 std::strerror(errno));
    _exit(kBadUsage);
  }
  size_t at = 0;
  std::string rest;
  int status = 0;
  for (bool isOver = false;;) {
    rest = report.add(rest + readFrom(log, at));
    if (isOver)
      break;
    const pid_t ended = waitpid(child, &status, WNOHANG);
    isOver = ended == child || (ended < 0 && errno != EINTR);
    if (!isOver)
      usleep(5000);
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int printSaved(const Options &options, Report &report) {
  std::ifstream in(options.get("read"), std::ios::binary);
  if (!in)
    return tool::fatal("compute-sanitizer", "cannot read '" + options.get("read") + "'");
  std::stringstream text;
  text << in.rdbuf();
  report.start();
  (void)report.add(text.str());
  report.finish();
  return 0;
}

int check(const Options &options, Report &report) {
  char log[] = "/tmp/compute-sanitizer-XXXXXX";
  const int made = mkstemp(log);
  if (made < 0)
    return tool::fatal("compute-sanitizer", "cannot make a file in /tmp");
  close(made);
  report.start();
  if (options.isGiven("print-session-details")) {
    std::string command;
    for (char *word : options.program)
      command += word ? std::string(word) + " " : "";
    report.note("Command: " + command);
  }
  const int code = run(options, report, log);
  unlink(log);
  if (code && options.isYes("check-exit-code") && options.get("tool") == "memcheck")
    report.add(sanitizer::Entry{"Exit", "Error", {"T Target application returned an error"}});
  report.finish();
  const std::string &file = options.get("save");
  if (!file.empty() && !tool::writeFile("compute-sanitizer", expand(file),
                                        options.isGiven("xml") ? report.xml() : report.saved()))
    return 1;
  const auto asked = int(options.number("error-exitcode"));
  return report.hasErrors() && asked && !(code && report.saved().empty()) ? asked : code;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  const bool isRead = options.read(argc, argv);
  if (isRead && options.isGiven("help")) {
    std::fputs(Options::help().c_str(), stdout);
    return 0;
  }
  if (isRead && options.isGiven("version")) {
    std::puts(tool::versionText("compute-sanitizer", "Checker of CUDA programs").c_str());
    return 0;
  }
  const bool hasWork = isRead && (options.program[0] || options.isGiven("read"));
  if (!hasWork || (options.isGiven("xml") && !options.isGiven("save"))) {
    const std::string why = !isRead ? options.error : hasWork ? "--xml needs --save" : "no program";
    std::printf("compute-sanitizer: %s\n%s", why.c_str(), Options::help().c_str());
    return kBadUsage;
  }
  std::FILE *out = stdout;
  if (const std::string &file = options.get("log-file"); !file.empty())
    if (!(out = std::fopen(expand(file).c_str(), "w")))
      return tool::fatal("compute-sanitizer", "cannot write '" + file + "'");
  Report report(options, out);
  if (options.isGiven("suppressions") && !report.suppress(options.get("suppressions")))
    return tool::fatal("compute-sanitizer", "cannot read '" + options.get("suppressions") + "'");
  const int code = options.isGiven("read") ? printSaved(options, report) : check(options, report);
  if (out != stdout)
    std::fclose(out);
  return code;
}
