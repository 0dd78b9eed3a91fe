// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handles, grids of devices and descriptors of spread matrices (cuSOLVER's manual, "cuSolverMG").
// Columns are dealt out in blocks, one device after another: one row of devices, whole columns.
#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>
#include <vector>

#include "cusolvermg/Api.h"
#include "library/Work.h"

namespace anywarp::cusolvermg {

struct Context {
  std::vector<int> devices;
};
struct Grid {
  std::vector<int> devices;
};
struct Descriptor {
  int64_t rows, columns, blockColumns;
  cudaDataType type;
  std::vector<int> devices;
};

Context &of(cusolverMgHandle_t handle);
/// Null: it is none.
Grid *gridOf(cudaLibMgGrid_t grid);
Descriptor *descriptorOf(cudaLibMgMatrixDesc_t descriptor);

/// A part of a spread matrix, from row and column 1-based as the interface has it.
template <typename N> class Spread {
public:
  Spread(const Descriptor &descriptor, void **pieces, int row, int column)
      : descriptor_(descriptor), pieces_(pieces), row_(row - 1), column_(column - 1) {}
  /// Column j of the part.
  N *at(int64_t j) const {
    const int64_t column = column_ + j, block = column / descriptor_.blockColumns;
    const int64_t count = int64_t(descriptor_.devices.size());
    const int64_t local =
        block / count * descriptor_.blockColumns + column % descriptor_.blockColumns;
    return static_cast<N *>(pieces_[block % count]) + local * descriptor_.rows + row_;
  }
  void gather(int64_t m, int64_t n, N *to) const {
    for (int64_t j = 0; j < n; ++j)
      std::copy_n(at(j), m, to + j * m);
  }
  void scatter(int64_t m, int64_t n, const N *from) const {
    for (int64_t j = 0; j < n; ++j)
      std::copy_n(from + j * m, m, at(j));
  }
  /// A row that is spread as the columns are: the pivots.
  int *pivot(int **pivots, int64_t j) const {
    const int64_t column = column_ + j, block = column / descriptor_.blockColumns;
    const int64_t count = int64_t(descriptor_.devices.size());
    return pivots[block % count] + block / count * descriptor_.blockColumns +
           column % descriptor_.blockColumns;
  }

private:
  const Descriptor &descriptor_;
  void **pieces_;
  int64_t row_, column_;
};

} // namespace anywarp::cusolvermg
