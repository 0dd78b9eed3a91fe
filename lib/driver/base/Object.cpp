// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of handles.
#include "driver/base/Object.h"

#include <cassert>

#include "insight/Sanitizer.h"

namespace anywarp::driver {

static constexpr unsigned kIndexShift = 4, kGenerationShift = 28, kKindShift = 48, kMarkShift = 56;
static constexpr uint32_t kGenerationMask = (1u << 20) - 1;
/// Free slots are left alone until so many have gathered.
static constexpr size_t kFreeReserve = 128;

HandleTable::~HandleTable() {
  for (auto &chunk : chunks_)
    delete[] chunk.load();
}

HandleTable::Slot *HandleTable::slotOf(uint64_t handle) const {
  uint32_t index = uint32_t(handle >> kIndexShift) & ((1u << kIndexBits) - 1);
  Slot *chunk = chunks_[index >> kChunkBits].load(std::memory_order_acquire);
  return chunk ? &chunk[index & ((1u << kChunkBits) - 1)] : nullptr;
}

/// What compute-sanitizer calls a handle that the program has to destroy; null for others.
static const char *leakName(Object::Kind kind) {
  switch (kind) {
  case Object::KindStream:
    return "stream";
  case Object::KindEvent:
    return "event";
  case Object::KindGraph:
    return "graph";
  case Object::KindGraphExec:
    return "executable graph";
  case Object::KindImage:
    return "texture or surface object";
  case Object::KindGreenContext:
    return "green context";
  case Object::KindLinkState:
    return "linker state";
  case Object::KindExternalMemory:
    return "external memory";
  case Object::KindExternalSemaphore:
    return "external semaphore";
  default: // the driver makes such itself, or they go with others
    return nullptr;
  }
}

bool HandleTable::insert(Object::Kind kind, Ref<Object> object) {
  LockGuard lock(mutex_);
  bool full = used_ == (1u << kIndexBits);
  if (full && free_.empty())
    return false;
  uint32_t index;
  if (full || free_.size() > kFreeReserve) {
    index = free_.front();
    free_.pop_front();
  } else {
    index = used_++;
    auto &chunk = chunks_[index >> kChunkBits];
    if (!chunk.load(std::memory_order_relaxed))
      chunk.store(new Slot[1u << kChunkBits], std::memory_order_release);
  }
  Slot &slot = *slotOf(uint64_t(index) << kIndexShift);
  slot.generation = (slot.generation + 1) & kGenerationMask;
  uint64_t handle = uint64_t(mark_) << kMarkShift | uint64_t(kind) << kKindShift |
                    uint64_t(slot.generation) << kGenerationShift | uint64_t(index) << kIndexShift;
  assert(!object->handle_ && "an object has one handle");
  object->handle_ = handle;
  object->retain();
  slot.object.store(object.get(), std::memory_order_relaxed);
  slot.handle.store(handle, std::memory_order_release);
  if (insight::Sanitizer *sanitizer = insight::Sanitizer::get())
    if (const char *name = leakName(kind))
      sanitizer->opened(name, handle);
  return true;
}

Object *HandleTable::find(Object::Kind kind, uint64_t handle) const {
  if (!isOfKind(kind, handle))
    return nullptr;
  Slot *slot = slotOf(handle);
  if (!slot || slot->handle.load(std::memory_order_acquire) != handle)
    return nullptr;
  return slot->object.load(std::memory_order_relaxed);
}

Ref<Object> HandleTable::remove(Object::Kind kind, uint64_t handle) {
  if (!isOfKind(kind, handle))
    return nullptr;
  LockGuard lock(mutex_);
  Slot *slot = slotOf(handle);
  if (!slot || slot->handle.load(std::memory_order_relaxed) != handle)
    return nullptr;
  slot->handle.store(0, std::memory_order_release);
  Object *object = slot->object.exchange(nullptr);
  object->handle_ = 0;
  if (insight::Sanitizer *sanitizer = insight::Sanitizer::get())
    sanitizer->closed(handle);
  free_.push_back(uint32_t(handle >> kIndexShift) & ((1u << kIndexBits) - 1));
  return Ref<Object>::adopt(object);
}

void HandleTable::removeWithContext(Object::Kind kind, uint64_t handle) {
  if (remove(kind, handle))
    slotOf(handle)->withContext.store(handle, std::memory_order_release);
}

bool HandleTable::wentWithContext(uint64_t handle) const {
  const Slot *slot = isOurs(handle) && handle ? slotOf(handle) : nullptr;
  return slot && slot->withContext.load(std::memory_order_acquire) == handle;
}

} // namespace anywarp::driver
