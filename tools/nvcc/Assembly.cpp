// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses and verifies PTX as the driver will. The source line of a mistake is that of the .loc
// directive before it, in PTX that is made anew with such directives.
#include "Assembly.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string_view>

#include "common/PtxInfo.h"
#include "ptx/Verifier.h"
#include "ptx/link/Linker.h"
#include "ptx/parse/Parser.h"

namespace anywarp::nvcc {
namespace {

/// Beyond it our tables of instructions may have gaps, and a mistake found may be none.
constexpr unsigned kKnownArch = 90;

struct Place {
  std::string file;
  unsigned line = 0;
};

/// The place in the source of each line of a PTX text.
class LineTable {
public:
  explicit LineTable(std::string_view ptx) {
    Numbers current;
    places_.emplace_back(); // lines count from 1
    for (size_t at = 0; at < ptx.size();) {
      size_t end = std::min(ptx.find('\n', at), ptx.size());
      std::string_view line = ptx.substr(at, end - at);
      at = end + 1;
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
      if (line.starts_with(".loc")) {
        char *rest = nullptr;
        std::string numbers(line.substr(4));
        current.file = unsigned(std::strtoul(numbers.c_str(), &rest, 10));
        current.line = unsigned(std::strtoul(rest, &rest, 10));
      } else if (line.starts_with(".file")) {
        char *rest = nullptr;
        std::string text(line.substr(5));
        unsigned number = unsigned(std::strtoul(text.c_str(), &rest, 10));
        std::string_view name(rest);
        size_t open = name.find('"'), close = name.find('"', open + 1);
        if (close != std::string_view::npos)
          files_[number] = std::string(name.substr(open + 1, close - open - 1));
      } else if (line.starts_with(".func") || line.starts_with(".entry") ||
                 line.starts_with(".visible") || line.starts_with(".weak")) {
        current = {};
      }
      places_.push_back(current);
    }
  }

  /// Line 0 if it is not known. The names of files stand at the end of the text.
  Place of(unsigned ptxLine) const {
    if (ptxLine >= places_.size() || !places_[ptxLine].line)
      return {};
    auto file = files_.find(places_[ptxLine].file);
    return file == files_.end() ? Place{} : Place{file->second, places_[ptxLine].line};
  }

private:
  struct Numbers {
    unsigned file = 0, line = 0;
  };
  std::vector<Numbers> places_;
  std::map<unsigned, std::string> files_;
};

/// Faults with their lines; those of functions are warnings where programs are loaded.
std::unique_ptr<ptx::Module> verified(const std::string &text, Diagnostics &faults) {
  std::unique_ptr<ptx::Module> module = ptx::parse(text, faults);
  if (module)
    (void)ptx::verify(*module, faults);
  return module;
}

/// The user's own spelling of a path where it is that file.
std::string shown(const std::string &path, const std::string &input) {
  bool isInput = path == input || (path.size() > input.size() && path.ends_with(input) &&
                                   path[path.size() - input.size() - 1] == '/');
  return isInput ? input : path;
}

} // namespace

bool checkAssembly(const std::vector<frontend::PtxImage> &images, const AssemblyJob &job) {
  bool good = true;
  std::set<std::string> said; // the same for every architecture
  auto say = [&](const std::string &message) {
    if (said.insert(message).second)
      fputs(message.c_str(), stderr);
  };
  for (const frontend::PtxImage &image : images) {
    Diagnostics faults;
    std::unique_ptr<ptx::Module> module = verified(image.text, faults);
    if (!faults.list().empty()) {
      bool isKnown = image.arch.number <= kKnownArch;
      std::string text = job.withLines ? job.withLines(image.arch) : std::string();
      Diagnostics again;
      if (!text.empty())
        (void)verified(text, again);
      bool hasLines = again.list().size() == faults.list().size();
      LineTable lines(hasLines ? text : image.text);
      for (const Diagnostic &fault : (hasLines ? again : faults).list()) {
        Place place = lines.of(fault.line);
        std::string where =
            place.line ? shown(place.file, job.input) + ", line " + std::to_string(place.line)
                       : job.input + ", PTX line " + std::to_string(fault.line);
        say("ptxas " + where + (isKnown ? "; error   : " : "; warning : ") + fault.message + "\n");
      }
      if (isKnown) {
        say("ptxas fatal   : Ptx assembly aborted due to errors\n");
        good = false;
      }
    }
    if (!module || !good)
      continue;
    std::vector<std::string> messages = tool::exceededLimits(*module, job.isWhole);
    for (const std::string &message : messages)
      say("ptxas error   : " + message + "\n");
    good &= messages.empty();
    if (!job.isWhole)
      continue;
    const ptx::Unresolved unresolved = ptx::unresolvedSymbols(*module);
    for (const std::string &message : unresolved.warnings)
      say("ptxas warning : " + message + "\n");
    for (const std::string &message : unresolved.errors) {
      say("ptxas fatal   : " + message + "\n");
      good = false;
    }
  }
  return good;
}

} // namespace anywarp::nvcc
