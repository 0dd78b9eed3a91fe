// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies from global to shared memory by a whole group, asynchronous where the hardware is (sm_80).
#ifndef _COOPERATIVE_GROUPS_MEMCPY_ASYNC
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC

#include "cooperative_groups.h"

#if defined(__AW_CUDA__)
#include "anywarp/async_copy.h"

namespace cooperative_groups {
namespace __v1 {
namespace details {

template <class Group, class Size>
__AW_CG void copy_async(const Group &group, void *to, const void *from, Size bytes) {
  anywarp::copy_async_part(to, from, bytes, group.thread_rank(), group.num_threads());
  anywarp::commit_copies();
}

} // namespace details

/// Copies `count` bytes; what the threads issue by one call is one stage for wait_prior.
template <class Group, class T, class Size>
__AW_CG void memcpy_async(const Group &group, T *__restrict__ to, const T *__restrict__ from,
                          const Size &count) {
  details::copy_async(group, to, from, count);
}
template <class Group, class Size>
__AW_CG void memcpy_async(const Group &group, void *__restrict__ to,
                          const void *__restrict__ from, const Size &count) {
  details::copy_async(group, to, from, count);
}
/// Copies as many elements as both sides have.
template <class Group, class T, class ToSize, class FromSize>
__AW_CG void memcpy_async(const Group &group, T *__restrict__ to, const ToSize &to_count,
                          const T *__restrict__ from, const FromSize &from_count) {
  size_t count = size_t(to_count) < size_t(from_count) ? size_t(to_count) : size_t(from_count);
  details::copy_async(group, to, from, count * sizeof(T));
}

/// Until all but the last `Stages` copies of the group have arrived.
template <unsigned int Stages, class Group> __AW_CG void wait_prior(const Group &group) {
  anywarp::wait_copies<Stages>();
  group.sync();
}
template <class Group> __AW_CG void wait(const Group &group) {
  anywarp::wait_copies<0>();
  group.sync();
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
#endif

#endif
