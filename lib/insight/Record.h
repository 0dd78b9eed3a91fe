// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the watched process tells compute-sanitizer: records appended to a file, one write each, so
// that several processes may share it. A record is lines with a letter first, ended by an empty
// line:
//   @ KIND LEVEL   starts it: KIND as in the XML (Precise, Api, Leak, …), LEVEL Error, Warning,
//   Info T TEXT         a line of the report P PREFIX <tab> FUNCTION <tab> OFFSET <tab> FILE <tab>
//   LINE   a line that names a place H TEXT         starts the host's frames: where they were saved
//   h FUNCTION <tab> PC <tab> MODULE
//   X NAME <tab> VALUE   a fact for the XML
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "insight/Sites.h"

namespace anywarp::insight {

/// Frames of the program's own code.
using HostFrames = std::vector<void *>;
/// The caller's, from outside this library on.
HostFrames takeHostFrames();

class Record {
public:
  explicit Record(const char *kind, const char *level = "Error");
  Record &text(const std::string &line);
  Record &place(const char *prefix, const Site &site, size_t frame = 0);
  /// The same with frames around it, and with text behind the place.
  Record &placed(const std::string &prefix, const Site &site, const std::string &suffix);
  /// "at" the site and a "Device Frame:" for each call around it.
  Record &at(const Site &site, const std::string &thread);
  Record &at(const Frame &frame, const std::string &thread);
  Record &host(const char *where, const HostFrames &frames);
  Record &fact(const char *name, const std::string &value);
  /// Appends the record to the file.
  void send(const std::string &file) const;

private:
  void frames(const Site &site, size_t first = 1);
  std::string text_, frames_; ///< frames of the device follow what the tool says of the place
};

std::string hex(uint64_t value);
/// With thousands commas.
std::string grouped(uint64_t value);

} // namespace anywarp::insight
