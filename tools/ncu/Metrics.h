// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The metrics of Metrics.def by name, and the sections of Sections.def.
#pragma once

#include <string>
#include <vector>

#include "ncu/Totals.h"

namespace anywarp::ncu {

struct Metric {
  enum Kind : uint8_t { Exact, Launch, Modelled, Absent }; ///< Absent: has no value
  const char *name, *unit;
  Kind kind;
  const char *what;
  bool isCount; ///< a whole number
  double (*whole)(const tool::KernelRecord &, const Totals &);
  unsigned unitsOfSm = 0; ///< of `.avg`: counters that a multiprocessor has; 0: the whole is meant
  double most = 0;        ///< of `.pct` of a ratio: what is 100 %; 0: the ratio is meant

  double value(const tool::KernelRecord &k, const Totals &t) const {
    if (most != 0)
      return 100 * whole(k, t) / most;
    return unitsOfSm ? whole(k, t) / (double(unitsOfSm) * double(k.multiprocessors)) : whole(k, t);
  }
};

/// All of them, in the order of their names.
const std::vector<const Metric *> &allMetrics();
const Metric *findMetric(const std::string &name);

/// The metrics that a word of --metrics asks for: a name, one without its last part, or
/// regex:EXPRESSION. None: there is no such metric, and `nearest` may tell what was meant.
std::vector<const Metric *> selectMetrics(const std::string &word, std::string &nearest);
/// A metric of that name that there is not: its value is "n/a".
const Metric *absentMetric(const std::string &name);

struct Section {
  const char *id, *title;
  unsigned sets; ///< bits of sections' sets
  struct Row {
    const char *label;
    const Metric *metric;
  };
  std::vector<Row> rows;
};
enum Sets : unsigned { Basic = 1, Detailed = 2, Full = 4 };
const std::vector<Section> &allSections();
/// Why a section of Nsight Compute is not offered; null: it is no name of one.
const char *absentSection(const std::string &id);

/// "1,234", "98.44".
std::string formatValue(const Metric &metric, double value);
std::string withCommas(uint64_t number);

} // namespace anywarp::ncu
