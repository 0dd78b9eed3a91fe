// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reports of `nsys stats`, and the timeline, from the records of a run.
#pragma once

#include <string>
#include <vector>

#include "common/Records.h"

namespace anywarp::nsys {

struct Table {
  struct Column {
    std::string name;
    bool isText = false; ///< else a number
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
};

struct Report {
  const char *name, *title;
  bool isDefault;
  Table (*make)(const tool::Records &);
};
const std::vector<Report> &allReports();

/// In one of the formats column, table, csv, tsv, json.
std::string render(const Table &table, const std::string &format);

/// Chrome's trace event format, which Perfetto reads too.
std::string timelineJson(const tool::Records &records);

} // namespace anywarp::nsys
