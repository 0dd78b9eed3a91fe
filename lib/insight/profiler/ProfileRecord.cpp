// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The counts of a launch in the form that tools/ncu reads: one row for each PTX instruction that
// ran or could have run, in the order of the text.
#include <map>
#include <string>
#include <tuple>

#include "insight/profiler/KernelProfile.h"
#include "support/Recording.h"

namespace anywarp::insight {
namespace {

/// The counts of one instruction, from the places that it is part of.
struct Row {
  const Place::Instruction *instruction = nullptr;
  std::string_view function;
  std::string flags;
  uint64_t warps = 0, threads = 0, predicated = 0;
  uint64_t branches = 0, divergent = 0, taken = 0;
  std::string accesses; ///< JSON
};

std::string accessJson(const Place &place, Space space, const AccessCounts &c) {
  return "{\"operation\":\"" + std::string(toString(place.operation)) + "\",\"space\":\"" +
         toString(space) + "\",\"declared\":\"" + std::string(place.space) +
         "\",\"bytes\":" + std::to_string(place.bytes) + ",\"warps\":" + std::to_string(c.warps) +
         ",\"threads\":" + std::to_string(c.threads) + ",\"sectors\":" + std::to_string(c.sectors) +
         ",\"idealSectors\":" + std::to_string(c.idealSectors) +
         ",\"lines\":" + std::to_string(c.lines) + ",\"usedBytes\":" + std::to_string(c.bytes) +
         ",\"wavefronts\":" + std::to_string(c.wavefronts) +
         ",\"idealWavefronts\":" + std::to_string(c.idealWavefronts) +
         ",\"requests\":" + std::to_string(c.requests) + "}";
}

void addPlace(const Place &place, const PlaceCounts &c, const Place::Instruction &inst, Row &row) {
  row.instruction = &inst;
  row.function = place.function;
  switch (place.kind) {
  case Place::Stretch:
  case Place::Guarded:
    for (char flag : inst.flags)
      if (row.flags.find(flag) == std::string::npos)
        row.flags += flag;
    if (inst.flags.find('e') != std::string_view::npos) {
      row.warps += c.warps;
      row.threads += c.threads;
    }
    if (inst.flags.find('p') != std::string_view::npos)
      row.predicated += c.threads;
    return;
  case Place::Branch:
    row.branches += c.warps;
    row.divergent += c.divergent;
    row.taken += c.taken;
    return;
  case Place::Access:
    for (unsigned s = 0; c.spaces && s < kSpaces; ++s)
      if ((*c.spaces)[s].warps)
        row.accesses +=
            (row.accesses.empty() ? "" : ",") + accessJson(place, Space(s), (*c.spaces)[s]);
  }
}

} // namespace

std::string toJson(const std::vector<Place> &places, const std::vector<PlaceCounts> &counts) {
  // A PTX line may hold several instructions; they differ in their text at least.
  std::map<std::tuple<uint32_t, std::string_view>, Row> rows;
  for (size_t i = 0; i < places.size(); ++i)
    for (const Place::Instruction &inst : places[i].instructions)
      addPlace(places[i], counts[i], inst, rows[{inst.ptxLine, inst.text}]);
  std::string json = "[";
  for (const auto &[key, row] : rows) {
    RecordLine line("instruction");
    line.add("ptx", uint64_t(row.instruction->ptxLine))
        .add("function", row.function)
        .add("text", row.instruction->text)
        .add("flags", row.flags)
        .add("warps", row.warps)
        .add("threads", row.threads)
        .add("predicated", row.predicated);
    if (row.instruction->line)
      line.add("file", row.instruction->file).add("line", uint64_t(row.instruction->line));
    if (row.branches)
      line.add("branches", row.branches).add("divergent", row.divergent).add("taken", row.taken);
    if (!row.accesses.empty())
      line.addRaw("accesses", "[" + row.accesses + "]");
    std::string text = std::move(line).finish();
    text.pop_back(); // its end of line
    json += (json.size() > 1 ? "," : "") + text;
  }
  return json + "]";
}

} // namespace anywarp::insight
