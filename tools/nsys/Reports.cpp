// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nsys/Reports.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>

#include "common/Target.h"

namespace anywarp::nsys {
namespace {

using tool::CallRecord;
using tool::KernelRecord;
using tool::RangeRecord;
using tool::Records;
using tool::TransferRecord;

std::string real(double value, int digits = 1) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

/// What a summary tells of the values of one group.
struct Statistics {
  std::vector<double> values;
  double sum() const {
    double total = 0;
    for (double value : values)
      total += value;
    return total;
  }
  double median() const {
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    const size_t half = sorted.size() / 2;
    return sorted.size() % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
  double least() const { return *std::min_element(values.begin(), values.end()); }
  double most() const { return *std::max_element(values.begin(), values.end()); }
  double average() const { return sum() / double(values.size()); }
  /// Of a sample; 0 for one value.
  double deviation() const {
    double squares = 0;
    for (double value : values)
      squares += (value - average()) * (value - average());
    return values.size() > 1 ? std::sqrt(squares / double(values.size() - 1)) : 0;
  }
};

/// Groups by the text columns of a row, in the order of falling sums.
class Summary {
public:
  void add(std::vector<std::string> key, double value) {
    groups_[std::move(key)].values.push_back(value);
  }

  /// Time, total, count and so on, then the key's columns.
  Table times(const char *count, std::vector<std::string> keys) const {
    Table table;
    for (const char *name : {"Time (%)", "Total Time (ns)", count, "Avg (ns)", "Med (ns)",
                             "Min (ns)", "Max (ns)", "StdDev (ns)"})
      table.columns.push_back({name});
    for (std::string &key : keys)
      table.columns.push_back({std::move(key), true});
    const auto sorted = inOrder();
    double total = 0;
    for (const auto *group : sorted)
      total += group->second.sum();
    for (const auto *group : sorted) {
      const Statistics &s = group->second;
      std::vector<std::string> row = {real(total ? 100 * s.sum() / total : 0),
                                      real(s.sum(), 0),
                                      std::to_string(s.values.size()),
                                      real(s.average()),
                                      real(s.median()),
                                      real(s.least(), 0),
                                      real(s.most(), 0),
                                      real(s.deviation())};
      row.insert(row.end(), group->first.begin(), group->first.end());
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  Table sizes() const {
    Table table;
    for (const char *name :
         {"Total (MB)", "Count", "Avg (MB)", "Med (MB)", "Min (MB)", "Max (MB)", "StdDev (MB)"})
      table.columns.push_back({name});
    table.columns.push_back({"Operation", true});
    for (const auto *group : inOrder()) {
      const Statistics &s = group->second;
      table.rows.push_back({real(s.sum(), 3), std::to_string(s.values.size()), real(s.average(), 3),
                            real(s.median(), 3), real(s.least(), 3), real(s.most(), 3),
                            real(s.deviation(), 3), group->first[0]});
    }
    return table;
  }

private:
  using Groups = std::map<std::vector<std::string>, Statistics>;
  std::vector<const Groups::value_type *> inOrder() const {
    std::vector<const Groups::value_type *> sorted;
    for (const auto &group : groups_)
      sorted.push_back(&group);
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto *a, const auto *b) {
      return a->second.sum() > b->second.sum();
    });
    return sorted;
  }
  Groups groups_;
};

template <typename T> double duration(const T &record) { return double(record.end - record.start); }

std::string operationOf(const TransferRecord &transfer) {
  if (transfer.isFill)
    return "[CUDA memset]";
  auto word = [](char letter) { return letter == 'H' ? "Host" : "Device"; };
  return std::string("[CUDA memcpy ") + word(transfer.direction[0]) + "-to-" +
         word(transfer.direction[3]) + "]";
}

std::string triple(const uint64_t (&size)[3]) {
  char text[80];
  std::snprintf(text, sizeof text, "%4llu %4llu %4llu", static_cast<unsigned long long>(size[0]),
                static_cast<unsigned long long>(size[1]), static_cast<unsigned long long>(size[2]));
  return text;
}

// -- Summaries ------------------------------------------------------------------------------------

Table apiSummary(const Records &records) {
  Summary summary;
  for (const CallRecord &call : records.calls)
    summary.add({call.name}, duration(call));
  return summary.times("Num Calls", {"Name"});
}

Table kernelSummary(const Records &records) {
  Summary summary;
  for (const KernelRecord &kernel : records.kernels)
    summary.add({tool::demangle(kernel.name)}, duration(kernel));
  return summary.times("Instances", {"Name"});
}

Table kernelSizeSummary(const Records &records) {
  Summary summary;
  for (const KernelRecord &kernel : records.kernels)
    summary.add({triple(kernel.grid), triple(kernel.block), tool::demangle(kernel.name)},
                duration(kernel));
  return summary.times("Instances", {"GridXYZ", "BlockXYZ", "Name"});
}

Table memoryTimeSummary(const Records &records) {
  Summary summary;
  for (const TransferRecord &transfer : records.transfers)
    summary.add({operationOf(transfer)}, duration(transfer));
  return summary.times("Count", {"Operation"});
}

Table memorySizeSummary(const Records &records) {
  Summary summary;
  for (const TransferRecord &transfer : records.transfers)
    summary.add({operationOf(transfer)}, double(transfer.bytes) / 1e6);
  return summary.sizes();
}

void addWork(const Records &records, Summary &summary) {
  for (const KernelRecord &kernel : records.kernels)
    summary.add({"CUDA_KERNEL", tool::demangle(kernel.name)}, duration(kernel));
  for (const TransferRecord &transfer : records.transfers)
    summary.add({"MEMORY_OPER", operationOf(transfer)}, duration(transfer));
}

Table workSummary(const Records &records) {
  Summary summary;
  addWork(records, summary);
  return summary.times("Instances", {"Category", "Operation"});
}

Table everythingSummary(const Records &records) {
  Summary summary;
  addWork(records, summary);
  for (const CallRecord &call : records.calls)
    summary.add({"CUDA_API", call.name}, duration(call));
  return summary.times("Instances", {"Category", "Operation"});
}

Table rangesOf(const Records &records, const char *style, bool hasStyle) {
  Summary summary;
  for (const RangeRecord &range : records.ranges) {
    if (*style ? range.style != style : range.style == "Mark")
      continue;
    std::vector<std::string> key = {(range.domain.empty() ? ":" : range.domain + ":") + range.name};
    if (hasStyle)
      key.insert(key.begin(), range.style);
    summary.add(std::move(key), duration(range));
  }
  return hasStyle ? summary.times("Instances", {"Style", "Range"})
                  : summary.times("Instances", {"Range"});
}

Table rangeSummary(const Records &records) { return rangesOf(records, "", true); }
Table pushPopSummary(const Records &records) { return rangesOf(records, "PushPop", false); }
Table startEndSummary(const Records &records) { return rangesOf(records, "StartEnd", false); }

// -- Traces ---------------------------------------------------------------------------------------

/// The time from which traces count.
uint64_t origin(const Records &records) {
  uint64_t first = ~0ull;
  auto look = [&](const auto &list) {
    for (const auto &record : list)
      first = std::min(first, record.start);
  };
  look(records.calls);
  look(records.kernels);
  look(records.transfers);
  look(records.ranges);
  return first;
}

/// Calls by the number that correlates them with their work.
size_t correlationOf(const Records &records, const tool::WorkRecord &work) {
  auto behind =
      std::upper_bound(records.calls.begin(), records.calls.end(), work.queued,
                       [](uint64_t time, const CallRecord &call) { return time < call.start; });
  for (size_t i = size_t(behind - records.calls.begin()); i-- > 0;) {
    const CallRecord &call = records.calls[i]; // the last that its thread began
    if (call.process == work.process && call.thread == work.thread)
      return work.queued <= call.end ? i + 1 : 0;
  }
  return 0;
}

Table workTrace(const Records &records) {
  Table table;
  for (const char *name :
       {"Start (ns)", "Duration (ns)", "CorrId", "GrdX", "GrdY", "GrdZ", "BlkX", "BlkY", "BlkZ",
        "Reg/Trd", "StcSMem (MB)", "DymSMem (MB)", "Bytes (MB)", "Throughput (MB/s)"})
    table.columns.push_back({name});
  for (const char *name : {"SrcMemKd", "DstMemKd", "Device"})
    table.columns.push_back({name, true});
  for (const char *name : {"Ctx", "GreenCtx", "Strm"})
    table.columns.push_back({name});
  table.columns.push_back({"Name", true});
  const uint64_t zero = origin(records);
  std::map<std::pair<uint64_t, size_t>, std::vector<std::string>> rows; // by their start
  auto number = [](uint64_t value) { return std::to_string(value); };
  for (const KernelRecord &k : records.kernels)
    rows[{k.start, rows.size()}] = {number(k.start - zero),
                                    real(duration(k), 0),
                                    number(correlationOf(records, k)),
                                    number(k.grid[0]),
                                    number(k.grid[1]),
                                    number(k.grid[2]),
                                    number(k.block[0]),
                                    number(k.block[1]),
                                    number(k.block[2]),
                                    number(k.registers),
                                    real(double(k.staticShared) / 1e6, 3),
                                    real(double(k.dynamicShared) / 1e6, 3),
                                    "",
                                    "",
                                    "",
                                    "",
                                    "CPU (" + number(k.device) + ")",
                                    number(k.context),
                                    "",
                                    number(k.stream),
                                    tool::demangle(k.name)};
  for (const TransferRecord &t : records.transfers) {
    auto side = [&](size_t at) -> std::string {
      if (t.isFill)
        return at ? "Device" : "";
      return t.direction[at] == 'D' ? "Device" : t.isPageable ? "Pageable" : "Pinned";
    };
    rows[{t.start, rows.size()}] = {number(t.start - zero),
                                    real(duration(t), 0),
                                    number(correlationOf(records, t)),
                                    "",
                                    "",
                                    "",
                                    "",
                                    "",
                                    "",
                                    "",
                                    "",
                                    "",
                                    real(double(t.bytes) / 1e6, 3),
                                    real(duration(t) ? double(t.bytes) * 1e3 / duration(t) : 0, 3),
                                    side(0),
                                    side(3),
                                    "CPU (0)",
                                    "1",
                                    "",
                                    number(t.stream),
                                    operationOf(t)};
  }
  for (auto &[start, row] : rows)
    table.rows.push_back(std::move(row));
  return table;
}

Table apiTrace(const Records &records) {
  Table table;
  table.columns = {{"Start (ns)"}, {"Duration (ns)"}, {"Name", true},
                   {"Result"},     {"CorrID"},        {"Pid"},
                   {"Tid"},        {"T-Pri"},         {"Thread Name", true}};
  const uint64_t zero = origin(records);
  for (size_t i = 0; i < records.calls.size(); ++i) {
    const CallRecord &call = records.calls[i];
    table.rows.push_back({std::to_string(call.start - zero), real(duration(call), 0), call.name,
                          std::to_string(call.result), std::to_string(i + 1),
                          std::to_string(call.process), std::to_string(call.thread), "", ""});
  }
  return table;
}

/// How long a launch took in its call, waiting, and running.
Table launchTrace(const Records &records) {
  Table table;
  table.columns = {{"API Start (ns)"},
                   {"API Dur (ns)"},
                   {"Queue Start (ns)"},
                   {"Queue Dur (ns)"},
                   {"Kernel Start (ns)"},
                   {"Kernel Dur (ns)"},
                   {"Total Dur (ns)"},
                   {"PID"},
                   {"TID"},
                   {"DevId"},
                   {"API Function", true},
                   {"GridXYZ", true},
                   {"BlockXYZ", true},
                   {"Kernel Name", true}};
  const uint64_t zero = origin(records);
  for (const KernelRecord &k : records.kernels) {
    const size_t number = correlationOf(records, k);
    if (!number)
      continue;
    const CallRecord &call = records.calls[number - 1];
    const uint64_t queueEnd = std::max(k.start, call.end);
    table.rows.push_back({std::to_string(call.start - zero), real(duration(call), 0),
                          std::to_string(call.end - zero), std::to_string(queueEnd - call.end),
                          std::to_string(k.start - zero), real(duration(k), 0),
                          std::to_string(std::max(k.end, call.end) - call.start),
                          std::to_string(k.process), std::to_string(k.thread),
                          std::to_string(k.device), call.name, triple(k.grid), triple(k.block),
                          tool::demangle(k.name)});
  }
  return table;
}

} // namespace

const std::vector<Report> &allReports() {
  static const std::vector<Report> &all = *new std::vector<Report>{
      {"nvtx_sum", "NVTX Range Summary", true, rangeSummary},
      {"cuda_api_sum", "CUDA API Summary", true, apiSummary},
      {"cuda_gpu_kern_sum", "CUDA GPU Kernel Summary", true, kernelSummary},
      {"cuda_gpu_mem_time_sum", "CUDA GPU MemOps Summary (by Time)", true, memoryTimeSummary},
      {"cuda_gpu_mem_size_sum", "CUDA GPU MemOps Summary (by Size)", true, memorySizeSummary},
      {"cuda_gpu_sum", "CUDA GPU Summary (Kernels/MemOps)", false, workSummary},
      {"cuda_api_gpu_sum", "CUDA Summary (API/Kernels/MemOps)", false, everythingSummary},
      {"cuda_gpu_kern_gb_sum", "CUDA GPU Kernel/Grid/Block Summary", false, kernelSizeSummary},
      {"cuda_gpu_trace", "CUDA GPU Trace", false, workTrace},
      {"cuda_api_trace", "CUDA API Trace", false, apiTrace},
      {"cuda_kern_exec_trace", "CUDA Kernel Launch & Exec Time Trace", false, launchTrace},
      {"nvtx_pushpop_sum", "NVTX Push/Pop Range Summary", false, pushPopSummary},
      {"nvtx_startend_sum", "NVTX Start/End Range Summary", false, startEndSummary},
  };
  return all;
}

} // namespace anywarp::nsys
