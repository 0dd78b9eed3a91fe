// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nvidia-smi: the devices that programs can use, by the names and in the forms that scripts ask
// for. What a processor does not have (fans, power of one device …) is [N/A].
#include <charconv>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>

#include "common/Options.h"
#include "common/Program.h"
#include "nvidia-smi/Devices.h"

using namespace anywarp;
using namespace anywarp::smi;

namespace {

constexpr std::string_view kName = "nvidia-smi";
constexpr const char *kAbsent = "[N/A]";
// The exit codes that NVIDIA's manual page gives.
constexpr int kBadArgument = 2, kNotFound = 6, kNoDriver = 9;

enum class Opt {
  List,
  Query,
  Id,
  QueryGpu,
  QueryApps,
  Format,
  HelpQueryGpu,
  Display,
  File,
  Xml,
  Loop,
  LoopMs,
  Help,
  Version,
  Input
};

using Kind = tool::OptionKind;
constexpr tool::OptionInfo kTable[] = {
    {unsigned(Opt::List), "list-gpus", "L", Kind::Flag, "", "One line for each device"},
    {unsigned(Opt::Query), "query", "q", Kind::Flag, "", "All that is known of each device"},
    {unsigned(Opt::Id), "id", "i", Kind::List, "", "Only these devices: index, UUID or PCI bus id"},
    {unsigned(Opt::QueryGpu), "query-gpu", "query-gpu", Kind::List, "",
     "Values of these fields; --help-query-gpu lists them"},
    {unsigned(Opt::QueryApps), "query-compute-apps", "query-compute-apps", Kind::List, "",
     "Processes on the devices: none is known, only the header is printed"},
    {unsigned(Opt::Format), "format", "format", Kind::List, "csv|noheader|nounits",
     "csv, and noheader and nounits if wanted"},
    {unsigned(Opt::HelpQueryGpu), "help-query-gpu", "help-query-gpu", Kind::Flag, "",
     "The fields of --query-gpu"},
    {unsigned(Opt::Display), "display", "d", Kind::List, "", "Accepted"},
    {unsigned(Opt::File), "filename", "f", Kind::Value, "", "Write to this file"},
    {unsigned(Opt::Xml), "xml-format", "x", Kind::Refused, "", "use --query-gpu with --format=csv"},
    {unsigned(Opt::Loop), "loop", "l", Kind::RefusedValue, "", "use watch(1)"},
    {unsigned(Opt::LoopMs), "loop-ms", "lms", Kind::RefusedValue, "", "use watch(1)"},
    {unsigned(Opt::Help), "help", "h", Kind::Flag, "", "This text"},
    {unsigned(Opt::Version), "version", "version", Kind::Flag, "", "Version"},
};

using Options = tool::Options<Opt>;

std::string mebibytes(uint64_t bytes) { return std::to_string(bytes >> 20); }

std::string timeNow() {
  char text[64] = "";
  time_t now = time(nullptr);
  tm parts;
  if (localtime_r(&now, &parts))
    strftime(text, sizeof text, "%Y/%m/%d %H:%M:%S.000", &parts);
  return text;
}

/// A field of --query-gpu. `read` null: a GPU has it, a processor has not.
struct Field {
  std::string_view name, alias, unit;
  std::string (*read)(const Device &, const Inventory &);
};

constexpr Field kFields[] = {
    {"timestamp", "", "", [](const Device &, const Inventory &) { return timeNow(); }},
    {"driver_version", "", "",
     [](const Device &, const Inventory &) { return std::string(AW_VERSION); }},
    {"count", "", "",
     [](const Device &, const Inventory &i) { return std::to_string(i.devices.size()); }},
    {"name", "gpu_name", "", [](const Device &d, const Inventory &) { return d.name; }},
    {"index", "", "", [](const Device &d, const Inventory &) { return std::to_string(d.index); }},
    {"uuid", "gpu_uuid", "", [](const Device &d, const Inventory &) { return d.uuid; }},
    {"pci.bus_id", "gpu_bus_id", "", [](const Device &d, const Inventory &) { return d.busId; }},
    {"compute_cap", "", "",
     [](const Device &d, const Inventory &) {
       return std::to_string(d.major) + "." + std::to_string(d.minor);
     }},
    {"compute_mode", "", "", [](const Device &d, const Inventory &) { return d.computeMode; }},
    {"memory.total", "", "MiB",
     [](const Device &d, const Inventory &) { return mebibytes(d.totalBytes); }},
    {"memory.free", "", "MiB",
     [](const Device &d, const Inventory &) { return mebibytes(d.freeBytes); }},
    {"memory.used", "", "MiB",
     [](const Device &d, const Inventory &) { return mebibytes(d.totalBytes - d.freeBytes); }},
    {"memory.reserved", "", "MiB",
     [](const Device &, const Inventory &) { return std::string("0"); }},
    {"clocks.max.sm", "clocks.max.graphics", "MHz",
     [](const Device &d, const Inventory &) { return std::to_string(d.clockKHz / 1000); }},
    {"clocks.max.memory", "clocks.max.mem", "MHz",
     [](const Device &d, const Inventory &) { return std::to_string(d.memoryClockKHz / 1000); }},
    {"clocks.current.sm", "clocks.sm", "MHz", nullptr},
    {"clocks.current.graphics", "clocks.gr", "MHz", nullptr},
    {"clocks.current.memory", "clocks.mem", "MHz", nullptr},
    {"utilization.gpu", "", "%", nullptr},
    {"utilization.memory", "", "%", nullptr},
    {"temperature.gpu", "", "", nullptr},
    {"temperature.memory", "", "", nullptr},
    {"power.draw", "", "W", nullptr},
    {"power.limit", "", "W", nullptr},
    {"power.max_limit", "", "W", nullptr},
    {"enforced.power.limit", "", "W", nullptr},
    {"fan.speed", "", "%", nullptr},
    {"pstate", "", "", nullptr},
    {"persistence_mode", "", "", nullptr},
    {"display_active", "", "", nullptr},
    {"display_mode", "", "", nullptr},
    {"serial", "gpu_serial", "", nullptr},
    {"vbios_version", "", "", nullptr},
    {"pcie.link.gen.max", "", "", nullptr},
    {"pcie.link.gen.current", "", "", nullptr},
    {"pcie.link.width.max", "", "", nullptr},
    {"pcie.link.width.current", "", "", nullptr},
    {"ecc.mode.current", "", "", nullptr},
    {"mig.mode.current", "", "", nullptr},
    {"encoder.stats.sessionCount", "", "", nullptr},
};

const Field *findField(std::string_view name) {
  for (const Field &field : kFields)
    if (name == field.name || (!field.alias.empty() && name == field.alias))
      return &field;
  return nullptr;
}

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

int queryFields(const Options &options, const Inventory &inventory,
                const std::vector<const Device *> &chosen, std::string &out) {
  std::vector<const Field *> fields;
  std::string header;
  const bool units = !isFormat(options, "nounits");
  for (const std::string &word : options.all(Opt::QueryGpu)) {
    std::string name = trimmed(word);
    const Field *field = findField(name);
    if (!field)
      return complain(kBadArgument, "Field \"" + name + "\" is not a valid field to query.");
    fields.push_back(field);
    header += (header.empty() ? "" : ", ") + name;
    if (units && !field->unit.empty())
      header += " [" + std::string(field->unit) + "]";
  }
  if (!isFormat(options, "csv"))
    return complain(kBadArgument,
                    "\"--format=\" switch is missing. \"--query-gpu=\" needs --format=csv.");
  if (!isFormat(options, "noheader"))
    out += header + "\n";
  for (const Device *device : chosen) {
    std::string line;
    for (const Field *field : fields) {
      std::string value = field->read ? field->read(*device, inventory) : kAbsent;
      if (field->read && units && !field->unit.empty())
        value += " " + std::string(field->unit);
      line += (field == fields.front() && line.empty() ? "" : ", ") + value;
    }
    out += line + "\n";
  }
  return 0;
}

std::string versionOf(const Inventory &inventory) {
  return std::to_string(inventory.cudaVersion / 1000) + "." +
         std::to_string(inventory.cudaVersion % 1000 / 10);
}

void queryAll(const Inventory &inventory, const std::vector<const Device *> &chosen,
              std::string &out) {
  auto line = [&](int depth, const std::string &name, const std::string &value) {
    std::string text = std::string(size_t(depth) * 4, ' ') + name;
    text.resize(std::max(text.size() + 1, size_t(54)), ' ');
    out += text + ": " + value + "\n";
  };
  out += "\n==============NVSMI LOG==============\n\n";
  line(0, "Timestamp", timeNow());
  line(0, "Driver Version", AW_VERSION);
  line(0, "CUDA Version", versionOf(inventory));
  out += "\n";
  line(0, "Attached GPUs", std::to_string(inventory.devices.size()));
  for (const Device *device : chosen) {
    out += "GPU " + device->busId + "\n";
    line(1, "Product Name", device->name);
    line(1, "GPU UUID", device->uuid);
    line(1, "Compute Capability",
         std::to_string(device->major) + "." + std::to_string(device->minor));
    line(1, "Multiprocessors", std::to_string(device->multiprocessors));
    line(1, "Compute Mode", device->computeMode);
    out += "    PCI\n";
    line(2, "Bus Id", device->busId);
    out += "    FB Memory Usage\n";
    line(2, "Total", mebibytes(device->totalBytes) + " MiB");
    line(2, "Used", mebibytes(device->totalBytes - device->freeBytes) + " MiB");
    line(2, "Free", mebibytes(device->freeBytes) + " MiB");
    out += "    Max Clocks\n";
    line(2, "SM", std::to_string(device->clockKHz / 1000) + " MHz");
  }
}

void table(const Inventory &inventory, const std::vector<const Device *> &chosen,
           std::string &out) {
  const std::string rule = "+" + std::string(89, '-') + "+\n";
  auto row = [&](std::string text) {
    text.resize(88, ' ');
    out += "| " + text + "|\n";
  };
  out += timeNow() + "\n" + rule;
  row("Anywarp " AW_VERSION
      "   (devices of this machine, as nvidia-smi lists them)   CUDA Version: " +
      versionOf(inventory));
  out += rule;
  row("GPU  Name                                      Bus-Id            Memory-Usage");
  out += rule;
  for (const Device *device : chosen) {
    char text[128];
    snprintf(text, sizeof text, "%3d  %-41.41s %-16.16s %8sMiB / %sMiB", device->index,
             device->name.c_str(), device->busId.c_str(),
             mebibytes(device->totalBytes - device->freeBytes).c_str(),
             mebibytes(device->totalBytes).c_str());
    row(text);
  }
  out += rule;
}

/// The devices that -i names; all without it.
bool choose(const Options &options, const Inventory &inventory,
            std::vector<const Device *> &chosen) {
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

} // namespace

int main(int argc, char **argv) {
  Options options;
  if (!options.read(kTable, {argv + 1, argv + argc}))
    return complain(kBadArgument, options.error);
  if (options.has(Opt::Input))
    return complain(kBadArgument,
                    "Invalid combination of input arguments: '" + options.value(Opt::Input) + "'");
  if (options.has(Opt::Help))
    return fputs(tool::helpText(
                     "Usage: nvidia-smi [options]\n\nLists the devices that CUDA programs can use.",
                     kTable)
                     .c_str(),
                 stdout) < 0;
  if (options.has(Opt::Version))
    return fputs(tool::versionText(kName, "Device list").c_str(), stdout) < 0;
  if (options.has(Opt::HelpQueryGpu)) {
    for (const Field &field : kFields)
      printf("\"%s\"%s%s%s%s\n", std::string(field.name).c_str(),
             field.alias.empty() ? "" : " or \"", std::string(field.alias).c_str(),
             field.alias.empty() ? "" : "\"", field.read ? "" : "   always [N/A]");
    return 0;
  }
  if (options.has(Opt::QueryApps)) {
    if (!isFormat(options, "noheader")) {
      std::string header;
      for (const std::string &word : options.all(Opt::QueryApps))
        header += (header.empty() ? "" : ", ") + trimmed(word);
      printf("%s\n", header.c_str());
    }
    return 0;
  }

  Inventory inventory;
  std::string error, out;
  if (!readDevices(inventory, error))
    return complain(kNoDriver, error);
  std::vector<const Device *> chosen;
  if (!choose(options, inventory, chosen))
    return kNotFound;
  int code = 0;
  if (options.has(Opt::QueryGpu))
    code = queryFields(options, inventory, chosen, out);
  else if (options.has(Opt::List))
    for (const Device *device : chosen)
      out += "GPU " + std::to_string(device->index) + ": " + device->name +
             " (UUID: " + device->uuid + ")\n";
  else if (options.has(Opt::Query))
    queryAll(inventory, chosen, out);
  else
    table(inventory, chosen, out);
  if (code)
    return code;
  return tool::writeFile(kName, options.value(Opt::File, "-"), out) ? 0 : 255;
}
