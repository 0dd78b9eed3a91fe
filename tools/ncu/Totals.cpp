// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ncu/Totals.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <string>

namespace anywarp::ncu {
namespace {

/// The words of "fma.rn.ftz.f32".
class Words {
public:
  explicit Words(std::string_view text) : text_(text) {}
  std::string_view first() const { return text_.substr(0, text_.find('.')); }
  bool has(std::string_view word) const {
    for (std::string_view rest = text_; !rest.empty();) {
      const size_t end = std::min(rest.find('.'), rest.size());
      if (rest.substr(0, end) == word)
        return true;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
  }
  bool hasAny(std::initializer_list<std::string_view> words) const {
    return std::any_of(words.begin(), words.end(), [this](auto word) { return has(word); });
  }

private:
  std::string_view text_;
};

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Add, multiply, fused or other, of the class whose Add is `add`.
Class arithmetic(std::string_view first, bool isFused, Class add) {
  auto behind = [add](unsigned steps) { return Class(unsigned(add) + steps); };
  if (isFused || first == "fma" || first == "mad")
    return behind(2);
  if (first == "add" || first == "sub")
    return behind(0);
  return first == "mul" ? behind(1) : behind(3);
}

/// The memory instructions, barriers and control flow: classes by the mnemonic alone.
bool classifyByName(std::string_view first, const Words &words, Class &found) {
  auto is = [&](std::initializer_list<std::string_view> names, Class what) {
    if (!isOneOf(first, names))
      return false;
    found = what;
    return true;
  };
  if (first == "ld" && words.hasAny({"param", "param::entry", "param::func"}))
    return found = Class::Parameter, true;
  if (first == "st" && words.hasAny({"param", "param::func"}))
    return found = Class::Parameter, true;
  if (first == "cp" && words.has("async"))
    return found = words.has("bulk") || words.hasAny({"commit_group", "wait_group", "wait_all"})
                       ? Class::Other
                       : Class::AsyncCopy,
           true;
  return is({"ld", "ldu"}, Class::Load) || is({"st"}, Class::Store) ||
         is({"atom", "red"}, Class::Atomic) || is({"tex", "tld4"}, Class::Texture) ||
         is({"suld", "sust", "sured"}, Class::Surface) ||
         is({"ldmatrix", "stmatrix", "movmatrix"}, Class::MatrixMove) ||
         is({"mma", "wgmma"}, Class::Matrix) ||
         is({"shfl", "vote", "match", "redux", "activemask", "elect"}, Class::Exchange) ||
         is({"bar", "barrier", "mbarrier"}, Class::Barrier) ||
         is({"membar", "fence"}, Class::Fence) || is({"bra", "brx"}, Class::Branch) ||
         is({"call"}, Class::Call) || is({"ret", "exit", "trap"}, Class::Exit) ||
         is({"cvt", "cvta"}, Class::Conversion) || is({"mov"}, Class::Move) ||
         is({"and", "or", "xor", "not", "cnot", "lop3", "shl", "shr", "shf", "bfe", "bfi", "prmt",
             "brev", "bmsk", "fns", "szext"},
            Class::Bit);
}

uint64_t numberBehind(std::string_view text, std::string_view letter, size_t from) {
  const size_t at = text.find(letter, from);
  return at == std::string_view::npos ? 0 : uint64_t(std::atoi(text.data() + at + 1));
}

} // namespace

const char *toString(Class what) {
  constexpr const char *kNames[] = {
      "fp32 add",   "fp32 multiply", "fp32 fused", "fp32 other",    "fp64 add",   "fp64 multiply",
      "fp64 fused", "fp64 other",    "fp16 add",   "fp16 multiply", "fp16 fused", "fp16 other",
      "integer",    "bit",           "conversion", "move",          "branch",     "call",
      "exit",       "barrier",       "fence",      "exchange",      "load",       "store",
      "atomic",     "parameter",     "async copy", "texture",       "surface",    "matrix move",
      "matrix",     "other"};
  static_assert(std::size(kNames) == kClasses);
  return kNames[unsigned(what)];
}

Class classify(const tool::InstructionRow &row) {
  const Words words(row.text);
  const std::string_view first = words.first();
  Class found;
  if (first == "wmma")
    return words.has("mma") ? Class::Matrix : words.has("load") ? Class::Load : Class::Store;
  if (classifyByName(first, words, found))
    return found;
  const bool isFused = row.has('f');
  if (words.hasAny({"f32", "f32x2"}) && first != "set" && first != "setp")
    return arithmetic(first, isFused, Class::FloatAdd);
  if (words.has("f64") && first != "set" && first != "setp")
    return arithmetic(first, isFused, Class::DoubleAdd);
  if (words.hasAny({"f16", "f16x2", "bf16", "bf16x2"}))
    return arithmetic(first, isFused, Class::HalfAdd);
  if (words.hasAny({"f32", "f64"}))
    return words.has("f32") ? Class::FloatOther : Class::DoubleOther;
  if (isOneOf(first, {"nanosleep", "prefetch", "prefetchu", "pmevent", "griddepcontrol"}))
    return Class::Other;
  return Class::Integer;
}

/// The K of one tensor core instruction whose M and N are 16 and 8.
static uint64_t depthOf(const Words &words) {
  return words.has("tf32")                            ? 8
         : words.hasAny({"s8", "u8", "e4m3", "e5m2"}) ? 32
         : words.hasAny({"s4", "u4"})                 ? 64
         : words.has("b1")                            ? 256
                                                      : 16;
}

uint64_t matrixSteps(std::string_view text) {
  const Words words(text);
  if (words.first() == "wgmma") // one instruction of each of four warps
    return 1;
  for (size_t at = text.find(".m"); at != std::string_view::npos; at = text.find(".m", at + 1)) {
    const uint64_t m = numberBehind(text, "m", at), n = numberBehind(text, "n", at + 2),
                   k = numberBehind(text, "k", at + 2);
    if (m && n && k)
      return std::max<uint64_t>(1, m * n * k / (16 * 8 * depthOf(words)));
  }
  return 1;
}

/// The factors are numbers of half the precision or of tf32, which the same unit multiplies. Of
/// wmma with such factors of half precision the PTX names the types of the sums only.
static bool multipliesHalves(const Words &words) {
  return words.hasAny({"f16", "bf16", "tf32"}) || (words.first() == "wmma" && words.has("f32"));
}

void AccessTotals::add(const tool::AccessRow &row) {
  warps += row.warps;
  threads += row.threads;
  bytes += row.threads * row.bytes;
  sectors += row.sectors;
  idealSectors += row.idealSectors;
  lines += row.lines;
  usedBytes += row.usedBytes;
  wavefronts += row.wavefronts;
  idealWavefronts += row.idealWavefronts;
  requests += row.requests;
}

void AccessTotals::add(const AccessTotals &other) {
  warps += other.warps;
  threads += other.threads;
  bytes += other.bytes;
  sectors += other.sectors;
  idealSectors += other.idealSectors;
  lines += other.lines;
  usedBytes += other.usedBytes;
  wavefronts += other.wavefronts;
  idealWavefronts += other.idealWavefronts;
  requests += other.requests;
}

static void addAccess(Totals &totals, Class what, const std::string &text,
                      const tool::AccessRow &row) {
  const bool isLoad = row.operation == "load", isStore = row.operation == "store";
  if (what == Class::AsyncCopy)
    return (row.space == "shared"   ? totals.asyncShared
            : Words(text).has("cg") ? totals.asyncBypass
                                    : totals.asyncCached)
        .add(row);
  if (what == Class::MatrixMove)
    return (isLoad ? totals.matrixLoad : totals.matrixStore).add(row);
  if (const int size = std::countr_zero(row.bytes); size < 5 && std::has_single_bit(row.bytes))
    totals.bySize[size] += row.warps;
  // By a generic address it is an atomic, wanted or not, wherever it goes (seen).
  const bool isGeneric = !isLoad && !isStore && row.declared == "generic";
  if (isGeneric && row.space == "shared")
    totals.genericShared += row.warps;
  if (row.space == "shared")
    (isLoad ? totals.sharedLoad : isStore ? totals.sharedStore : totals.sharedAtomic).add(row);
  else if (row.space == "local") {
    // Words of the lanes lie side by side: each is a request of its own (seen: 8 bytes make two).
    constexpr uint64_t kWord = 4;
    AccessTotals &local = isLoad ? totals.localLoad : totals.localStore;
    local.add(row);
    local.requests += row.warps * std::max<uint64_t>(1, row.bytes / kWord);
  } else if (row.space == "const")
    totals.constantLoad.add(row);
  else
    (isLoad                                   ? totals.globalLoad
     : isStore                                ? totals.globalStore
     : isGeneric || row.operation == "atomic" ? totals.globalAtomic
                                              : totals.globalReduce)
        .add(row);
}

Totals Totals::of(const tool::KernelRecord &kernel) {
  Totals totals;
  for (const tool::InstructionRow &row : kernel.instructions) {
    if (row.has('x'))
      continue;
    const Class what = classify(row);
    totals.warps[unsigned(what)] += row.warps;
    totals.threads[unsigned(what)] += row.predicated;
    totals.instructions += row.warps;
    totals.threadInstructions += row.threads;
    totals.predicated += row.predicated;
    totals.branches += row.branches;
    totals.divergent += row.divergent;
    for (const tool::AccessRow &access : row.accesses)
      addAccess(totals, what, row.text, access);
    if (what == Class::Atomic && !row.accesses.empty()) {
      const tool::AccessRow &first = row.accesses.front();
      const bool isCounted =
          first.declared == "generic" || (first.space == "global" && first.operation == "atomic");
      totals.genericAtomics += isCounted ? row.warps : 0;
    }
    if (what == Class::Surface) {
      const std::string_view first = Words(row.text).first();
      (first == "suld"   ? totals.surfaceLoads
       : first == "sust" ? totals.surfaceStores
                         : totals.surfaceReductions) += row.warps;
    }
    // Eight lanes of one whole coordinate, four of others, make a request (seen); those beside each
    // other.
    if (what == Class::Texture) {
      const bool isFetch = row.text.find(".1d") != std::string::npos && row.text.ends_with(".s32");
      const uint64_t lanes = isFetch ? 8 : 4;
      totals.textureRequests += std::max(row.warps, (row.predicated + lanes - 1) / lanes);
    }
    if (what == Class::Matrix) {
      const uint64_t steps = row.warps * ncu::matrixSteps(row.text);
      totals.matrixSteps += steps;
      if (multipliesHalves(Words(row.text)))
        totals.halfMatrixSteps += steps;
    }
  }
  return totals;
}

} // namespace anywarp::ncu
