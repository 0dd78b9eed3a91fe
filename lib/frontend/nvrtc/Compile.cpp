// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles for NVRTC. The compiler runs in a forked child even though it is part of the library. A
// hostile program may crash it or use all memory. LLVM's options are global, while the caller has
// threads of its own and compiles in several of them. glibc's fork leaves a usable heap in the
// child; nothing else that other threads may hold is touched there.
#include "frontend/Command.h"
#include "frontend/Frontend.h"
#include "frontend/Pass.h"

#include <algorithm>
#include <cstdio>
#include <sys/mman.h>
#include <unistd.h>

namespace anywarp::frontend {
namespace {

/// What became of a precompiled header; of one to keep the key, state and size; symbols, each on a
/// line after a "="; an empty line, the header to keep, the PTX.
std::string join(const RuntimePass &pass, const std::string &ptx) {
  const NewHeader &header = pass.header;
  std::string text =
      "pch " + std::to_string(int(pass.pch)) + " " + std::to_string(pass.pchBytes) + "\n";
  text += "keep " + std::to_string(header.state) + " " + std::to_string(header.bytes.size()) + " " +
          (header.key.empty() ? "-" : header.key) + "\n";
  for (const std::string &name : pass.names)
    text += "=" + name + "\n";
  return text + "\n" + header.bytes + ptx;
}

NewHeader split(const std::string &data, RuntimeResult &result) {
  NewHeader header;
  int outcome = 0, state = 0;
  size_t bytes = 0;
  char key[64] = "";
  if (std::sscanf(data.c_str(), "pch %d %zu", &outcome, &result.pchBytes) == 2)
    result.pch = PchOutcome(outcome);
  size_t at = data.find('\n');
  if (at == std::string::npos)
    return header;
  if (std::sscanf(data.c_str() + at, "\nkeep %d %zu %63s", &state, &bytes, key) == 3 &&
      *key != '-') {
    header.state = KeptHeader::State(state);
    header.key = key;
  }
  at = std::min(data.find('\n', at + 1), data.size() - 1);
  for (size_t end; (end = data.find('\n', ++at)) != std::string::npos && end != at; at = end)
    result.names.push_back(data.substr(at + 1, end - at - 1));
  at = std::min(at + 1, data.size());
  header.bytes = data.substr(at, bytes);
  result.ptx = data.substr(std::min(at + bytes, data.size()));
  return header;
}

} // namespace

RuntimeResult compileAtRuntime(const CompileJob &job, const std::function<bool()> &isCancelled) {
  RuntimeResult result;
  int errors = memfd_create("compiler-errors", MFD_CLOEXEC);
  if (errors < 0) {
    result.log = "error: the compiler could not be started\n";
    return result;
  }
  const std::shared_ptr<const KeptHeaders::Map> kept = KeptHeaders::get().all();
  std::unique_ptr<Child> child = Child::start([&](ChildOutput &output) {
    becomeCompiler(errors);
    RuntimePass pass = {.kept = kept.get()};
    int code = runPass(job, &job.archs.front(), {}, output, &pass);
    output.data = join(pass, code == 0 ? output.data : std::string());
    return code;
  });
  if (!child) {
    close(errors);
    result.log = "error: the compiler could not be started\n";
    return result;
  }
  constexpr int kAskEvery = 10; // milliseconds
  while (isCancelled && !child->waitFor(kAskEvery))
    if (isCancelled()) {
      child->stop();
      close(errors);
      result.outcome = RuntimeResult::Cancelled;
      return result;
    }
  int code = child->wait();
  for (Message &message : splitMessages(child->output.messages)) {
    for (const auto &[folder, name] : runtimeNames(job))
      for (size_t at = 0; (at = message.text.find(folder, at)) != std::string::npos;)
        message.text.replace(at, folder.size(), name);
    result.log += message.text;
    result.errors += message.isError;
  }
  NewHeader header = split(child->output.data, result);
  if (code == 0) {
    KeptHeaders::get().add(std::move(header));
    result.outcome = RuntimeResult::Good;
  } else if (isRefusal(code) && child->crash.empty() && result.errors) {
    result.outcome = RuntimeResult::Errors;
  } else {
    result.log += contentsOf(errors);
    result.log +=
        "error: " + (child->crash.empty() ? "internal compiler error" : child->crash) + "\n";
  }
  close(errors);
  return result;
}

} // namespace anywarp::frontend
