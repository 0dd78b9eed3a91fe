// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sparse matrix by rows, and the factorizations: LU and QR of rows, Cholesky. Rows are numbered
// from 0. See Davis, Direct Methods for Sparse Linear Systems, chapters 3 to 6.
#pragma once

#include <climits>
#include <cmath>
#include <queue>
#include <vector>

#include "cusolver/Dense.h"

namespace anywarp::cusolver {

template <typename N> struct Entry {
  int column;
  N value;
};
template <typename N> using SparseRow = std::vector<Entry<N>>;

/// What a program hands over.
template <typename T> struct Csr {
  int m, n, count;
  const T *values;
  const int *rows, *columns;
  int base;
};

template <typename N> struct SparseMatrix {
  int n = 0; ///< columns
  std::vector<SparseRow<N>> rows;

  int m() const { return int(rows.size()); }
  /// False: the arrays describe no matrix. `values` may be null: all 1.
  template <typename T> bool read(const Csr<T> &csr) {
    n = csr.n;
    rows.assign(csr.m, {});
    for (int i = 0; i < csr.m; ++i) {
      const int begin = csr.rows[i] - csr.base, end = csr.rows[i + 1] - csr.base;
      if (begin < 0 || end < begin || end > csr.count)
        return false;
      for (int k = begin; k < end; ++k) {
        const int column = csr.columns[k] - csr.base;
        if (column < 0 || column >= n)
          return false;
        rows[i].push_back({column, csr.values ? num(csr.values)[k] : N(1)});
      }
      sort(rows[i]);
    }
    return true;
  }
  static void sort(SparseRow<N> &row) {
    std::sort(row.begin(), row.end(),
              [](const Entry<N> &x, const Entry<N> &y) { return x.column < y.column; });
  }
  /// Element (i, j) becomes this one's (order[i], order[j]).
  SparseMatrix permuted(const std::vector<int> &order) const {
    SparseMatrix result;
    result.n = n;
    std::vector<int> place(order.size());
    for (size_t i = 0; i < order.size(); ++i)
      place[order[i]] = int(i);
    for (int from : order) {
      SparseRow<N> row;
      for (const Entry<N> &entry : rows[from])
        row.push_back({place[entry.column], entry.value});
      sort(row);
      result.rows.push_back(std::move(row));
    }
    return result;
  }
  SparseMatrix transposed() const {
    SparseMatrix result;
    result.n = m();
    result.rows.assign(n, {});
    for (int i = 0; i < m(); ++i)
      for (const Entry<N> &entry : rows[i])
        result.rows[entry.column].push_back({i, entry.value});
    return result;
  }
  /// Subtracts shift from the diagonal.
  void shiftDiagonal(N shift) {
    for (int i = 0; i < m(); ++i) {
      auto it = std::find_if(rows[i].begin(), rows[i].end(),
                             [i](const Entry<N> &entry) { return entry.column == i; });
      if (it == rows[i].end()) {
        rows[i].push_back({i, -shift});
        sort(rows[i]);
      } else {
        it->value -= shift;
      }
    }
  }
  void multiply(const N *x, N *y) const {
    for (int i = 0; i < m(); ++i) {
      N sum = 0;
      for (const Entry<N> &entry : rows[i])
        sum += entry.value * x[entry.column];
      y[i] = sum;
    }
  }
};

/// A = L U, L with a unit diagonal, by rows; pivots are exchanged among columns. The pivot of row
/// i stands in column pivot[i].
template <typename N> class SparseLu {
public:
  std::vector<SparseRow<N>> lower; ///< columns are numbers of rows; without the diagonal
  std::vector<SparseRow<N>> upper; ///< the pivot first
  std::vector<int> pivot;

  /// The diagonal is the pivot if it is at least `threshold` times the greatest element.
  void factor(const SparseMatrix<N> &a, double threshold) {
    const int n = a.m();
    lower.assign(n, {});
    upper.assign(n, {});
    pivot.assign(n, -1);
    step_.assign(n, -1);
    value_.assign(n, N(0));
    isIn_.assign(n, 0);
    for (int i = 0; i < n; ++i) {
      scatter(a.rows[i]);
      eliminate(i);
      choosePivot(i, threshold);
    }
    fillMissing();
  }
  /// The first row whose pivot is not above the tolerance, or -1.
  int singularRow(double tolerance) const {
    for (size_t i = 0; i < upper.size(); ++i)
      if (upper[i].empty() || !(std::abs(upper[i][0].value) > std::max(tolerance, 0.0)))
        return int(i);
    return -1;
  }
  /// Solves A^T x = b.
  void solveTransposed(const N *b, N *x) const {
    const int n = int(pivot.size());
    std::vector<N> rest(b, b + n);
    for (int i = 0; i < n; ++i) {
      x[i] = rest[pivot[i]] / upper[i][0].value;
      for (size_t k = 1; k < upper[i].size(); ++k)
        rest[upper[i][k].column] -= upper[i][k].value * x[i];
    }
    for (int i = n; i-- > 0;)
      for (const Entry<N> &entry : lower[i])
        x[entry.column] -= entry.value * x[i];
  }
  void solve(const N *b, N *x) const {
    const int n = int(pivot.size());
    std::vector<N> y(b, b + n);
    for (int i = 0; i < n; ++i)
      for (const Entry<N> &entry : lower[i])
        y[i] -= entry.value * y[entry.column];
    for (int i = n; i-- > 0;) {
      N sum = y[i];
      for (size_t k = 1; k < upper[i].size(); ++k)
        sum -= upper[i][k].value * x[upper[i][k].column];
      x[pivot[i]] = sum / (upper[i].empty() ? N(0) : upper[i][0].value);
    }
  }

private:
  void scatter(const SparseRow<N> &row) {
    for (const Entry<N> &entry : row)
      add(entry.column, entry.value);
  }
  void add(int column, N value) {
    value_[column] += value;
    if (isIn_[column])
      return;
    isIn_[column] = 1;
    pattern_.push_back(column);
    if (step_[column] >= 0)
      pending_.push(step_[column]);
  }
  /// Subtracts multiples of the earlier rows, in their order.
  void eliminate(int i) {
    while (!pending_.empty()) {
      const int k = pending_.top();
      pending_.pop();
      const N factor = value_[pivot[k]] / upper[k][0].value;
      value_[pivot[k]] = N(0);
      if (factor == N(0))
        continue;
      lower[i].push_back({k, factor});
      for (size_t e = 1; e < upper[k].size(); ++e)
        add(upper[k][e].column, -factor * upper[k][e].value);
    }
  }
  void choosePivot(int i, double threshold) {
    int best = -1;
    for (int column : pattern_)
      if (step_[column] < 0 && value_[column] != N(0) &&
          (best < 0 || std::abs(value_[column]) > std::abs(value_[best])))
        best = column;
    if (best >= 0 && isIn_[i] && step_[i] < 0 && value_[i] != N(0) &&
        std::abs(value_[i]) >= threshold * std::abs(value_[best]))
      best = i;
    if (best >= 0) {
      upper[i].push_back({best, value_[best]});
      pivot[i] = best;
      step_[best] = i;
    }
    for (int column : pattern_) {
      if (column != best && step_[column] < 0 && value_[column] != N(0))
        upper[i].push_back({column, value_[column]});
      value_[column] = N(0);
      isIn_[column] = 0;
    }
    pattern_.clear();
  }
  /// Rows without a pivot take the columns that are left, with a zero.
  void fillMissing() {
    int next = 0;
    for (size_t i = 0; i < pivot.size(); ++i)
      if (pivot[i] < 0) {
        while (step_[next] >= 0)
          ++next;
        pivot[i] = next;
        step_[next] = int(i);
        upper[i].insert(upper[i].begin(), {next, N(0)});
      }
  }

  std::vector<int> step_; ///< of a column: the row whose pivot it is, or -1
  std::vector<N> value_;
  std::vector<char> isIn_;
  std::vector<int> pattern_;
  std::priority_queue<int, std::vector<int>, std::greater<int>> pending_;
};

/// A = Q R by Givens rotations, row by row (George and Heath 1980). The rotations are kept.
template <typename N> class SparseQr {
public:
  void factor(const SparseMatrix<N> &a) {
    n_ = a.n;
    upper_.assign(n_, {});
    steps_.assign(a.m(), {});
    for (int i = 0; i < a.m(); ++i)
      rotateIn(a.rows[i], steps_[i]);
  }
  int singularColumn(double tolerance) const {
    for (int j = 0; j < n_; ++j)
      if (upper_[j].empty() || !(std::abs(upper_[j][0].value) > std::max(tolerance, 0.0)))
        return j;
    return -1;
  }
  /// An x that makes A x - b smallest. With fewer rows than columns, the unknowns that no row of R
  /// determines are 0.
  void solve(const N *b, N *x) const {
    std::vector<N> y(n_, N(0));
    for (size_t i = 0; i < steps_.size(); ++i) {
      N mine = b[i];
      for (const Step &step : steps_[i].rotations)
        step.apply(y[step.column], mine);
      if (steps_[i].place >= 0)
        y[steps_[i].place] = mine;
    }
    const bool isWide = steps_.size() < size_t(n_);
    for (int j = n_; j-- > 0;) {
      if (isWide && upper_[j].empty()) {
        x[j] = N(0);
        continue;
      }
      N sum = y[j];
      for (size_t k = 1; k < upper_[j].size(); ++k)
        sum -= upper_[j][k].value * x[upper_[j][k].column];
      x[j] = sum / (upper_[j].empty() ? N(0) : upper_[j][0].value);
    }
  }

private:
  struct Step {
    int column;
    Real<N> c;
    N s;
    /// (x, y) becomes (c x + s y, c y - conj(s) x).
    void apply(N &x, N &y) const {
      const N oldX = x;
      x = c * oldX + s * y;
      y = c * y - conjugate(s) * oldX;
    }
  };
  struct Steps {
    std::vector<Step> rotations;
    int place = -1; ///< the column whose row of R it became
  };
  void rotateIn(SparseRow<N> row, Steps &steps) {
    for (;;) {
      std::erase_if(row, [](const Entry<N> &entry) { return entry.value == N(0); });
      if (row.empty())
        return;
      const int column = row[0].column;
      if (upper_[column].empty()) {
        steps.place = column;
        upper_[column] = std::move(row);
        return;
      }
      const N a = upper_[column][0].value, b = row[0].value;
      const Real<N> length = std::hypot(std::abs(a), std::abs(b));
      const N phase = a == N(0) ? N(1) : a / std::abs(a);
      const Step step{column, std::abs(a) / length, phase * conjugate(b) / length};
      steps.rotations.push_back(step);
      merge(upper_[column], row, step);
    }
  }
  /// Rotates two rows that start in the same column, which leaves the second.
  static void merge(SparseRow<N> &first, SparseRow<N> &second, const Step &step) {
    SparseRow<N> top, rest;
    size_t i = 0, j = 0;
    while (i < first.size() || j < second.size()) {
      const int column = std::min(i < first.size() ? first[i].column : INT_MAX,
                                  j < second.size() ? second[j].column : INT_MAX);
      N x = i < first.size() && first[i].column == column ? first[i++].value : N(0);
      N y = j < second.size() && second[j].column == column ? second[j++].value : N(0);
      step.apply(x, y);
      top.push_back({column, x});
      if (column != step.column)
        rest.push_back({column, y});
    }
    first = std::move(top);
    second = std::move(rest);
  }

  int n_ = 0;
  std::vector<SparseRow<N>> upper_; ///< row j starts in column j
  std::vector<Steps> steps_;
};

/// A = L L' of the lower triangle of a Hermitian matrix.
template <typename N> class SparseCholesky {
public:
  std::vector<Real<N>> diagonal;

  /// The first row whose pivot is not positive, or -1. The rest goes on with the pivot's absolute
  /// value (seen).
  int factor(const SparseMatrix<N> &a) {
    const int n = a.m();
    columns_.assign(n, {});
    diagonal.assign(n, Real<N>(0));
    std::vector<int> parent(n, -1), mark(n, -1), pattern;
    std::vector<N> x(n, N(0));
    int bad = -1;
    for (int k = 0; k < n; ++k) {
      pattern.clear();
      mark[k] = k;
      Real<N> pivot = 0;
      for (const Entry<N> &entry : a.rows[k]) {
        if (entry.column > k)
          continue;
        if (entry.column == k) {
          pivot += realPart(entry.value);
          continue;
        }
        x[entry.column] += conjugate(entry.value);
        for (int j = entry.column; mark[j] != k; j = parent[j]) {
          mark[j] = k;
          pattern.push_back(j);
          if (parent[j] < 0)
            parent[j] = k;
        }
      }
      std::sort(pattern.begin(), pattern.end());
      for (int j : pattern) {
        const N z = x[j] / diagonal[j];
        x[j] = N(0);
        for (const Entry<N> &entry : columns_[j]) // the rows of column j so far
          x[entry.column] -= entry.value * z;
        pivot -= realPart(z * conjugate(z));
        columns_[j].push_back({k, conjugate(z)});
      }
      if (!(pivot > 0) && bad < 0)
        bad = k;
      diagonal[k] = std::sqrt(std::abs(pivot));
    }
    return bad;
  }
  void solve(const N *b, N *x) const {
    const int n = int(diagonal.size());
    std::copy_n(b, n, x);
    for (int j = 0; j < n; ++j) {
      x[j] /= diagonal[j];
      for (const Entry<N> &entry : columns_[j])
        x[entry.column] -= entry.value * x[j];
    }
    for (int j = n; j-- > 0;) {
      for (const Entry<N> &entry : columns_[j])
        x[j] -= conjugate(entry.value) * x[entry.column];
      x[j] /= diagonal[j];
    }
  }

private:
  std::vector<SparseRow<N>> columns_; ///< of L below the diagonal; `column` is the row
};

/// The lower triangle and its mirror image.
template <typename N> SparseMatrix<N> mirrored(const SparseMatrix<N> &a) {
  SparseMatrix<N> result;
  result.n = a.n;
  result.rows.assign(a.m(), {});
  for (int i = 0; i < a.m(); ++i)
    for (const Entry<N> &entry : a.rows[i]) {
      if (entry.column <= i)
        result.rows[i].push_back(entry);
      if (entry.column < i)
        result.rows[entry.column].push_back({i, conjugate(entry.value)});
    }
  for (SparseRow<N> &row : result.rows)
    SparseMatrix<N>::sort(row);
  return result;
}

} // namespace anywarp::cusolver
