// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "insight/Settings.h"

#include <algorithm>
#include <cstdlib>
#include <regex.h>
#include <string_view>

namespace anywarp::insight {

static Settings::Tool toolOf(std::string_view name) {
  using Tool = Settings::Tool;
  return name == "memcheck"    ? Tool::Memcheck
         : name == "racecheck" ? Tool::Racecheck
         : name == "initcheck" ? Tool::Initcheck
         : name == "synccheck" ? Tool::Synccheck
         : name == "schedule"  ? Tool::Schedule
                               : Tool::None;
}

Settings Settings::parse(const std::string &words) {
  Settings s;
  for (size_t at = 0; at < words.size();) {
    const size_t end = std::min(words.find(';', at), words.size());
    const std::string word = words.substr(at, end - at);
    at = end + 1;
    const size_t equals = std::min(word.find('='), word.size());
    const std::string key = word.substr(0, equals);
    const std::string value = equals < word.size() ? word.substr(equals + 1) : "";
    const bool on = value == "1";
    const auto number = std::strtoull(value.c_str(), nullptr, 10);
    if (key == "tool")
      s.tool = toolOf(value);
    else if (key == "log")
      s.log = value;
    else if (key == "leaks")
      s.leaks = on;
    else if (key == "padding")
      s.padding = number;
    else if (key == "unused")
      s.unused = on;
    else if (key == "unused-threshold")
      s.unusedThreshold = unsigned(number);
    else if (key == "api-errors")
      s.apiErrors = on;
    else if (key == "api-access")
      s.apiAccess = on;
    else if (key == "ends-context")
      s.endsContext = on;
    else if (key == "dumps")
      s.dumps = on;
    else if (key == "hazards")
      s.hazards = on;
    else if (key == "analysis")
      s.analysis = on;
    else if (key == "shared-only")
      s.sharedOnly = on;
    else if (key == "stream-races")
      s.streamRaces = {value == "all" || value == "use-before-alloc",
                       value == "all" || value == "use-after-free"};
    else if (key == "launch-skip")
      s.launchSkip = number;
    else if (key == "launch-count")
      s.launchCount = number;
    else if (key == "kernel")
      s.kernels.push_back(value);
    else if (key == "kernel-exclude")
      s.kernelsExcluded.push_back(value);
  }
  return s;
}

/// kernel_name= and kne=: the whole name; kernel_substring= and kns=: a part of it; regex=.
static bool matches(const std::string &pattern, const std::string &kernel) {
  const size_t equals = pattern.find('=');
  const std::string how = pattern.substr(0, equals);
  const std::string what = equals == pattern.npos ? pattern : pattern.substr(equals + 1);
  if (how == "kns" || how == "kernel_substring")
    return kernel.find(what) != kernel.npos;
  if (how != "regex")
    return kernel == what;
  regex_t compiled;
  if (regcomp(&compiled, what.c_str(), REG_EXTENDED | REG_NOSUB) != 0)
    return false;
  const bool found = regexec(&compiled, kernel.c_str(), 0, nullptr, 0) == 0;
  regfree(&compiled);
  return found;
}

bool Settings::selects(const std::string &kernel) const {
  auto isIn = [&](const std::vector<std::string> &patterns) {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const std::string &pattern) { return matches(pattern, kernel); });
  };
  return (kernels.empty() || isIn(kernels)) && !isIn(kernelsExcluded);
}

} // namespace anywarp::insight
