// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the handles of the API stand for. Objects count their references. A handle is a number that
// finds its object in the process's HandleTable, never an address. So a handle that was destroyed,
// made up or of another kind is recognised without touching memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>

#include "support/Mutex.h"

namespace anywarp::driver {

class Context;

/// Base of all objects with shared ownership. Created with one reference, which Ref::adopt takes.
class Counted {
public:
  Counted() = default;
  Counted(const Counted &) = delete;
  Counted &operator=(const Counted &) = delete;
  void retain() const { references_.fetch_add(1, std::memory_order_relaxed); }
  /// For pointers that own nothing, under a lock that the destructor takes: false if that has
  /// begun.
  bool retainIfAlive() const {
    uint32_t count = references_.load(std::memory_order_relaxed);
    while (count &&
           !references_.compare_exchange_weak(count, count + 1, std::memory_order_relaxed)) {
    }
    return count != 0;
  }
  /// More than one reference. What it says may be over at once.
  bool isShared() const { return references_.load(std::memory_order_acquire) > 1; }
  void release() const {
    if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete this;
  }

protected:
  virtual ~Counted() = default;

private:
  mutable std::atomic<uint32_t> references_{1};
};

/// Owning pointer to a Counted object.
template <typename T> class Ref {
public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  explicit Ref(T *object) : object_(object) {
    if (object_)
      object_->retain();
  }
  Ref(const Ref &other) : Ref(other.object_) {}
  Ref(Ref &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  template <typename U> Ref(const Ref<U> &other) : Ref(static_cast<T *>(other.get())) {}
  template <typename U> Ref(Ref<U> &&other) noexcept : object_(other.detach()) {}
  Ref &operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_)
      object_->release();
  }
  /// Takes over the reference that a new object starts with.
  static Ref adopt(T *object) {
    Ref ref;
    ref.object_ = object;
    return ref;
  }

  /// Gives up the reference without releasing it.
  T *detach() { return std::exchange(object_, nullptr); }
  T *get() const { return object_; }
  T *operator->() const { return object_; }
  T &operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  bool operator==(const Ref &other) const { return object_ == other.object_; }

private:
  T *object_ = nullptr;
};

template <typename T, typename... Args> Ref<T> make(Args &&...args) {
  return Ref<T>::adopt(new T(std::forward<Args>(args)...));
}

/// An object that a handle stands for. The kind is part of the handle.
class Object : public Counted {
public:
  enum Kind : uint8_t {
    KindContext = 1,
    KindModule,
    KindLibrary,
    KindKernel,
    KindFunction,
    KindStream,
    KindEvent,
    KindArray,
    KindMemoryPool,
    KindLinkState,
    KindGraph,
    KindGraphExec,
    KindGraphNode,
    KindPhysicalMemory,
    KindUserObject,
    KindMipmappedArray,
    KindImage,
    KindTextureReference,
    KindSurfaceReference,
    KindGreenContext,
    KindExternalMemory,
    KindExternalSemaphore,
    KindDeviceNode,
  };
  /// The handle's bits; 0 while the object is not in a table.
  uint64_t handleBits() const { return handle_; }
  /// The context whose child it is; null: it is none.
  Context *owner() const { return owner_; }

private:
  friend class HandleTable;
  friend class Context;
  uint64_t handle_ = 0;
  Context *owner_ = nullptr;
};

/// Handles → objects. Look-ups take no lock. A look-up gives a borrowed pointer: destroying an
/// object while another thread's call uses it is that program's race, as on a GPU.
class HandleTable {
public:
  /// `mark`: the uppermost byte of all its handles, by which they are told from other drivers'.
  explicit HandleTable(uint8_t mark = 0) : mark_(mark) {}
  ~HandleTable();
  HandleTable(const HandleTable &) = delete;
  HandleTable &operator=(const HandleTable &) = delete;

  /// Enters an object; the table holds a reference until remove. False: 16 million handles are
  /// live.
  [[nodiscard]] bool insert(Object::Kind kind, Ref<Object> object);
  Object *find(Object::Kind kind, uint64_t handle) const;
  /// True of every handle that the table ever gave out, whatever became of it.
  bool isOurs(uint64_t handle) const { return handle >> 56 == mark_; }
  /// Of those of one kind: what is not found any more has been destroyed.
  bool wasGivenOut(Object::Kind kind, uint64_t handle) const { return isOfKind(kind, handle); }
  static Object::Kind kindOf(uint64_t handle) { return Object::Kind(handle >> 48 & 0xff); }
  /// Takes the object out; null if the handle is none (any more), so of two threads that destroy
  /// the same handle one is told.
  Ref<Object> remove(Object::Kind kind, uint64_t handle);
  /// As remove, of what goes because its context does.
  void removeWithContext(Object::Kind kind, uint64_t handle);
  /// True of a handle that removeWithContext took, until its place has been taken so again.
  bool wentWithContext(uint64_t handle) const;

private:
  // handle: mark [8] kind [8] generation [20] index [24] 0 [4]
  struct Slot {
    std::atomic<uint64_t> handle{0};
    std::atomic<Object *> object{nullptr};
    std::atomic<uint64_t> withContext{0}; ///< the last handle that went with its context
    uint32_t generation = 0;
  };
  static constexpr unsigned kChunkBits = 12, kIndexBits = 24;
  static constexpr uint32_t kChunks = 1u << (kIndexBits - kChunkBits);
  Slot *slotOf(uint64_t handle) const;
  bool isOfKind(Object::Kind kind, uint64_t handle) const {
    return handle >> 48 == (uint64_t(mark_) << 8 | kind);
  }

  const uint8_t mark_;
  std::atomic<Slot *> chunks_[kChunks] = {};
  Mutex mutex_; ///< guards everything below
  uint32_t used_ AW_GUARDED_BY(mutex_) = 0;
  std::deque<uint32_t>
      free_ AW_GUARDED_BY(mutex_); ///< oldest first, so that a stale handle stays stale for long
};

} // namespace anywarp::driver
