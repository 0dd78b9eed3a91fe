// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// topo, dmon and pmon: tables in NVIDIA's columns. Processors have few of the figures: "-".
#include <cstdio>
#include <fstream>
#include <sched.h>

#include "nvidia-smi/Report.h"

namespace anywarp::smi {

/// "0-3,8": the processors of the affinity mask.
static std::string processors() {
  cpu_set_t set;
  std::string text;
  if (sched_getaffinity(0, sizeof set, &set) != 0)
    return kAbsent;
  for (int first = 0; first < CPU_SETSIZE; ++first) {
    if (!CPU_ISSET(first, &set))
      continue;
    int last = first;
    while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, &set))
      ++last;
    text += (text.empty() ? "" : ",") + std::to_string(first);
    if (last > first)
      text += "-" + std::to_string(last);
    first = last;
  }
  return text;
}

static std::string memoryNodes() {
  std::string text;
  std::getline(std::ifstream("/sys/devices/system/node/online"), text);
  return text.empty() ? kAbsent : text;
}

void printTopology(const Chosen &chosen, std::string &out) {
  out += "\t";
  for (const Device *device : chosen)
    out += "GPU" + std::to_string(device->index) + "\t";
  out += "CPU Affinity\tNUMA Affinity\tGPU NUMA ID\n";
  const std::string affinity = processors(), nodes = memoryNodes();
  for (const Device *row : chosen) {
    out += "GPU" + std::to_string(row->index) + "\t";
    for (const Device *column : chosen) // the same processors: nearer than any bridge
      out += row == column ? " X \t" : "PIX\t";
    out += affinity + "\t" + nodes + "\t\t" + kAbsent + "\n";
  }
  out += "\nLegend:\n\n"
         "  X    = The device itself\n"
         "  PIX  = Another device on the same processors\n";
}

namespace {

struct Column {
  char group; ///< of dmon -s
  const char *head, *unit;
};
constexpr Column kColumns[] = {
    {'p', "pwr", "W"},      {'p', "gtemp", "C"},  {'p', "mtemp", "C"},    {'u', "sm", "%"},
    {'u', "mem", "%"},      {'u', "enc", "%"},    {'u', "dec", "%"},      {'u', "jpg", "%"},
    {'u', "ofa", "%"},      {'c', "mclk", "MHz"}, {'c', "pclk", "MHz"},   {'v', "pviol", "%"},
    {'v', "tviol", "bool"}, {'m', "fb", "MB"},    {'m', "bar1", "MB"},    {'e', "sbecc", "errs"},
    {'e', "dbecc", "errs"}, {'e', "pci", "errs"}, {'t', "rxpci", "MB/s"}, {'t', "txpci", "MB/s"}};

std::string padded(const std::string &text) {
  return text.size() < 7 ? std::string(7 - text.size(), ' ') + text : " " + text;
}

std::string firstColumn(int index) {
  char text[16];
  snprintf(text, sizeof text, "%5d", index);
  return text;
}

} // namespace

bool areMetrics(std::string_view metrics) {
  return !metrics.empty() && metrics.find_first_not_of("pucvmet") == metrics.npos;
}

void printDeviceMonitor(const Chosen &chosen, std::string_view metrics, bool withHead,
                        std::string &out) {
  auto line = [&](std::string text, auto &&value) {
    for (const Column &column : kColumns)
      if (metrics.find(column.group) != metrics.npos)
        text += padded(value(column));
    out += text + " \n";
  };
  if (withHead) {
    line("# gpu", [](const Column &column) { return std::string(column.head); });
    line("# Idx", [](const Column &column) { return std::string(column.unit); });
  }
  for (const Device *device : chosen)
    line(firstColumn(device->index), [&](const Column &column) {
      return column.head == std::string_view("fb")
                 ? mebibytes(device->totalBytes - device->freeBytes)
                 : std::string("-");
    });
}

void printProcessMonitor(const Chosen &chosen, bool withHead, std::string &out) {
  if (withHead)
    out += "# gpu         pid   type     sm    mem    enc    dec    jpg    ofa    command \n"
           "# Idx           #    C/G      %      %      %      %      %      %    name \n";
  for (const Device *device : chosen)
    out += firstColumn(device->index) +
           "          -     -      -      -      -      -      -      -    -              \n";
}

} // namespace anywarp::smi
