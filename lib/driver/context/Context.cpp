// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Life of a context.
#include "driver/context/Context.h"

#include <algorithm>

#include "driver/context/Device.h"
#include "driver/launch/Coredump.h"
#include "driver/memory/MemPool.h"
#include "driver/process/Process.h"
#include "driver/stream/Stream.h"
#include "insight/Sanitizer.h"

namespace anywarp::driver {

static std::atomic<uint64_t> nextContext{1};

static constexpr struct {
  CUlimit limit;
  size_t value;
} kDefaultLimits[] = {
    {CU_LIMIT_STACK_SIZE, 1024},
    {CU_LIMIT_PRINTF_FIFO_SIZE, size_t(33) << 18},
    {CU_LIMIT_MALLOC_HEAP_SIZE, exec::DeviceHeap::kDefaultSize},
    {CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT, 2048},
    {CU_LIMIT_MAX_L2_FETCH_GRANULARITY, 64},
    {CU_LIMIT_PERSISTING_L2_CACHE_SIZE, 0},
};

Context::Context(Device &device, unsigned flags, bool isPrimary, uint32_t multiprocessors)
    : device_(device), isPrimary_(isPrimary), id_(nextContext.fetch_add(1)),
      multiprocessors_(multiprocessors ? multiprocessors : device.multiprocessors()),
      flags_(flags) {
  if (!isPrimary)
    activate(flags);
}

Context::~Context() = default;

void Context::activate(unsigned flags) {
  flags_.store(flags, std::memory_order_relaxed);
  error_.store(CUDA_SUCCESS, std::memory_order_relaxed);
  attached_.store(1, std::memory_order_relaxed);
  coredump = CoredumpSettings::forContext(flags);
  LockGuard lock(mutex_);
  std::fill(std::begin(limits_), std::end(limits_), 0);
  for (auto &entry : kDefaultLimits)
    limits_[entry.limit] = entry.value;
  limits_[CU_LIMIT_PERSISTING_L2_CACHE_SIZE] = architecture().maxPersistingL2 / 10 * 3;
  cacheConfig = CU_FUNC_CACHE_PREFER_NONE;
  hasOutput.store(false, std::memory_order_relaxed);
  heap_ = std::make_unique<exec::DeviceHeap>();
  legacy_ = make<Stream>(*this, Stream::Role::Legacy, 0u, 0);
  active_.store(true, std::memory_order_release);
}

void Context::destroy() {
  Process &process = Process::get();
  synchronize();
  if (insight::Sanitizer *sanitizer = insight::Sanitizer::get())
    process.memory.visit(*this, [&](const Allocation &allocation) {
      if (allocation.kind != Allocation::Kind::Pool)
        sanitizer->leaked(allocation.base);
    });
  active_.store(false, std::memory_order_release);

  std::unordered_map<uint64_t, Kind> children;
  std::map<uint64_t, Ref<Stream>> threadStreams;
  {
    LockGuard lock(mutex_);
    children.swap(children_);
    threadStreams.swap(threadStreams_);
    peers_.clear();
    gates_.clear();
  }
  for (auto [handle, kind] : children) {
    if (insight::Sanitizer *sanitizer = insight::Sanitizer::get())
      sanitizer->leakedHandle(handle);
    if (isPrimary_)
      process.handles.remove(kind, handle);
    else
      process.handles.removeWithContext(kind, handle);
  }
  threadStreams.clear();
  process.memory.releaseAll(*this);
  legacy_ = nullptr;
  heap_.reset();
}

CUresult Context::synchronize() {
  Process::get().scheduler.wait(*this);
  output.flush();
  return error();
}

void Context::lose(CUresult error) {
  int none = CUDA_SUCCESS;
  CUresult never = CUDA_SUCCESS;
  device_.lostWith.compare_exchange_strong(never, error);
  error_.compare_exchange_strong(none, error, std::memory_order_acq_rel);
}

Stream &Context::threadStream() {
  UniqueLock lock(mutex_);
  Ref<Stream> &stream = threadStreams_[ThreadState::get().id()];
  if (stream)
    return *stream;
  stream = make<Stream>(*this, Stream::Role::PerThread, 0u, 0);
  Stream &made = *stream;
  lock.unlock();
  hold(made);
  return made;
}

void Context::addGate(Ref<Command> command, std::shared_ptr<Partition> partition) {
  LockGuard lock(mutex_);
  std::erase_if(gates_, [](const Gate &gate) { return gate.command->isDone(); });
  gates_.push_back({std::move(command), std::move(partition)});
}

void Context::hold(Stream &stream) {
  std::vector<Ref<Command>> commands;
  {
    LockGuard lock(mutex_);
    std::erase_if(gates_, [](const Gate &gate) { return gate.command->isDone(); });
    for (const Gate &gate : gates_)
      if (!gate.partition || gate.partition == stream.partition())
        commands.push_back(gate.command);
  }
  if (!commands.empty())
    Process::get().scheduler.enqueue(make<Join>(), stream, commands);
}

void Context::forgetThread(uint64_t thread) {
  Ref<Stream> stream; // goes after the lock
  LockGuard lock(mutex_);
  if (auto it = threadStreams_.find(thread); it != threadStreams_.end()) {
    stream = std::move(it->second);
    threadStreams_.erase(it);
  }
}

CUresult Context::publish(Kind kind, Ref<Object> object) {
  object->owner_ = this;
  if (CUresult result = Process::get().publish(kind, object))
    return result;
  LockGuard lock(mutex_);
  children_.emplace(object->handleBits(), kind);
  return CUDA_SUCCESS;
}

Ref<Object> Context::unpublish(Kind kind, uint64_t handle) {
  Ref<Object> object = Process::get().handles.remove(kind, handle);
  if (object && object->owner_) {
    LockGuard lock(object->owner_->mutex_);
    object->owner_->children_.erase(handle);
  }
  return object;
}

static bool isSupported(CUlimit limit) {
  return std::any_of(std::begin(kDefaultLimits), std::end(kDefaultLimits),
                     [limit](auto &entry) { return entry.limit == limit; });
}

/// What can be asked, and not be set.
static bool isFact(CUlimit limit) {
  return limit == CU_LIMIT_SHMEM_SIZE || limit == CU_LIMIT_CIG_ENABLED;
}

#include "driver/rules/Context.inc"

CUresult Context::limit(CUlimit limit, size_t &value) const {
  if (CUresult result = checkLimit(limit))
    return result;
  if (isFact(limit)) {
    value = limit == CU_LIMIT_SHMEM_SIZE ? architecture().sharedPerBlockOptIn : 0;
    return CUDA_SUCCESS;
  }
  LockGuard lock(mutex_);
  value = limit == CU_LIMIT_MALLOC_HEAP_SIZE ? heap_->size() : limits_[limit];
  return CUDA_SUCCESS;
}

CUresult Context::setLimit(CUlimit limit, size_t value) {
  if (CUresult result = checkNewLimit(limit, value))
    return result;
  LockGuard lock(mutex_);
  switch (limit) {
  case CU_LIMIT_STACK_SIZE:
    // Where the stack is laid out anew, the limit is what it has then (seen).
    if (const size_t rounded = (value + 15) / 16 * 16; rounded != (limits_[limit] + 15) / 16 * 16)
      value = rounded;
    break;
  // What is least, what is most, and units, were seen.
  case CU_LIMIT_PRINTF_FIFO_SIZE:
    if (hasOutput.load(std::memory_order_relaxed))
      return CUDA_ERROR_INVALID_VALUE;
    value = std::clamp(value, size_t(512) << 10, size_t(2) << 30);
    break;
  case CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT:
    value = std::max(value, size_t(32));
    break;
  case CU_LIMIT_MALLOC_HEAP_SIZE:
    // A GPU, too, gives no more than it has.
    value = std::min(value, device().memoryBytes() & ~size_t(0xffff));
    value = std::max((value + 0xffff) & ~size_t(0xffff), size_t(4) << 20);
    // Fixed once a kernel has allocated from it.
    return heap_->resize(value) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  default:
    break;
  }
  limits_[limit] = value;
  return CUDA_SUCCESS;
}

bool Context::addPeer(const Context &peer) {
  LockGuard lock(mutex_);
  if (std::find(peers_.begin(), peers_.end(), peer.id()) != peers_.end())
    return false;
  peers_.push_back(peer.id());
  return true;
}

bool Context::removePeer(const Context &peer) {
  LockGuard lock(mutex_);
  return std::erase(peers_, peer.id()) != 0;
}

} // namespace anywarp::driver
