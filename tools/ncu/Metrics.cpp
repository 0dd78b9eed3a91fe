// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ncu/Metrics.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <regex.h>
#include <type_traits>
#include <utility>

#include "cmdline/Options.h"
#include "ncu/Estimate.h"

namespace anywarp::ncu {
namespace {

double ratio(uint64_t a, uint64_t b) { return b ? double(a) / double(b) : 0; }

uint64_t residentBlocks(const tool::KernelRecord &k) {
  return std::min({k.limitBlocks, k.limitRegisters, k.limitShared, k.limitWarps});
}

constexpr Metric kMetrics[] = {
#define AW_METRIC(name, unit, kind, what, expression)                                              \
  {name,                                                                                           \
   unit,                                                                                           \
   Metric::kind,                                                                                   \
   what,                                                                                           \
   std::is_integral_v<decltype([](const tool::KernelRecord &k, const Totals &t) {                  \
     return expression;                                                                            \
   }(std::declval<const tool::KernelRecord &>(), std::declval<const Totals &>()))>,                \
   [](const tool::KernelRecord &k, const Totals &t) { return double(expression); }},
#include "ncu/Metrics.def"
};

/// An extended regular expression over whole names.
class Pattern {
public:
  explicit Pattern(const std::string &text) {
    isGood_ = regcomp(&compiled_, text.c_str(), REG_EXTENDED | REG_NOSUB) == 0;
  }
  ~Pattern() {
    if (isGood_)
      regfree(&compiled_);
  }
  Pattern(const Pattern &) = delete;
  bool matches(const char *name) const {
    return isGood_ && regexec(&compiled_, name, 0, nullptr, 0) == 0;
  }

private:
  regex_t compiled_;
  bool isGood_;
};

std::string replaceStart(const std::string &name, std::string_view from, std::string_view to) {
  return name.rfind(from, 0) == 0 ? std::string(to) + name.substr(from.size()) : name;
}

/// The same count has several names: of the whole multiprocessor, and of what instrumented code
/// counts.
std::string canonical(std::string name) {
  name = replaceStart(name, "sm__", "smsp__");
  name = replaceStart(name, "smsp__sass_inst_executed", "smsp__inst_executed");
  return replaceStart(name, "smsp__sass_l1tex_", "l1tex__");
}

/// The metric under the name that was asked for.
const Metric *renamed(const Metric &metric, const std::string &name) {
  auto *copy = new Metric(metric); // as long as the process
  copy->name = strdup(name.c_str());
  return copy;
}

/// `.avg` of a count: over the units that have a counter of their own.
const Metric *averageOf(const std::string &word) {
  constexpr std::string_view kEnd = ".avg";
  constexpr std::pair<std::string_view, unsigned> kUnits[] = {
      {"smsp__", 4}, {"sm__", 1}, {"l1tex__", 1}, {"idc__", 1}};
  if (!word.ends_with(kEnd))
    return nullptr;
  const std::string sum = canonical(word.substr(0, word.size() - kEnd.size()) + ".sum");
  for (const auto &[unit, count] : kUnits)
    for (const Metric &metric : kMetrics)
      if (word.starts_with(unit) && sum == canonical(metric.name)) {
        auto *average = new Metric(metric); // as long as the process
        average->name = strdup(word.c_str());
        average->isCount = false;
        average->unitsOfSm = count;
        return average;
      }
  return nullptr;
}

/// `.max_rate` of a ratio, and `.pct`, which is of that. All of these are of 32: lanes of a warp,
/// sectors of a request, bytes of a sector (seen).
const Metric *rateOf(const std::string &word) {
  static constexpr double kMost = 32;
  const size_t dot = word.rfind('.');
  const std::string end = dot == word.npos ? "" : word.substr(dot);
  const Metric *ratio =
      end == ".pct" || end == ".max_rate" ? findMetric(word.substr(0, dot) + ".ratio") : nullptr;
  if (!ratio)
    return nullptr;
  auto *rate = new Metric(*ratio); // as long as the process
  rate->name = strdup(word.c_str());
  if (end == ".pct") {
    rate->unit = "%";
    rate->most = kMost;
  } else {
    rate->isCount = true;
    rate->whole = [](const tool::KernelRecord &, const Totals &) { return kMost; };
  }
  return rate;
}

} // namespace

const std::vector<const Metric *> &allMetrics() {
  static const std::vector<const Metric *> &all = *[] {
    auto *made = new std::vector<const Metric *>;
    for (const Metric &metric : kMetrics)
      made->push_back(&metric);
    std::sort(made->begin(), made->end(),
              [](const Metric *a, const Metric *b) { return std::strcmp(a->name, b->name) < 0; });
    return made;
  }();
  return all;
}

const Metric *findMetric(const std::string &name) {
  for (const Metric &metric : kMetrics)
    if (name == metric.name)
      return &metric;
  return nullptr;
}

std::vector<const Metric *> selectMetrics(const std::string &word, std::string &nearest) {
  std::vector<const Metric *> chosen;
  if (word.rfind("regex:", 0) == 0) {
    Pattern pattern(word.substr(6));
    for (const Metric *metric : allMetrics())
      if (pattern.matches(metric->name))
        chosen.push_back(metric);
    return chosen;
  }
  for (const Metric *metric : allMetrics())
    if (word == metric->name || (std::strncmp(metric->name, word.c_str(), word.size()) == 0 &&
                                 metric->name[word.size()] == '.'))
      chosen.push_back(metric);
  const std::string whole = canonical(word);
  for (const Metric *metric : allMetrics()) {
    const std::string name = canonical(metric->name);
    if (chosen.empty() && (name == whole || name == whole + ".sum"))
      chosen.push_back(renamed(*metric, word + (name == whole ? "" : ".sum")));
  }
  if (chosen.empty())
    for (const Metric *derived : {averageOf(word), rateOf(word)})
      if (derived)
        chosen.push_back(derived);
  if (chosen.empty()) {
    std::vector<std::string> names;
    for (const Metric *metric : allMetrics())
      names.push_back(metric->name);
    nearest = cmdline::nearestOf(word, names);
  }
  return chosen;
}

const Metric *absentMetric(const std::string &name) {
  return new Metric{strdup(name.c_str()), "", Metric::Absent, "", false, nullptr};
}

const std::vector<Section> &allSections() {
  static const std::vector<Section> &all = *[] {
    auto *made = new std::vector<Section>;
#define AW_SECTION(id, title, sets) made->push_back({id, title, sets, {}});
#define AW_ROW(label, metric) made->back().rows.push_back({label, findMetric(metric)});
#define AW_ABSENT(id, why)
#include "ncu/Sections.def"
    return made;
  }();
  return all;
}

const char *absentSection(const std::string &id) {
#define AW_SECTION(id, title, sets)
#define AW_ROW(label, metric)
#define AW_ABSENT(name, why)                                                                       \
  if (id == name)                                                                                  \
    return why;
#include "ncu/Sections.def"
  return nullptr;
}

std::string withCommas(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3; at -= 3)
    digits.insert(at - 3, ",");
  return digits;
}

std::string formatValue(const Metric &metric, double value) {
  if (metric.isCount)
    return withCommas(uint64_t(value));
  const double hundredths = std::round(value * 100);
  char part[8];
  std::snprintf(part, sizeof part, ".%02u", unsigned(std::fmod(hundredths, 100)));
  std::string text = withCommas(uint64_t(hundredths / 100));
  return hundredths == std::floor(value) * 100 && value == std::floor(value) ? text : text + part;
}

} // namespace anywarp::ncu
