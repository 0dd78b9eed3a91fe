// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nvidia-smi: the devices that programs can use, by the names and in the forms that scripts ask
// for. What a processor does not have (fans, power of one device …) is [N/A].
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <unistd.h>

#include "cmdline/Options.h"
#include "common/Program.h"
#include "nvidia-smi/Devices.h"
#include "nvidia-smi/Report.h"

using namespace anywarp;
using namespace anywarp::smi;

namespace {

constexpr std::string_view kName = "nvidia-smi";
// The exit codes that NVIDIA's manual page gives.
constexpr int kBadArgument = 2, kNotFound = 6, kNoDriver = 9;

enum class Opt {
  List,
  Query,
  Id,
  QueryGpu,
  QueryApps,
  QueryAccounted,
  Format,
  HelpQueryGpu,
  Display,
  File,
  Xml,
  Dtd,
  Loop,
  LoopMs,
  Matrix,
  Count,
  Delay,
  Select,
  Help,
  Version,
  Input
};

using Kind = cmdline::OptionKind;
constexpr cmdline::OptionInfo kTable[] = {
    {unsigned(Opt::List), "list-gpus", "L", Kind::Flag, "", "One line for each device"},
    {unsigned(Opt::Query), "query", "q", Kind::Flag, "", "All that is known of each device"},
    {unsigned(Opt::Xml), "xml-format", "x", Kind::Flag, "", "With -q: as XML"},
    {unsigned(Opt::Dtd), "dtd", "dtd", Kind::Flag, "", "Accepted: the XML names its DTD"},
    {unsigned(Opt::Id), "id", "i", Kind::List, "", "Only these devices: index, UUID or PCI bus id"},
    {unsigned(Opt::QueryGpu), "query-gpu", "query-gpu", Kind::List, "",
     "Values of these fields; --help-query-gpu lists them"},
    {unsigned(Opt::QueryApps), "query-compute-apps", "query-compute-apps", Kind::List, "",
     "Processes on the devices: none is known, only the header is printed"},
    {unsigned(Opt::QueryAccounted), "query-accounted-apps", "query-accounted-apps", Kind::List, "",
     "As --query-compute-apps"},
    {unsigned(Opt::Format), "format", "format", Kind::List, "csv|noheader|nounits",
     "csv, and noheader and nounits if wanted"},
    {unsigned(Opt::HelpQueryGpu), "help-query-gpu", "help-query-gpu", Kind::Flag, "",
     "The fields of --query-gpu"},
    {unsigned(Opt::Display), "display", "d", Kind::List, "",
     "Accepted; seconds between the lines of dmon and pmon"},
    {unsigned(Opt::File), "filename", "f", Kind::Value, "", "Write to this file"},
    {unsigned(Opt::Loop), "loop", "l", Kind::Value, "", "Repeat after this many seconds (5)"},
    {unsigned(Opt::LoopMs), "loop-ms", "lms", Kind::Value, "",
     "Repeat after this many milliseconds"},
    {unsigned(Opt::Matrix), "matrix", "m", Kind::Flag, "", "topo: the ways between devices"},
    {unsigned(Opt::Count), "count", "c", Kind::Value, "", "dmon, pmon: end after so many lines"},
    {unsigned(Opt::Delay), "delay", "delay", Kind::Value, "", "dmon, pmon: as -d"},
    {unsigned(Opt::Select), "select", "s", Kind::Value, "",
     "dmon: groups of columns, of p, u, c, v, m, e, t (puc)"},
    {unsigned(Opt::Help), "help", "h", Kind::Flag, "", "This text"},
    {unsigned(Opt::Version), "version", "version", Kind::Flag, "", "Version"},
};

using Options = cmdline::Options<Opt>;

constexpr const char *kUsage =
    "Usage: nvidia-smi [options]\n"
    "       nvidia-smi topo -m\n"
    "       nvidia-smi dmon|pmon [-i ID] [-d SECONDS] [-c COUNT] [-s GROUPS]\n\n"
    "Lists the devices that CUDA programs can use.";

std::string trimmed(const std::string &word) {
  size_t begin = word.find_first_not_of(' '), end = word.find_last_not_of(' ');
  return begin == std::string::npos ? std::string() : word.substr(begin, end - begin + 1);
}

int complain(int code, const std::string &message) {
  tool::fatal(kName, message);
  return code;
}

bool isFormat(const Options &options, std::string_view word) {
  for (const std::string &given : options.all(Opt::Format))
    if (given == word)
      return true;
  return false;
}

/// The fields that --query-gpu names; -1, or the exit code.
int fieldsOf(const Options &options, std::vector<const Field *> &chosen, std::string &header) {
  const bool units = !isFormat(options, "nounits");
  for (const std::string &word : options.all(Opt::QueryGpu)) {
    std::string name = trimmed(word);
    const Field *field = findField(name);
    if (!field)
      return complain(kBadArgument, "Field \"" + name + "\" is not a valid field to query.");
    chosen.push_back(field);
    header += (header.empty() ? "" : ", ") + name;
    if (units && !field->unit.empty())
      header += " [" + std::string(field->unit) + "]";
  }
  if (!isFormat(options, "csv"))
    return complain(kBadArgument,
                    "\"--format=\" switch is missing. \"--query-gpu=\" needs --format=csv.");
  return -1;
}

int queryFields(const Options &options, const Inventory &inventory, const Chosen &chosen,
                bool isFirst, std::string &out) {
  std::vector<const Field *> fields;
  std::string header;
  if (int code = fieldsOf(options, fields, header); code >= 0)
    return code;
  if (isFirst && !isFormat(options, "noheader"))
    out += header + "\n";
  const bool units = !isFormat(options, "nounits");
  for (const Device *device : chosen) {
    std::string line;
    for (const Field *field : fields) {
      std::string value = field->read ? field->read(*device, inventory) : "[N/A]";
      if (field->read && units && !field->unit.empty())
        value += " " + std::string(field->unit);
      line += (field == fields.front() && line.empty() ? "" : ", ") + value;
    }
    out += line + "\n";
  }
  return 0;
}

/// The devices that -i names; all without it.
bool choose(const Options &options, const Inventory &inventory, Chosen &chosen) {
  if (!options.has(Opt::Id)) {
    for (const Device &device : inventory.devices)
      chosen.push_back(&device);
    return true;
  }
  for (const std::string &word : options.all(Opt::Id)) {
    const Device *found = nullptr;
    for (const Device &device : inventory.devices)
      if (word == std::to_string(device.index) || word == device.uuid || word == device.busId)
        found = &device;
    if (!found) {
      fprintf(stdout, "No devices were found\n");
      return false;
    }
    chosen.push_back(found);
  }
  return true;
}

/// Calls `print`, with whether it is the first time, once or as -l, dmon and pmon have it. `print`
/// answers an exit code, 0 to go on.
int repeat(long milliseconds, long count, const std::function<int(bool)> &print) {
  for (long i = 0;; ++i) {
    if (int code = print(i == 0))
      return code;
    if (milliseconds < 0 || (count && i + 1 == count))
      return 0;
    usleep(useconds_t(milliseconds) * 1000);
  }
}

/// What is printed once of the devices as they are now.
int printOnce(const Options &options, const Inventory &inventory, const Chosen &chosen,
              bool isFirst, std::string &out) {
  if (options.has(Opt::QueryGpu))
    return queryFields(options, inventory, chosen, isFirst, out);
  if (options.has(Opt::List)) {
    for (const Device *device : chosen)
      out += "GPU " + std::to_string(device->index) + ": " + device->name +
             " (UUID: " + device->uuid + ")\n";
  } else if (options.has(Opt::Query) || options.has(Opt::Xml)) {
    options.has(Opt::Xml) ? printXml(inventory, chosen, out) : printReport(inventory, chosen, out);
  } else {
    printTable(inventory, chosen, out);
  }
  return 0;
}

int printDevices(const Options &options, const std::function<int(bool, std::string &)> &monitor) {
  long milliseconds = -1;
  if (options.has(Opt::Loop))
    milliseconds = std::atol(options.value(Opt::Loop).c_str()) * 1000;
  if (options.has(Opt::LoopMs))
    milliseconds = std::atol(options.value(Opt::LoopMs).c_str());
  if ((options.has(Opt::Loop) || options.has(Opt::LoopMs)) && milliseconds <= 0)
    return complain(kBadArgument, "-l and -lms take a positive number");
  return repeat(milliseconds, /*count=*/0, [&](bool isFirst) {
    std::string out;
    if (int code = monitor(isFirst, out))
      return code;
    const std::string file = options.value(Opt::File, "-");
    if (!tool::writeFile(kName, file, out))
      return 255;
    fflush(stdout);
    return 0;
  });
}

/// The devices as they are now, and those that -i names.
int readChosen(const Options &options, Inventory &inventory, Chosen &chosen) {
  std::string error;
  if (!readDevices(inventory, error))
    return complain(kNoDriver, error);
  return choose(options, inventory, chosen) ? 0 : kNotFound;
}

/// nvidia-smi topo, dmon, pmon.
int runCommand(const std::string &command, const Options &options) {
  Inventory inventory;
  Chosen chosen;
  std::string out;
  if (command == "topo") {
    if (!options.has(Opt::Matrix))
      return complain(kBadArgument, "topo prints the matrix of devices: nvidia-smi topo -m");
    if (int code = readChosen(options, inventory, chosen))
      return code;
    printTopology(chosen, out);
    return tool::writeFile(kName, "-", out) ? 0 : 255;
  }
  if (command != "dmon" && command != "pmon")
    return complain(kBadArgument, "Invalid combination of input arguments: '" + command +
                                      "'; commands are topo, dmon and pmon");
  const std::string metrics = options.value(Opt::Select, "puc");
  if (command == "dmon" && !areMetrics(metrics))
    return complain(kBadArgument,
                    "Invalid metrics '" + metrics + "'; letters are p, u, c, v, m, e, t");
  const std::string delay = options.value(Opt::Display, options.value(Opt::Delay, "1"));
  return repeat(std::max(std::atol(delay.c_str()), 1l) * 1000,
                std::atol(options.value(Opt::Count, "0").c_str()), [&](bool isFirst) {
                  Inventory now;
                  Chosen devices;
                  std::string text;
                  if (int code = readChosen(options, now, devices))
                    return code;
                  if (command == "dmon")
                    printDeviceMonitor(devices, metrics, isFirst, text);
                  else
                    printProcessMonitor(devices, isFirst, text);
                  return tool::writeFile(kName, "-", text) && fflush(stdout) == 0 ? 0 : 255;
                });
}

/// -l may stand without a number: 5 seconds.
std::vector<std::string> wordsOf(int argc, char **argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  for (size_t i = 0; i < words.size(); ++i)
    if ((words[i] == "-l" || words[i] == "--loop") &&
        (i + 1 == words.size() || words[i + 1].find_first_not_of("0123456789") == 0))
      words[i] = "--loop=5";
  return words;
}

void printFieldNames() {
  for (const Field &field : fields())
    printf("\"%s\"%s%s%s%s\n", std::string(field.name).c_str(),
           field.otherName.empty() ? "" : " or \"", std::string(field.otherName).c_str(),
           field.otherName.empty() ? "" : "\"", field.read ? "" : "   always [N/A]");
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  if (!options.read(kTable, wordsOf(argc, argv)))
    return complain(kBadArgument, options.error);
  if (options.has(Opt::Help))
    return fputs(cmdline::helpText(kUsage, kTable).c_str(), stdout) < 0;
  if (options.has(Opt::Input))
    return runCommand(options.value(Opt::Input), options);
  if (options.has(Opt::Version))
    return fputs(tool::versionText(kName, "Device list").c_str(), stdout) < 0;
  if (options.has(Opt::HelpQueryGpu)) {
    printFieldNames();
    return 0;
  }
  for (Opt query : {Opt::QueryApps, Opt::QueryAccounted})
    if (options.has(query)) {
      std::string header;
      for (const std::string &word : options.all(query))
        header += (header.empty() ? "" : ", ") + trimmed(word);
      if (!isFormat(options, "noheader"))
        printf("%s\n", header.c_str());
      return 0;
    }
  return printDevices(options, [&](bool isFirst, std::string &out) {
    Inventory inventory;
    Chosen chosen;
    if (int code = readChosen(options, inventory, chosen))
      return code;
    return printOnce(options, inventory, chosen, isFirst, out);
  });
}
