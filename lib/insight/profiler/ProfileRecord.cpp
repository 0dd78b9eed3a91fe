// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The counts of a launch in the form that tools/ncu reads. There is a row for each PTX instruction
// that ran or could have run, in the order of the text.
#include <algorithm>
#include <map>
#include <span>
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

/// A PTX line may hold several instructions; they differ in their text at least.
using RowKey = std::tuple<uint32_t, std::string_view>;
RowKey keyOf(const Place::Instruction &inst) { return {inst.ptxLine, inst.text}; }

bool has(const Place::Instruction &inst, char flag) {
  return inst.flags.find(flag) != std::string_view::npos;
}

/// One instruction of one warp.
struct InstructionStep {
  RowKey key;
  uint32_t warp = 0, lanes = 0;
  uint32_t guard = 0, taken = 0; ///< lanes
  bool isGuarded = false, isBranch = false;
  std::string accesses; ///< JSON
};

std::string list(std::span<const uint64_t> numbers) {
  std::string json;
  for (uint64_t number : numbers)
    json += (json.empty() ? "" : ",") + std::to_string(number);
  return "[" + json + "]";
}

/// [operation, space, bytes, address of the first lane, distance of neighbours or, if they are not
/// evenly spaced, those of the others from the first].
std::string accessJson(const Place &place, const Step &step) {
  std::vector<int64_t> apart;
  for (size_t i = 1; i < step.addresses.size(); ++i)
    apart.push_back(int64_t(step.addresses[i] - step.addresses[0]));
  bool isEven = true;
  for (size_t i = 0; i < apart.size(); ++i)
    isEven &= apart[i] == apart[0] * int64_t(i + 1);
  std::string others;
  for (int64_t each : apart)
    others += (others.empty() ? "" : ",") + std::to_string(each);
  return "[\"" + std::string(toString(place.operation)) + "\",\"" + toString(step.space) + "\"," +
         std::to_string(place.bytes) + "," + std::to_string(step.addresses[0]) + "," +
         (!isEven         ? "[" + others + "]"
          : apart.empty() ? "0"
                          : std::to_string(apart[0])) +
         "]";
}

/// The instructions that the steps stand for: a stretch for all of its own; what is told inside it
/// belongs to the latest instruction of its warp that it can be.
std::vector<InstructionStep> spread(const std::vector<Place> &places,
                                    const std::vector<Step> &steps) {
  std::vector<InstructionStep> all;
  for (const Step &step : steps) {
    const Place &place = places[step.place];
    if (place.kind == Place::Stretch) {
      for (const Place::Instruction &inst : place.instructions)
        if (!has(inst, 'x'))
          all.push_back({keyOf(inst), step.warp, step.lanes, 0, 0, !has(inst, 'p'), false, {}});
      continue;
    }
    const RowKey key = keyOf(place.instructions.front());
    auto found = std::find_if(all.rbegin(), all.rend(), [&](const InstructionStep &each) {
      return each.warp == step.warp && each.key == key;
    });
    if (found == all.rend())
      continue;
    if (place.kind == Place::Guarded) {
      found->guard = step.lanes;
    } else if (place.kind == Place::Branch) {
      found->isBranch = true;
      found->taken = step.taken;
    } else {
      found->accesses += (found->accesses.empty() ? "" : ",") + accessJson(place, step);
    }
  }
  return all;
}

} // namespace

std::string toJson(const std::vector<Place> &places, const std::vector<Step> &steps, bool &isCut) {
  constexpr size_t kMostBytes = 64000; // so that a report of 50 kernels stays below 5 MB
  uint32_t warps = 1;
  for (const Step &step : steps)
    warps = std::max(warps, step.warp + 1);
  std::vector<size_t> bytes(warps);
  std::map<RowKey, uint32_t> rows; // numbers of what the other toJson makes
  for (const Place &place : places)
    for (const Place::Instruction &inst : place.instructions)
      rows[keyOf(inst)] = 0;
  uint32_t next = 0;
  for (auto &[key, row] : rows)
    row = next++;
  std::string json;
  for (const InstructionStep &step : spread(places, steps)) {
    std::string more;
    auto add = [&](const char *name, const std::string &value) {
      more += (more.empty() ? "{\"" : ",\"") + std::string(name) + "\":" + value;
    };
    if (step.isGuarded)
      add("guard", std::to_string(step.guard));
    if (step.isBranch)
      add("taken", std::to_string(step.taken));
    if (!step.accesses.empty())
      add("accesses", "[" + step.accesses + "]");
    const uint64_t numbers[] = {step.warp, rows[step.key], step.lanes};
    std::string text = list(numbers);
    if (!more.empty())
      text.replace(text.size() - 1, 1, "," + more + "}]");
    if ((bytes[step.warp] += text.size()) > kMostBytes / warps) {
      isCut = true;
      continue;
    }
    json += (json.empty() ? "" : ",") + text;
  }
  return "[" + json + "]";
}

std::string toJson(const std::vector<Place> &places, const std::vector<PlaceCounts> &counts) {
  std::map<RowKey, Row> rows;
  for (size_t i = 0; i < places.size(); ++i)
    for (const Place::Instruction &inst : places[i].instructions)
      addPlace(places[i], counts[i], inst, rows[keyOf(inst)]);
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
