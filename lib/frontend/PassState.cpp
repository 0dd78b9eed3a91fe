// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of this process's pass, and the answers to questions about its job.
#include "frontend/PassState.h"

#include <algorithm>
#include <unistd.h>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

#include "frontend/Dialect.h"
#include "frontend/passes/DeviceNames.h"

namespace anywarp::frontend {

PassState &passState() {
  static PassState state;
  return state;
}

void reportFatal(void *, const char *reason, bool) {
  std::string text = std::string("nvcc fatal   : internal compiler error: ") + reason + "\n";
  (void)!write(STDERR_FILENO, text.data(), text.size());
  _exit(70);
}

std::string moduleIdOf(const CompileJob &job) {
  llvm::SmallString<256> path(job.input);
  llvm::sys::fs::make_absolute(path);
  std::string text = path.str().str();
  for (const auto *options : {&job.options, &job.hostOptions})
    for (const std::string &option : *options)
      text += '\n' + option;
  return llvm::formatv("{0:x-16}", llvm::xxh3_64bits(text));
}

bool isSuppressed(unsigned number) {
  return passState().job &&
         std::find(passState().job->suppressed.begin(), passState().job->suppressed.end(),
                   number) != passState().job->suppressed.end();
}

bool isPromoted(unsigned number) {
  return passState().job &&
         std::find(passState().job->promoted.begin(), passState().job->promoted.end(), number) !=
             passState().job->promoted.end();
}

bool isRequested(unsigned number) {
  return passState().job &&
         std::find(passState().job->requested.begin(), passState().job->requested.end(), number) !=
             passState().job->requested.end();
}

const Dialect &dialect() {
  static const CompileJob none;
  return dialectOf(passState().job ? *passState().job : none);
}
bool allowsExtendedLambdas() { return passState().job && passState().job->extendedLambdas; }
bool allowsDeviceLaunches() { return passState().job && passState().job->relocatable; }
bool isDeviceByDefault() {
  return passState().job && passState().job->source && passState().job->source->deviceByDefault;
}

std::vector<std::string> runtimeFolders() {
  std::vector<std::string> folders;
  for (size_t i = 0;
       passState().job && passState().job->source && i < passState().job->options.size(); ++i) {
    const std::string &option = passState().job->options[i];
    if (option.starts_with("-I"))
      folders.push_back(option.substr(2));
    else if (option == "-idirafter" && i + 1 < passState().job->options.size())
      folders.push_back(passState().job->options[++i]);
  }
  return folders;
}

bool isHeaderText(std::string_view name) {
  return passState().job && passState().job->source &&
         !name.starts_with("anywarp/") && // the prelude's own parts are those of this library
         llvm::any_of(passState().job->source->headers,
                      [&](const auto &header) { return header.first == name; });
}

bool crossSpaceCallsAreErrors() {
  return passState().job && passState().job->crossSpaceCallsAreErrors;
}

const std::string &internalPrefix() {
  static const std::string prefix =
      passState().job && passState().job->relocatable && dialect().renamesLocalEntities
          ? makeInternalPrefix(moduleIdOf(*passState().job), passState().job->input)
          : std::string();
  return prefix;
}

bool isHostPass() { return passState().isHost; }
void noteBrokenRule() { passState().ruleIsBroken = true; }
bool readsHostFunction() { return passState().isInHostFunction; }
void noteHostFunction(bool isIt) { passState().isInHostFunction = isIt; }
bool hidesEntities() { return passState().job && passState().job->hiddenEntities; }
bool makesTemplatesStatic() {
  return passState().job && passState().job->staticTemplateStubs && !passState().job->relocatable;
}
bool ignoresAllWarnings() { return passState().job && passState().job->ignoreWarnings; }
bool showsAllCandidates() { return passState().job && passState().job->allCandidates; }
bool warningsAreErrors() { return passState().job && passState().job->warningsAreErrors; }
bool isStrict() { return passState().job && passState().job->isStrict; }
bool relaxesConstexpr() { return !isStrict() || passState().job->relaxedConstexpr; }

void endPassWithErrors() {
  if (passState().output && passState().output->leave)
    passState().output->leave(1);
  reportFatal(nullptr, "the compile was given up", false);
}

} // namespace anywarp::frontend
