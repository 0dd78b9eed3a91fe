// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Orderings of the rows and columns of a sparse matrix: order[i] is the old number of new row i.
#pragma once

#include <vector>

#include "cusolver/sparse/SparseMatrix.h"

namespace anywarp::cusolver {

/// The rows that each row meets, without itself: the pattern of A + A'.
using Graph = std::vector<std::vector<int>>;

template <typename N> Graph graphOf(const SparseMatrix<N> &a) {
  Graph graph(a.m());
  for (int i = 0; i < a.m(); ++i)
    for (const Entry<N> &entry : a.rows[i])
      if (entry.column != i && entry.column < a.m()) {
        graph[i].push_back(entry.column);
        graph[entry.column].push_back(i);
      }
  for (std::vector<int> &row : graph) {
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
  }
  return graph;
}

std::vector<int> reverseCuthillMcKee(const Graph &graph);
std::vector<int> minimumDegree(const Graph &graph);
std::vector<int> nestedDissection(const Graph &graph);

/// Children before parents in the elimination tree of a symmetric matrix, smaller numbers first.
std::vector<int> postorder(const Graph &graph);

/// How the solvers number reorderings: 0 none, 1 symrcm, 2 symamd, 3 metisnd.
std::vector<int> orderingOf(int reorder, const Graph &graph);

/// match[row] = column of a pair with an element that is not zero, or -1: as many pairs as can be.
std::vector<int> matchRows(const Graph &columnsOfRows, int columns);

} // namespace anywarp::cusolver
