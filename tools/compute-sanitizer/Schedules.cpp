// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compute-sanitizer/Schedules.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

#include "common/Program.h"
#include "compute-sanitizer/Child.h"

namespace anywarp::sanitizer {
namespace {

using Clock = std::chrono::steady_clock;

/// A copy to the host (insight/Results.h).
struct Result {
  uint64_t bytes = 0, part = 0;
  std::vector<std::string> digests;
  std::vector<std::string> host; ///< lines of the record that name where it was asked for
};

struct Run {
  int code = 0;
  bool hasEnded = true; ///< within its time
  Clock::duration time{};
  std::vector<Result> results;
  std::vector<std::string> stops; ///< what was said of kernels that were stopped
};

Result resultOf(const Entry &entry) {
  Result result;
  for (const std::string &line : entry.lines)
    if (line.starts_with("X digest\t")) {
      std::stringstream words(line.substr(line.find('\t') + 1));
      words >> result.bytes >> result.part;
      for (std::string digest; words >> digest;)
        result.digests.push_back(digest);
    } else if (line[0] == 'H' || line[0] == 'h') {
      result.host.push_back(line);
    }
  return result;
}

/// Waits for a process, at most for `limit`; a process that takes longer is ended.
void await(pid_t child, Clock::duration limit, Run &run) {
  const Clock::time_point start = Clock::now();
  int status = 0;
  for (;;) {
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR))
      break;
    run.time = Clock::now() - start;
    if (run.hasEnded && run.time > limit) {
      run.hasEnded = false;
      kill(child, SIGKILL);
    }
    usleep(1000);
  }
  run.time = Clock::now() - start;
  run.code = exitCodeOf(status);
}

std::optional<Run> runOnce(const Options &options, const Order &order, Clock::duration limit) {
  RecordFile records;
  if (!records.isMade())
    return std::nullopt;
  const pid_t child = startProgram(options, records, order);
  if (child < 0)
    return std::nullopt;
  Run run;
  await(child, limit, run);
  for (const Entry &entry : readEntries(records.readOn()).first)
    if (entry.kind == "Result")
      run.results.push_back(resultOf(entry));
    else if (entry.kind == "Stop")
      run.stops.push_back(entry.lines.empty() ? "" : entry.lines[0]);
  return run;
}

/// "in bytes 16 to 19", of the first part that differs.
std::string differenceOf(const Result &usual, const Result &other) {
  const auto [at, _] =
      std::mismatch(usual.digests.begin(), usual.digests.end(), other.digests.begin());
  const uint64_t first = uint64_t(at - usual.digests.begin()) * usual.part;
  const uint64_t last = std::min(first + usual.part, usual.bytes) - 1;
  return "in bytes " + std::to_string(first) + " to " + std::to_string(last);
}

/// What is said of a run in another order; no lines if its results are the usual ones.
std::vector<std::string> compare(const Run &usual, const Run &other) {
  std::vector<std::string> lines;
  auto say = [&](const std::string &text) { lines.push_back("T     " + text); };
  if (!other.hasEnded) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(other.time).count();
    say("The program did not end within " + std::to_string(seconds) + " s");
    return lines;
  }
  for (const std::string &stop : other.stops)
    if (std::find(usual.stops.begin(), usual.stops.end(), stop) == usual.stops.end())
      lines.push_back("T     Kernel stopped: " + stop.substr(2));
  const size_t both = std::min(usual.results.size(), other.results.size());
  for (size_t i = 0; i < both && lines.empty(); ++i) {
    const Result &a = usual.results[i], &b = other.results[i];
    const std::string copy = "Copy " + std::to_string(i + 1) + " to the host, ";
    if (a.bytes != b.bytes)
      say(copy + std::to_string(b.bytes) + " bytes in place of " + std::to_string(a.bytes));
    else if (a.digests != b.digests)
      say(copy + std::to_string(a.bytes) + " bytes, differs first " + differenceOf(a, b));
    if (!lines.empty())
      lines.insert(lines.end(), a.host.begin(), a.host.end());
  }
  if (lines.empty() && usual.results.size() != other.results.size())
    say(std::to_string(other.results.size()) + " copies to the host in place of " +
        std::to_string(usual.results.size()));
  if (lines.empty() && usual.code != other.code)
    say("Exit code " + std::to_string(other.code) + " in place of " + std::to_string(usual.code));
  return lines;
}

/// random:SEED[,N]
struct Asked {
  uint64_t seed = 0, count = 1;
};
std::optional<Asked> parse(const std::string &words) {
  const std::string kind = "random:";
  if (!words.starts_with(kind))
    return std::nullopt;
  Asked asked;
  char *end = nullptr;
  const char *at = words.c_str() + kind.size();
  asked.seed = std::strtoull(at, &end, 10);
  if (end == at)
    return std::nullopt;
  if (*end == ',')
    asked.count = std::strtoull(at = end + 1, &end, 10);
  return *end || end == at || !asked.count ? std::nullopt : std::optional(asked);
}

} // namespace

int compareSchedules(const Options &options, Report &report) {
  const std::optional<Asked> asked = parse(options.get("schedule"));
  if (!asked)
    return tool::fatal("compute-sanitizer", "--schedule takes random:SEED or random:SEED,N, not '" +
                                                options.get("schedule") + "'");
  const std::optional<Run> usual = runOnce(options, {}, Clock::duration::max());
  const std::optional<Run> again =
      usual ? runOnce(options, {"", /*isQuiet=*/true}, Clock::duration::max()) : std::nullopt;
  if (!again)
    return tool::fatal("compute-sanitizer", "cannot start a process");
  if (!compare(*usual, *again).empty()) {
    report.add(Entry{
        "Schedule", "Error", {"T Two runs in the usual order differ: other orders say nothing"}});
    return usual->code;
  }
  // A thread at a time costs much; a program that waits for what cannot come costs all there is.
  const Clock::duration limit = std::chrono::seconds(20) + 300 * usual->time;
  uint64_t differing = 0;
  std::map<std::vector<std::string>, std::vector<std::string>> found; ///< what differs: the orders
  for (uint64_t i = 0; i < asked->count; ++i) {
    const std::string name = "random:" + std::to_string(asked->seed + i);
    const std::optional<Run> other = runOnce(options, {name, /*isQuiet=*/true}, limit);
    if (!other)
      return tool::fatal("compute-sanitizer", "cannot start a process");
    std::vector<std::string> lines = compare(*usual, *other);
    if (lines.empty())
      continue;
    ++differing;
    found[std::move(lines)].push_back(name);
  }
  for (const auto &[lines, orders] : found) {
    Entry entry{"Schedule", "Error", {"T Another result in the order --schedule " + orders[0]}};
    if (orders.size() > 1)
      entry.lines[0] += " and in " + std::to_string(orders.size() - 1) + " more";
    entry.lines.insert(entry.lines.end(), lines.begin(), lines.end());
    report.add(entry);
  }
  report.note("SCHEDULE SUMMARY: " + std::to_string(asked->count) + " orders, " +
              std::to_string(differing) + " with another result");
  return usual->code;
}

} // namespace anywarp::sanitizer
