// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The report: records of the watched processes (insight/Record.h) as text and XML, and the summary.
#pragma once

#include <cstdio>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compute-sanitizer/Options.h"

namespace anywarp::sanitizer {

/// A record as it was written.
struct Entry {
  std::string kind, level;
  std::vector<std::string> lines; ///< without the first
};

/// The whole records at the start of `text`, and what is left of it.
std::pair<std::vector<Entry>, std::string> readEntries(const std::string &text);

class Report {
public:
  Report(const Options &options, std::FILE *out) : options_(options), out_(out) {}

  void start();
  /// Takes over what is whole in `text`; gives the rest back.
  std::string add(const std::string &text);
  void add(const Entry &entry);
  void note(const std::string &line); ///< a line of its own that is no error
  /// Prints the summary.
  void finish();
  bool hasErrors() const { return errors_ + warnings_ != 0; }
  /// A core dump ended the program.
  bool hasDump() const { return hasDump_; }
  const std::string &saved() const { return saved_; }
  std::string xml() const;
  /// Leaves out what an XML file of an earlier run tells. False if it cannot be read.
  bool suppress(const std::string &file);

private:
  void print(const std::string &line);
  void printPlace(const std::string &fields);
  void printHost(const std::string &fields);
  std::string key(const Entry &entry) const;
  std::string nameOf(const std::string &mangled) const;

  const Options &options_;
  std::FILE *out_;
  std::string saved_;
  std::vector<Entry> entries_;
  std::set<std::string> suppressed_;
  unsigned long errors_ = 0, warnings_ = 0, infos_ = 0, printed_ = 0, notPrinted_ = 0;
  unsigned long hostFrames_ = 0, deviceFrames_ = 0;
  bool belowMain_ = false, hasDump_ = false;
  unsigned long leaks_ = 0;
  unsigned long long leakedBytes_ = 0;
};

} // namespace anywarp::sanitizer
