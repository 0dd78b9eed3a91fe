// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Native forms of the searches: queens by backtracking, breadth-first search over neighbour lists.
#include <cstdlib>
#include <cstring>

#include "../Bench.h"
#include "Kernels.h"

namespace bench {
namespace {

unsigned placeRest(unsigned all, unsigned columns, unsigned left, unsigned right) {
  if (columns == all)
    return 1;
  unsigned total = 0;
  for (unsigned open = all & ~(columns | left | right); open; open &= open - 1) {
    unsigned bit = open & -open;
    total += placeRest(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
  }
  return total;
}

unsigned placeOnBoard(signed char *board, int row, int n) {
  if (row == n)
    return 1;
  unsigned total = 0;
  for (int at = 0; at < n; ++at) {
    bool safe = true;
    for (int k = 0; k < row && safe; ++k) {
      int d = at - board[k];
      safe = d != 0 && d != row - k && d != k - row;
    }
    if (!safe)
      continue;
    board[row] = (signed char)at;
    total += placeOnBoard(board, row + 1, n);
  }
  return total;
}

struct Queens : Case {
  Buffer<int> pairs;
  Results<unsigned> found;
  int count = 0;

  Queens(const char *called, int n, bool isBoard) : pairs(n * n), found(n * n) {
    name = called;
    unit = "Mpairs/s";
    for (int i = 0; i < n * n; ++i)
      if (int d = i / n - i % n; d < -1 || d > 1)
        pairs[count++] = i;
    std::memset(found.ours.data(), 0, found.ours.bytes());
    std::memset(found.native.data(), 0, found.native.bytes());
    work = count * 1e3;
    ours = [this, n, isBoard] { queensCuda(pairs.data(), count, n, found.ours.data(), isBoard); };
    native = [this, n, isBoard] {
#pragma omp parallel for schedule(dynamic)
      for (int i = 0; i < count; ++i) {
        const int a = pairs[i] / n, b = pairs[i] % n;
        const unsigned first = 1u << a, second = 1u << b;
        signed char board[16] = {(signed char)a, (signed char)b};
        found.native[i] = isBoard ? placeOnBoard(board, 2, n)
                                  : placeRest((1u << n) - 1, first | second,
                                              first << 2 | second << 1, first >> 2 | second >> 1);
      }
    };
    differenceToNative = [this](int form) { return found.difference(form); };
  }
};

/// A directed graph of random edges; nodes have between 1 and 2 * mean - 1.
struct BreadthFirst : Case {
  Buffer<int> first, target;
  Buffer<unsigned char> frontier, reached, visited;
  Buffer<int> more;
  Results<int> cost;

  BreadthFirst(int nodes, int mean)
      : first(nodes + 1), target(size_t(nodes) * 2 * mean), frontier(nodes), reached(nodes),
        visited(nodes), more(1), cost(nodes) {
    name = "bfs";
    unit = "Gedges/s";
    unsigned state = 1;
    auto random = [&state] { return (state = state * 1664525u + 1013904223u) >> 8; };
    int edges = 0;
    for (int i = 0; i < nodes; ++i) {
      first[i] = edges;
      for (int k = int(random() % (2 * mean - 1)); k >= 0; --k)
        target[edges++] = int(random() % unsigned(nodes));
    }
    first[nodes] = edges;
    work = edges;
    ours = [this, nodes] {
      start(cost.ours);
      breadthFirstCuda(first.data(), target.data(), frontier.data(), reached.data(), visited.data(),
                       cost.ours.data(), more.data(), nodes);
    };
    native = [this, nodes] {
      start(cost.native);
      search(nodes);
    };
    differenceToNative = [this](int form) { return cost.difference(form); };
  }

private:
  void start(Buffer<int> &to) {
    std::memset(frontier.data(), 0, frontier.bytes());
    std::memset(reached.data(), 0, reached.bytes());
    std::memset(visited.data(), 0, visited.bytes());
    std::memset(to.data(), 0xff, to.bytes());
    frontier[0] = visited[0] = 1;
    to[0] = 0;
  }

  void search(int nodes) {
    const int *begin = first.data(), *to = target.data();
    int *level = cost.native.data();
    for (bool goesOn = true; goesOn;) {
      goesOn = false;
#pragma omp parallel for schedule(static)
      for (int i = 0; i < nodes; ++i)
        if (frontier[i]) {
          frontier[i] = 0;
          for (int e = begin[i]; e < begin[i + 1]; ++e)
            if (!visited[to[e]]) {
              level[to[e]] = level[i] + 1;
              reached[to[e]] = 1;
            }
        }
#pragma omp parallel for schedule(static) reduction(|| : goesOn)
      for (int i = 0; i < nodes; ++i)
        if (reached[i]) {
          frontier[i] = visited[i] = 1;
          reached[i] = 0;
          goesOn = true;
        }
    }
  }
};

Registration queens("queens", [](double scale) {
  return std::make_unique<Queens>("queens", scale < 1 ? 8 : 13, false);
});
Registration board("queensBoard", [](double scale) {
  return std::make_unique<Queens>("queensBoard", scale < 1 ? 8 : 11, true);
});
Registration bfs("bfs", [](double scale) {
  return std::make_unique<BreadthFirst>(scale < 1 ? 1 << 14 : 1 << 20, 6);
});

} // namespace
} // namespace bench
