// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The choice of kernels and blocks, and the threads.
#include "driver/code/CompileAhead.h"

#include <algorithm>
#include <utility>

#include "driver/code/Function.h"
#include "exec/Launch.h"
#include "ptx/Reach.h"
#include "support/Options.h"
#include "support/Threads.h"

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
  static CompileAhead *const ahead = new CompileAhead; // its threads may outlive static destructors
  return *ahead;
}

void CompileAhead::follow(const Program &program, const ptx::Function &launched,
                          const exec::BlockShape &seen) {
  const unsigned most = std::min(kMostThreads, exec::workerCount() - 1);
  if (!most || !Options::get().dump.empty()) // a dump shows what is launched
    return;
  {
    std::lock_guard lock(mutex_);
    if (unwanted_ || !followed_.insert(program.key()).second)
      return;
  }
  const std::vector<const ptx::Function *> kernels = likelyKernels(program.module(), launched);
  const auto shared = std::make_shared<const Ref<const Program>>(Ref<const Program>(&program));
  std::unique_lock lock(mutex_);
  if (unwanted_)
    return;
  for (const ptx::Function *kernel : kernels)
    jobs_.push_back({shared, kernel, likelyShape(program.module(), *kernel, seen)});
  while (threads_ < std::min<size_t>(most, jobs_.size())) {
    pthread_t thread;
    if (!startThread(thread, threadMain, this))
      break;
    ++threads_;
  }
  joinLeaving(lock);
}

void *CompileAhead::threadMain(void *self) {
  pthread_setname_np(pthread_self(), "anywarp-ahead");
  static_cast<CompileAhead *>(self)->loop();
  return nullptr;
}

void CompileAhead::loop() {
  std::unique_lock lock(mutex_);
  while (!jobs_.empty()) {
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    run(job);
    job.program.reset();
    lock.lock();
  }
  leaving_.push_back(pthread_self());
  if (!--threads_)
    ended_.notify_all();
}

void CompileAhead::run(const Job &job) const {
  const Program &program = **job.program;
  if (!program.isShared()) // its modules are unloaded
    return;
  jit::CompileRequest request = compileRequest(program, *job.kernel, job.shape);
  request.unwanted = &unwanted_;
  jit::Session::get().prepare(request);
}

void CompileAhead::joinLeaving(std::unique_lock<std::mutex> &lock) {
  const std::vector<pthread_t> threads = std::exchange(leaving_, {});
  lock.unlock();
  for (pthread_t thread : threads)
    pthread_join(thread, nullptr);
  lock.lock();
}

void CompileAhead::shutDown() {
  std::unique_lock lock(mutex_);
  unwanted_ = true;
  const std::deque<Job> dropped = std::exchange(jobs_, {});
  ended_.wait(lock, [this] { return !threads_; });
  joinLeaving(lock);
}

} // namespace anywarp::driver
