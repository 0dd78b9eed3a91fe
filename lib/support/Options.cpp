// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading of the environment.
#include "support/Options.h"

#include <cstdlib>
#include <vector>

#include "support/Architectures.inc"
#include "support/Environment.h"
#include "support/Trace.h"

namespace anywarp {

namespace {

struct Values {
  enum Kind { Any, Number, Flag, OneOf, ListOf, NumberOr } kind;
  std::string_view words; ///< with | between them
};
constexpr Values Any{Values::Any, ""}, Number{Values::Number, ""}, Flag{Values::Flag, "0|1"};
constexpr Values OneOf(std::string_view words) { return {Values::OneOf, words}; }
constexpr Values NumberOr(std::string_view words) { return {Values::NumberOr, words}; }
constexpr Values ListOf(std::string_view words) { return {Values::ListOf, words}; }

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (size_t end; (end = text.find(separator)) != text.npos; text.remove_prefix(end + 1))
    parts.push_back(text.substr(0, end));
  parts.push_back(text);
  return parts;
}

bool isWord(std::string_view text, std::string_view words) {
  for (std::string_view word : split(words, '|')) {
    const size_t colon = word.find(':');
    if (colon == word.npos ? text == word : text.starts_with(word.substr(0, colon + 1)))
      return true;
  }
  return false;
}

/// The part of a value that means nothing; empty if all of it does.
std::string_view meaninglessPart(std::string_view value, const Values &values) {
  switch (values.kind) {
  case Values::Any:
    return {};
  case Values::NumberOr:
    if (isWord(value, values.words))
      return {};
    [[fallthrough]];
  case Values::Number:
    return value.find_first_not_of("0123456789") == value.npos ? std::string_view() : value;
  case Values::Flag:
  case Values::OneOf:
    return isWord(value, values.words) ? std::string_view() : value;
  case Values::ListOf:
    for (std::string_view word : split(value, ','))
      if (!word.empty() && !isWord(word, values.words))
        return word;
    return {};
  }
  return {};
}

std::string expectation(const Values &values) {
  if (values.kind == Values::Number)
    return "a number";
  std::string text = values.kind == Values::NumberOr ? "a number, " : "";
  const std::vector<std::string_view> words = split(values.words, '|');
  for (size_t i = 0; i < words.size(); ++i)
    text += std::string(i == 0 ? "" : i + 1 == words.size() ? " or " : ", ").append(words[i]);
  return text;
}

struct Reading {
  Options options;
  std::vector<std::string> complaints;

  Reading();
  void read(std::string &member, const char *name, const char *defaultValue, const Values &values);
};

void Reading::read(std::string &member, const char *name, const char *defaultValue,
                   const Values &values) {
  member = defaultValue;
  const char *value = readEnvironment(name);
  if (!value || !*value)
    return;
  const std::string_view part = meaninglessPart(value, values);
  const bool isList = values.kind == Values::ListOf;
  if (part.empty() || isList)
    member = value; // the words of a list that mean something count
  if (part.empty())
    return;
  std::string text = name;
  text += isList ? ": '" + std::string(part) + "'" : "=" + std::string(part);
  text += " means nothing, " + expectation(values) + " is expected";
  if (!isList)
    text += *defaultValue ? std::string("; taking ") + defaultValue : "; it is ignored";
  complaints.push_back(std::move(text));
}

Reading::Reading() {
#define AW_OPTION(member, name, defaultValue, values, doc)                                         \
  read(options.member, name, defaultValue, values);
#include "support/Options.def"
}

const Reading &reading() {
  // Never freed: work may go on while the program's destructors run.
  static const Reading *const all = new Reading;
  return *all;
}

} // namespace

const Options &Options::get() { return reading().options; }

void Options::reportMeaningless() {
  for (const std::string &complaint : reading().complaints)
    report(complaint);
}

std::string computeCacheFolder() {
  const Options &options = Options::get();
  if (options.cacheDisable != "0" || std::strtoull(options.cacheMaxSize.c_str(), nullptr, 10) == 0)
    return {};
  if (!options.cachePath.empty())
    return options.cachePath;
  if (const char *cache = readEnvironment("XDG_CACHE_HOME"); cache && *cache == '/')
    return std::string(cache) + "/anywarp";
  if (const char *home = readEnvironment("HOME"); home && *home == '/')
    return std::string(home) + "/.cache/anywarp";
  return {};
}

bool Options::contains(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    size_t comma = list.find(',');
    if (list.substr(0, comma) == word)
      return true;
    if (comma == std::string_view::npos)
      return false;
    list.remove_prefix(comma + 1);
  }
  return false;
}

} // namespace anywarp
