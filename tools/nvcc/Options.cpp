// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reading rules of nvcc's options and its messages about them.
#include "Options.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>

namespace anywarp::nvcc {

const std::vector<OptionInfo> &optionTable() {
  static const std::vector<OptionInfo> table = {
#define AW_OPTION(Id, Long, Short, Kind, Values, Help)                                             \
  {Opt::Id, Long, Short, OptKind::Kind, Values, Help},
#include "Options.def"
  };
  return table;
}

std::vector<std::string> splitWords(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool inWord = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      word += text[++i];
      inWord = true;
    } else if (quote) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      inWord = true;
    } else if (std::isspace(static_cast<unsigned char>(c))) {
      if (inWord)
        words.push_back(std::move(word));
      word.clear();
      inWord = false;
    } else {
      word += c;
      inWord = true;
    }
  }
  if (inWord)
    words.push_back(std::move(word));
  return words;
}

namespace {

/// The words of a List value: separated by commas that are neither quoted nor after a backslash.
std::vector<std::string> splitList(const std::string &value) {
  std::vector<std::string> parts(1);
  char quote = 0;
  for (size_t i = 0; i < value.size(); ++i) {
    char c = value[i];
    if (c == '\\' && i + 1 < value.size() && value[i + 1] == ',') {
      parts.back() += value[++i];
    } else if (quote) {
      parts.back() += c;
      if (c == quote)
        quote = 0;
    } else if (c == '"' || c == '\'') {
      parts.back() += c;
      quote = c;
    } else if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

bool isAllowed(std::string_view values, std::string_view word) {
  while (true) {
    size_t bar = values.find('|');
    if (values.substr(0, bar) == word)
      return true;
    if (bar == std::string_view::npos)
      return false;
    values.remove_prefix(bar + 1);
  }
}

unsigned distance(std::string_view a, std::string_view b) {
  std::vector<unsigned> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    row[j] = unsigned(j);
  for (size_t i = 0; i < a.size(); ++i) {
    unsigned corner = row[0];
    row[0] = unsigned(i + 1);
    for (size_t j = 0; j < b.size(); ++j) {
      unsigned next = std::min({row[j] + 1, row[j + 1] + 1, corner + (a[i] != b[j])});
      corner = row[j + 1];
      row[j + 1] = next;
    }
  }
  return row[b.size()];
}

/// Options whose value may follow the short name with nothing between: -Ifolder, -O3, -lm.
bool isJoined(Opt id) {
  switch (id) {
  case Opt::Include:
  case Opt::LibraryPath:
  case Opt::Library:
  case Opt::Define:
  case Opt::Undefine:
  case Opt::Optimize:
  case Opt::Machine:
  case Opt::Threads:
    return true;
  default:
    return false;
  }
}

} // namespace

bool CommandLine::parse(const std::vector<std::string> &words) {
  for (const std::string &word : words) {
    bool both = word == "-forward-unknown-opts" || word == "--forward-unknown-opts";
    forwardCompiler_ |= both || word.ends_with("-forward-unknown-to-host-compiler");
    forwardLinker_ |= both || word.ends_with("-forward-unknown-to-host-linker");
  }
  return parseAll(words, 0);
}

bool CommandLine::parseAll(const std::vector<std::string> &words, unsigned depth) {
  for (size_t at = 0; at < words.size(); ++at)
    if (!parseWord(words, at, depth))
      return false;
  return true;
}

bool CommandLine::add(const OptionInfo &info, const std::string &spelling,
                      const std::string &value) {
  std::vector<std::string> parts;
  if (info.kind == OptKind::List)
    parts = splitList(value);
  else
    parts = {value};
  for (std::string &part : parts) {
    if (info.kind == OptKind::Bool && part != "true" && part != "false") {
      error = "'" + part + "': expected true or false";
      return false;
    }
    if (!info.values.empty() && !isAllowed(info.values, part)) {
      error = "Value '" + part + "' is not defined for option '" + std::string(info.longName) + "'";
      return false;
    }
    items.push_back({info.id, std::move(part)});
  }
  return true;
}

bool CommandLine::readOptionsFile(const std::string &path, unsigned depth) {
  std::ifstream file(path);
  if (!file || depth > 8) {
    error = "Could not open options file '" + path + "'";
    return false;
  }
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return parseAll(splitWords(text), depth + 1);
}

bool CommandLine::unknown(const std::string &word) {
  if (forwardCompiler_ || forwardLinker_) {
    if (forwardCompiler_)
      items.push_back({Opt::Xcompiler, word});
    if (forwardLinker_)
      items.push_back({Opt::Xlinker, word});
    return true;
  }
  error = "Unknown option '" + word + "'";
  std::string name = word.substr(0, word.find('='));
  const std::string bare = name.substr(name.find_first_not_of('-'));
  unsigned best = std::max<unsigned>(1, unsigned(bare.size()) / 3) + 1;
  std::string hint;
  for (const OptionInfo &info : optionTable())
    for (auto [candidate, dashes] : {std::pair(info.shortName, "-"), {info.longName, "--"}}) {
      if (unsigned d = distance(bare, candidate); d < best) {
        best = d;
        hint = dashes + std::string(candidate);
      }
    }
  if (bare.starts_with("f") || bare.starts_with("W") || bare.starts_with("m"))
    error += "; for an option of the host compiler use -Xcompiler " + word;
  else if (!hint.empty())
    error += "; did you mean '" + hint + "'?";
  return false;
}

bool CommandLine::parseWord(const std::vector<std::string> &words, size_t &at, unsigned depth) {
  const std::string &word = words[at];
  if (word.size() < 2 || word[0] != '-') {
    items.push_back({Opt::Input, word});
    return true;
  }
  bool isLong = word.starts_with("--");
  std::string body = word.substr(isLong ? 2 : 1);
  size_t equals = body.find('=');
  std::string name = body.substr(0, equals);

  // nvcc takes long names after one dash, too, and short ones after two.
  const OptionInfo *found = nullptr;
  for (const OptionInfo &info : optionTable())
    if (name == (isLong ? info.longName : info.shortName))
      found = &info;
  if (!found)
    for (const OptionInfo &info : optionTable())
      if (name == (isLong ? info.shortName : info.longName))
        found = &info;

  std::string value;
  bool hasValue = equals != std::string::npos;
  if (found && hasValue)
    value = body.substr(equals + 1);
  if (!found && !isLong) {
    for (const OptionInfo &info : optionTable())
      if (isJoined(info.id) && body.starts_with(info.shortName)) {
        if (info.id == Opt::Optimize && !std::isdigit(static_cast<unsigned char>(body[1])))
          continue;
        if ((info.id == Opt::Machine || info.id == Opt::Threads) &&
            !std::all_of(body.begin() + 1, body.end(),
                         [](unsigned char c) { return std::isdigit(c); }))
          continue;
        found = &info;
        hasValue = true;
        value = body.substr(1);
      }
  }
  if (!found)
    return unknown(word);

  if (found->kind == OptKind::Flag) {
    if (hasValue) {
      error = "no argument expected after '" + word.substr(0, word.find('=')) + "'";
      return false;
    }
    items.push_back({found->id, {}});
    return true;
  }
  if (!hasValue) {
    if (at + 1 >= words.size()) {
      error = "Missing argument for option '" + std::string(found->longName) + "'";
      return false;
    }
    value = words[++at];
  }
  if (found->id == Opt::OptionsFile) {
    for (const std::string &path : splitList(value))
      if (!readOptionsFile(path, depth))
        return false;
    return true;
  }
  return add(*found, word, value);
}

bool CommandLine::has(Opt id) const {
  return std::any_of(items.begin(), items.end(), [&](const Item &item) { return item.id == id; });
}

std::string CommandLine::value(Opt id, std::string otherwise) const {
  for (auto it = items.rbegin(); it != items.rend(); ++it)
    if (it->id == id)
      return it->value;
  return otherwise;
}

bool CommandLine::isTrue(Opt id, bool otherwise) const {
  return value(id, otherwise ? "true" : "false") == "true";
}

std::vector<std::string> CommandLine::all(Opt id) const {
  std::vector<std::string> values;
  for (const Item &item : items)
    if (item.id == id)
      values.push_back(item.value);
  return values;
}

} // namespace anywarp::nvcc
