// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The report for browsers: the page of report.html with the data of a run inside it.
#include <fstream>
#include <set>

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

/// The lines of the source files that the instructions name.
Json sourceFiles(const std::vector<LaunchView> &launches) {
  std::set<std::string> names;
  for (const LaunchView &launch : launches)
    for (const tool::InstructionRow &row : launch.kernel->instructions)
      if (row.line)
        names.insert(row.file);
  Json files = Json::object();
  constexpr size_t kMostLines = 20000;
  for (const std::string &name : names) {
    std::ifstream file(name);
    Json lines = Json::array();
    for (std::string line; lines.size() < kMostLines && std::getline(file, line);)
      lines.push_back(line);
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

std::string htmlReport(const std::vector<LaunchView> &launches, const tool::Records &records) {
  Json data;
  data["launches"] = Json::parse(jsonReport(launches), nullptr, /*allow_exceptions=*/false);
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
