// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a benchmark case is, and the registry. Each case lives in cases/NAME.{cu,cpp,cl}: the CUDA
// form (compiled by our nvcc), the hand-written OpenMP + SIMD form with the case's registration,
// and the OpenCL form for PoCL. All forms work on the same host buffers.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace bench {

/// What bounds a case on this machine, measured in the same run.
enum class Limit { Bandwidth, Flops, None };

/// One size of one kernel, buffers included. Times are of one call of a form.
struct Case {
  std::string name;
  std::string unit;    ///< of the figures shown: "GB/s", "GFLOP/s", …
  bool isTime = false; ///< figures are times (less is better), else speeds
  double work = 0; ///< speeds: units × 1e9 per call (bytes, operations, items); times: units per
                   ///< second of a call
  Limit limit = Limit::None;
  std::function<void()> ours, native, pocl;
  /// Instead of `ours`, for cases that time themselves: seconds, negative when it failed.
  std::function<double()> timed;
  /// Largest relative difference between the last results of two forms: 0 ours, 1 native, 2 PoCL.
  std::function<double(int form)> differenceToNative;
};

/// Adds a case; `make` is called only when the case is run. `scale` 1 is the full size.
struct Registration {
  Registration(const char *name, std::function<std::unique_ptr<Case>(double scale)> make);
};
struct Entry {
  std::string name;
  std::function<std::unique_ptr<Case>(double scale)> make;
};
std::vector<Entry> &registry();

/// A buffer that all three forms can use: page-aligned, from cudaMallocManaged.
template <typename T> class Buffer {
public:
  explicit Buffer(size_t n);
  ~Buffer();
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  T *data() { return data_; }
  size_t size() const { return size_; }
  size_t bytes() const { return size_ * sizeof(T); }
  T &operator[](size_t i) { return data_[i]; }

private:
  T *data_ = nullptr;
  size_t size_ = 0;
};

void *allocate(size_t bytes);
void release(void *memory);
template <typename T>
Buffer<T>::Buffer(size_t n) : data_(static_cast<T *>(allocate(n * sizeof(T)))), size_(n) {}
template <typename T> Buffer<T>::~Buffer() { release(data_); }

/// One result array per form, and the largest |x - native| / max(1, |native|).
template <typename T> struct Results {
  explicit Results(size_t n) : ours(n), native(n), pocl(n) {}
  Buffer<T> ours, native, pocl;
  double difference(int form) {
    Buffer<T> &other = form == 2 ? pocl : ours;
    double worst = 0;
    for (size_t i = 0; i < native.size(); ++i) {
      double a = double(other[i]), b = double(native[i]);
      double d = (a > b ? a - b : b - a) / (b > 1 ? b : b < -1 ? -b : 1);
      if (!(d <= worst))
        worst = d;
    }
    return worst;
  }
};

/// A kernel of cases/kernels.cl on PoCL's CPU device; buffers are used in place.
class OpenClKernel {
public:
  explicit OpenClKernel(const char *name);
  ~OpenClKernel();
  static bool isAvailable();
  OpenClKernel &buffer(void *memory, size_t bytes);
  OpenClKernel &value(const void *bytes, size_t size);
  template <typename T> OpenClKernel &value(T v) { return value(&v, sizeof v); }
  /// Runs it to the end over `global` items in groups of `local` (up to two dimensions).
  void run(std::vector<size_t> global, std::vector<size_t> local);

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace bench
