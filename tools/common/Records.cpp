// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "common/Records.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#define JSON_NOEXCEPTION
#include <nlohmann/json.hpp>

namespace anywarp::tool {
namespace {

using Json = nlohmann::json;

uint64_t number(const Json &object, const char *name) {
  auto it = object.find(name);
  return it != object.end() && it->is_number() ? it->get<uint64_t>() : 0;
}

std::string text(const Json &object, const char *name) {
  auto it = object.find(name);
  return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

void readWork(const Json &json, WorkRecord &work) {
  work.process = number(json, "process");
  work.thread = number(json, "thread");
  work.stream = number(json, "stream");
  work.queued = number(json, "queued");
  work.start = number(json, "start");
  work.end = number(json, "end");
}

void readDimensions(const Json &json, const char *name, uint64_t (&size)[3]) {
  auto it = json.find(name);
  for (size_t i = 0; i < 3; ++i)
    size[i] = it != json.end() && it->is_array() && i < it->size() && (*it)[i].is_number()
                  ? (*it)[i].get<uint64_t>()
                  : 1;
}

AccessRow readAccess(const Json &json) {
  AccessRow row;
  row.operation = text(json, "operation");
  row.space = text(json, "space");
  row.declared = text(json, "declared");
  row.bytes = number(json, "bytes");
  row.warps = number(json, "warps");
  row.threads = number(json, "threads");
  row.sectors = number(json, "sectors");
  row.idealSectors = number(json, "idealSectors");
  row.lines = number(json, "lines");
  row.usedBytes = number(json, "usedBytes");
  row.wavefronts = number(json, "wavefronts");
  row.idealWavefronts = number(json, "idealWavefronts");
  row.requests = number(json, "requests");
  return row;
}

InstructionRow readInstruction(const Json &json) {
  InstructionRow row;
  row.ptxLine = number(json, "ptx");
  row.line = number(json, "line");
  row.file = text(json, "file");
  row.function = text(json, "function");
  row.text = text(json, "text");
  row.flags = text(json, "flags");
  row.warps = number(json, "warps");
  row.threads = number(json, "threads");
  row.predicated = number(json, "predicated");
  row.branches = number(json, "branches");
  row.divergent = number(json, "divergent");
  row.taken = number(json, "taken");
  if (auto it = json.find("accesses"); it != json.end() && it->is_array())
    for (const Json &access : *it)
      row.accesses.push_back(readAccess(access));
  return row;
}

KernelRecord readKernel(const Json &json) {
  KernelRecord kernel;
  readWork(json, kernel);
  kernel.name = text(json, "name");
  kernel.context = number(json, "context");
  kernel.device = number(json, "device");
  kernel.multiprocessors = number(json, "multiprocessors");
  kernel.capability = number(json, "capability");
  readDimensions(json, "grid", kernel.grid);
  readDimensions(json, "block", kernel.block);
  readDimensions(json, "cluster", kernel.cluster);
  kernel.dynamicShared = number(json, "dynamicShared");
  kernel.staticShared = number(json, "staticShared");
  kernel.driverShared = number(json, "driverShared");
  kernel.registers = number(json, "registers");
  kernel.localBytes = number(json, "localBytes");
  kernel.width = number(json, "width");
  kernel.limitBlocks = number(json, "limitBlocks");
  kernel.limitWarps = number(json, "limitWarps");
  kernel.limitRegisters = number(json, "limitRegisters");
  kernel.limitShared = number(json, "limitShared");
  kernel.maxWarps = number(json, "maxWarps");
  if (auto it = json.find("instructions"); it != json.end() && it->is_array())
    for (const Json &row : *it)
      kernel.instructions.push_back(readInstruction(row));
  if (auto it = json.find("steps"); it != json.end() && it->is_array())
    kernel.steps = it->dump();
  kernel.areStepsCut = number(json, "stepsCut") != 0;
  return kernel;
}

void readLine(const Json &json, Records &records) {
  const std::string kind = text(json, "kind");
  if (kind == "kernel") {
    records.kernels.push_back(readKernel(json));
  } else if (kind == "copy" || kind == "fill") {
    TransferRecord transfer;
    readWork(json, transfer);
    transfer.isFill = kind == "fill";
    transfer.direction = text(json, "direction");
    transfer.bytes = number(json, "bytes");
    transfer.isPageable = number(json, "pageable") != 0;
    records.transfers.push_back(std::move(transfer));
  } else if (kind == "call") {
    CallRecord call;
    call.name = text(json, "name");
    call.isDriver = number(json, "driver") != 0;
    call.process = number(json, "process");
    call.thread = number(json, "thread");
    call.start = number(json, "start");
    call.end = number(json, "end");
    call.result = int64_t(number(json, "result"));
    records.calls.push_back(std::move(call));
  } else if (kind == "range") {
    RangeRecord range;
    range.name = text(json, "name");
    range.domain = text(json, "domain");
    range.style = text(json, "style");
    range.process = number(json, "process");
    range.thread = number(json, "thread");
    range.start = number(json, "start");
    range.end = number(json, "end");
    records.ranges.push_back(std::move(range));
  }
}

template <typename T> void sortByStart(std::vector<T> &records) {
  std::stable_sort(records.begin(), records.end(),
                   [](const T &a, const T &b) { return a.start < b.start; });
}

/// What the runtime library asks of the driver belongs to the call that the program made. `calls`
/// are in the order of their start.
void dropInnerCalls(std::vector<CallRecord> &calls) {
  std::map<std::pair<uint64_t, uint64_t>, uint64_t> outerEnd; // of each thread
  std::vector<CallRecord> kept;
  for (CallRecord &call : calls) {
    uint64_t &end = outerEnd[{call.process, call.thread}];
    if (call.isDriver && call.start < end)
      continue;
    if (!call.isDriver)
      end = std::max(end, call.end);
    kept.push_back(std::move(call));
  }
  calls = std::move(kept);
}

} // namespace

bool readRecords(const std::string &path, Records &records) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
    if (json.is_object())
      readLine(json, records);
  }
  if (file.bad())
    return false;
  sortByStart(records.kernels);
  std::set<uint64_t> processes;
  for (KernelRecord &kernel : records.kernels)
    kernel.isFirst = processes.insert(kernel.process).second;
  sortByStart(records.transfers);
  sortByStart(records.calls);
  sortByStart(records.ranges);
  dropInnerCalls(records.calls);
  return true;
}

} // namespace anywarp::tool
