// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A user object: a function of the program's that is called when the last of its references is
// gone. References are held by the program, by graphs and by executable graphs until their work has
// ended.
#pragma once

#include <atomic>
#include <cstdint>

#include "driver/base/Api.h"
#include "driver/base/Object.h"

namespace anywarp::driver {

class UserObject : public Object {
public:
  using Handle = CUuserObject;
  static constexpr Kind kKind = KindUserObject;

  UserObject(void *pointer, CUhostFn destroy, uint64_t references);

  /// References, those of graphs included.
  uint64_t references() const { return references_.load(std::memory_order_relaxed); }
  void add(uint64_t count) { references_.fetch_add(count, std::memory_order_relaxed); }
  /// False if there are fewer than `count`. The last one calls the program and ends the handle.
  bool remove(uint64_t count);

  struct Less {
    bool operator()(const Ref<UserObject> &a, const Ref<UserObject> &b) const {
      return a->number_ < b->number_;
    }
  };

private:
  void *pointer_;
  CUhostFn destroy_;
  const uint64_t number_;
  std::atomic<uint64_t> references_;
};

} // namespace anywarp::driver
