// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "insight/Sites.h"

#include <cstdlib>

namespace anywarp::insight {

static std::string takeField(std::string_view &line) {
  const size_t end = std::min(line.find('\t'), line.size());
  std::string field(line.substr(0, end));
  line.remove_prefix(std::min(end + 1, line.size()));
  return field;
}

static uint32_t takeNumber(std::string_view &line) {
  return uint32_t(std::strtoul(takeField(line).c_str(), nullptr, 10));
}

static void readRoots(Site &site, const std::string &text) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    const char first = text[at];
    if (first >= '0' && first <= '9')
      site.roots.push_back(uint32_t(std::strtoul(text.c_str() + at, nullptr, 10)));
    site.isOfVariable |= first == 'v';
    site.isOfShared |= first == 's';
    site.isBetweenReads |= first == 'q';
    site.isOfElse |= first == '?';
    at = end + 1;
  }
}

bool isSwap(const Site &site) {
  return site.kind == exec::EventKind::Atomic &&
         site.instruction.find(".cas") != site.instruction.npos;
}

bool areOfOneSize(const Site &a, const Site &b) {
  auto isOfWord = [](const Site &site) { // not of several elements
    return site.kind == exec::EventKind::Atomic && site.bytes &&
           site.instruction.find("x2") == site.instruction.npos &&
           site.instruction.find(".v") == site.instruction.npos;
  };
  return !isOfWord(a) || !isOfWord(b) || a.bytes == b.bytes;
}

SiteTable readSites(std::string_view text) {
  SiteTable sites;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    Site &site = sites.emplace_back();
    site.kind = exec::EventKind(takeNumber(line));
    site.space = exec::SiteSpace(takeNumber(line));
    site.bytes = takeNumber(line);
    site.flags = takeNumber(line);
    site.partStart = takeNumber(line);
    site.partBytes = takeNumber(line);
    site.used = takeNumber(line);
    site.ptxLine = takeNumber(line);
    site.instruction = takeField(line);
    readRoots(site, takeField(line));
    do {
      Frame &frame = site.frames.emplace_back();
      frame.function = takeField(line);
      frame.file = takeField(line);
      frame.line = takeNumber(line);
    } while (!line.empty());
  }
  return sites;
}

} // namespace anywarp::insight
