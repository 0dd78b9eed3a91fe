// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ncu/Report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <unistd.h>

namespace anywarp::ncu {
namespace {

std::string quoted(const std::string &text) {
  std::string field = "\"";
  for (char c : text) {
    if (c == '"')
      field += '"';
    field += c;
  }
  return field + "\"";
}

std::string csvRow(const std::vector<std::string> &fields) {
  std::string row;
  for (const std::string &field : fields)
    row += (row.empty() ? "" : ",") + quoted(field);
  return row + "\n";
}

std::string hostName() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

std::string baseName(const std::string &path) { return path.substr(path.rfind('/') + 1); }

std::string capability(const tool::KernelRecord &kernel) {
  return std::to_string(kernel.capability / 10) + "." + std::to_string(kernel.capability % 10);
}

const std::vector<std::string> kLaunchColumns = {
    "ID",     "Process ID", "Process Name", "Host Name", "Kernel Name", "Context",
    "Stream", "Block Size", "Grid Size",    "Device",    "CC"};

std::vector<std::string> launchFields(const LaunchView &launch) {
  const tool::KernelRecord &k = *launch.kernel;
  return {std::to_string(launch.id),
          std::to_string(k.process),
          baseName(launch.process),
          hostName(),
          launch.name,
          std::to_string(k.context),
          std::to_string(k.stream),
          dimensions(k.block),
          dimensions(k.grid),
          std::to_string(k.device),
          capability(k)};
}

std::string valueOf(const Metric &metric, const LaunchView &launch) {
  if (metric.kind == Metric::Absent)
    return "n/a";
  return formatValue(metric, metric.value(*launch.kernel, launch.totals));
}

const char *mark(const Metric &metric) {
  return metric.kind == Metric::Modelled ? " (modelled)" : "";
}

/// Rows of three columns between lines of dashes.
std::string table(const std::vector<std::array<std::string, 3>> &rows) {
  size_t width[3] = {11, 11, 12};
  for (const auto &row : rows)
    for (size_t i = 0; i < 3; ++i)
      width[i] = std::max(width[i], row[i].size());
  auto line = [&](const std::array<std::string, 3> &row) {
    return "    " + row[0] + std::string(width[0] - row[0].size() + 1, ' ') +
           std::string(width[1] - row[1].size(), ' ') + row[1] + " " +
           std::string(width[2] - row[2].size(), ' ') + row[2] + "\n";
  };
  const std::string rule = "    " + std::string(width[0], '-') + " " + std::string(width[1], '-') +
                           " " + std::string(width[2], '-') + "\n";
  std::string text = rule + line({"Metric Name", "Metric Unit", "Metric Value"}) + rule;
  for (const auto &row : rows)
    text += line(row);
  return text + rule;
}

std::string wrapped(const std::string &text) {
  constexpr size_t kWidth = 110;
  std::string lines;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(at + kWidth, text.size());
    if (end < text.size())
      if (size_t blank = text.rfind(' ', end); blank != std::string::npos && blank > at)
        end = blank;
    lines += (at ? "          " : "") + text.substr(at, end - at) + "\n";
    at = end + (end < text.size());
  }
  return lines;
}

std::string headLine(const LaunchView &launch) {
  const tool::KernelRecord &k = *launch.kernel;
  return "  " + launch.name + " " + dimensions(k.grid) + "x" + dimensions(k.block) + ", Context " +
         std::to_string(k.context) + ", Stream " + std::to_string(k.stream) + ", Device " +
         std::to_string(k.device) + ", CC " + capability(k) + "\n";
}

std::string title(const std::vector<LaunchView> &launches) {
  if (launches.empty())
    return "";
  return "[" + std::to_string(launches[0].kernel->process) + "] " + baseName(launches[0].process) +
         "@" + hostName() + "\n";
}

/// Every metric that the selection asks for, once, by name.
std::vector<const Metric *> metricsOf(const Selection &selection) {
  std::map<std::string, const Metric *> byName;
  for (const Metric *metric : selection.metrics)
    byName[metric->name] = metric;
  for (const Section *section : selection.sections)
    for (const Section::Row &row : section->rows)
      byName[row.metric->name] = row.metric;
  std::vector<const Metric *> metrics;
  for (const auto &[name, metric] : byName)
    metrics.push_back(metric);
  return metrics;
}

struct ShownRow {
  std::string section, label;
  const Metric *metric;
};

std::vector<ShownRow> rowsOf(const Selection &selection) {
  std::vector<ShownRow> rows;
  for (const Section *section : selection.sections)
    for (const Section::Row &row : section->rows)
      rows.push_back({section->title, row.label, row.metric});
  for (const Metric *metric : selection.metrics)
    rows.push_back({"Command line profiler metrics", metric->name, metric});
  return rows;
}

} // namespace

std::string dimensions(const uint64_t (&size)[3]) {
  return "(" + std::to_string(size[0]) + ", " + std::to_string(size[1]) + ", " +
         std::to_string(size[2]) + ")";
}

std::string placeOf(const tool::InstructionRow &row) {
  if (row.line)
    return baseName(row.file) + ":" + std::to_string(row.line);
  return "PTX line " + std::to_string(row.ptxLine);
}

std::string detailsPage(const std::vector<LaunchView> &launches, const Selection &selection) {
  const std::vector<ShownRow> shown = rowsOf(selection);
  if (selection.csv) {
    std::vector<std::string> columns = kLaunchColumns;
    for (const char *column : {"Section Name", "Metric Name", "Metric Unit", "Metric Value"})
      columns.push_back(column);
    std::string text = csvRow(columns);
    for (const LaunchView &launch : launches)
      for (const ShownRow &row : shown) {
        std::vector<std::string> fields = launchFields(launch);
        fields.insert(fields.end(),
                      {row.section, row.label, row.metric->unit, valueOf(*row.metric, launch)});
        text += csvRow(fields);
      }
    return text;
  }
  std::string text = title(launches);
  for (const LaunchView &launch : launches) {
    text += headLine(launch);
    if (launch.kernel->instructions.empty())
      text += "    WRN   Not counted: the kernel is native code of a library.\n";
    else if (launch.kernel->width == 1)
      text += "    WRN   The kernel ran thread by thread: counts of warps are counts of threads.\n";
    for (size_t i = 0; i < shown.size();) {
      std::vector<std::array<std::string, 3>> rows;
      const std::string section = shown[i].section;
      for (; i < shown.size() && shown[i].section == section; ++i)
        rows.push_back({shown[i].label + mark(*shown[i].metric), shown[i].metric->unit,
                        valueOf(*shown[i].metric, launch)});
      text += "    Section: " + section + "\n" + table(rows) + "\n";
    }
    if (!selection.sections.empty())
      for (const Advice &advice : adviceFor(launch))
        text += "    " + advice.kind + "   " + wrapped(advice.text) + "\n";
  }
  return text;
}

std::string rawPage(const std::vector<LaunchView> &launches, const Selection &selection) {
  const std::vector<const Metric *> metrics = metricsOf(selection);
  if (!selection.csv) {
    std::string text = title(launches);
    for (const LaunchView &launch : launches) {
      std::vector<std::array<std::string, 3>> rows;
      for (const Metric *metric : metrics)
        rows.push_back(
            {metric->name + std::string(mark(*metric)), metric->unit, valueOf(*metric, launch)});
      text += headLine(launch) + table(rows) + "\n";
    }
    return text;
  }
  std::vector<std::string> columns = kLaunchColumns, units(kLaunchColumns.size());
  for (const Metric *metric : metrics) {
    columns.push_back(metric->name);
    units.push_back(metric->unit);
  }
  std::string text = csvRow(columns) + csvRow(units);
  for (const LaunchView &launch : launches) {
    std::vector<std::string> fields = launchFields(launch);
    for (const Metric *metric : metrics)
      fields.push_back(valueOf(*metric, launch));
    text += csvRow(fields);
  }
  return text;
}

std::string summaryPage(const std::vector<LaunchView> &launches, const Selection &selection,
                        bool perKernel) {
  std::map<std::string, std::vector<const LaunchView *>> groups;
  for (const LaunchView &launch : launches)
    groups[perKernel ? launch.name + " " + dimensions(launch.kernel->grid) + "x" +
                           dimensions(launch.kernel->block)
                     : "Device " + std::to_string(launch.kernel->device)]
        .push_back(&launch);
  std::string text =
      selection.csv ? csvRow({perKernel ? "Kernel Name" : "Device", "Invocations", "Section Name",
                              "Metric Name", "Metric Unit", "Minimum", "Maximum", "Average"})
                    : title(launches);
  for (const auto &[name, group] : groups) {
    const std::string count = std::to_string(group.size());
    if (!selection.csv)
      text += "  " + name + ", Invocations " + count + "\n";
    for (const ShownRow &row : rowsOf(selection)) {
      if (row.metric->kind == Metric::Absent)
        continue;
      double least = std::numeric_limits<double>::max(), most = 0, sum = 0;
      for (const LaunchView *launch : group) {
        const double value = row.metric->value(*launch->kernel, launch->totals);
        least = std::min(least, value);
        most = std::max(most, value);
        sum += value;
      }
      Metric average = *row.metric;
      average.isCount = false;
      const std::string values[] = {formatValue(*row.metric, least), formatValue(*row.metric, most),
                                    formatValue(average, sum / double(group.size()))};
      text += selection.csv ? csvRow({name, count, row.section, row.label, row.metric->unit,
                                      values[0], values[1], values[2]})
                            : "    " + row.label + mark(*row.metric) + ": minimum " + values[0] +
                                  ", maximum " + values[1] + ", average " + values[2] + " " +
                                  row.metric->unit + "\n";
    }
  }
  return text;
}

std::string sessionPage(const std::vector<LaunchView> &launches) {
  std::string text = title(launches) + "  Launches: " + std::to_string(launches.size()) + "\n";
  if (!launches.empty())
    text += "  Device: CC " + capability(*launches[0].kernel) + ", " +
            std::to_string(launches[0].kernel->multiprocessors) +
            " multiprocessors (CPUs)\n  Counts: of PTX instructions, exact; device model for "
            "occupancy: " +
            std::to_string(launches[0].kernel->maxWarps) + " warps of a multiprocessor\n";
  return text;
}

} // namespace anywarp::ncu
