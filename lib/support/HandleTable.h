// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The objects behind the handles of a C interface. A handle that stands for nothing is found out,
// and a call keeps its object while another thread destroys it.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

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
    std::lock_guard lock(mutex_);
    objects_[handle] = std::move(object);
    return handle;
  }

  std::shared_ptr<Object> find(Handle handle) const {
    std::lock_guard lock(mutex_);
    auto it = objects_.find(handle);
    return it == objects_.end() ? nullptr : it->second;
  }

  /// False: it stands for nothing.
  bool remove(Handle handle) {
    std::shared_ptr<Object> last; // ends without the lock
    std::lock_guard lock(mutex_);
    auto it = objects_.find(handle);
    if (it == objects_.end())
      return false;
    last = std::move(it->second);
    objects_.erase(it);
    return true;
  }

private:
  mutable std::mutex mutex_; ///< guards objects_
  std::unordered_map<Handle, std::shared_ptr<Object>> objects_;
};

} // namespace anywarp
