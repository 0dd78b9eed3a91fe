// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles for NVRTC. The compiler runs in a forked child even though it is part of the library. A
// hostile program may crash it or use all memory. LLVM's options are global, while the caller has
// threads of its own and compiles in several of them. The child is one of a small process that
// works for this one, or else of this one. glibc's fork leaves a usable heap in the child; nothing
// else that other threads may hold is touched there.
#include "frontend/nvrtc/Compile.h"
#include "frontend/Command.h"
#include "frontend/Frontend.h"
#include "frontend/Pass.h"
#include "frontend/nvrtc/Server.h"

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

std::unique_ptr<RuntimeCompilation>
RuntimeCompilation::start(const CompileJob &job,
                          const std::function<void(const ChildOutput &)> &prepare) {
  auto made = std::unique_ptr<RuntimeCompilation>(new RuntimeCompilation(job));
  made->errors_ = memfd_create("compiler-errors", MFD_CLOEXEC);
  if (made->errors_ < 0)
    return nullptr;
  const std::shared_ptr<const KeptHeaders::Map> kept = KeptHeaders::get().all();
  made->child_ = Child::start([&](ChildOutput &output) {
    becomeCompiler(made->errors_);
    if (prepare)
      prepare(output);
    RuntimePass pass = {.kept = kept.get()};
    int code = runPass(job, &job.archs.front(), {}, output, &pass);
    output.data = join(pass, code == 0 ? output.data : std::string());
    return code;
  });
  return made->child_ ? std::move(made) : nullptr;
}

RuntimeCompilation::~RuntimeCompilation() {
  if (errors_ >= 0)
    close(errors_);
}

RuntimeResult RuntimeCompilation::notStarted() {
  RuntimeResult result;
  result.log = "error: the compiler could not be started\n";
  return result;
}

RuntimeResult RuntimeCompilation::finish() {
  RuntimeResult result;
  int code = child_->wait();
  for (Message &message : splitMessages(child_->output.messages)) {
    for (const auto &[folder, name] : runtimeNames(job_))
      for (size_t at = 0; (at = message.text.find(folder, at)) != std::string::npos;)
        message.text.replace(at, folder.size(), name);
    result.log += message.text;
    result.errors += message.isError;
  }
  NewHeader header = split(child_->output.data, result);
  if (code == 0) {
    KeptHeaders::get().add(std::move(header));
    result.outcome = RuntimeResult::Good;
  } else if (isRefusal(code) && child_->crash.empty() && result.errors) {
    result.outcome = RuntimeResult::Errors;
  } else {
    result.log += contentsOf(errors_);
    result.log +=
        "error: " + (child_->crash.empty() ? "internal compiler error" : child_->crash) + "\n";
  }
  return result;
}

RuntimeResult compileAtRuntime(const CompileJob &job, const std::function<bool()> &isCancelled) {
  if (std::optional<RuntimeResult> result = compileByServer(job, isCancelled))
    return std::move(*result);
  std::unique_ptr<RuntimeCompilation> compilation = RuntimeCompilation::start(job);
  if (!compilation)
    return RuntimeCompilation::notStarted();
  while (isCancelled && !compilation->child().waitFor(kAskEvery))
    if (isCancelled()) {
      compilation->child().stop();
      RuntimeResult result;
      result.outcome = RuntimeResult::Cancelled;
      return result;
    }
  return compilation->finish();
}

} // namespace anywarp::frontend
