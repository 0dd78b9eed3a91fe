// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nsys: records a program's calls of the CUDA API and the work in its streams, and reports on them
// as Nsight Systems does.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

#include "cmdline/Options.h"
#include "common/Program.h"
#include "common/Target.h"
#include "nsys/Reports.h"

using namespace anywarp;
using namespace anywarp::nsys;

namespace {

namespace fs = std::filesystem;

enum class Opt : unsigned {
  Input,
#define AW_OPTION(Id, Long, Short, Kind, Values, Help) Id,
#include "nsys/Options.def"
};
using Options = cmdline::Options<Opt>;

constexpr cmdline::OptionInfo kTable[] = {
#define AW_OPTION(Id, Long, Short, Kind, Values, Help)                                             \
  {unsigned(Opt::Id), Long, Short, cmdline::OptionKind::Kind, Values, Help},
#include "nsys/Options.def"
};

constexpr const char *kCommands[] = {"profile", "stats", "export", "status"};
/// Those of Nsight Systems that have no counterpart here.
constexpr const char *kAbsentCommands[] = {"launch",   "start",    "stop",    "cancel",
                                           "shutdown", "sessions", "analyze", "recipe"};
constexpr const char *kFormats = "column|table|csv|tsv|json";

int error(const std::string &message) {
  std::fprintf(stderr, "nsys: %s\n", message.c_str());
  return 1;
}

std::string withHint(const std::string &message, const std::string &word,
                     const std::vector<std::string> &names) {
  const std::string nearest = cmdline::nearestOf(word, names);
  return message + (nearest.empty() ? "" : "; did you mean '" + nearest + "'?");
}

std::string helpText() {
  return cmdline::helpText(
      "Usage: nsys profile [options] program [arguments]\n"
      "       nsys stats [options] report\n"
      "       nsys export [options] report\n\n"
      "Records calls of the CUDA API, kernels and copies, and reports on them.",
      kTable);
}

// -- stats ----------------------------------------------------------------------------------------

bool findReports(const Options &options, std::vector<const Report *> &reports) {
  for (const std::string &word : options.all(Opt::Report)) {
    const std::string name = word.substr(0, word.find(':')); // arguments follow
    std::vector<std::string> names;
    const Report *found = nullptr;
    for (const Report &report : allReports()) {
      names.push_back(report.name);
      if (name == report.name)
        found = &report;
    }
    if (!found)
      return error(withHint("unknown report '" + name + "'", name, names)), false;
    reports.push_back(found);
  }
  if (reports.empty())
    for (const Report &report : allReports())
      if (report.isDefault)
        reports.push_back(&report);
  return true;
}

int printStats(const Options &options, const std::string &file, const std::string &format) {
  tool::Records records;
  std::vector<const Report *> reports;
  if (!std::ifstream(file))
    return error("cannot read " + file);
  if (!findReports(options, reports) || !tool::readRecords(file, records))
    return 1;
  const std::string output = options.value(Opt::Output, "-");
  for (const Report *report : reports) {
    const Table table = report->make(records);
    if (table.rows.empty()) {
      std::fprintf(stderr, "SKIPPED: %s does not contain data for %s.\n", file.c_str(),
                   report->name);
      continue;
    }
    const std::string text = render(table, format);
    if (output != "-" && output != "." && !output.empty()) {
      const std::string extension = format == "json"  ? ".json"
                                    : format == "tsv" ? ".tsv"
                                    : format == "csv" ? ".csv"
                                                      : ".txt";
      if (!tool::writeFile("nsys", output + "_" + report->name + extension, text))
        return 1;
      continue;
    }
    if (format == "column" || format == "table")
      std::printf("\n ** %s (%s):\n\n", report->title, report->name);
    std::printf("%s%s", text.c_str(), format == "csv" || format == "tsv" ? "\n" : "");
  }
  return 0;
}

int stats(const Options &options, const std::vector<std::string> &inputs) {
  if (inputs.size() != 1)
    return error("stats: one report is expected");
  // Here -f is the format; elsewhere, whether files are replaced.
  std::string format = options.value(Opt::Format);
  const std::string force = options.value(Opt::Force);
  if (format.empty() && force != "true" && force != "false")
    format = force;
  if (format.empty())
    format = "column";
  std::vector<std::string> known;
  std::stringstream words(kFormats);
  for (std::string word; std::getline(words, word, '|');)
    known.push_back(word);
  if (std::find(known.begin(), known.end(), format) == known.end())
    return error(withHint("unknown format '" + format + "'", format, known));
  return printStats(options, inputs[0], format);
}

// -- export ---------------------------------------------------------------------------------------

std::string readAll(const std::string &path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

int exportAs(const std::string &type, const std::string &file, std::string output) {
  tool::Records records;
  if (!std::ifstream(file) || !tool::readRecords(file, records))
    return error("cannot read " + file);
  std::string text;
  if (type == "json") {
    text = timelineJson(records);
  } else if (type == "jsonlines") {
    text = readAll(file);
  } else if (type == "text") {
    for (const Report &report : allReports())
      if (Table table = report.make(records); !table.rows.empty())
        text += "\n ** " + std::string(report.title) + " (" + report.name + "):\n\n" +
                render(table, "column");
  } else {
    return error(withHint("cannot export '" + type + "'; there are json, jsonlines, text", type,
                          {"json", "jsonlines", "text"}));
  }
  if (output.empty()) {
    const std::string stem = fs::path(file).replace_extension().string();
    output = stem + (type == "text" ? ".txt" : type == "json" ? ".json" : ".jsonl");
  }
  if (!tool::writeFile("nsys", output, text))
    return 1;
  return 0;
}

int exportReport(const Options &options, const std::vector<std::string> &inputs) {
  if (inputs.size() != 1)
    return error("export: one report is expected");
  const std::string type =
      options.has(Opt::Trace) ? options.value(Opt::Trace) : options.value(Opt::Type, "json");
  return exportAs(type, inputs[0], options.value(Opt::Output));
}

// -- profile --------------------------------------------------------------------------------------

/// The file that -o names: %p, %n and the ending filled in.
std::string reportFile(const Options &options) {
  std::string name = options.value(Opt::Output, "report%n");
  if (size_t at = name.find("%p"); at != std::string::npos)
    name.replace(at, 2, std::to_string(getpid()));
  if (!name.ends_with(".nsys-rep"))
    name += ".nsys-rep";
  const size_t at = name.find("%n");
  if (at == std::string::npos)
    return name;
  for (unsigned number = 1;; ++number) {
    std::string numbered = name;
    numbered.replace(at, 2, std::to_string(number));
    if (!fs::exists(numbered))
      return numbered;
  }
}

void warnOfTraces(const Options &options) {
  for (const std::string &trace : options.all(Opt::Trace))
    if (trace != "cuda" && trace != "nvtx" && trace != "none" && trace != "osrt")
      std::fprintf(stderr, "nsys: '%s' is not traced: cuda and nvtx are\n", trace.c_str());
}

int profile(const Options &options, const std::vector<std::string> &command) {
  if (command.empty())
    return error("profile: no program");
  warnOfTraces(options);
  const std::string file = reportFile(options);
  const bool replaces = options.value(Opt::Force) == "true";
  if (fs::exists(file) && !replaces)
    return error("the file exists: " + file + " (-f true replaces it)");
  if (tool::findProgram(command[0]).empty())
    return error("cannot find the program " + command[0]);
  tool::RecordFile records;
  if (records.path().empty())
    return error("cannot make a temporary folder");
  tool::Target target;
  target.command = command;
  target.environment = tool::recordingEnvironment("calls,work", records.path());
  for (const std::string &word : options.all(Opt::Env))
    if (size_t equals = word.find('='); equals != std::string::npos)
      target.environment.push_back({word.substr(0, equals), word.substr(equals + 1)});
  if (options.value(Opt::ShowOutput) == "false")
    target.outputFile = "/dev/null";
  const tool::TargetEnd end = tool::runTarget(target);
  if (!end.started)
    return error("cannot start the program " + command[0]);
  if (!tool::writeFile("nsys", file, readAll(records.path())))
    return 1;
  if (!options.has(Opt::Quiet))
    std::printf("Generated:\n\t%s\n", fs::absolute(file).string().c_str());
  if (options.value(Opt::Stats) == "true" && printStats(Options(), file, "column"))
    return 1;
  if (const std::string type = options.value(Opt::Export, "none"); type != "none")
    if (int status = exportAs(type, file, ""))
      return status;
  return end.status;
}

int run(const std::string &verb, const Options &options, const std::vector<std::string> &rest) {
  if (options.has(Opt::HelpReports)) {
    for (const Report &report : allReports())
      std::printf("%-24s %s\n", report.name, report.title);
    return 0;
  }
  if (verb == "profile")
    return profile(options, rest);
  if (verb == "stats")
    return stats(options, rest);
  if (verb == "export")
    return exportReport(options, rest);
  std::printf("CUDA calls, kernels and copies are recorded; nothing is sampled.\n");
  return 0; // status
}

} // namespace

int main(int argc, char **argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help")
    return std::fputs(helpText().c_str(), stdout) < 0;
  if (words[0] == "--version" || words[0] == "-v")
    return std::fputs(tool::versionText("nsys", "Timeline profiler").c_str(), stdout) < 0;
  const std::string verb = words[0];
  if (std::find(std::begin(kAbsentCommands), std::end(kAbsentCommands), verb) !=
      std::end(kAbsentCommands))
    return error("'" + verb + "' is not offered: nsys profile records a whole run");
  if (std::find(std::begin(kCommands), std::end(kCommands), verb) == std::end(kCommands))
    return error(withHint("unknown command '" + verb + "'", verb,
                          {std::begin(kCommands), std::end(kCommands)}));
  Options options;
  cmdline::OptionReader reader(kTable, unsigned(Opt::Input));
  reader.stopsAtCommand = verb == "profile";
  if (!options.take(reader, {words.begin() + 1, words.end()}))
    return error(options.error);
  if (options.has(Opt::Help))
    return std::fputs(helpText().c_str(), stdout) < 0;
  return run(verb, options, verb == "profile" ? reader.command : options.all(Opt::Input));
}
