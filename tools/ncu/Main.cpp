// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ncu: profiles the kernels of a program. It starts the program with libraries that count what each
// kernel's threads execute, and shows the counts as Nsight Compute does.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <regex.h>
#include <sstream>

#include "cmdline/Options.h"
#include "common/Program.h"
#include "common/Target.h"
#include "ncu/Report.h"

using namespace anywarp;
using namespace anywarp::ncu;

namespace {

enum class Opt : unsigned {
  Input,
#define AW_OPTION(Id, Long, Short, Kind, Values, Help) Id,
#include "ncu/Options.def"
};
using Options = cmdline::Options<Opt>;

constexpr cmdline::OptionInfo kTable[] = {
#define AW_OPTION(Id, Long, Short, Kind, Values, Help)                                             \
  {unsigned(Opt::Id), Long, Short, cmdline::OptionKind::Kind, Values, Help},
#include "ncu/Options.def"
};

int error(const std::string &message) {
  std::fprintf(stderr, "==ERROR== %s\n", message.c_str());
  return 1;
}

/// A metric that there is not has no value beside others, and ncu fails in the end; alone it is an
/// error at once. False after printing what is wrong.
bool chooseMetrics(const Options &options, Selection &selection) {
  bool isAnyFound = false;
  std::vector<std::string> absent;
  for (const std::string &word : options.all(Opt::Metrics)) {
    std::string nearest;
    std::vector<const Metric *> metrics = selectMetrics(word, nearest);
    isAnyFound |= !metrics.empty();
    if (metrics.empty()) {
      absent.push_back("Failed to find metric " + word +
                       (nearest.empty() ? "; ncu --query-metrics lists those that there are"
                                        : "; did you mean '" + nearest + "'?"));
      metrics = {absentMetric(word)};
    }
    selection.metrics.insert(selection.metrics.end(), metrics.begin(), metrics.end());
  }
  selection.lacksMetrics = !absent.empty();
  for (const std::string &message : absent)
    error(message);
  return absent.empty() || isAnyFound;
}

bool addSection(const std::string &id, Selection &selection) {
  std::vector<std::string> ids;
  for (const Section &section : allSections()) {
    ids.push_back(section.id);
    if (id == section.id) {
      selection.sections.push_back(&section);
      return true;
    }
  }
  if (const char *why = absentSection(id)) {
    std::fprintf(stderr, "==WARNING== Section '%s' is not offered: %s\n", id.c_str(), why);
    return true;
  }
  const std::string nearest = cmdline::nearestOf(id, ids);
  error(
      "Unknown section '" + id + "'" +
      (nearest.empty() ? "; ncu --list-sections lists them" : "; did you mean '" + nearest + "'?"));
  return false;
}

bool chooseSections(const Options &options, Selection &selection) {
  for (const std::string &id : options.all(Opt::Section))
    if (!addSection(id, selection))
      return false;
  const bool isDefault = !options.has(Opt::Section) && !options.has(Opt::Metrics);
  if (!options.has(Opt::Set) && !isDefault)
    return true;
  const std::string set = options.value(Opt::Set, "basic");
  const unsigned bit = set == "basic"      ? Basic
                       : set == "detailed" ? Detailed
                       : set == "full"     ? Full
                                           : 0;
  if (!bit) {
    const std::string nearest = cmdline::nearestOf(set, {"basic", "detailed", "full"});
    error("Unknown set '" + set + "'; there are basic, detailed and full" +
          (nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
    return false;
  }
  for (const Section &section : allSections())
    if (section.sets & bit)
      selection.sections.push_back(&section);
  return true;
}

/// A name, or an expression after "regex:".
class NameFilter {
public:
  explicit NameFilter(const std::string &text) : text_(text) {
    if (text.rfind("regex:", 0) == 0)
      isRegex_ = isGood_ = regcomp(&regex_, text.c_str() + 6, REG_EXTENDED | REG_NOSUB) == 0;
    else
      isGood_ = true;
  }
  ~NameFilter() {
    if (isRegex_)
      regfree(&regex_);
  }
  NameFilter(const NameFilter &) = delete;
  bool isGood() const { return isGood_; }
  bool matches(const std::string &name) const {
    return text_.empty() ||
           (isRegex_ ? regexec(&regex_, name.c_str(), 0, nullptr, 0) == 0 : name == text_);
  }

private:
  std::string text_;
  regex_t regex_;
  bool isRegex_ = false, isGood_ = false;
};

/// "app::scale" of "void app::scale<double, 2>(…)" is "scale": how kernels are called.
std::string functionName(const std::string &demangled) {
  std::string name = demangled.substr(0, demangled.find_first_of("(<"));
  name = name.substr(name.rfind(' ') + 1);
  return name.substr(name.rfind(':') + 1);
}

struct KernelId {
  std::string context, stream, name, number;
  bool isGood = true;
  explicit KernelId(const std::string &text) {
    std::vector<std::string> parts(1);
    for (char c : text)
      if (c == ':')
        parts.emplace_back();
      else
        parts.back() += c;
    isGood = text.empty() || parts.size() == 4 || parts.size() == 5;
    if (text.empty() || !isGood)
      return;
    context = parts[0];
    stream = parts[1];
    name = parts[parts.size() - 2];
    number = parts.back();
  }
  bool matches(const tool::KernelRecord &k, const std::string &function, uint64_t nth) const {
    auto fits = [](const std::string &want, const std::string &is) {
      return want.empty() || want == is;
    };
    return fits(context, std::to_string(k.context)) && fits(stream, std::to_string(k.stream)) &&
           fits(name, function) && fits(number, std::to_string(nth));
  }
};

/// The launches that the options choose. False after printing what is wrong.
bool chooseLaunches(const Options &options, const tool::Records &records,
                    const std::string &process, std::vector<LaunchView> &launches) {
  const NameFilter filter(options.value(Opt::KernelName));
  const KernelId id(options.value(Opt::KernelId));
  if (!filter.isGood())
    return error("--kernel-name: not a regular expression"), false;
  if (!id.isGood)
    return error("--kernel-id: expected CONTEXT:STREAM:[OPERATION:]NAME:NUMBER"), false;
  auto number = [&](Opt option, uint64_t otherwise) {
    return options.has(option) ? std::strtoull(options.value(option).c_str(), nullptr, 10)
                               : otherwise;
  };
  const std::string base = options.value(Opt::KernelNameBase, "function");
  const std::vector<std::string> devices = cmdline::splitList(options.value(Opt::Devices));
  uint64_t before = number(Opt::LaunchSkipBeforeMatch, 0), skip = number(Opt::LaunchSkip, 0);
  const uint64_t most = number(Opt::LaunchCount, ~0ull);
  std::vector<std::pair<std::string, uint64_t>> counts;
  for (const tool::KernelRecord &kernel : records.kernels) {
    const std::string name = tool::demangle(kernel.name), function = functionName(name);
    if (options.has(Opt::Devices) &&
        std::find(devices.begin(), devices.end(), std::to_string(kernel.device)) == devices.end())
      continue;
    if (before) {
      --before;
      continue;
    }
    if (!filter.matches(base == "mangled" ? kernel.name : base == "demangled" ? name : function))
      continue;
    auto count = std::find_if(counts.begin(), counts.end(),
                              [&](const auto &entry) { return entry.first == kernel.name; });
    if (count == counts.end())
      count = counts.insert(counts.end(), {kernel.name, 0});
    if (!id.matches(kernel, function, ++count->second))
      continue;
    if (skip) {
      --skip;
      continue;
    }
    if (launches.size() >= most)
      break;
    launches.push_back({unsigned(launches.size()), &kernel, Totals::of(kernel), name, process});
  }
  return true;
}

void listMetrics() {
  constexpr const char *kKinds[] = {"exact", "of the launch", "modelled"};
  for (const Metric *metric : allMetrics())
    std::printf("%-80s %-14s %s [%s]\n", metric->name, metric->unit, metric->what,
                kKinds[metric->kind]);
}

int list(const Options &options) {
  if (options.has(Opt::QueryMetrics))
    listMetrics();
  if (options.has(Opt::ListSections))
    for (const Section &section : allSections())
      std::printf("%-32s %s\n", section.id, section.title);
  if (options.has(Opt::ListSets))
    for (auto [name, bit] : {std::pair("basic", Basic), {"detailed", Detailed}, {"full", Full}}) {
      std::printf("%-10s", name);
      for (const Section &section : allSections())
        if (section.sets & bit)
          std::printf(" %s", section.id);
      std::printf("\n");
    }
  return 0;
}

/// Where pages go.
class Output {
public:
  explicit Output(const std::string &file) {
    if (file == "stderr")
      stream_ = stderr;
    else if (!file.empty() && file != "stdout")
      stream_ = std::fopen(file.c_str(), "w");
  }
  ~Output() {
    if (stream_ && stream_ != stdout && stream_ != stderr)
      std::fclose(stream_);
  }
  Output(const Output &) = delete;
  bool isGood() const { return stream_ != nullptr; }
  void print(const std::string &text) const {
    std::fwrite(text.data(), 1, text.size(), stream_);
    std::fflush(stream_);
  }

private:
  std::FILE *stream_ = stdout;
};

/// The first line of an exported file names the program.
constexpr std::string_view kFileHead = "anywarp-ncu\t";

bool exportRecords(const Options &options, const std::string &program, const std::string &records) {
  std::string path = options.value(Opt::Output);
  if (!path.ends_with(".ncu-rep"))
    path += ".ncu-rep";
  if (!options.has(Opt::Force) && std::ifstream(path)) {
    error("File already exists: " + path + " (-f writes over it)");
    return false;
  }
  std::string bytes;
  std::ifstream file(records);
  std::stringstream text;
  text << file.rdbuf();
  bytes = std::string(kFileHead) + program + "\n" + text.str();
  return tool::writeFile("ncu", path, bytes);
}

std::string page(const Options &options, const std::vector<LaunchView> &launches,
                 const Selection &selection) {
  const std::string summary = options.value(Opt::PrintSummary, "none");
  if (summary != "none")
    return summaryPage(launches, selection, summary != "per-gpu");
  const std::string name = options.value(Opt::Page, "details");
  return name == "raw"       ? rawPage(launches, selection)
         : name == "source"  ? sourcePage(launches, selection)
         : name == "session" ? sessionPage(launches)
                             : detailsPage(launches, selection);
}

/// The block whose steps a report for browsers shows.
uint64_t replayedBlock(const Options &options) {
  return std::strtoull(options.value(Opt::ReplayBlock, "0").c_str(), nullptr, 10);
}

/// Shows the records of a file in all the forms that are asked for.
int show(const Options &options, const Selection &selection, const Output &output,
         const std::string &recordPath, const std::string &program) {
  tool::Records records;
  std::vector<LaunchView> launches;
  if (!tool::readRecords(recordPath, records))
    return error("Could not read " + recordPath);
  if (!chooseLaunches(options, records, program, launches))
    return 1;
  if (options.has(Opt::Html) &&
      !tool::writeFile("ncu", options.value(Opt::Html),
                       htmlReport(launches, records, replayedBlock(options))))
    return 1;
  if (options.has(Opt::Json)) {
    const std::string path = options.value(Opt::Json), text = jsonReport(launches);
    if (path == "-")
      output.print(text);
    else if (!tool::writeFile("ncu", path, text))
      return 1;
  }
  if (options.has(Opt::Json) || options.has(Opt::Html))
    return 0;
  if (launches.empty())
    std::fprintf(stderr, "==WARNING== No kernels were profiled.\n");
  output.print(page(options, launches, selection));
  return 0;
}

int profile(const Options &options, const Selection &selection, const Output &output,
            const std::vector<std::string> &command) {
  tool::RecordFile records;
  if (records.path().empty())
    return error("Could not make a temporary folder");
  const std::string program = tool::findProgram(command[0]);
  if (program.empty())
    return error("Could not find the program " + command[0]);
  tool::Target target;
  target.command = command;
  target.environment = tool::recordingEnvironment(
      options.has(Opt::Html) ? "calls,work,kernels,steps" : "kernels", records.path());
  target.environment.push_back({"ANYWARP_RECORD_BLOCK", std::to_string(replayedBlock(options))});
  target.whenStarted = [&](int process) {
    output.print("==PROF== Connected to process " + std::to_string(process) + " (" + program +
                 ")\n");
  };
  const tool::TargetEnd end = tool::runTarget(target);
  if (!end.started)
    return error("Could not start the program " + command[0]);
  output.print("==PROF== Disconnected from process " + std::to_string(end.process) + "\n");
  if (end.status)
    std::fprintf(stderr, "==WARNING== The application returned an error code (%d).\n", end.status);
  if (options.has(Opt::Output))
    return exportRecords(options, program, records.path()) ? end.status : 1;
  if (int status = show(options, selection, output, records.path(), program))
    return status;
  return end.status;
}

int import(const Options &options, const Selection &selection, const Output &output) {
  const std::string path = options.value(Opt::Import);
  std::ifstream file(path);
  std::string head;
  if (!file || !std::getline(file, head))
    return error("Could not read " + path);
  if (head.rfind(kFileHead, 0) != 0)
    return error(path + " is not a report of this ncu");
  return show(options, selection, output, path, head.substr(kFileHead.size()));
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  cmdline::OptionReader reader(kTable, unsigned(Opt::Input));
  reader.stopsAtCommand = true;
  if (!options.take(reader, {argv + 1, argv + argc}))
    return error(options.error);
  if (options.has(Opt::Help) || argc == 1)
    return std::fputs(
               cmdline::helpText("Usage: ncu [options] program [arguments]\n\nCounts what the "
                                 "kernels of a program execute, and shows it.",
                                 kTable)
                   .c_str(),
               stdout) < 0;
  if (options.has(Opt::Version))
    return std::fputs(tool::versionText("ncu", "Kernel profiler").c_str(), stdout) < 0;
  if (options.has(Opt::QueryMetrics) || options.has(Opt::ListSections) ||
      options.has(Opt::ListSets))
    return list(options);
  Selection selection;
  selection.csv = options.has(Opt::Csv);
  if (!chooseMetrics(options, selection))
    return 1;
  if (!chooseSections(options, selection))
    return 1;
  const Output output(options.value(Opt::LogFile));
  if (!output.isGood())
    return error("Could not write " + options.value(Opt::LogFile));
  if (options.has(Opt::Import))
    return import(options, selection, output) || selection.lacksMetrics;
  if (reader.command.empty())
    return error("No program to profile");
  const int status = profile(options, selection, output, reader.command);
  return status ? status : selection.lacksMetrics;
}
