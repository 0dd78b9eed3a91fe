// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// anywarp-bench [--json] [--quick] [--cpu-time] [--list] [NAME…]: runs the cases. All forms of a
// case run in one process, interleaved round by round; figures are medians; results are compared
// before anything is printed. Exit code 1 when a form computes something else than the native one.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>

#include <nlohmann/json.hpp>

#include "Bench.h"
#include "Limits.h"
#include "cases/Kernels.h"

namespace bench {

std::vector<Entry> &registry() {
  static std::vector<Entry> entries;
  return entries;
}

Registration::Registration(const char *name, std::function<std::unique_ptr<Case>(double)> make) {
  registry().push_back({name, std::move(make)});
}

namespace {

/// Processor time of all threads instead of time that passes.
bool countsCpuTime = false;

double now() {
  timespec time;
  clock_gettime(countsCpuTime ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

double seconds(const std::function<void()> &form) {
  const double start = now();
  form();
  return now() - start;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

constexpr double kTolerance = 1e-3;

/// Runs one case; null JSON values where a form or a limit does not exist.
nlohmann::ordered_json measure(Case &c, bool quick, bool &wrong) {
  std::function<void()> *forms[3] = {&c.ours, &c.native, &c.pocl};
  if (!OpenClKernel::isAvailable())
    c.pocl = nullptr;
  for (auto *form : forms)
    if (*form)
      (*form)(); // compiles, touches the memory
  for (int form : {0, 2})
    if (*forms[form] && c.differenceToNative) {
      double difference = c.differenceToNative(form);
      if (!(difference <= kTolerance)) {
        std::fprintf(stderr,
                     "anywarp-bench: %s: the result of %s differs from the native one by %g\n",
                     c.name.c_str(), form ? "PoCL" : "ours", difference);
        wrong = true;
      }
    }
  const int rounds = quick ? 3 : 11;
  std::vector<double> times[3];
  for (int r = 0; c.timed && r < rounds; ++r) {
    times[0].push_back(c.timed());
    if (times[0].back() < 0) {
      std::fprintf(stderr, "anywarp-bench: %s failed\n", c.name.c_str());
      wrong = true;
    }
  }
  for (int r = 0; r < rounds; ++r)
    for (int f = 0; f < 3; ++f)
      if (*forms[f])
        times[f].push_back(seconds(*forms[f]));
  nlohmann::ordered_json row;
  row["name"] = c.name;
  row["unit"] = c.unit;
  double speed[3] = {};
  const char *keys[3] = {"ours", "native", "pocl"};
  for (int f = 0; f < 3; ++f) {
    if (!times[f].empty()) {
      double value = c.isTime ? median(times[f]) * c.work : c.work / median(times[f]) * 1e-9;
      row[keys[f]] = value;
      speed[f] = c.isTime ? 1 / value : value;
    } else {
      row[keys[f]] = nullptr;
    }
  }
  double limit = c.limit == Limit::Bandwidth ? limits().bandwidth
                 : c.limit == Limit::Flops   ? limits().flops
                                             : 0;
  auto ratio = [&](double other) {
    return other > 0 ? nlohmann::ordered_json(speed[0] / other) : nullptr;
  };
  row["limit"] = limit > 0 ? nlohmann::ordered_json(limit) : nullptr;
  row["ratio_native"] = ratio(speed[1]);
  row["ratio_pocl"] = ratio(speed[2]);
  row["ratio_limit"] = ratio(limit);
  return row;
}

std::string figure(const nlohmann::ordered_json &value, const char *format = "%10.3g") {
  if (value.is_null())
    return "         -";
  char text[32];
  std::snprintf(text, sizeof text, format, value.get<double>());
  return text;
}

} // namespace
} // namespace bench

int main(int argc, char **argv) {
  // OpenMP's threads would spin for 200 ms after each native round and take a core from the others.
  setenv("KMP_BLOCKTIME", "0", /*overwrite=*/0);
  bool json = false, quick = false;
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    if (!std::strcmp(argv[i], "--json"))
      json = true;
    else if (!std::strcmp(argv[i], "--quick"))
      quick = true;
    else if (!std::strcmp(argv[i], "--cpu-time"))
      bench::countsCpuTime = true;
    else if (!std::strcmp(argv[i], "--first-launch")) { // what the firstLaunch cases start
      std::printf("%.4f\n", bench::firstLaunchCuda());
      return 0;
    } else if (!std::strcmp(argv[i], "--list")) {
      for (const bench::Entry &entry : bench::registry())
        std::puts(entry.name.c_str());
      return 0;
    } else if (argv[i][0] == '-') {
      std::fprintf(stderr,
                   "usage: anywarp bench [--json] [--quick] [--cpu-time] [--list] [NAME...]\n");
      return 2;
    } else
      names.push_back(argv[i]);
  }
  for (const std::string &name : names)
    if (std::none_of(bench::registry().begin(), bench::registry().end(),
                     [&](const bench::Entry &e) { return e.name == name; })) {
      std::fprintf(stderr, "anywarp-bench: no benchmark is called %s (see --list)\n", name.c_str());
      return 2;
    }
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  bool wrong = false;
  if (!json)
    std::printf("%-16s %-10s %10s %10s %10s %10s %10s %10s %10s\n", "name", "unit", "ours",
                "native", "PoCL", "limit", "/native", "/PoCL", "/limit");
  std::sort(bench::registry().begin(), bench::registry().end(),
            [](const bench::Entry &a, const bench::Entry &b) { return a.name < b.name; });
  for (const bench::Entry &entry : bench::registry()) {
    if (!names.empty() && std::find(names.begin(), names.end(), entry.name) == names.end())
      continue;
    std::unique_ptr<bench::Case> c = entry.make(quick ? 0.1 : 1);
    nlohmann::ordered_json row = bench::measure(*c, quick, wrong);
    if (!json) {
      std::printf("%-16s %-10s %s %s %s %s %s %s %s\n", c->name.c_str(), c->unit.c_str(),
                  bench::figure(row["ours"]).c_str(), bench::figure(row["native"]).c_str(),
                  bench::figure(row["pocl"]).c_str(), bench::figure(row["limit"]).c_str(),
                  bench::figure(row["ratio_native"]).c_str(),
                  bench::figure(row["ratio_pocl"]).c_str(),
                  bench::figure(row["ratio_limit"]).c_str());
      std::fflush(stdout);
    }
    all.push_back(std::move(row));
  }
  if (json)
    std::printf("%s\n", nlohmann::ordered_json{{"benchmarks", all}}.dump(2).c_str());
  return wrong ? 1 : 0;
}
