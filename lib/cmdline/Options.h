// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options read by a table: one OptionInfo for each. matchOption finds the row of a word, for the
// programs of a CUDA toolkit and for run-time compilers. OptionReader reads a whole command line of
// a program: --long-name and -short, values after "=" or a blank, lists at commas, options files
// (also as @FILE). The program reads the result through Options<Id>.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace anywarp::cmdline {

enum class OptionKind {
  Flag,         ///< takes nothing
  Bool,         ///< true or false
  Value,        ///< one word; the last one counts
  Equals,       ///< the same after "=" only
  Optional,     ///< the same, or none
  Integer,      ///< a number
  Numbers,      ///< numbers at commas
  List,         ///< words at commas; adds up
  JoinedValue,  ///< as Value; may follow the short name directly: -O3
  JoinedNumber, ///< the same where only a number follows directly: -m64, but not -machine
  JoinedList,   ///< as List: -Ifolder
  OptionsFile,  ///< files with more options
  Refused,      ///< a flag that ends the program; the help text is the reason
  RefusedValue, ///< the same with a value
};

struct OptionInfo {
  unsigned id;
  std::string_view longName, shortName; ///< a name may be empty: there is none
  OptionKind kind;
  std::string_view values; ///< allowed words, separated by |; empty for any
  std::string_view help;
};

/// How words are spelled.
struct OptionGrammar {
  bool eitherDash = false;   ///< long names are taken after one dash, too, and short ones after two
  bool joinsNumbers = false; ///< what follows a JoinedValue directly is a number
};

/// A word taken apart.
struct OptionMatch {
  const OptionInfo *info = nullptr; ///< null: no row has that name
  std::string value;                ///< what stands behind "=", or behind the short name
  bool hasValue = false;
};

/// The row of `word`. A whole name goes before the beginning of one.
OptionMatch matchOption(std::span<const OptionInfo> table, std::string_view word,
                        OptionGrammar grammar);

/// True if `value` is one of the row's words, or they are any.
bool isAllowed(const OptionInfo &info, std::string_view value);

/// Words of a text as a shell splits them: blanks, quotes, backslashes.
std::vector<std::string> splitWords(std::string_view text);

/// The words of a List value: separated by commas that are neither quoted nor after a backslash.
std::vector<std::string> splitList(std::string_view value);

/// The one of `names` that is most like `name`; empty if none is near.
std::string nearestOf(std::string_view name, const std::vector<std::string> &names);

/// The text of --help: usage, what the program is for, the options in the order of the table.
std::string helpText(std::string_view usage, std::span<const OptionInfo> table);

class OptionReader {
public:
  explicit OptionReader(std::span<const OptionInfo> table, unsigned inputId)
      : table_(table), inputId_(inputId) {}

  /// False after a mistake, which `error` describes (without the program's name).
  bool read(const std::vector<std::string> &words);

  struct Item {
    unsigned id;
    std::string value;
  };
  std::vector<Item> items; ///< in the order given; a list is one Item for each word
  std::string error;
  /// Asked for a word that no row fits, before it is a mistake; true if it took care of it.
  std::function<bool(const std::string &)> takesUnknown;
  /// What to add to the message about an unknown option; empty: the nearest name.
  std::function<std::string(const std::string &)> hint;
  /// The first word that is no option ends the reading: it and what follows are a command.
  bool stopsAtCommand = false;
  std::vector<std::string> command;

private:
  bool readWord(const std::vector<std::string> &words, size_t &at, unsigned depth);
  bool readAll(const std::vector<std::string> &words, unsigned depth);
  bool readFile(const std::string &path, unsigned depth);
  bool add(const OptionInfo &info, const std::string &value);
  bool unknown(const std::string &word);
  std::string nearestName(std::string_view bare) const;

  std::span<const OptionInfo> table_;
  unsigned inputId_;
};

/// The options of one program. `Id` is its enum, with a member Input for words that are file names.
template <typename Id> class Options {
public:
  struct Item {
    Id id;
    std::string value;
  };
  std::vector<Item> items;
  std::string error;

  bool read(std::span<const OptionInfo> table, const std::vector<std::string> &words) {
    OptionReader reader(table, unsigned(Id::Input));
    return take(reader, words);
  }
  bool take(OptionReader &reader, const std::vector<std::string> &words) {
    bool good = reader.read(words);
    for (OptionReader::Item &item : reader.items)
      items.push_back({Id(item.id), std::move(item.value)});
    error = std::move(reader.error);
    return good;
  }

  bool has(Id id) const {
    return std::any_of(items.begin(), items.end(), [&](const Item &item) { return item.id == id; });
  }
  /// The last value of `id`, or `otherwise`.
  std::string value(Id id, std::string otherwise = {}) const {
    for (auto it = items.rbegin(); it != items.rend(); ++it)
      if (it->id == id)
        return it->value;
    return otherwise;
  }
  /// The last value of a Bool.
  bool isTrue(Id id, bool otherwise) const {
    return value(id, otherwise ? "true" : "false") == "true";
  }
  std::vector<std::string> all(Id id) const {
    std::vector<std::string> values;
    for (const Item &item : items)
      if (item.id == id)
        values.push_back(item.value);
    return values;
  }
};

} // namespace anywarp::cmdline
