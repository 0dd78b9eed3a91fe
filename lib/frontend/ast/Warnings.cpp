// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/ast/Warnings.h"

#include <string>
#include <vector>

#include "llvm/ADT/STLExtras.h"

#include "frontend/Frontend.h"

namespace anywarp::frontend {

static constexpr struct {
  unsigned number;
  std::string_view name, option; ///< -Xcudafe's, Clang's ("unused-variable"; empty: it has none)
} kWarnings[] = {
#define AW_WARNING(Number, Name, Option) {Number, Name, Option},
#include "frontend/ast/Warnings.def"
};

bool isWarningNumber(unsigned number) {
  return (number >= 1 && number < 3800) || (number >= 20000 && number < 20400);
}

unsigned warningNumber(std::string_view name) {
  for (const auto &warning : kWarnings)
    if (warning.name == name)
      return warning.number;
  return 0;
}

bool isOptional(unsigned number) {
  return number == kLambdaCapturesThis || number == kDefaultStream || number == kLaunchBounds;
}

std::vector<std::string_view> clangOptions(unsigned number) {
  std::vector<std::string_view> options;
  for (const auto &warning : kWarnings)
    if (warning.number == number && !warning.option.empty())
      options.push_back(warning.option);
  return options;
}

unsigned numberOfOption(std::string_view option) {
  for (const auto &warning : kWarnings)
    if (!warning.option.empty() && warning.option == option)
      return warning.number;
  return 0;
}

/// Clang counts other numbers among the kind "format", as "format-extra-args". All are on by
/// default: those that were not suppressed themselves stay so.
static void keepOthersOfFormat(CompileJob &job) {
  for (const auto &other : kWarnings)
    if (other.option.starts_with("format-") && !llvm::is_contained(job.suppressed, other.number))
      job.options.push_back("-W" + std::string(other.option));
}

void setWarning(CompileJob &job, unsigned number, Severity severity) {
  for (const auto &warning : kWarnings) {
    if (warning.number != number || warning.option.empty())
      continue;
    std::string option(warning.option);
    switch (severity) {
    case Severity::Ignored:
      job.options.push_back("-Wno-" + option);
      break;
    case Severity::Warning:
      job.options.push_back("-W" + option);
      job.options.push_back("-Wno-error=" + option);
      break;
    case Severity::Error:
      job.options.push_back("-Werror=" + option);
      break;
    }
    if (option == "format" && severity == Severity::Ignored)
      keepOthersOfFormat(job);
  }
  std::erase(job.suppressed, number);
  std::erase(job.promoted, number);
  if (severity == Severity::Ignored)
    job.suppressed.push_back(number);
  else if (severity == Severity::Error)
    job.promoted.push_back(number);
}

} // namespace anywarp::frontend
