// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pages that ncu prints, as text and as comma-separated values.
#pragma once

#include <string>
#include <vector>

#include "ncu/Metrics.h"

namespace anywarp::ncu {

/// One launch that is shown.
struct LaunchView {
  unsigned id = 0;
  const tool::KernelRecord *kernel = nullptr;
  Totals totals;
  std::string name;    ///< as source code has it
  std::string process; ///< the program
};

/// What of it is shown.
struct Selection {
  std::vector<const Section *> sections;
  std::vector<const Metric *> metrics; ///< of --metrics
  bool lacksMetrics = false;           ///< one that was asked for is not known
  bool csv = false;
};

std::string detailsPage(const std::vector<LaunchView> &launches, const Selection &selection);
std::string rawPage(const std::vector<LaunchView> &launches, const Selection &selection);
std::string sourcePage(const std::vector<LaunchView> &launches, const Selection &selection);
std::string sessionPage(const std::vector<LaunchView> &launches);
/// Minimum, maximum and average of launches that are alike.
std::string summaryPage(const std::vector<LaunchView> &launches, const Selection &selection,
                        bool perKernel);
/// Everything that was counted.
std::string jsonReport(const std::vector<LaunchView> &launches);
/// The same as a page for browsers, with sources, the timeline of the run and the steps of the
/// block number `replayed` of each kernel's first launch. It is one file.
std::string htmlReport(const std::vector<LaunchView> &launches, const tool::Records &records,
                       uint64_t replayed);

/// A paragraph of advice: what the numbers of a launch suggest.
struct Advice {
  std::string kind; ///< OPT, INF or WRN
  std::string text;
};
std::vector<Advice> adviceFor(const LaunchView &launch);

/// "FILE:LINE", or the line of the PTX where no source line is known.
std::string placeOf(const tool::InstructionRow &row);

/// "(4, 1, 1)"
std::string dimensions(const uint64_t (&size)[3]);

} // namespace anywarp::ncu
