// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of namespace std that NVRTC has without an #include: std::move and std::forward
// (-builtin-move-forward), std::initializer_list (-builtin-initializer-list), std::align_val_t. A standard
// library that a source includes keeps to these: its own <initializer_list> stays empty, bits/move.h (here)
// renames its functions.
#ifndef ANYWARP_RTC_STD_H
#define ANYWARP_RTC_STD_H

// The type of aligned new. Declared so, a standard library may still define it.
#if __cplusplus >= 201103L
namespace std {
enum class align_val_t : decltype(sizeof(0));
}
#endif

#if defined(__NV_BUILTIN_MOVE_FORWARD)
namespace std {
template <class T> struct __aw_plain {
  typedef T type;
};
template <class T> struct __aw_plain<T &> {
  typedef T type;
};
template <class T> struct __aw_plain<T &&> {
  typedef T type;
};
template <class T>
__host__ __device__ constexpr typename __aw_plain<T>::type &&move(T &&object) noexcept {
  return static_cast<typename __aw_plain<T>::type &&>(object);
}
template <class T>
__host__ __device__ constexpr T &&forward(typename __aw_plain<T>::type &object) noexcept {
  return static_cast<T &&>(object);
}
template <class T>
__host__ __device__ constexpr T &&forward(typename __aw_plain<T>::type &&object) noexcept {
  return static_cast<T &&>(object);
}
} // namespace std
#endif

#if defined(__NV_BUILTIN_INITIALIZER_LIST)
#define _INITIALIZER_LIST // libstdc++'s guard
namespace std {
template <class T> class initializer_list {
public:
  typedef T value_type;
  typedef const T &reference;
  typedef const T &const_reference;
  typedef size_t size_type;
  typedef const T *iterator;
  typedef const T *const_iterator;

  __host__ __device__ constexpr initializer_list() noexcept : first_(nullptr), size_(0) {}
  __host__ __device__ constexpr size_t size() const noexcept { return size_; }
  __host__ __device__ constexpr const T *begin() const noexcept { return first_; }
  __host__ __device__ constexpr const T *end() const noexcept { return first_ + size_; }

private:
  const T *first_;
  size_t size_;
  // For the compiler.
  __host__ __device__ constexpr initializer_list(const T *first, size_t size)
      : first_(first), size_(size) {}
};
template <class T>
__host__ __device__ constexpr const T *begin(initializer_list<T> list) noexcept {
  return list.begin();
}
template <class T> __host__ __device__ constexpr const T *end(initializer_list<T> list) noexcept {
  return list.end();
}
} // namespace std
#endif

#endif
