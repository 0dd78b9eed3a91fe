// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compute-sanitizer/Report.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nv_decode.h>
#include <sstream>

namespace anywarp::sanitizer {
namespace {

std::vector<std::string> split(const std::string &text, char at) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, at);)
    parts.push_back(part);
  return parts;
}

std::string baseName(const std::string &path) { return path.substr(path.rfind('/') + 1); }

std::string counted(unsigned long n, const char *what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

std::string escaped(const std::string &text) {
  std::string result;
  for (char c : text)
    result += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return result;
}

int levelOf(const std::string &name) {
  return name == "info" || name == "Info"      ? 0
         : name == "warn" || name == "Warning" ? 1
         : name == "error" || name == "Error"  ? 2
                                               : 3;
}

} // namespace

void Report::print(const std::string &line) {
  if (!options_.isGiven("quiet"))
    std::fprintf(out_, "%s %s\n", options_.get("prefix").c_str(), line.c_str());
}

void Report::start() {
  // Blocks leave as a whole: the program writes to the same place.
  constexpr size_t kBlock = 1 << 16;
  std::setvbuf(out_, nullptr, _IOFBF, kBlock);
  print("COMPUTE-SANITIZER");
  std::fflush(out_);
}

void Report::note(const std::string &line) {
  print(line);
  print("");
}

/// "f(int *)" or, without parameters, "f".
std::string Report::nameOf(const std::string &mangled) const {
  const std::string &how = options_.get("demangle");
  if (how == "no")
    return mangled;
  int status = 0;
  char *found = __cu_demangle(mangled.c_str(), nullptr, nullptr, &status);
  if (!found)
    return mangled;
  std::string name = found;
  std::free(found);
  if (how == "full")
    return name;
  name = name.substr(0, name.find('('));
  return name.substr(name.rfind(' ') + 1);
}

/// prefix, function, offset, file, line
void Report::printPlace(const std::string &fields) {
  const std::vector<std::string> parts = split(fields, '\t');
  if (parts.size() < 5)
    return;
  if (parts[0].find("Device Frame") != std::string::npos) {
    const std::string &shown = options_.get("show-backtrace");
    const unsigned long most = options_.number("num-callers-device");
    if (shown == "no" || shown == "host" || (most && ++deviceFrames_ > most))
      return;
  }
  std::string line = parts[0] + nameOf(parts[1]) + "+" + parts[2];
  if (!parts[3].empty() && parts[4] != "0")
    line +=
        " in " + (options_.isYes("strip-paths") ? baseName(parts[3]) : parts[3]) + ":" + parts[4];
  // What follows the place on its line comes last.
  print(line + (parts.size() > 5 ? parts[5] : ""));
}

void Report::printHost(const std::string &fields) {
  std::vector<std::string> parts = split(fields, '\t');
  const unsigned long most = options_.number("num-callers-host");
  if (parts.size() < 3 || (most && hostFrames_ >= most))
    return;
  if (options_.isYes("backtrace-short")) {
    const std::string file = baseName(parts[2]);
    if (belowMain_ || file.starts_with("libcudart") || file.starts_with("libcuda.so") ||
        parts[0].starts_with("__libc_start") || file.starts_with("libc.so") ||
        parts[0] == "_start") {
      belowMain_ |= hostFrames_ > 0;
      return;
    }
    belowMain_ = parts[0] == "main";
  }
  ++hostFrames_;
  const std::string name = parts[0].empty() ? "" : nameOf(parts[0]) + " ";
  print("        Host Frame: " + name + "[" + parts[1] + "] in " + baseName(parts[2]));
}

/// What a suppression compares: kind and places, no addresses.
std::string Report::key(const Entry &entry) const {
  std::string text = entry.kind;
  for (const std::string &line : entry.lines)
    if (line.starts_with("P "))
      if (std::vector<std::string> parts = split(line.substr(2), '\t'); parts.size() > 4)
        text += "|" + parts[1] + ":" + baseName(parts[3]) + ":" + parts[4];
  for (const std::string &line : entry.lines)
    if (line.starts_with("X api\t"))
      text += "|" + line.substr(6);
  return text;
}

void Report::add(const Entry &entry) {
  if (entry.kind == "Coredump") { // no error
    hasDump_ = true;
    for (const std::string &line : entry.lines)
      print(line.substr(2));
    return print("");
  }
  if (suppressed_.count(key(entry)))
    return;
  for (const std::string &line : entry.lines)
    if (entry.kind == "Leak" && line.starts_with("X size\t")) {
      ++leaks_;
      leakedBytes_ += std::strtoull(line.c_str() + 7, nullptr, 10);
    }
  const int level = levelOf(entry.level);
  const bool isRace = entry.kind == "Analysis" || entry.kind == "Hazard";
  if (isRace && level < levelOf(options_.get("racecheck-detect-level")))
    return;
  entries_.push_back(entry);
  (level == 2 ? errors_ : level == 1 ? warnings_ : infos_) += 1;
  if (level < levelOf(options_.get("print-level")))
    return;
  if (const unsigned long most = options_.number("print-limit"); most && printed_ >= most) {
    ++notPrinted_;
    return;
  }
  ++printed_;
  hostFrames_ = deviceFrames_ = 0;
  belowMain_ = false;
  const std::string &shown = options_.get("show-backtrace");
  const bool isHostShown = shown == "yes" || shown == "host";
  for (const std::string &line : entry.lines) {
    const std::string rest = line.size() > 2 ? line.substr(2) : "";
    if (line[0] == 'T')
      print(rest);
    else if (line[0] == 'P')
      printPlace(rest);
    else if (line[0] == 'H' && isHostShown)
      print("    Saved host backtrace up to driver entry point at " + rest);
    else if (line[0] == 'h' && isHostShown)
      printHost(rest);
  }
  print("");
  std::fflush(out_);
}

std::pair<std::vector<Entry>, std::string> readEntries(const std::string &text) {
  std::vector<Entry> entries;
  size_t at = 0;
  for (size_t end; (end = text.find("\n\n", at)) != text.npos; at = end + 2) {
    Entry entry;
    for (const std::string &line : split(text.substr(at, end - at), '\n'))
      if (line.starts_with("@ ")) {
        std::vector<std::string> words = split(line, ' ');
        entry.kind = words.size() > 1 ? words[1] : "";
        entry.level = words.size() > 2 ? words[2] : "Error";
      } else if (!line.empty()) {
        entry.lines.push_back(line);
      }
    entries.push_back(std::move(entry));
  }
  return {std::move(entries), text.substr(at)};
}

std::string Report::add(const std::string &text) {
  auto [entries, rest] = readEntries(text);
  saved_ += text.substr(0, text.size() - rest.size());
  for (const Entry &entry : entries)
    add(entry);
  return rest;
}

void Report::finish() {
  if (options_.get("leak-check") == "full" && options_.get("tool") == "memcheck")
    print("LEAK SUMMARY: " + std::to_string(leakedBytes_) + " bytes leaked in " +
          std::to_string(leaks_) + " allocations");
  if (options_.get("tool") == "racecheck") {
    print("RACECHECK SUMMARY: " + counted(printed_, "hazard") + " displayed (" +
          counted(errors_, "error") + ", " + counted(warnings_, "warning") + ")");
  } else {
    print("ERROR SUMMARY: " + counted(errors_, "error"));
  }
  if (notPrinted_)
    print("ERROR SUMMARY: " + counted(notPrinted_, "error") +
          " were not printed. Use --print-limit option to adjust the number of printed errors");
}

std::string Report::xml() const {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ComputeSanitizerOutput>\n";
  auto element = [&](const std::string &name, const std::string &content) {
    text += "<" + name + ">" + escaped(content) + "</" + name + ">";
  };
  for (const Entry &entry : entries_) {
    text += "<record>";
    element("kind", entry.kind);
    element("level", entry.level);
    text += "<what>";
    for (const std::string &line : entry.lines)
      if (line.starts_with("T ")) {
        element("text", line.substr(2));
        break;
      }
    std::string places, frames;
    bool isFirst = true;
    for (const std::string &line : entry.lines)
      if (line.starts_with("X ")) {
        const size_t tab = line.find('\t');
        element(line.substr(2, tab - 2), line.substr(tab + 1));
      }
    text += "</what>";
    for (const std::string &line : entry.lines) {
      if (line.starts_with("P "))
        if (std::vector<std::string> parts = split(line.substr(2), '\t'); parts.size() > 4) {
          if (!isFirst && places.empty())
            places = "<deviceStack>";
          text += isFirst ? "<where>" : "";
          std::swap(text, isFirst ? text : places);
          element("func", parts[1]);
          element("path", parts[3]);
          element("line", parts[4]);
          element("pc", parts[2]);
          std::swap(text, isFirst ? text : places);
          text += isFirst ? "</where>" : "";
          isFirst = false;
        }
      if (line.starts_with("H "))
        frames = "<hostStack><saveLocation>" + line.substr(2) + "</saveLocation>";
      if (line.starts_with("h "))
        if (std::vector<std::string> parts = split(line.substr(2), '\t'); parts.size() > 2)
          frames += "<frame><func>" + escaped(parts[0]) + "</func><pc>" + parts[1] +
                    "</pc><module>" + escaped(parts[2]) + "</module></frame>";
    }
    text += places + (places.empty() ? "" : "</deviceStack>");
    text += frames + (frames.empty() ? "" : "</hostStack>");
    text += "</record>\n";
  }
  return text + "</ComputeSanitizerOutput>\n";
}

bool Report::suppress(const std::string &file) {
  std::ifstream in(file);
  if (!in)
    return false;
  std::string line;
  auto field = [&](const std::string &text, const std::string &name, size_t from) {
    const size_t start = text.find("<" + name + ">", from);
    if (start == text.npos)
      return std::string();
    const size_t begin = start + name.size() + 2;
    return text.substr(begin, text.find("</", begin) - begin);
  };
  while (std::getline(in, line)) {
    if (!line.starts_with("<record>"))
      continue;
    std::string text = field(line, "kind", 0);
    for (size_t at = 0; (at = line.find("<func>", at)) != line.npos; ++at) {
      const size_t host = line.find("<hostStack>");
      if (at > host)
        break;
      text += "|" + field(line, "func", at) + ":" + baseName(field(line, "path", at)) + ":" +
              field(line, "line", at);
    }
    if (std::string api = field(line, "api", 0); !api.empty())
      text += "|" + api;
    suppressed_.insert(text);
  }
  return true;
}

} // namespace anywarp::sanitizer
