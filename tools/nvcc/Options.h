// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nvcc's command line, read by the table Options.def.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace anywarp::nvcc {

enum class Opt {
#define AW_OPTION(Id, Long, Short, Kind, Values, Help) Id,
#include "Options.def"
  Input, ///< a file name
};

enum class OptKind { Flag, Bool, Value, List };

struct OptionInfo {
  Opt id;
  std::string_view longName, shortName;
  OptKind kind;
  std::string_view values, help;
};
const std::vector<OptionInfo> &optionTable();

/// The options in the order given; a list is one Item for each word.
class CommandLine {
public:
  struct Item {
    Opt id;
    std::string value;
  };

  /// False after a mistake, which `error` describes.
  bool parse(const std::vector<std::string> &words);

  bool has(Opt id) const;
  /// The last value of `id`, or `otherwise`.
  std::string value(Opt id, std::string otherwise = {}) const;
  /// The last value of a Bool.
  bool isTrue(Opt id, bool otherwise) const;
  std::vector<std::string> all(Opt id) const;

  std::vector<Item> items;
  std::string error;

private:
  bool parseWord(const std::vector<std::string> &words, size_t &at, unsigned depth);
  bool add(const OptionInfo &info, const std::string &spelling, const std::string &value);
  bool readOptionsFile(const std::string &path, unsigned depth);
  bool parseAll(const std::vector<std::string> &words, unsigned depth);
  bool unknown(const std::string &word);

  bool forwardCompiler_ = false, forwardLinker_ = false;
};

/// Words of a text as a shell splits them: blanks, quotes, backslashes.
std::vector<std::string> splitWords(std::string_view text);

} // namespace anywarp::nvcc
