// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of arrays.
#include "cufft/Spread.h"

#include <algorithm>

namespace anywarp::cufft {

Spread Spread::of(const Request &request, bool isOutput, bool isInPlace) {
  const Side &side = isOutput ? request.out : request.in;
  const bool isHalved = request.isReal() && (side.isComplex || isInPlace);
  std::array<int64_t, 3> n = request.n;
  int64_t &last = n[size_t(request.rank - 1)];
  if (isHalved)
    last = halfOf(last);
  Spread spread;
  spread.items = request.batch;
  spread.isLine = request.rank == 1;
  spread.rows = spread.isLine ? 1 : n[0];
  spread.columns = spread.isLine ? n[0] : n[1];
  spread.bytes = bytesOf(request.in.format) * (side.isComplex || isHalved ? 2 : 1) *
                 (request.rank == 3 ? n[2] : 1);
  return spread;
}

Spread::Part Spread::part(int index, int count, bool isShuffled) const {
  // The first parts have one more where the number does not divide.
  auto start = [&](int64_t n, int i) { return n / count * i + std::min(int64_t(i), n % count); };
  auto along = [&](int64_t n, int64_t unit) {
    const int64_t first = start(n, index);
    return Part{first * unit, (start(n, index + 1) - first) * unit, 1, 0};
  };
  if (items > 1)
    return along(items, rows * columns * bytes);
  if (isLine)
    return along(columns, bytes);
  if (!isShuffled)
    return along(rows, columns * bytes);
  Part part = along(columns, bytes);
  part.height = rows;
  part.pitch = columns * bytes;
  return part;
}

} // namespace anywarp::cufft
