// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fields and the whole report, from the tables.
#include "nvidia-smi/Report.h"

#include <cstdio>
#include <ctime>

namespace anywarp::smi {

std::string number(uint64_t value) { return std::to_string(value); }
std::string mebibytes(uint64_t bytes) { return std::to_string(bytes >> 20); }

static std::string timeIn(const char *format) {
  char text[64] = "";
  time_t now = time(nullptr);
  tm parts;
  if (localtime_r(&now, &parts))
    strftime(text, sizeof text, format, &parts);
  return text;
}
std::string timeNow() { return timeIn("%Y/%m/%d %H:%M:%S.000"); }

std::string versionOf(const Inventory &inventory) {
  return std::to_string(inventory.cudaVersion / 1000) + "." +
         std::to_string(inventory.cudaVersion % 1000 / 10);
}

// -- Fields ---------------------------------------------------------------------------------------

#define AW_FIELD(name, otherName, unit, value)                                                     \
  {name, otherName, unit, [](const Device &d, const Inventory &i) {                                \
     (void)d, (void)i;                                                                             \
     return std::string(value);                                                                    \
   }},
#define AW_ABSENT(name, otherName, unit) {name, otherName, unit, nullptr},
constexpr Field kFields[] = {
#include "nvidia-smi/Fields.def"
};

std::span<const Field> fields() { return kFields; }

const Field *findField(std::string_view name) {
  for (const Field &field : kFields)
    if (name == field.name || (!field.otherName.empty() && name == field.otherName))
      return &field;
  return nullptr;
}

// -- The report -----------------------------------------------------------------------------------

namespace {

struct Row {
  int depth;
  std::string_view text, tag;
  std::string (*read)(const Device &, const Inventory &); ///< null: a group
};
#define AW_ROW(depth, text, tag, value)                                                            \
  {depth, text, tag, [](const Device &d, const Inventory &i) {                                     \
     (void)d, (void)i;                                                                             \
     return std::string(value);                                                                    \
   }},
#define AW_GROUP(depth, text, tag) {depth, text, tag, nullptr},
constexpr Row kRows[] = {
#include "nvidia-smi/Report.def"
};

void addLine(std::string &out, int depth, std::string_view name, const std::string &value) {
  std::string text = std::string(size_t(depth) * 4, ' ').append(name);
  text.resize(std::max(text.size() + 1, size_t(54)), ' ');
  out += text + ": " + value + "\n";
}

std::string escaped(const std::string &text) {
  std::string safe;
  for (char c : text)
    safe += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return safe;
}

void addElement(std::string &out, int depth, std::string_view tag, const std::string &value) {
  out.append(size_t(depth), '\t').append("<").append(tag).append(">");
  out.append(escaped(value)).append("</").append(tag).append(">\n");
}

void addDevice(std::string &out, const Device &device, const Inventory &inventory) {
  std::vector<std::string_view> open;
  auto closeTo = [&](size_t depth) {
    for (; open.size() >= depth; open.pop_back())
      out.append(open.size() + 1, '\t').append("</").append(open.back()).append(">\n");
  };
  for (const Row &row : kRows) {
    closeTo(size_t(row.depth));
    if (!row.read) {
      out.append(size_t(row.depth) + 1, '\t').append("<").append(row.tag).append(">\n");
      open.push_back(row.tag);
    } else if (row.tag == "processes") { // a list of elements, and there is none
      out.append(size_t(row.depth) + 1, '\t').append("<processes>\n\t\t</processes>\n");
    } else {
      addElement(out, row.depth + 1, row.tag, row.read(device, inventory));
    }
  }
  closeTo(1);
}

} // namespace

void printReport(const Inventory &inventory, const Chosen &chosen, std::string &out) {
  out += "\n==============NVSMI LOG==============\n\n";
  addLine(out, 0, "Timestamp", timeIn("%a %b %e %H:%M:%S %Y"));
  addLine(out, 0, "Driver Version", AW_VERSION);
  addLine(out, 0, "CUDA Version", versionOf(inventory));
  out += "\n";
  addLine(out, 0, "Attached GPUs", std::to_string(inventory.devices.size()));
  for (const Device *device : chosen) {
    out += "GPU " + device->busId + "\n";
    for (const Row &row : kRows)
      if (row.read)
        addLine(out, row.depth, row.text, row.read(*device, inventory));
      else
        out.append(size_t(row.depth) * 4, ' ').append(row.text).append("\n");
    out += "\n";
  }
}

void printXml(const Inventory &inventory, const Chosen &chosen, std::string &out) {
  out += "<?xml version=\"1.0\" ?>\n"
         "<!DOCTYPE nvidia_smi_log SYSTEM \"nvsmi_device_v12.dtd\">\n<nvidia_smi_log>\n";
  addElement(out, 1, "timestamp", timeIn("%a %b %e %H:%M:%S %Y"));
  addElement(out, 1, "driver_version", AW_VERSION);
  addElement(out, 1, "cuda_version", versionOf(inventory));
  addElement(out, 1, "attached_gpus", std::to_string(inventory.devices.size()));
  for (const Device *device : chosen) {
    out += "\t<gpu id=\"" + device->busId + "\">\n";
    addDevice(out, *device, inventory);
    out += "\t</gpu>\n";
  }
  out += "</nvidia_smi_log>\n";
}

void printTable(const Inventory &inventory, const Chosen &chosen, std::string &out) {
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

} // namespace anywarp::smi
