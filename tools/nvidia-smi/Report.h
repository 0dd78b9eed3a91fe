// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The forms in which nvidia-smi prints devices. Each adds its text to `out`.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nvidia-smi/Devices.h"

namespace anywarp::smi {

using Chosen = std::vector<const Device *>;

/// Of fields a GPU has and a processor has not.
inline constexpr const char *kAbsent = "N/A";
inline constexpr const char *kNone = "None";

std::string number(uint64_t value);
std::string mebibytes(uint64_t bytes);
std::string timeNow();
/// "13.0"
std::string versionOf(const Inventory &inventory);

/// A field of --query-gpu (Fields.def). `read` null: a GPU has it, a processor has not.
struct Field {
  std::string_view name, otherName, unit;
  std::string (*read)(const Device &, const Inventory &);
};
std::span<const Field> fields();
const Field *findField(std::string_view name);

/// -q, and -q -x in the form of nvsmi_device_v12.dtd.
void printReport(const Inventory &inventory, const Chosen &chosen, std::string &out);
void printXml(const Inventory &inventory, const Chosen &chosen, std::string &out);
/// Without any option.
void printTable(const Inventory &inventory, const Chosen &chosen, std::string &out);

/// topo -m: the ways between devices.
void printTopology(const Chosen &chosen, std::string &out);

/// dmon and pmon: the head, then a line for each device. `metrics`: letters of dmon -s.
bool areMetrics(std::string_view metrics);
void printDeviceMonitor(const Chosen &chosen, std::string_view metrics, bool withHead,
                        std::string &out);
void printProcessMonitor(const Chosen &chosen, bool withHead, std::string &out);

} // namespace anywarp::smi
