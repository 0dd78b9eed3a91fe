// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The source page: a row for each PTX instruction with its counts.
#include <cstdio>
#include <fstream>
#include <map>

#include "ncu/Report.h"

namespace anywarp::ncu {
namespace {

/// Lines of source files, read when one is asked for.
class SourceFiles {
public:
  std::string line(const std::string &file, uint64_t number) {
    auto [entry, isNew] = files_.try_emplace(file);
    if (isNew) {
      std::ifstream stream(file);
      for (std::string text; std::getline(stream, text);)
        entry->second.push_back(text);
    }
    return number && number <= entry->second.size() ? entry->second[number - 1] : std::string();
  }

private:
  std::map<std::string, std::vector<std::string>> files_;
};

std::string csvField(std::string text) {
  for (size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2)
    text.insert(at, "\"");
  return "\"" + text + "\"";
}

std::string average(const tool::InstructionRow &row) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f",
                row.warps ? double(row.predicated) / double(row.warps) : 0.0);
  return text;
}

std::vector<std::string> fieldsOf(const tool::InstructionRow &row, SourceFiles &files) {
  tool::AccessRow sum;
  for (const tool::AccessRow &access : row.accesses) {
    sum.space += (sum.space.empty() ? "" : "+") + access.space;
    sum.operation = access.operation;
    sum.bytes = access.bytes;
    sum.sectors += access.sectors;
    sum.idealSectors += access.idealSectors;
    sum.lines += access.lines;
    sum.wavefronts += access.wavefronts;
    sum.idealWavefronts += access.idealWavefronts;
  }
  auto number = [](uint64_t value) { return std::to_string(value); };
  return {number(row.ptxLine),
          row.text,
          row.line ? placeOf(row) : "",
          row.line ? files.line(row.file, row.line) : "",
          number(row.warps),
          number(row.threads),
          number(row.predicated),
          average(row),
          number(row.divergent),
          sum.space,
          sum.operation,
          row.accesses.empty() ? "" : number(sum.bytes * 8),
          number(sum.lines),
          number(sum.wavefronts),
          number(sum.wavefronts - sum.idealWavefronts),
          number(sum.idealWavefronts),
          number(sum.sectors),
          number(sum.sectors > sum.idealSectors ? sum.sectors - sum.idealSectors : 0),
          number(sum.idealSectors)};
}

constexpr const char *kColumns[] = {"PTX Line",
                                    "Source",
                                    "Place",
                                    "Source Line",
                                    "Instructions Executed",
                                    "Thread Instructions Executed",
                                    "Predicated-On Thread Instructions Executed",
                                    "Avg. Predicated-On Threads Executed",
                                    "Divergent Branches",
                                    "Address Space",
                                    "Access Operation",
                                    "Access Size",
                                    "L1 Tag Requests Global",
                                    "L1 Wavefronts Shared",
                                    "L1 Wavefronts Shared Excessive",
                                    "L1 Wavefronts Shared Ideal",
                                    "L2 Theoretical Sectors Global",
                                    "L2 Theoretical Sectors Global Excessive",
                                    "L2 Theoretical Sectors Global Ideal"};

std::string csvPage(const LaunchView &launch, SourceFiles &files) {
  std::string text;
  for (const char *column : kColumns)
    text += (text.empty() ? "" : ",") + csvField(column);
  text += "\n";
  for (const tool::InstructionRow &row : launch.kernel->instructions) {
    std::string line;
    for (const std::string &field : fieldsOf(row, files))
      line += (line.empty() ? "" : ",") + csvField(field);
    text += line + "\n";
  }
  return text;
}

std::string textPage(const LaunchView &launch) {
  char line[400];
  std::snprintf(line, sizeof line, "    %5s %-34s %12s %14s %7s %9s %10s %s\n", "PTX",
                "Instruction", "Warps", "Threads", "Active", "Divergent", "Sectors", "Place");
  std::string text = line;
  for (const tool::InstructionRow &row : launch.kernel->instructions) {
    uint64_t sectors = 0, wavefronts = 0;
    for (const tool::AccessRow &access : row.accesses) {
      sectors += access.sectors;
      wavefronts += access.wavefronts;
    }
    const std::string moved = sectors      ? std::to_string(sectors)
                              : wavefronts ? std::to_string(wavefronts) + "w"
                                           : std::string("-");
    std::snprintf(line, sizeof line, "    %5llu %-34.34s %12llu %14llu %7s %9llu %10s %.150s\n",
                  static_cast<unsigned long long>(row.ptxLine), row.text.c_str(),
                  static_cast<unsigned long long>(row.warps),
                  static_cast<unsigned long long>(row.threads), average(row).c_str(),
                  static_cast<unsigned long long>(row.divergent), moved.c_str(),
                  row.line ? placeOf(row).c_str() : "");
    text += line;
  }
  return text;
}

} // namespace

std::string sourcePage(const std::vector<LaunchView> &launches, const Selection &selection) {
  SourceFiles files;
  std::string text;
  for (const LaunchView &launch : launches) {
    if (!selection.csv)
      text += "  " + launch.name + " " + dimensions(launch.kernel->grid) + "x" +
              dimensions(launch.kernel->block) + "\n";
    else if (launches.size() > 1)
      text += csvField("Kernel Name") + "," + csvField(launch.name) + "\n";
    text += selection.csv ? csvPage(launch, files) : textPage(launch);
    text += "\n";
  }
  return text;
}

} // namespace anywarp::ncu
