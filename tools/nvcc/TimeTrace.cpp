// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts traces side by side: each counts from its own beginning, which it names.
#include "TimeTrace.h"

#include <algorithm>
#include <limits>

#include "common/Program.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace anywarp::nvcc {
namespace {

struct Trace {
  std::string name;
  llvm::json::Object contents;
  int64_t beginning = 0; ///< microseconds of the system's clock
};

std::vector<Trace> readTraces(const std::vector<PassTrace> &passes) {
  std::vector<Trace> traces;
  for (const PassTrace &pass : passes) {
    auto file = llvm::MemoryBuffer::getFile(pass.file);
    if (!file)
      continue;
    llvm::Expected<llvm::json::Value> value = llvm::json::parse((*file)->getBuffer());
    if (!value) {
      llvm::consumeError(value.takeError());
      continue;
    }
    if (llvm::json::Object *object = value->getAsObject())
      traces.push_back(
          {pass.name, std::move(*object), object->getInteger("beginningOfTime").value_or(0)});
  }
  return traces;
}

} // namespace

std::string timeTracePath(const std::string &value, const std::string &output) {
  return (value != "-" ? value : output.empty() ? "trace" : output) + ".json";
}

bool writeTimeTrace(const std::string &path, const std::vector<PassTrace> &passes) {
  std::vector<Trace> traces = readTraces(passes);
  int64_t first = std::numeric_limits<int64_t>::max();
  for (const Trace &trace : traces)
    first = std::min(first, trace.beginning);
  llvm::json::Array all;
  for (Trace &trace : traces) {
    llvm::json::Array *events = trace.contents.getArray("traceEvents");
    if (!events)
      continue;
    for (llvm::json::Value &each : *events) {
      llvm::json::Object *event = each.getAsObject();
      if (!event)
        continue;
      if (event->getString("name") == "process_name")
        (*event)["args"] = llvm::json::Object{{"name", trace.name}};
      if (std::optional<int64_t> at = event->getInteger("ts"))
        (*event)["ts"] = *at + trace.beginning - first;
      all.push_back(std::move(each));
    }
  }
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(
                                        llvm::json::Object{{"traceEvents", std::move(all)}})
                                 << '\n';
  return tool::writeFile("nvcc", path, text);
}

} // namespace anywarp::nvcc
