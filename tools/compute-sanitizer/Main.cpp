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
#include "compute-sanitizer/Child.h"
#include "compute-sanitizer/Report.h"
#include "compute-sanitizer/Schedules.h"

using namespace anywarp;
using sanitizer::exitCodeOf;
using sanitizer::kBadUsage;
using sanitizer::Options;
using sanitizer::RecordFile;
using sanitizer::Report;
using sanitizer::startProgram;

namespace {

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

/// Runs the program; its exit code, as a shell has it.
int run(const Options &options, Report &report, RecordFile &records) {
  const pid_t child = startProgram(options, records);
  if (child < 0)
    return kBadUsage;
  std::string rest;
  int status = 0;
  for (bool isOver = false;;) {
    rest = report.add(rest + records.readOn());
    if (isOver)
      break;
    const pid_t ended = waitpid(child, &status, WNOHANG);
    isOver = ended == child || (ended < 0 && errno != EINTR);
    if (!isOver)
      usleep(5000);
  }
  return exitCodeOf(status);
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
  RecordFile records;
  if (!records.isMade())
    return tool::fatal("compute-sanitizer", "cannot make a file in /tmp");
  report.start();
  if (options.isGiven("print-session-details")) {
    std::string command;
    for (char *word : options.program)
      command += word ? std::string(word) + " " : "";
    report.note("Command: " + command);
  }
  const int code = options.isGiven("schedule") ? sanitizer::compareSchedules(options, report)
                                               : run(options, report, records);
  if (code && !report.hasDump() && options.isYes("check-exit-code") &&
      options.get("tool") == "memcheck")
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
