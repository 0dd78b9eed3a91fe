// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The choice of kernels and blocks.
#include "driver/code/CompileAhead.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "driver/code/Function.h"
#include "exec/Launch.h"
#include "jit/Background.h"
#include "jit/Session.h"
#include "ptx/link/Reach.h"
#include "support/Mutex.h"
#include "support/Options.h"

namespace anywarp::driver {

/// Kernels of a program that are worth a guess.
constexpr size_t kMostOfModule = 64, kMostKernels = 16;
/// PTX instructions of one of them and of all: about half a second and four.
constexpr size_t kMostInstructions = 2'000, kMostOfAll = 16'000;
/// Compilations at once. Each takes some ten megabytes.
constexpr unsigned kMostThreads = 8;

static bool reads(const ptx::Operand &operand, std::string_view tid, std::string_view ntid) {
  return operand.kind == ptx::Operand::Special && (operand.name == tid || operand.name == ntid);
}

exec::BlockShape likelyShape(const ptx::Module &module, const ptx::Function &kernel,
                             const exec::BlockShape &seen) {
  if (const uint32_t *required = kernel.reqntid; required[0])
    return exec::BlockShape::of(required[0], std::max(required[1], 1u), std::max(required[2], 1u),
                                1, 1, 1);
  bool readsY = false, readsZ = false;
  for (const ptx::Function *function : ptx::reachedFunctions(module, kernel))
    for (const ptx::Instruction &inst : function->body)
      for (const ptx::Operand &operand : inst.operands) {
        readsY |= reads(operand, "tid.y", "ntid.y");
        readsZ |= reads(operand, "tid.z", "ntid.z");
      }
  const bool isLinear = !readsY && !readsZ;
  const bool isAlike = isLinear == (seen.kind == exec::BlockShape::Linear);
  if (isAlike && !seen.most && seen.flat == !readsZ)
    return seen;
  return isLinear ? exec::BlockShape::of(256, 1, 1, 1, 1, 1)
         : readsZ ? exec::BlockShape::of(8, 8, 8, 1, 1, 1)
                  : exec::BlockShape::of(16, 16, 1, 1, 1, 1);
}

std::vector<const ptx::Function *> likelyKernels(const ptx::Module &module,
                                                 const ptx::Function &launched) {
  std::vector<const ptx::Function *> kernels;
  size_t first = 0; // of those that follow the launched one
  for (const auto &function : module.functions)
    if (function->isEntry && function->isDefined && function->poison.empty()) {
      if (function.get() == &launched)
        first = kernels.size();
      else
        kernels.push_back(function.get());
    }
  if (kernels.size() >= kMostOfModule)
    return {};
  std::rotate(kernels.begin(), kernels.begin() + ptrdiff_t(first), kernels.end());
  size_t left = kMostOfAll;
  std::erase_if(kernels, [&](const ptx::Function *kernel) {
    const size_t count = ptx::reachedInstructions(module, *kernel);
    if (count > kMostInstructions || count > left)
      return true;
    left -= count;
    return false;
  });
  kernels.resize(std::min(kernels.size(), kMostKernels));
  return kernels;
}

CompileAhead &CompileAhead::get() {
  static auto *const ahead = new CompileAhead; // kernels may be launched late
  return *ahead;
}

void CompileAhead::follow(const Program &program, const ptx::Function &launched,
                          const exec::BlockShape &seen) {
  const unsigned most = std::min(kMostThreads, exec::workerCount() - 1);
  if (!most || !Options::get().dump.empty()) // a dump shows what is launched
    return;
  {
    LockGuard lock(mutex_);
    if (!followed_.insert(program.key()).second)
      return;
  }
  const auto shared = std::make_shared<const Ref<const Program>>(Ref<const Program>(&program));
  std::vector<jit::Background::Job> jobs;
  for (const ptx::Function *kernel : likelyKernels(program.module(), launched))
    jobs.push_back([shared, kernel, shape = likelyShape(program.module(), *kernel, seen)](
                       const std::atomic<bool> &unwanted) {
      if (!(*shared)->isShared()) // its modules are unloaded
        return;
      jit::CompileRequest request = compileRequest(**shared, *kernel, shape);
      request.unwanted = &unwanted;
      jit::Session::get().prepare(request);
    });
  jit::Background::get().guess(most, std::move(jobs));
}

} // namespace anywarp::driver
