// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The report for browsers: the page of report.html with the data of a run inside it.
#include <algorithm>
#include <fstream>
#include <map>

#define JSON_NOEXCEPTION
#include <nlohmann/json.hpp>

#include "common/Target.h"
#include "ncu/Report.h"

namespace anywarp::ncu {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kPage[] = {
#include "ncu/ReportPage.inc"
};

/// Of the source files that the instructions name the lines that the page shows; others are empty.
Json sourceFiles(const std::vector<LaunchView> &launches) {
  struct Range {
    uint64_t first, last;
  };
  std::map<std::string, Range> ranges;
  for (const LaunchView &launch : launches)
    for (const tool::InstructionRow &row : launch.kernel->instructions)
      if (row.line) {
        Range &range = ranges.insert({row.file, {row.line, row.line}}).first->second;
        range.first = std::min(range.first, row.line);
        range.last = std::max(range.last, row.line);
      }
  Json files = Json::object();
  constexpr uint64_t kBefore = 3, kBehind = 1, kMostLines = 4000;
  for (const auto &[name, range] : ranges) {
    std::ifstream file(name);
    Json lines = Json::array();
    std::string line;
    for (uint64_t n = 1;
         n <= std::min(range.last, range.first + kMostLines) + kBehind && std::getline(file, line);
         ++n)
      lines.push_back(n + kBefore < range.first ? "" : line);
    files[name] = std::move(lines);
  }
  return files;
}

Json timeline(const tool::Records &records) {
  Json events = Json::array();
  auto add = [&](const char *category, const std::string &lane, const std::string &name,
                 uint64_t start, uint64_t end) {
    events.push_back(
        {{"category", category}, {"lane", lane}, {"name", name}, {"start", start}, {"end", end}});
  };
  constexpr size_t kMostCalls = 5000;
  for (size_t i = 0; i < std::min(records.calls.size(), kMostCalls); ++i) {
    const tool::CallRecord &call = records.calls[i];
    add("API", "thread " + std::to_string(call.thread), call.name, call.start, call.end);
  }
  for (const tool::RangeRecord &range : records.ranges)
    add("NVTX", "ranges", range.name, range.start, range.end);
  for (const tool::KernelRecord &kernel : records.kernels)
    add("Kernel", "stream " + std::to_string(kernel.stream), tool::demangle(kernel.name),
        kernel.start, kernel.end);
  for (const tool::TransferRecord &transfer : records.transfers)
    add("Memory", "stream " + std::to_string(transfer.stream),
        (transfer.isFill ? "memset " : "memcpy " + transfer.direction + " ") +
            withCommas(transfer.bytes) + " bytes",
        transfer.start, transfer.end);
  return events;
}

} // namespace

std::string htmlReport(const std::vector<LaunchView> &launches, const tool::Records &records,
                       uint64_t replayed) {
  Json data;
  data["launches"] = Json::parse(jsonReport(launches), nullptr, /*allow_exceptions=*/false);
  for (size_t i = 0; i < launches.size(); ++i)
    if (const tool::KernelRecord &kernel = *launches[i].kernel; !kernel.steps.empty()) {
      data["launches"][i]["steps"] = Json::parse(kernel.steps, nullptr, false);
      data["launches"][i]["stepsCut"] = kernel.areStepsCut;
      data["launches"][i]["sharedBytes"] = kernel.staticShared + kernel.dynamicShared;
    }
  data["replayed"] = replayed;
  data["files"] = sourceFiles(launches);
  data["timeline"] = timeline(records);
  std::string json = data.dump(-1, ' ', false, Json::error_handler_t::replace);
  // Nothing in the data may end the element that it stands in.
  for (size_t at = 0; (at = json.find("</", at)) != std::string::npos; at += 3)
    json.replace(at, 2, "<\\/");
  for (size_t at = 0; (at = json.find("<!--", at)) != std::string::npos; at += 4)
    json.replace(at, 4, "\\u003c!--");
  std::string page(kPage, sizeof kPage);
  constexpr std::string_view kMark = "@DATA@";
  page.replace(page.find(kMark), kMark.size(), json);
  return page;
}

} // namespace anywarp::ncu
