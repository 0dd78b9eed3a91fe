// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device operator new and delete of over-aligned types.
#pragma once

#ifdef __cpp_aligned_new
#ifndef __CUDACC_RTC__
#include <new>
#endif

inline __device__ void *operator new(size_t size, std::align_val_t align) {
  return __nv_aligned_device_malloc(size ? size : 1, size_t(align));
}
inline __device__ void *operator new[](size_t size, std::align_val_t align) {
  return __nv_aligned_device_malloc(size ? size : 1, size_t(align));
}
inline __device__ void operator delete(void *p, std::align_val_t) noexcept { free(p); }
inline __device__ void operator delete[](void *p, std::align_val_t) noexcept { free(p); }
inline __device__ void operator delete(void *p, size_t, std::align_val_t) noexcept { free(p); }
inline __device__ void operator delete[](void *p, size_t, std::align_val_t) noexcept { free(p); }
#endif
