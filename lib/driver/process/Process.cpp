// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Start, end and fork of the process; the current contexts of threads; the manual's sections
// "Initialization", "Version Management" and "Error Handling".
#include "driver/process/Process.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <numeric>
#include <pthread.h>
#include <vector>

#include "driver/stream/GreenContext.h"
#include "driver/stream/Stream.h"
#include "exec/Launch.h"
#include "exec/memory/ManagedViews.h"
#include "exec/memory/Strict.h"
#include "insight/Sanitizer.h"
#include "jit/Background.h"
#include "support/Environment.h"
#include "support/Options.h"
#include "support/ThreadObject.h"

namespace anywarp::driver {

std::atomic<Process *> Process::instance_{nullptr};
std::atomic<int> Process::state_{CUDA_ERROR_NOT_INITIALIZED};

Captures &captures() { return Process::get().captures; }

static constexpr int kMaxDevices = 64;
/// Threads that run streams, most of which sleep: as many commands of different streams can wait
/// for each other's effects.
static constexpr unsigned kMaxExecutors = 64;
/// How long the end of the process waits for work that nobody waited for: on an H200 it takes a
/// tenth of a second, whatever runs.
static constexpr std::chrono::milliseconds kExitPatience{100};
/// And for kernels that ran and are still being optimised: the next run finds them on disk.
static constexpr std::chrono::milliseconds kCompilerPatience{2000};

/// The device that an entry of CUDA_VISIBLE_DEVICES names, by number or by the beginning of a UUID
/// that only it has; negative if there is none.
static int visibleDevice(const std::string &entry, int count) {
  if (entry.rfind("GPU-", 0) != 0) {
    char *end;
    long number = std::strtol(entry.c_str(), &end, 10);
    return end == entry.c_str() || number < 0 || number >= count ? -1 : int(number);
  }
  int found = -1;
  for (int i = 0; i < count; ++i)
    if (machine::uuidText(machine::deviceUuid(i)).rfind(entry, 0) == 0) {
      if (found >= 0)
        return -1;
      found = i;
    }
  return found;
}

/// Ordinals that CUDA_VISIBLE_DEVICES leaves, in its order: the list ends at the first that is
/// none.
static std::vector<int> visibleDevices(int count) {
  std::vector<int> ordinals;
  const std::string &list = Options::get().visibleDevices;
  if (list.empty()) { // not set; set and empty is told apart below
    if (const char *value = readEnvironment("CUDA_VISIBLE_DEVICES"); value && !*value)
      return {};
    for (int i = 0; i < count; ++i)
      ordinals.push_back(i);
    return ordinals;
  }
  for (size_t at = 0; at < list.size();) {
    size_t comma = std::min(list.find(',', at), list.size());
    int device = visibleDevice(list.substr(at, comma - at), count);
    if (device < 0 || std::find(ordinals.begin(), ordinals.end(), device) != ordinals.end())
      break;
    ordinals.push_back(device);
    at = comma + 1;
  }
  return ordinals;
}

/// What CUDA_VISIBLE_DEVICES says is about NVIDIA's devices where these are listed too.
static std::vector<int> chosenDevices(int count, const Process::Neighbours &neighbours) {
  if (!neighbours.areListed)
    return visibleDevices(count);
  std::vector<int> all(size_t(count), 0);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

Process::Process(const Neighbours &neighbours)
    : handles(neighbours.handleMark), scheduler(kMaxExecutors), firstOrdinal_(neighbours.devices) {
  int count = machine::deviceCount(kMaxDevices - firstOrdinal_);
  for (int number : chosenDevices(count, neighbours))
    devices_.push_back(
        std::make_unique<Device>(firstOrdinal_ + int(devices_.size()), number, count));
}

CUresult Process::state() { return CUresult(state_.load(std::memory_order_acquire)); }

CUresult Process::initialize(const Neighbours &neighbours) {
  static std::once_flag once;
  std::call_once(once, [&] {
    exec::enableStrict();
    exec::enableManagedViews();
    ManagedAccess::watchHost();
    std::vector<std::vector<unsigned>> places;
    for (const NumaNode &node : machine::deviceNodes())
      places.push_back(node.processors);
    exec::usePlaces(std::move(places));
    auto *process = new Process(neighbours);
    instance_.store(process, std::memory_order_release);
    if (process->devices_.empty()) {
      state_.store(CUDA_ERROR_NO_DEVICE, std::memory_order_release);
      return;
    }
    // Contexts need the process object.
    for (auto &device : process->devices_) {
      device->primary.context = make<Context>(*device, 0u, /*isPrimary=*/true);
      device->gone = make<Context>(*device, 0u, /*isPrimary=*/true);
    }
    std::atexit(atExit);
    // Threads do not survive a fork: the child has no driver, as with NVIDIA's.
    pthread_atfork(nullptr, nullptr,
                   [] { state_.store(CUDA_ERROR_NOT_INITIALIZED, std::memory_order_release); });
    state_.store(CUDA_SUCCESS, std::memory_order_release);
  });
  return state();
}

void Process::noteGone(CUcontext handle, Device &device) {
  if (&device == devices_.front().get())
    return;
  LockGuard lock(goneMutex_);
  goneDevices_[handle] = &device;
}

Context *Process::goneContext(CUcontext handle) const {
  const uint64_t bits = reinterpret_cast<uint64_t>(handle);
  if (!handles.wasGivenOut(Object::KindContext, bits) &&
      !handles.wasGivenOut(Object::KindGreenContext, bits))
    return nullptr;
  LockGuard lock(goneMutex_);
  auto it = goneDevices_.find(handle);
  return (it == goneDevices_.end() ? devices_.front().get() : it->second)->gone.get();
}

void Process::atExit() {
  if (state() != CUDA_SUCCESS)
    return;
  Process &process = get();
  process.scheduler.shutDown(kExitPatience);
  jit::Background::get().shutDown(kCompilerPatience);
  if (insight::Sanitizer *sanitizer = insight::Sanitizer::get())
    sanitizer->atEnd();
  state_.store(CUDA_ERROR_DEINITIALIZED, std::memory_order_release);
}

// -- Threads --------------------------------------------------------------------------------------

static std::atomic<uint64_t> nextThread{1};

ThreadState::ThreadState() : id_(nextThread.fetch_add(1)) {}

ThreadState &ThreadState::make() { return *(own_ = &ofThread<ThreadState>()); }

ThreadState::~ThreadState() {
  if (Process::state() != CUDA_SUCCESS)
    return;
  for (const auto &device : Process::get().devices())
    device->primary.context->forgetThread(id_);
  for (const Current &current : contexts_)
    current.context->forgetThread(id_);
}

ThreadState::Current ThreadState::named(CUcontext handle) {
  if (Context *context = find<Context>(handle))
    return {Ref<Context>(context), Ref<Object>(findGreen(handle)), handle};
  return {Ref<Context>(Process::get().goneContext(handle)), nullptr, handle};
}

GreenContext *ThreadState::currentGreen() const {
  return contexts_.empty() ? nullptr : static_cast<GreenContext *>(contexts_.back().green.get());
}

ThreadState::Current ThreadState::pop() {
  if (contexts_.empty())
    return {};
  Current current = std::move(contexts_.back());
  contexts_.pop_back();
  return current;
}

void ThreadState::setCurrent(Current current) {
  if (!current.context)
    pop();
  else if (contexts_.empty())
    contexts_.push_back(std::move(current));
  else
    contexts_.back() = std::move(current);
}

/// Why calls that need the current context may not run.
static CUresult stateOfCurrent(const ThreadState &thread) {
  if (thread.isInHostFunction())
    return CUDA_ERROR_NOT_PERMITTED;
  const Context *context = thread.current();
  if (!context)
    return CUDA_ERROR_INVALID_CONTEXT;
  const GreenContext *green = thread.currentGreen();
  if (!context->isActive() || (green && !green->isActive()))
    return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  return context->error();
}

CUresult usableContext(Context *&context) {
  const ThreadState &thread = ThreadState::get();
  context = thread.current();
  return stateOfCurrent(thread);
}

CUresult usableContext(CUcontext handle, Context *&context) {
  if (!handle)
    return usableContext(context);
  context = find<Context>(handle);
  if (!context) {
    context = Process::get().goneContext(handle);
    return absentContext(handle);
  }
  return context->isActive() ? context->error() : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

} // namespace anywarp::driver
