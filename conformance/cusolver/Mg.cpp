// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrices spread over the devices that there are, in blocks of columns.
#include "Check.h"

#include <cusolverMg.h>

static cusolverMgHandle_t h;
static cudaLibMgGrid_t grid;
static std::vector<int> devices;
constexpr int kBlock = 3;

/// A matrix dealt out in blocks of columns.
template <typename T> struct Spread {
  int m, n;
  std::vector<void *> pieces;
  cudaLibMgMatrixDesc_t descriptor;
  explicit Spread(const Matrix &a) : m(a.m), n(a.n) {
    const int count = int(devices.size()), each = (n + kBlock * count - 1) / (kBlock * count);
    for (int d = 0; d < count; ++d) {
      EXPECT(cudaSuccess, cudaSetDevice(devices[d]));
      pieces.push_back(memory<T>(size_t(m) * each * kBlock));
    }
    EXPECT(cudaSuccess, cudaSetDevice(devices[0]));
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i)
        narrow(at(i, j), a(i, j));
    OK(cusolverMgCreateMatrixDesc(&descriptor, m, n, m, kBlock, dataType<T>(), grid));
  }
  ~Spread() { OK(cusolverMgDestroyMatrixDesc(descriptor)); }
  T &at(int i, int j) {
    const int count = int(devices.size()), block = j / kBlock;
    return static_cast<T *>(
        pieces[block % count])[i + size_t(m) * (block / count * kBlock + j % kBlock)];
  }
  Matrix whole() {
    Matrix r(m, n);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i)
        r(i, j) = wide(at(i, j));
    return r;
  }
};

template <typename T> static void solve() {
  const cudaDataType type = dataType<T>();
  const cudaDataType real = pick<T>(CUDA_R_32F, CUDA_R_64F, CUDA_R_32F, CUDA_R_64F);
  const int n = 11;
  const Matrix x = random<T>(n, 2, 3), p = positive<T>(n, 4), g = random<T>(n, n, 5);
  int64_t size = 0;
  int info = -9;
  const auto uplo = CUBLAS_FILL_MODE_LOWER;
  std::vector<void *> work(devices.size());
  auto allocate = [&] {
    for (void *&piece : work)
      piece = memory<T>(size);
  };
  Spread<T> a(p), b(p * x);
  OK(cusolverMgPotrf_bufferSize(h, uplo, n, a.pieces.data(), 1, 1, a.descriptor, type, &size));
  allocate();
  OK(cusolverMgPotrf(h, uplo, n, a.pieces.data(), 1, 1, a.descriptor, type, work.data(), size,
                     &info));
  EQUAL(0, info);
  OK(cusolverMgPotrs_bufferSize(h, uplo, n, 2, a.pieces.data(), 1, 1, a.descriptor, b.pieces.data(),
                                1, 1, b.descriptor, type, &size));
  allocate();
  OK(cusolverMgPotrs(h, uplo, n, 2, a.pieces.data(), 1, 1, a.descriptor, b.pieces.data(), 1, 1,
                     b.descriptor, type, work.data(), size, &info));
  CHECK(near<T>(b.whole(), x, 1e3));
  OK(cusolverMgPotri_bufferSize(h, uplo, n, a.pieces.data(), 1, 1, a.descriptor, type, &size));
  allocate();
  OK(cusolverMgPotri(h, uplo, n, a.pieces.data(), 1, 1, a.descriptor, type, work.data(), size,
                     &info));
  Matrix inverse = a.whole();
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < j; ++i)
      inverse(i, j) = std::conj(inverse(j, i));
  CHECK(near<T>(inverse * p, identity(n), 1e3));

  Spread<T> c(g), d(g * x);
  std::vector<int *> pivots(devices.size());
  for (int *&piece : pivots)
    piece = memory<int>(n);
  OK(cusolverMgGetrf_bufferSize(h, n, n, c.pieces.data(), 1, 1, c.descriptor, pivots.data(), type,
                                &size));
  allocate();
  OK(cusolverMgGetrf(h, n, n, c.pieces.data(), 1, 1, c.descriptor, pivots.data(), type, work.data(),
                     size, &info));
  EQUAL(0, info);
  OK(cusolverMgGetrs_bufferSize(h, CUBLAS_OP_N, n, 2, c.pieces.data(), 1, 1, c.descriptor,
                                pivots.data(), d.pieces.data(), 1, 1, d.descriptor, type, &size));
  allocate();
  OK(cusolverMgGetrs(h, CUBLAS_OP_N, n, 2, c.pieces.data(), 1, 1, c.descriptor, pivots.data(),
                     d.pieces.data(), 1, 1, d.descriptor, type, work.data(), size, &info));
  CHECK(near<T>(d.whole(), x, 1e4));

  const Matrix s = hermitian<T>(n, 6);
  Spread<T> e(s);
  std::vector<Real<T>> w(n);
  const auto jobz = CUSOLVER_EIG_MODE_VECTOR;
  OK(cusolverMgSyevd_bufferSize(h, jobz, uplo, n, e.pieces.data(), 1, 1, e.descriptor, w.data(),
                                real, type, &size));
  allocate();
  OK(cusolverMgSyevd(h, jobz, uplo, n, e.pieces.data(), 1, 1, e.descriptor, w.data(), real, type,
                     work.data(), size, &info));
  EQUAL(0, info);
  const Matrix v = e.whole();
  CHECK(isUnitary<T>(v));
  CHECK(near<T>(s * v, v * diagonal(w.data(), n)));
}

int main() {
  int count = 0;
  EXPECT(cudaSuccess, cudaGetDeviceCount(&count));
  for (int d = 0; d < count; ++d)
    devices.push_back(d);
  OK(cusolverMgCreate(&h));
  EXPECT(CUSOLVER_STATUS_INVALID_VALUE, cusolverMgDeviceSelect(h, 0, devices.data()));
  OK(cusolverMgDeviceSelect(h, count, devices.data()));
  OK(cusolverMgCreateDeviceGrid(&grid, 1, count, devices.data(), CUDALIBMG_GRID_MAPPING_COL_MAJOR));
  forAllTypes([]<typename T>(T) { solve<T>(); });
  OK(cusolverMgDestroyGrid(grid));
  OK(cusolverMgDestroy(h));
  return failures != 0;
}
