// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything that was counted, for programs that read it: a list of launches, each with its facts,
// its metrics by name and its instructions.
#define JSON_NOEXCEPTION
#include <nlohmann/json.hpp>

#include "ncu/Report.h"

namespace anywarp::ncu {

using Json = nlohmann::ordered_json;

static Json instructionJson(const tool::InstructionRow &row) {
  Json json = {{"ptxLine", row.ptxLine}, {"text", row.text},       {"function", row.function},
               {"warps", row.warps},     {"threads", row.threads}, {"predicated", row.predicated}};
  if (row.line) {
    json["file"] = row.file;
    json["line"] = row.line;
  }
  if (row.branches)
    json["branch"] = {
        {"executed", row.branches}, {"divergent", row.divergent}, {"threadsTaken", row.taken}};
  for (const tool::AccessRow &a : row.accesses)
    json["accesses"].push_back({{"operation", a.operation},
                                {"space", a.space},
                                {"bytes", a.bytes},
                                {"warps", a.warps},
                                {"threads", a.threads},
                                {"sectors", a.sectors},
                                {"idealSectors", a.idealSectors},
                                {"wavefronts", a.wavefronts},
                                {"idealWavefronts", a.idealWavefronts}});
  return json;
}

std::string jsonReport(const std::vector<LaunchView> &launches) {
  Json all = Json::array();
  for (const LaunchView &launch : launches) {
    const tool::KernelRecord &k = *launch.kernel;
    Json json = {{"id", launch.id},   {"process", k.process}, {"kernel", launch.name},
                 {"mangled", k.name}, {"stream", k.stream},   {"grid", k.grid},
                 {"block", k.block},  {"start", k.start},     {"end", k.end}};
    for (const Metric *metric : allMetrics()) {
      const double value = metric->value(k, launch.totals);
      json["metrics"][metric->name] = metric->isCount ? Json(uint64_t(value)) : Json(value);
      if (metric->kind == Metric::Modelled)
        json["modelled"].push_back(metric->name);
    }
    json["advice"] = Json::array();
    for (const Advice &advice : adviceFor(launch))
      json["advice"].push_back({{"kind", advice.kind}, {"text", advice.text}});
    json["instructions"] = Json::array();
    for (const tool::InstructionRow &row : k.instructions)
      json["instructions"].push_back(instructionJson(row));
    all.push_back(std::move(json));
  }
  return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace anywarp::ncu
