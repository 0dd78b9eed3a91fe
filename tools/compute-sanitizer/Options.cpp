// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compute-sanitizer/Options.h"

#include <algorithm>
#include <cstdlib>

namespace anywarp::sanitizer {
namespace {

struct Row {
  const char *name, *shortName, *initial, *allowed, *help;
};
constexpr Row kRows[] = {
#define AW_OPTION(name, shortName, initial, allowed, help)                                         \
  {name, shortName, initial, allowed, help},
#include "compute-sanitizer/Options.def"
};

const Row *find(const std::string &name) {
  for (const Row &row : kRows)
    if (name == row.name || (*row.shortName && name == row.shortName))
      return &row;
  return nullptr;
}

/// Changes that make one word of the other.
size_t distance(const std::string &a, const std::string &b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t before = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, before + (a[i - 1] != b[j - 1])});
      before = above;
    }
  }
  return row[b.size()];
}

bool isAllowed(const std::string &allowed, const std::string &value) {
  if (allowed == "*")
    return true;
  if (allowed == "#")
    return !value.empty() && value.find_first_not_of("0123456789") == value.npos;
  for (size_t at = 0; at <= allowed.size();) {
    const size_t end = std::min(allowed.find('|', at), allowed.size());
    if (allowed.compare(at, end - at, value) == 0)
      return true;
    at = end + 1;
  }
  return false;
}

} // namespace

std::string Options::help() {
  std::string text = "Usage: compute-sanitizer [options] program [arguments]\n\nOptions:\n";
  for (const Row &row : kRows) {
    std::string name = std::string("  --") + row.name;
    if (*row.shortName)
      name += std::string(", -") + row.shortName;
    if (*row.allowed)
      name += std::string(" ") + (*row.allowed == '*'   ? "TEXT"
                                  : *row.allowed == '#' ? "NUMBER"
                                                        : row.allowed);
    text += name + "\n      " + row.help +
            (*row.initial ? std::string(" [") + row.initial + "]" : "") + "\n";
  }
  return text;
}

unsigned long Options::number(const std::string &name) const {
  return std::strtoul(get(name).c_str(), nullptr, 10);
}

bool Options::take(const std::string &word, const char *next, bool &tookNext) {
  const size_t dashes = word.starts_with("--") ? 2 : 1;
  const size_t equals = word.find('=');
  const std::string name = word.substr(dashes, equals == word.npos ? word.npos : equals - dashes);
  const Row *row = find(name);
  if (!row) {
    const Row *nearest =
        std::min_element(std::begin(kRows), std::end(kRows), [&](const Row &a, const Row &b) {
          return distance(name, a.name) < distance(name, b.name);
        });
    error = "unknown option '" + word + "'; nearest: --" + nearest->name;
    return false;
  }
  given_[row->name] = true;
  std::string value = "yes";
  const std::string allowed = row->allowed;
  if (equals != word.npos) {
    value = word.substr(equals + 1);
  } else if (!allowed.empty() &&
             !(allowed.ends_with("|") && (!next || !isAllowed(allowed, next)))) {
    if (!next) {
      error = "option '" + word + "' needs a value";
      return false;
    }
    value = next;
    tookNext = true;
  }
  if (!allowed.empty() && !isAllowed(allowed, value)) {
    error = "option '" + word + "' takes " + (allowed == "#" ? "a number" : allowed) + ", not '" +
            value + "'";
    return false;
  }
  values_[row->name].push_back(value);
  return true;
}

bool Options::read(int argc, char **argv) {
  for (const Row &row : kRows)
    values_[row.name] = {row.initial};
  int at = 1;
  for (; at < argc && argv[at][0] == '-' && argv[at][1]; ++at) {
    bool tookNext = false;
    if (!take(argv[at], at + 1 < argc ? argv[at + 1] : nullptr, tookNext))
      return false;
    at += tookNext;
  }
  program.assign(argv + at, argv + argc);
  program.push_back(nullptr);
  return true;
}

} // namespace anywarp::sanitizer
