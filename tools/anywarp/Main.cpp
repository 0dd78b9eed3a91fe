// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The `anywarp` command: run a .cu file, call our nvcc, run other programs with our libraries, run
// the project's tests and benchmarks. Works from a build tree and from an installed prefix alike.
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "Commands.h"
#include "Places.h"

using namespace anywarp::tool;

namespace {

/// False after naming a first word that is neither a command nor an option.
bool isKnown(const CLI::App &app, const std::string &word) {
  std::string commands;
  for (const CLI::App *command : app.get_subcommands({})) {
    if (command->get_name() == word)
      return true;
    commands += (commands.empty() ? "" : ", ") + command->get_name();
  }
  for (const CLI::Option *option : app.get_options())
    if (option->check_name(word))
      return true;
  fmt::print(stderr, "anywarp: unknown {} '{}'; there are {}\n",
             word.starts_with("-") ? "option" : "command", word, commands);
  return false;
}

/// exec [OPTIONS] [--] PROGRAM ARGS: takes out the `--` before the program, and no other.
void dropSeparator(std::vector<std::string> &words) {
  size_t i = 1;
  while (i < words.size() && words[i].starts_with("-") && words[i] != "--")
    i += words[i] == "-d" || words[i] == "--device" ? 2 : 1;
  if (i < words.size() && words[i] == "--")
    words.erase(words.begin() + long(i));
}

/// profile [--csv|--json|--html FILE] PROGRAM ARGS: ncu with all sections, and the forms as short
/// words. Other options are ncu's.
std::vector<std::string> profileCommand(const std::vector<std::string> &words) {
  std::vector<std::string> command{(binDir() / "ncu").string(), "--set", "full"};
  bool isOption = true;
  for (const std::string &word : words) {
    isOption = isOption && (word.starts_with("-") || command.back() == "--html");
    if (isOption && word == "--csv")
      command.insert(command.end(), {"--page", "raw", "--csv"});
    else if (isOption && word == "--json")
      command.insert(command.end(), {"--json", "-"});
    else
      command.push_back(word);
  }
  return command;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app{"Anywarp: CUDA programs on any machine", "anywarp"};
  app.set_version_flag("--version", "anywarp " ANYWARP_VERSION);
  app.require_subcommand(1);

  // Arguments after `--` belong to the program that is run, whatever they look like.
  std::vector<std::string> own(argv + 1, argv + argc), rest;
  if (!own.empty() && own.front() == "exec")
    dropSeparator(own);
  const bool takesAll = !own.empty() && // a `--` may be the program's
                        (own.front() == "exec" || own.front() == "profile");
  for (size_t i = 0; i < own.size() && !takesAll; ++i)
    if (own[i] == "--") {
      rest.assign(own.begin() + i + 1, own.end());
      own.resize(i);
      break;
    }

  std::vector<std::string> files, compilerOptions;
  auto *runCommand = app.add_subcommand("run", "Compile FILE.cu and run it: run FILE.cu [-- ARGS]");
  runCommand->add_option("file", files, "CUDA C++ files")->required();
  runCommand->add_option("-X,--nvcc-option", compilerOptions, "An option for nvcc (repeatable)")
      ->allow_extra_args(false);

  auto *nvccCommand = app.add_subcommand("nvcc", "The compiler: nvcc OPTIONS FILES");
  nvccCommand->prefix_command();
  ExecOptions execOptions;
  auto *execCommand = app.add_subcommand(
      "exec", "Run any program so that it finds our libraries: exec [OPTIONS] PROGRAM ARGS");
  execCommand->add_option("-d,--device", execOptions.device,
                          "A device model (sm_90), or gpu to leave the choice of devices alone");
  execCommand->add_flag("-v,--verbose", execOptions.isVerbose, "Tell what is done to the process");
  execCommand->add_flag("--device-files", execOptions.deviceFiles,
                        "Let the program see /dev/nvidia0 and its like, as some clients ask");
  execCommand->prefix_command();
  auto *profileSubcommand = app.add_subcommand(
      "profile", "Count what a program's kernels execute: profile [--csv|--json|--html FILE] "
                 "PROGRAM ARGS");
  profileSubcommand->prefix_command();
  std::string examined;
  auto *doctorCommand = app.add_subcommand(
      "doctor", "Tell what a program would find on this machine: doctor [PROGRAM]");
  doctorCommand->add_option("program", examined, "A program or library whose libraries are shown");
  auto *devicesCommand = app.add_subcommand("devices", "List the devices that programs can use");
  auto *clangdCommand =
      app.add_subcommand("clangd", "Print a .clangd file for projects with .cu files");
  auto *testCommand = app.add_subcommand("test", "Run the project's tests (in a build tree)");
  testCommand->prefix_command();
  auto *benchCommand = app.add_subcommand("bench", "Run the benchmarks: bench [--json] [NAME…]");
  benchCommand->prefix_command();

  if (!own.empty() && !isKnown(app, own.front()))
    return 1;
  std::vector<std::string> reversed(own.rbegin(), own.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError &error) {
    return app.exit(error);
  }

  if (*runCommand)
    return run(files, compilerOptions, rest);
  if (*nvccCommand) {
    std::vector<std::string> command{(binDir() / "nvcc").string()};
    for (const std::string &word : nvccCommand->remaining())
      command.push_back(word);
    replaceBy(command);
  }
  if (*execCommand)
    return exec(execOptions, execCommand->remaining());
  if (*profileSubcommand)
    replaceBy(profileCommand(profileSubcommand->remaining()));
  if (*doctorCommand)
    return doctor(examined);
  if (*devicesCommand)
    return devices();
  if (*clangdCommand)
    return printClangdConfig();
  if (*benchCommand) {
    if (buildTree().empty()) {
      fmt::print(stderr, "anywarp: `bench` needs the source tree; run ./anywarp bench there\n");
      return 1;
    }
    std::vector<std::string> command{(binDir() / "anywarp-bench").string()};
    for (const std::string &word : benchCommand->remaining())
      command.push_back(word);
    replaceBy(command);
  }
  fs::path tree = buildTree();
  if (tree.empty()) {
    fmt::print(stderr, "anywarp: `test` needs the source tree; run ./anywarp test there\n");
    return 1;
  }
  std::vector<std::string> command{"ctest", "--test-dir", tree.string(), "--output-on-failure",
                                   "--no-tests=error"};
  for (const std::string &word : testCommand->remaining())
    command.push_back(word);
  replaceBy(command);
}
