// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Orderings and permutations in host memory (cuSOLVER's manual: csrissym, csrsymrcm, csrsymmdq,
// csrsymamd, csrmetisnd, csrzfd, csrperm).
#include <numeric>

#include "cusolver/sparse/Sparse.h"

namespace anywarp::cusolver {
namespace {

/// p of an ordering of the pattern.
template <typename F>
cusolverStatus_t order(int n, int count, cusparseMatDescr_t descriptor, const int *rows,
                       const int *columns, int *p, const F &method) {
  SparseMatrix<float> a;
  if (!p || !a.read(Csr<float>{n, n, count, nullptr, rows, columns, baseOf(descriptor)}))
    return CUSOLVER_STATUS_INVALID_VALUE;
  const std::vector<int> found = method(graphOf(a));
  std::copy(found.begin(), found.end(), p);
  return CUSOLVER_STATUS_SUCCESS;
}

} // namespace

cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t, int m, int,
                                         cusparseMatDescr_t descriptor, const int *rows,
                                         const int *ends, const int *columns, int *isSymmetric) {
  const int base = baseOf(descriptor);
  std::vector<std::vector<int>> found(m);
  for (int i = 0; i < m; ++i) {
    for (int k = rows[i] - base; k < ends[i] - base; ++k) {
      if (columns[k] - base < 0 || columns[k] - base >= m)
        return CUSOLVER_STATUS_INVALID_VALUE;
      found[i].push_back(columns[k] - base);
    }
    std::sort(found[i].begin(), found[i].end());
  }
  *isSymmetric = 1;
  for (int i = 0; i < m; ++i)
    for (int j : found[i])
      if (!std::binary_search(found[j].begin(), found[j].end(), i))
        *isSymmetric = 0;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpXcsrsymrcmHost(cusolverSpHandle_t, int n, int count,
                                          cusparseMatDescr_t descriptor, const int *rows,
                                          const int *columns, int *p) {
  return order(n, count, descriptor, rows, columns, p, reverseCuthillMcKee);
}
cusolverStatus_t cusolverSpXcsrsymmdqHost(cusolverSpHandle_t, int n, int count,
                                          cusparseMatDescr_t descriptor, const int *rows,
                                          const int *columns, int *p) {
  return order(n, count, descriptor, rows, columns, p, minimumDegree);
}
cusolverStatus_t cusolverSpXcsrsymamdHost(cusolverSpHandle_t, int n, int count,
                                          cusparseMatDescr_t descriptor, const int *rows,
                                          const int *columns, int *p) {
  return order(n, count, descriptor, rows, columns, p, minimumDegree);
}
/// The options are METIS's own; our nested dissection has none.
cusolverStatus_t cusolverSpXcsrmetisndHost(cusolverSpHandle_t, int n, int count,
                                           cusparseMatDescr_t descriptor, const int *rows,
                                           const int *columns, const int64_t *, int *p) {
  return order(n, count, descriptor, rows, columns, p, nestedDissection);
}

/// bufferSize: room for a copy of the columns and the map.
cusolverStatus_t cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t, int m, int n, int count,
                                                   cusparseMatDescr_t, const int *, const int *,
                                                   const int *, const int *, size_t *bytes) {
  *bytes =
      (size_t(std::max(m, 0)) + std::max(n, 0) + 2 * size_t(std::max(count, 0)) + 1) * sizeof(int);
  return CUSOLVER_STATUS_SUCCESS;
}
/// B(i, j) = A(p(i), q(j)), in place; `map` follows the elements.
cusolverStatus_t cusolverSpXcsrpermHost(cusolverSpHandle_t, int m, int n, int count,
                                        cusparseMatDescr_t descriptor, int *rows, int *columns,
                                        const int *p, const int *q, int *map, void *) {
  const int base = baseOf(descriptor);
  std::vector<int> place(n, -1), oldRows(rows, rows + m + 1), oldColumns(columns, columns + count),
      oldMap;
  if (map)
    oldMap.assign(map, map + count);
  for (int j = 0; j < n; ++j) {
    if (q[j] < 0 || q[j] >= n)
      return CUSOLVER_STATUS_INVALID_VALUE;
    place[q[j]] = j;
  }
  int next = 0;
  for (int i = 0; i < m; ++i) {
    if (p[i] < 0 || p[i] >= m)
      return CUSOLVER_STATUS_INVALID_VALUE;
    std::vector<std::pair<int, int>> row; // new column, old position
    for (int k = oldRows[p[i]] - base; k < oldRows[p[i] + 1] - base; ++k) {
      const int column = oldColumns[k] - base;
      if (column < 0 || column >= n)
        return CUSOLVER_STATUS_INVALID_VALUE;
      row.emplace_back(place[column], k);
    }
    std::sort(row.begin(), row.end());
    rows[i] = next + base;
    for (const auto &[column, old] : row) {
      columns[next] = column + base;
      if (map)
        map[next] = oldMap[old];
      ++next;
    }
  }
  rows[m] = next + base;
  return CUSOLVER_STATUS_SUCCESS;
}

namespace {

/// Row P(i) comes to row i, so that as many diagonal elements as possible are not zero.
template <typename T>
cusolverStatus_t csrzfdHost(cusolverSpHandle_t, int n, int count, cusparseMatDescr_t descriptor,
                            const T *values, const int *rows, const int *columns, int *p,
                            int *found) {
  using N = Number<T>;
  SparseMatrix<N> a;
  if (!a.read(Csr<T>{n, n, count, values, rows, columns, baseOf(descriptor)}))
    return CUSOLVER_STATUS_INVALID_VALUE;
  Graph pattern(n);
  for (int i = 0; i < n; ++i) {
    for (const Entry<N> &entry : a.rows[i])
      if (entry.value != N(0))
        pattern[i].push_back(entry.column);
    // A row whose diagonal is there keeps its place if it can.
    auto own = std::find(pattern[i].begin(), pattern[i].end(), i);
    if (own != pattern[i].end())
      std::iter_swap(pattern[i].begin(), own);
  }
  const std::vector<int> match = matchRows(pattern, n);
  std::vector<int> rowOf(n, -1), free;
  *found = 0;
  for (int i = 0; i < n; ++i)
    if (match[i] >= 0) {
      rowOf[match[i]] = i;
      ++*found;
    } else {
      free.push_back(i);
    }
  for (int j = 0; j < n; ++j) {
    if (rowOf[j] < 0) {
      rowOf[j] = free.back();
      free.pop_back();
    }
    p[j] = rowOf[j];
  }
  return CUSOLVER_STATUS_SUCCESS;
}

} // namespace

} // namespace anywarp::cusolver

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_SparseOrder
#include "cusolver/Entries.inc"
