// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reading rules, and the messages of programs about mistakes.
#include "cmdline/Options.h"

#include <cctype>
#include <fstream>
#include <iterator>

namespace anywarp::cmdline {

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

std::vector<std::string> splitList(std::string_view value) {
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

static bool isList(OptionKind kind) {
  return kind == OptionKind::List || kind == OptionKind::JoinedList ||
         kind == OptionKind::OptionsFile;
}

static bool isJoined(OptionKind kind) {
  return kind == OptionKind::JoinedList || kind == OptionKind::JoinedValue ||
         kind == OptionKind::JoinedNumber;
}

static bool isNumber(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

static bool canJoin(const OptionInfo &info, std::string_view rest, OptionGrammar grammar) {
  const bool wantsNumber = info.kind == OptionKind::JoinedNumber ||
                           (info.kind == OptionKind::JoinedValue && grammar.joinsNumbers);
  return isJoined(info.kind) && !rest.empty() && (!wantsNumber || isNumber(rest));
}

OptionMatch matchOption(std::span<const OptionInfo> table, std::string_view word,
                        OptionGrammar grammar) {
  if (word.size() < 2 || word[0] != '-')
    return {};
  const bool isLong = word.starts_with("--");
  const std::string_view body = word.substr(isLong ? 2 : 1);
  const size_t equals = body.find('=');
  const std::string_view name = body.substr(0, equals);
  for (bool other : {false, true})
    for (const OptionInfo &info : table)
      if (!name.empty() && (!other || grammar.eitherDash) &&
          name == (isLong != other ? info.longName : info.shortName)) {
        if (equals == std::string_view::npos)
          return {&info, {}, false};
        return {&info, std::string(body.substr(equals + 1)), true};
      }
  for (const OptionInfo &info : table)
    if (!isLong && !info.shortName.empty() && body.starts_with(info.shortName))
      if (std::string_view rest = body.substr(info.shortName.size()); canJoin(info, rest, grammar))
        return {&info, std::string(rest), true};
  return {};
}

std::string helpText(std::string_view usage, std::span<const OptionInfo> table) {
  std::string text(usage);
  text += "\n\nOptions\n";
  for (const OptionInfo &info : table) {
    if (info.kind == OptionKind::Refused || info.kind == OptionKind::RefusedValue)
      continue;
    std::string left = "--" + std::string(info.longName);
    if (info.kind == OptionKind::Bool)
      left += " {true|false}";
    else if (info.kind != OptionKind::Flag && !info.values.empty() && info.values.size() < 32)
      left += " {" + std::string(info.values) + "}";
    else if (info.kind != OptionKind::Flag)
      left += isList(info.kind) ? " <value>,..." : " <value>";
    left += "  (-" + std::string(info.shortName) + ")";
    text += left + "\n        " + std::string(info.help) + "\n";
  }
  return text;
}

bool isAllowed(const OptionInfo &info, std::string_view value) {
  std::string_view values = info.values;
  while (true) {
    size_t bar = values.find('|');
    if (info.values.empty() || values.substr(0, bar) == value)
      return true;
    if (bar == std::string_view::npos)
      return false;
    values.remove_prefix(bar + 1);
  }
}

static unsigned distance(std::string_view a, std::string_view b) {
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

std::string nearestOf(std::string_view name, const std::vector<std::string> &names) {
  unsigned best = std::max(2u, unsigned(name.size()) / 2) + 1; // two letters may be swapped
  std::string nearest;
  for (const std::string &each : names)
    if (unsigned d = distance(name, each); d < best) {
      best = d;
      nearest = each;
    }
  return nearest;
}

bool OptionReader::read(const std::vector<std::string> &words) { return readAll(words, 0); }

bool OptionReader::readAll(const std::vector<std::string> &words, unsigned depth) {
  for (size_t at = 0; at < words.size(); ++at) {
    if (stopsAtCommand && !words[at].starts_with('-')) {
      command.assign(words.begin() + ptrdiff_t(at), words.end());
      return true;
    }
    if (!readWord(words, at, depth))
      return false;
  }
  return true;
}

bool OptionReader::readFile(const std::string &path, unsigned depth) {
  std::ifstream file(path);
  if (!file || depth > 8) {
    error = "Could not open options file '" + path + "'";
    return false;
  }
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return readAll(splitWords(text), depth + 1);
}

std::string OptionReader::nearestName(std::string_view bare) const {
  unsigned best = std::max<unsigned>(1, unsigned(bare.size()) / 3) + 1;
  std::string nearest;
  for (const OptionInfo &info : table_)
    for (auto [candidate, dashes] : {std::pair(info.shortName, "-"), {info.longName, "--"}})
      if (unsigned d = distance(bare, candidate); d < best) {
        best = d;
        nearest = dashes + std::string(candidate);
      }
  return nearest;
}

bool OptionReader::unknown(const std::string &word) {
  if (takesUnknown && takesUnknown(word))
    return true;
  error = "Unknown option '" + word + "'";
  std::string more = hint ? hint(word) : std::string();
  if (more.empty()) {
    std::string name = word.substr(0, word.find('='));
    std::string bare = name.substr(std::min(name.find_first_not_of('-'), name.size()));
    if (std::string nearest = nearestName(bare.substr(0, 64)); !nearest.empty())
      more = "; did you mean '" + nearest + "'?";
  }
  error += more;
  return false;
}

bool OptionReader::add(const OptionInfo &info, const std::string &value) {
  std::vector<std::string> parts =
      isList(info.kind) ? splitList(value) : std::vector<std::string>{value};
  for (std::string &part : parts) {
    if (info.kind == OptionKind::Bool && part != "true" && part != "false") {
      error = "'" + part + "': expected true or false";
      return false;
    }
    if (!isAllowed(info, part)) {
      error = "Value '" + part + "' is not defined for option '" + std::string(info.longName) + "'";
      return false;
    }
    items.push_back({info.id, std::move(part)});
  }
  return true;
}

bool OptionReader::readWord(const std::vector<std::string> &words, size_t &at, unsigned depth) {
  const std::string &word = words[at];
  if (word.size() > 1 && word[0] == '@' && std::ifstream(word.substr(1)))
    return readFile(word.substr(1), depth);
  if (word.size() < 2 || word[0] != '-') {
    items.push_back({inputId_, word});
    return true;
  }
  auto [found, value, hasValue] = matchOption(table_, word, {.eitherDash = true});
  if (!found)
    return unknown(word);

  if (found->kind == OptionKind::Refused || found->kind == OptionKind::RefusedValue) {
    error = "Option '--" + std::string(found->longName) +
            "' is not supported: " + std::string(found->help);
    return false;
  }
  if (found->kind == OptionKind::Flag) {
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
  if (found->kind == OptionKind::OptionsFile) {
    for (const std::string &path : splitList(value))
      if (!readFile(path, depth))
        return false;
    return true;
  }
  return add(*found, value);
}

} // namespace anywarp::cmdline
