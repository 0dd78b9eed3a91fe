// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A warning is named by its number or, in -Xcudafe, by a name.
#include "Warnings.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "common/Program.h"
#include "frontend/ast/Warnings.h"

namespace anywarp::nvcc {
namespace {

using frontend::Severity;

bool isNumber(std::string_view text) {
  return !text.empty() && text.size() < 9 &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

void set(frontend::CompileJob &job, const std::string &what, Severity severity) {
  unsigned number =
      isNumber(what) ? unsigned(std::atoi(what.c_str())) : frontend::warningNumber(what);
  if (number)
    frontend::setWarning(job, number, severity);
}

/// One word of -Xcudafe. `last` is the option that a bare name or number continues
/// (--diag_suppress=177,550 comes as two words).
void addFrontEndWord(const std::string &word, std::string &last, frontend::CompileJob &job) {
  size_t equals = word.find('=');
  std::string name = word.substr(0, equals);
  std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
  if (!word.starts_with("-") && !last.empty()) {
    name = last;
    value = word;
  }
  if (name == "--diag_suppress" || name == "--diag_error" || name == "--diag_warning" ||
      name == "--diag_remark" || name == "--diag_once" || name == "--diag_default") {
    last = name;
    if (name == "--diag_suppress" || name == "--diag_remark") // remarks are not shown
      set(job, value, Severity::Ignored);
    else if (name == "--diag_error")
      set(job, value, Severity::Error);
    else if (name == "--diag_warning" || name == "--diag_once") // once each is what Clang does
      set(job, value, Severity::Warning);
    return;
  }
  last.clear();
  if (name == "-w" || name == "--no_warnings")
    job.ignoreWarnings = true;
  else if (name == "--promote_warnings")
    job.warningsAreErrors = true;
  else if (name != "--display_error_number" && name != "--no_display_error_number" &&
           name != "--brief_diagnostics" && name != "--no_wrap_diagnostics")
    fprintf(stderr, "nvcc warning : Option '%s' of -Xcudafe has no meaning here\n", word.c_str());
}

} // namespace

bool addWarningOptions(const CommandLine &line, frontend::CompileJob &job, std::string &error) {
  std::string last;
  for (const CommandLine::Item &item : line.items) {
    Severity severity = Severity::Ignored;
    switch (item.id) {
    case Opt::Xcudafe:
      for (const std::string &word : cmdline::splitWords(item.value))
        addFrontEndWord(word, last, job);
      continue;
    case Opt::WdefaultStream:
      job.requested.push_back(frontend::kDefaultStream);
      continue;
    case Opt::WlaunchBounds:
      job.requested.push_back(frontend::kLaunchBounds);
      continue;
    case Opt::WlambdaThis:
      job.requested.push_back(frontend::kLambdaCapturesThis);
      continue;
    case Opt::Werror:
      if (item.value == "default-stream-launch")
        job.promoted.push_back(frontend::kDefaultStream);
      else if (item.value == "missing-launch-bounds")
        job.promoted.push_back(frontend::kLaunchBounds);
      else if (item.value == "ext-lambda-captures-this")
        job.promoted.push_back(frontend::kLambdaCapturesThis);
      continue;
    case Opt::DiagSuppress:
      break;
    case Opt::DiagError:
      severity = Severity::Error;
      break;
    case Opt::DiagWarn:
      severity = Severity::Warning;
      break;
    default:
      continue;
    }
    if (!isNumber(item.value)) {
      error = "'" + item.value + "': expected a number";
      return false;
    }
    set(job, item.value, severity);
  }
  return true;
}

} // namespace anywarp::nvcc
