// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The live handles of one kind: a handle is the address of its object. Any thread may call; using
// and destroying one handle at once is the program's mistake.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "support/Mutex.h"

namespace anywarp::library {

/// `Tag`: the incomplete type that the public handle points to.
template <typename Object, typename Tag> class Handles {
public:
  Tag *add(std::unique_ptr<Object> object) {
    auto *handle = reinterpret_cast<Tag *>(object.get());
    UniqueLock lock(mutex_);
    changes_.fetch_add(1, std::memory_order_release);
    objects_.emplace(handle, std::move(object));
    return handle;
  }
  /// Null: it is none, or was destroyed.
  Object *find(Tag *handle) {
    SharedLock lock(mutex_);
    return objects_.count(handle) ? reinterpret_cast<Object *>(handle) : nullptr;
  }
  /// Takes it out; null as above.
  std::unique_ptr<Object> remove(Tag *handle) {
    UniqueLock lock(mutex_);
    auto it = objects_.find(handle);
    if (it == objects_.end())
      return nullptr;
    changes_.fetch_add(1, std::memory_order_release);
    std::unique_ptr<Object> object = std::move(it->second);
    objects_.erase(it);
    return object;
  }

  /// Another number once a handle came or went: what find() said stands until then.
  uint64_t changes() const { return changes_.load(std::memory_order_acquire); }

private:
  std::atomic<uint64_t> changes_{0};
  SharedMutex mutex_;
  std::unordered_map<Tag *, std::unique_ptr<Object>> objects_ AW_GUARDED_BY(mutex_);
};

} // namespace anywarp::library
