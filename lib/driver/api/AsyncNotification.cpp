// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Callbacks for what happens to a device by itself. There is one kind, a process that is made to
// use less memory than it has; these devices refuse what goes over the budget when it is asked for,
// so that the callbacks are kept and have nothing to tell.
#include <map>

#include "driver/context/Device.h"
#include "support/Mutex.h"

namespace anywarp::driver {

namespace {
struct Callbacks {
  Mutex mutex; ///< guards everything below
  struct Entry {
    CUdevice device;
    CUasyncCallback function;
    void *userData;
  };
  std::map<uint64_t, Entry> entries AW_GUARDED_BY(mutex); ///< by handle
  uint64_t next AW_GUARDED_BY(mutex) = 1;
};
} // namespace

static Callbacks &callbacks() {
  static Callbacks *all = new Callbacks; // until the process is gone
  return *all;
}

CUresult cuDeviceRegisterAsyncNotification(CUdevice device, CUasyncCallback callbackFunc,
                                           void *userData, CUasyncCallbackHandle *callback) {
  Callbacks &all = callbacks();
  LockGuard lock(all.mutex);
  all.entries[all.next] = {device, callbackFunc, userData};
  *callback = reinterpret_cast<CUasyncCallbackHandle>(all.next++);
  return CUDA_SUCCESS;
}

CUresult cuDeviceUnregisterAsyncNotification(CUdevice device, CUasyncCallbackHandle callback) {
  Callbacks &all = callbacks();
  LockGuard lock(all.mutex);
  auto found = all.entries.find(reinterpret_cast<uint64_t>(callback));
  if (found == all.entries.end() || found->second.device != device)
    return CUDA_ERROR_INVALID_VALUE;
  all.entries.erase(found);
  return CUDA_SUCCESS;
}

} // namespace anywarp::driver
