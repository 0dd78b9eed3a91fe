// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The objects behind the handles of a C interface. A handle that stands for nothing is found out,
// and a call keeps its object while another thread destroys it.
#pragma once

#include <memory>
#include <unordered_map>
#include <utility>

#include "support/Mutex.h"

namespace anywarp {

/// `Handle` is a pointer type; one table in the process for each pair. Any thread may call.
template <class Handle, class Object> class HandleTable {
public:
  static HandleTable &get() {
    static HandleTable *const table =
        new HandleTable; // for threads that outlive static destructors
    return *table;
  }

  Handle add(std::shared_ptr<Object> object) {
    auto handle = reinterpret_cast<Handle>(object.get());
    LockGuard lock(mutex_);
    objects_[handle] = std::move(object);
    return handle;
  }

  std::shared_ptr<Object> find(Handle handle) const {
    LockGuard lock(mutex_);
    auto it = objects_.find(handle);
    return it == objects_.end() ? nullptr : it->second;
  }

  /// False: it stands for nothing.
  bool remove(Handle handle) {
    std::shared_ptr<Object> last; // ends without the lock
    LockGuard lock(mutex_);
    auto it = objects_.find(handle);
    if (it == objects_.end())
      return false;
    last = std::move(it->second);
    objects_.erase(it);
    return true;
  }

private:
  mutable Mutex mutex_;
  std::unordered_map<Handle, std::shared_ptr<Object>> objects_ AW_GUARDED_BY(mutex_);
};

} // namespace anywarp
