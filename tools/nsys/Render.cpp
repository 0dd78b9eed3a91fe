// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables as text, and the timeline.
#include <algorithm>
#include <set>

#define JSON_NOEXCEPTION
#include <nlohmann/json.hpp>

#include "common/Target.h"
#include "nsys/Reports.h"

namespace anywarp::nsys {
namespace {

using Json = nlohmann::ordered_json;

std::string withCommas(const std::string &number) {
  const size_t point = std::min(number.find('.'), number.size());
  std::string text = number;
  for (size_t at = point; at > 3 && text[0] != '-'; at -= 3)
    text.insert(at - 3, ",");
  return text;
}

bool isNumber(const std::string &text) {
  return !text.empty() && text.find_first_not_of("0123456789.-") == std::string::npos;
}

std::string columns(const Table &table, bool hasRules) {
  std::vector<std::vector<std::string>> rows(1);
  for (const Table::Column &column : table.columns)
    rows[0].push_back(column.name);
  for (const auto &row : table.rows) {
    rows.emplace_back();
    for (size_t i = 0; i < row.size(); ++i)
      rows.back().push_back(table.columns[i].isText ? row[i] : withCommas(row[i]));
  }
  std::vector<size_t> widths(table.columns.size());
  for (const auto &row : rows)
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], row[i].size());
  const std::string gap = hasRules ? " | " : "  ";
  auto line = [&](const std::vector<std::string> &row) {
    std::string text = hasRules ? "| " : " ";
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string pad(widths[i] - row[i].size(), ' ');
      text += (i ? gap : "") + (table.columns[i].isText ? row[i] + pad : pad + row[i]);
    }
    return text + (hasRules ? " |\n" : "\n");
  };
  std::string text = line(rows[0]);
  std::vector<std::string> dashes;
  for (size_t width : widths)
    dashes.push_back(std::string(width, '-'));
  text += line(dashes);
  for (size_t i = 1; i < rows.size(); ++i)
    text += line(rows[i]);
  return text;
}

std::string separated(const Table &table, char separator) {
  auto field = [&](const std::string &text) {
    if (text.find_first_of(std::string("\"\n") + separator) == std::string::npos)
      return text;
    std::string quoted = "\"";
    for (char c : text)
      quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + "\"";
  };
  std::string text;
  for (size_t i = 0; i < table.columns.size(); ++i)
    text += (i ? std::string(1, separator) : "") + field(table.columns[i].name);
  text += "\n";
  for (const auto &row : table.rows) {
    for (size_t i = 0; i < row.size(); ++i)
      text += (i ? std::string(1, separator) : "") + field(row[i]);
    text += "\n";
  }
  return text;
}

std::string asJson(const Table &table) {
  Json list = Json::array();
  for (const auto &row : table.rows) {
    Json object = Json::object();
    for (size_t i = 0; i < row.size(); ++i) {
      Json value = row[i];
      if (!table.columns[i].isText && isNumber(row[i]))
        value = Json::parse(row[i], nullptr, /*allow_exceptions=*/false);
      object[table.columns[i].name] = value;
    }
    list.push_back(std::move(object));
  }
  return list.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace

std::string render(const Table &table, const std::string &format) {
  if (format == "csv")
    return separated(table, ',');
  if (format == "tsv")
    return separated(table, '\t');
  if (format == "json")
    return asJson(table);
  return columns(table, /*hasRules=*/format == "table");
}

std::string timelineJson(const tool::Records &records) {
  Json events = Json::array();
  auto add = [&](const char *category, const std::string &name, uint64_t process, uint64_t thread,
                 uint64_t start, uint64_t end, Json arguments) {
    events.push_back({{"ph", "X"},
                      {"cat", category},
                      {"name", name},
                      {"pid", process},
                      {"tid", thread},
                      {"ts", double(start) / 1e3},
                      {"dur", double(end - start) / 1e3},
                      {"args", std::move(arguments)}});
  };
  // Streams stand beside threads, with numbers that no thread has, and have names.
  constexpr uint64_t kStreams = 1ull << 32;
  std::set<std::pair<uint64_t, uint64_t>> streams;
  auto stream = [&](const tool::WorkRecord &work) {
    streams.insert({work.process, work.stream});
    return kStreams + work.stream;
  };
  for (const tool::CallRecord &call : records.calls)
    add("API", call.name, call.process, call.thread, call.start, call.end,
        {{"result", call.result}});
  for (const tool::RangeRecord &range : records.ranges)
    add("NVTX", range.name, range.process, range.thread, range.start, range.end,
        {{"domain", range.domain}, {"style", range.style}});
  for (const tool::KernelRecord &kernel : records.kernels)
    add("Kernel", tool::demangle(kernel.name), kernel.process, stream(kernel), kernel.start,
        kernel.end,
        {{"grid", kernel.grid},
         {"block", kernel.block},
         {"queued", double(kernel.queued) / 1e3},
         {"dynamic shared", kernel.dynamicShared}});
  for (const tool::TransferRecord &transfer : records.transfers)
    add("Memory", transfer.isFill ? "memset" : "memcpy " + transfer.direction, transfer.process,
        stream(transfer), transfer.start, transfer.end, {{"bytes", transfer.bytes}});
  for (auto [process, number] : streams)
    events.push_back({{"ph", "M"},
                      {"name", "thread_name"},
                      {"pid", process},
                      {"tid", kStreams + number},
                      {"args", {{"name", "Stream " + std::to_string(number)}}}});
  return Json({{"traceEvents", std::move(events)}, {"displayTimeUnit", "ns"}})
             .dump(-1, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

} // namespace anywarp::nsys
