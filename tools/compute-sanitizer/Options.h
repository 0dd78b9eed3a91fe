// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line: options, then the program and its arguments.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace anywarp::sanitizer {

class Options {
public:
  /// False after a mistake, which `error` describes.
  bool read(int argc, char **argv);
  const std::string &get(const std::string &name) const { return values_.at(name).back(); }
  const std::vector<std::string> &all(const std::string &name) const { return values_.at(name); }
  bool isGiven(const std::string &name) const { return given_.count(name) != 0; }
  bool isYes(const std::string &name) const { return get(name) == "yes"; }
  unsigned long number(const std::string &name) const;
  static std::string help();

  std::vector<char *> program; ///< with its arguments, ended by null
  std::string error;

private:
  bool take(const std::string &word, const char *next, bool &tookNext);
  std::map<std::string, std::vector<std::string>> values_;
  std::map<std::string, bool> given_;
};

} // namespace anywarp::sanitizer
