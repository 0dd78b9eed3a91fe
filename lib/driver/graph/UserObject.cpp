// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// User objects: the part of the manual's section "Graph Management" that counts references.
#include "driver/graph/UserObject.h"

#include "driver/graph/Graph.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

static std::atomic<uint64_t> nextUserObject{1};

UserObject::UserObject(void *pointer, CUhostFn destroy, uint64_t references)
    : pointer_(pointer), destroy_(destroy), number_(nextUserObject.fetch_add(1)),
      references_(references) {}

bool UserObject::remove(uint64_t count) {
  uint64_t now = references_.load(std::memory_order_relaxed);
  do {
    if (now < count)
      return false;
  } while (!references_.compare_exchange_weak(now, now - count, std::memory_order_acq_rel));
  if (now == count) {
    Ref<UserObject> keep(this);
    Process::get().handles.remove(kKind, handleBits());
    ThreadState::HostFunction rules;
    destroy_(pointer_);
  }
  return true;
}

/// The manual allows INT_MAX at most; more is taken (seen).
CUresult cuUserObjectCreate(CUuserObject *object_out, void *ptr, CUhostFn destroy,
                            unsigned int initialRefcount, unsigned int) {
  Ref<UserObject> object = make<UserObject>(ptr, destroy, uint64_t(initialRefcount));
  if (CUresult result = Process::get().publish(Object::KindUserObject, object))
    return result;
  *object_out = handleOf(*object);
  return CUDA_SUCCESS;
}

CUresult cuUserObjectRetain(UserObject &found, unsigned int count) {
  found.add(count);
  return CUDA_SUCCESS;
}

CUresult cuUserObjectRelease(UserObject &found, unsigned int count) {
  Ref<UserObject> kept(&found);
  return found.remove(count) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGraphRetainUserObject(Graph &owner, UserObject &found, unsigned int count,
                                 unsigned int flags) {
  if (!(flags & CU_GRAPH_USER_OBJECT_MOVE))
    found.add(count);
  owner.userObjects[Ref<UserObject>(&found)] += count;
  return CUDA_SUCCESS;
}

uint64_t Graph::references(UserObject &object) const {
  auto held = userObjects.find(Ref<UserObject>(&object));
  return held == userObjects.end() ? 0 : held->second;
}

CUresult cuGraphReleaseUserObject(Graph &owner, UserObject &object, unsigned int count) {
  Ref<UserObject> kept(&object);
  auto held = owner.userObjects.find(kept);
  if ((held->second -= count) == 0)
    owner.userObjects.erase(held);
  object.remove(count);
  return CUDA_SUCCESS;
}

} // namespace anywarp::driver
