// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The live handles of one kind: a handle is the address of its object. Any thread may call; using
// and destroying one handle at once is the program's mistake.
#pragma once

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
    std::unique_ptr<Object> object = std::move(it->second);
    objects_.erase(it);
    return object;
  }

private:
  SharedMutex mutex_;
  std::unordered_map<Tag *, std::unique_ptr<Object>> objects_ AW_GUARDED_BY(mutex_);
};

} // namespace anywarp::library
