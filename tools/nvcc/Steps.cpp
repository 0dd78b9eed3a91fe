// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What nvcc tells of its steps: the times, and with -v and --dryrun the commands in nvcc's own form
// ("#$ command"), which CMake and others read to find the tool kit's folders and the link line. A
// shell that runs the commands of a --dryrun gets what nvcc without it makes.
#include "Driver.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sys/stat.h>

namespace anywarp::nvcc {

static bool isList(Opt id) {
  cmdline::OptionKind kind = optionTable()[size_t(id)].kind;
  return kind == cmdline::OptionKind::List || kind == cmdline::OptionKind::JoinedList;
}

void Driver::show(const std::vector<std::string> &command) const {
  if (plan_.verbose)
    fprintf(stderr, "#$ %s\n", quoted(command).c_str());
}

void Driver::showEnvironment() const {
  if (!plan_.verbose)
    return;
  const char *path = getenv("PATH");
  fprintf(
      stderr,
      "#$ _SPACE_= \n#$ _CUDART_=cudart\n#$ _HERE_=%s/bin\n#$ _THERE_=%s/bin\n#$ _TARGET_SIZE_=\n"
      "#$ _TARGET_DIR_=\n#$ TOP=%s\n#$ NVVMIR_LIBRARY_DIR=%s/nvvm/libdevice\n#$ PATH=%s/bin:%s\n#$ "
      "INCLUDES=%s\n#$ SYSTEM_INCLUDES=%s\n"
      "#$ LIBRARIES=  %s\n#$ CUDAFE_FLAGS=\n#$ PTXAS_FLAGS=\n",
      layout_.top.c_str(), layout_.top.c_str(), layout_.top.c_str(), layout_.top.c_str(),
      layout_.top.c_str(), path ? path : "", quoted({"-I" + layout_.include}).c_str(),
      quoted({"-isystem", layout_.include + "/cccl"}).c_str(),
      quoted({"-L" + layout_.library}).c_str()); // CMake looks for this very text in the link line
}

void Driver::showOwn(const std::string &option, const std::vector<std::string> &inputs,
                     const std::string &output) const {
  std::vector<std::string> command = {layout_.top + "/bin/nvcc"};
  for (const CommandLine::Item &item : line_.items) {
    // The linker's, and what the next words say.
    static const Opt kLeft[] = {Opt::Input,   Opt::Output,  Opt::OutputDirectory, Opt::DryRun,
                                Opt::Verbose, Opt::Link,    Opt::Compile,         Opt::DeviceC,
                                Opt::Lib,     Opt::Run,     Opt::DeviceW,         Opt::DeviceLink,
                                Opt::RunArgs, Opt::Xlinker, Opt::OptionsFile};
    if (std::find(std::begin(kLeft), std::end(kLeft), item.id) != std::end(kLeft))
      continue;
    std::string word = "--" + std::string(optionTable()[size_t(item.id)].longName);
    if (optionTable()[size_t(item.id)].kind != cmdline::OptionKind::Flag) {
      word += '=';
      for (char c : item.value)
        word += c == ',' && isList(item.id) ? "\\," : std::string(1, c);
    }
    command.push_back(std::move(word));
  }
  if (!option.empty())
    command.push_back(option);
  command.insert(command.end(), inputs.begin(), inputs.end());
  if (!output.empty())
    command.insert(command.end(), {"-o", output});
  show(command);
}

int Driver::execute(const char *phase, const std::vector<std::string> &command) {
  show(command);
  StopWatch watch(times_, phase, command.front());
  return plan_.dryRun ? 0 : runCommand(command);
}

Driver::StopWatch::~StopWatch() {
  std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start_;
  char text[32];
  snprintf(text, sizeof text, "%.4f", taken.count());
  times_.push_back(phase_ + " , " + tool_ + " , " + text + " , ms\n");
}

int Driver::writeTimes() const {
  std::string path = line_.value(Opt::Time);
  if (path.empty() || plan_.dryRun)
    return 0;
  struct stat info;
  bool isNew = path == "-" || stat(path.c_str(), &info) != 0 || info.st_size == 0;
  std::string text = isNew ? "source file name , phase name , tool , metric , unit\n" : "";
  for (const std::string &line : times_)
    text += line;
  FILE *file = path == "-" ? stdout : fopen(path.c_str(), "a");
  bool good = file && fputs(text.c_str(), file) >= 0;
  if (file && file != stdout)
    good = fclose(file) == 0 && good;
  if (!good)
    fprintf(stderr, "nvcc fatal   : Could not write '%s'\n", path.c_str());
  return good ? 0 : 1;
}

bool Driver::isReadyToRun() const {
  if (!line_.has(Opt::Run) || plan_.inputs.size() != 1 ||
      plan_.inputs.front().language != Language::Object)
    return false;
  const std::string &path = plan_.inputs.front().path;
  return !path.ends_with(".o") && !path.ends_with(".a") && !path.ends_with(".so");
}

std::string Driver::tracePrefix(const Input &input) {
  if (!line_.has(Opt::DeviceTimeTrace) || plan_.dryRun)
    return {};
  std::string prefix = temporary_.file("trace-");
  auto add = [&](const std::string &pass, const std::string &title) {
    traces_.push_back({title + ", " + input.path, prefix + pass});
    temporary_.adopt(prefix + pass);
  };
  for (const frontend::Arch &arch : plan_.archs)
    add(arch.name("sm_"), "device pass " + arch.name("compute_"));
  add("host", "host pass");
  return prefix;
}

std::string Driver::compilePhase() const {
  switch (plan_.phase) {
  case Phase::Link:
  case Phase::Object:
  case Phase::Archive:
  case Phase::DeviceLink:
    return line_.has(Opt::DeviceC) ? "-dc" : line_.has(Opt::DeviceW) ? "-dw" : "-c";
  default:
    return {}; // its option is one of those given
  }
}

} // namespace anywarp::nvcc
