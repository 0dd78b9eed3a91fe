// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the dense functions share: the handle, work in its stream, work space.
#pragma once

#include <algorithm>
#include <cstring>

#include "blas/Lapack.h"
#include "cusolver/Api.h"
#include "library/Work.h"

namespace anywarp::cusolver {

struct Dense {
  CUstream stream = nullptr;
  cusolverDeterministicMode_t deterministic = CUSOLVER_DETERMINISTIC_RESULTS;
  cusolverMathMode_t math = CUSOLVER_DEFAULT_MATH;
  cudaEmulationStrategy_t emulation = CUDA_EMULATION_STRATEGY_DEFAULT;
};
inline CUstream streamOf(cusolverDnHandle_t handle) {
  return reinterpret_cast<Dense *>(handle)->stream;
}

// The numbers as C++ has them.
template <typename T> struct NumberOf {
  using Type = T;
};
template <> struct NumberOf<cuComplex> {
  using Type = std::complex<float>;
};
template <> struct NumberOf<cuDoubleComplex> {
  using Type = std::complex<double>;
};
template <typename T> using Number = typename NumberOf<T>::Type;
using lapack::Real;
template <typename T> Number<T> *num(T *p) { return reinterpret_cast<Number<T> *>(p); }
template <typename T> const Number<T> *num(const T *p) {
  return reinterpret_cast<const Number<T> *>(p);
}
template <typename N> N conjugate(N x) {
  if constexpr (lapack::kIsComplex<N>)
    return std::conj(x);
  else
    return x;
}
template <typename N> Real<N> realPart(N x) {
  if constexpr (lapack::kIsComplex<N>)
    return x.real();
  else
    return x;
}

inline char letter(cublasFillMode_t uplo) { return uplo == CUBLAS_FILL_MODE_LOWER ? 'L' : 'U'; }
inline char letter(cublasDiagType_t diag) { return diag == CUBLAS_DIAG_UNIT ? 'U' : 'N'; }
inline char letter(cublasSideMode_t side) { return side == CUBLAS_SIDE_LEFT ? 'L' : 'R'; }
inline char letter(cublasOperation_t op) {
  return op == CUBLAS_OP_N ? 'N' : op == CUBLAS_OP_T ? 'T' : 'C';
}
inline char letter(cusolverEigMode_t jobz) { return jobz == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N'; }
inline char letter(cusolverEigRange_t range) {
  return range == CUSOLVER_EIG_RANGE_ALL ? 'A' : range == CUSOLVER_EIG_RANGE_I ? 'I' : 'V';
}

cusolverStatus_t statusOf(CUresult result);
/// What stands against a new handle: no LAPACK, no device.
cusolverStatus_t ready();

template <typename F> void callBody(const F &work, library::Block block) { work(block); }
/// work(Block) for each of `blocks` blocks, in the stream.
template <typename F>
cusolverStatus_t run(CUstream stream, const char *name, uint64_t blocks, const F &work) {
  return statusOf(library::launch<&callBody<F>>(name, stream, blocks, work));
}
/// work() in the stream, as one block.
template <typename F> cusolverStatus_t run(CUstream stream, const char *name, const F &work) {
  return run(stream, name, 1, [work](library::Block) { work(); });
}

/// Shares out a piece of memory; of a null one it counts the bytes.
class Carver {
public:
  explicit Carver(void *base = nullptr) : base_(static_cast<char *>(base)) {}
  template <typename T> T *take(size_t count) {
    const auto address = reinterpret_cast<uintptr_t>(base_) + bytes_;
    bytes_ += (kAlignment - address % kAlignment) % kAlignment;
    char *found = base_ + bytes_;
    bytes_ += count * sizeof(T);
    return reinterpret_cast<T *>(found);
  }
  /// What a program must give, whatever its memory's alignment.
  size_t bytes() const { return bytes_ + kAlignment; }

private:
  static constexpr size_t kAlignment = 16;
  char *base_;
  size_t bytes_ = 0;
};

/// The work space of a call: the program's if it is large enough, else memory of our own.
class WorkSpace {
public:
  WorkSpace(CUstream stream, void *given, size_t givenBytes, size_t bytes)
      : own_(stream, given && givenBytes >= bytes ? 0 : bytes),
        start_(given && givenBytes >= bytes ? given : own_.get<void>()) {}
  void *start() const { return start_; }
  cusolverStatus_t status() const {
    return own_.result() ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_SUCCESS;
  }

private:
  library::Scratch own_;
  void *start_;
};

/// A work size in elements of T, at least one.
template <typename T> int elements(size_t bytes) {
  return int(std::min<size_t>((bytes + sizeof(T) - 1) / sizeof(T), 0x7fffffff));
}
template <typename T> size_t bytesOf(int elements) {
  return elements > 0 ? elements * sizeof(T) : 0;
}

/// How much work space LAPACK wants: call(work, -1) is its question.
template <typename N, typename F> int wanted(const F &call) {
  N answer[1] = {};
  call(answer, -1);
  return lapack::sizeFrom(answer[0]);
}

/// A LAPACK routine call(work, lwork) = info, with work space of the program.
template <typename T, typename F>
cusolverStatus_t runLapack(cusolverDnHandle_t handle, const char *name, T *work, int lwork,
                           int *info, const F &call) {
  using N = Number<T>;
  const int size = wanted<N>(call);
  Carver counted;
  counted.take<N>(size);
  WorkSpace space(streamOf(handle), work, bytesOf<T>(lwork), counted.bytes());
  if (space.status())
    return space.status();
  return run(streamOf(handle), name, [call, size, info, start = space.start()] {
    *info = call(Carver(start).take<N>(size), size);
  });
}
/// The size for it.
template <typename T, typename F> cusolverStatus_t lapackSize(int *lwork, const F &call) {
  using N = Number<T>;
  Carver counted;
  counted.take<N>(wanted<N>(call));
  *lwork = elements<T>(counted.bytes());
  return CUSOLVER_STATUS_SUCCESS;
}
/// A leading dimension that LAPACK's question accepts.
inline int fitting(int ld, int rows) { return std::max({ld, rows, 1}); }

} // namespace anywarp::cusolver
