// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Substitution: a block solves for a tile of right-hand sides.
#include "cusparse/solves/Substitution.h"

namespace anywarp::cusparse {
namespace {

constexpr int64_t kTile = 8;

/// Rows in the order of substitution: op(A) is lower triangular there.
int64_t rowAt(const Substitution &p, int64_t step) {
  return p.isUpper != p.isTransposed ? p.a.rows - 1 - step : step;
}

template <typename T, typename I> void substitute(const Substitution &p, library::Block block) {
  const I *offsets = static_cast<const I *>(p.a.offsets);
  const I *columns = static_cast<const I *>(p.a.indices);
  const T *values = static_cast<const T *>(p.a.values);
  const int64_t first = int64_t(block.index) * kTile, width = std::min(kTile, p.columns - first);
  const T *b = static_cast<const T *>(p.b.values) + first * p.b.columnStep;
  T *x = static_cast<T *>(p.x.values) + first * p.x.columnStep;
  const int64_t step = p.x.columnStep;
  const T alpha = p.alpha.get<T>();
  for (int64_t row = 0; row < p.a.rows; ++row)
    for (int64_t j = 0; j < width; ++j)
      x[row * p.x.rowStep + j * step] =
          alpha * conjugateIf(b[row * p.b.rowStep + j * p.b.columnStep], p.isConjugateB);
  for (int64_t at = 0; at < p.a.rows; ++at) {
    const int64_t row = rowAt(p, at);
    const int64_t begin = offsets[row] - p.a.base, end = offsets[row + 1] - p.a.base;
    T *line = x + row * p.x.rowStep;
    const auto isInside = [&](int64_t column) { return p.isUpper ? column > row : column < row; };
    T diagonal{};
    for (int64_t i = begin; i < end; ++i) {
      const int64_t column = int64_t(columns[i]) - p.a.base;
      const T a = conjugateIf(values[i], p.isConjugate);
      if (column == row)
        diagonal = diagonal + a;
      else if (!p.isTransposed && isInside(column))
        for (int64_t j = 0; j < width; ++j)
          line[j * step] = line[j * step] - a * x[column * p.x.rowStep + j * step];
    }
    if (!p.isUnit)
      for (int64_t j = 0; j < width; ++j)
        line[j * step] = line[j * step] / diagonal;
    if (p.isTransposed)
      for (int64_t i = begin; i < end; ++i)
        if (const int64_t column = int64_t(columns[i]) - p.a.base; isInside(column)) {
          const T a = conjugateIf(values[i], p.isConjugate);
          for (int64_t j = 0; j < width; ++j)
            x[column * p.x.rowStep + j * step] =
                x[column * p.x.rowStep + j * step] - a * line[j * step];
        }
  }
}

} // namespace

void launchSubstitution(Work &work, cudaDataType type, cusparseIndexType_t indexType,
                        const Substitution &p) {
  FloatTypes::choose(type, type, type, type, [&]<typename T>(Combination<T, T, T, T>) {
    chooseIndex(indexType, [&]<typename I>(Tag<I>) {
      work.run<substitute<T, I>>("cusparse_substitute", (p.columns + kTile - 1) / kTile, p);
    });
  });
}

} // namespace anywarp::cusparse
