// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Orderings. Minimum degree is Eigen's AMD (the MPL2 part of Eigen).
#include "cusolver/sparse/SparseOrder.h"

#include <numeric>

#define EIGEN_MPL2_ONLY
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

namespace anywarp::cusolver {
namespace {

constexpr int kNone = -1;

/// Visits the part of `node` that `isOpen` allows, level by level, neighbours of small degree
/// first. Levels end at `ends`.
std::vector<int> levels(const Graph &graph, int node, const std::vector<char> &isOpen,
                        std::vector<size_t> *ends) {
  std::vector<int> found{node};
  std::vector<char> isSeen(graph.size(), 0);
  isSeen[node] = 1;
  for (size_t begin = 0; begin < found.size();) {
    const size_t end = found.size();
    if (ends)
      ends->push_back(end);
    for (size_t k = begin; k < end; ++k) {
      const size_t first = found.size();
      for (int next : graph[found[k]])
        if (isOpen[next] && !isSeen[next]) {
          isSeen[next] = 1;
          found.push_back(next);
        }
      std::sort(found.begin() + first, found.end(), [&](int x, int y) {
        return graph[x].size() < graph[y].size() || (graph[x].size() == graph[y].size() && x < y);
      });
    }
    begin = end;
  }
  return found;
}

/// A node far away from others (George and Liu 1979).
int peripheral(const Graph &graph, int node, const std::vector<char> &isOpen) {
  size_t depth = 0;
  for (int round = 0; round < 8; ++round) {
    std::vector<size_t> ends;
    const std::vector<int> found = levels(graph, node, isOpen, &ends);
    if (ends.size() <= depth)
      break;
    depth = ends.size();
    const size_t last = ends.size() > 1 ? ends[ends.size() - 2] : 0;
    node = *std::min_element(found.begin() + last, found.end(), [&](int x, int y) {
      return graph[x].size() < graph[y].size() || (graph[x].size() == graph[y].size() && x < y);
    });
  }
  return node;
}

/// Appends the nodes of one connected part: both halves, then what separates them.
void dissect(const Graph &graph, std::vector<int> nodes, std::vector<char> &isOpen,
             std::vector<int> &order) {
  constexpr size_t kSmall = 64;
  while (!nodes.empty()) {
    std::vector<size_t> ends;
    const int start = peripheral(graph, nodes[0], isOpen);
    std::vector<int> part = levels(graph, start, isOpen, &ends);
    for (int node : part)
      isOpen[node] = 0;
    std::erase_if(nodes, [&](int node) { return !isOpen[node]; });
    if (part.size() <= kSmall || ends.size() < 3) {
      order.insert(order.end(), part.rbegin(), part.rend());
      continue;
    }
    // The level in the middle separates.
    size_t middle = 1;
    while (middle + 2 < ends.size() && ends[middle] < part.size() / 2)
      ++middle;
    const std::vector<int> below(part.begin(), part.begin() + ends[middle - 1]);
    const std::vector<int> between(part.begin() + ends[middle - 1], part.begin() + ends[middle]);
    const std::vector<int> above(part.begin() + ends[middle], part.end());
    for (const std::vector<int> *half : {&below, &above}) {
      std::vector<char> inside(graph.size(), 0);
      for (int node : *half)
        inside[node] = 1;
      dissect(graph, *half, inside, order);
    }
    order.insert(order.end(), between.begin(), between.end());
  }
}

} // namespace

std::vector<int> reverseCuthillMcKee(const Graph &graph) {
  std::vector<char> isOpen(graph.size(), 1);
  std::vector<int> order;
  for (size_t node = 0; node < graph.size(); ++node) {
    if (!isOpen[node])
      continue;
    const std::vector<int> part =
        levels(graph, peripheral(graph, int(node), isOpen), isOpen, nullptr);
    for (int member : part)
      isOpen[member] = 0;
    order.insert(order.end(), part.begin(), part.end());
  }
  std::reverse(order.begin(), order.end());
  return order;
}

std::vector<int> minimumDegree(const Graph &graph) {
  const int n = int(graph.size());
  std::vector<Eigen::Triplet<float>> entries;
  for (int i = 0; i < n; ++i) {
    entries.emplace_back(i, i, 1.0f);
    for (int j : graph[i])
      entries.emplace_back(i, j, 1.0f);
  }
  Eigen::SparseMatrix<float> matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  if (n)
    Eigen::AMDOrdering<int>()(matrix, order);
  return {order.indices().data(), order.indices().data() + order.size()};
}

std::vector<int> nestedDissection(const Graph &graph) {
  std::vector<int> nodes(graph.size()), order;
  std::iota(nodes.begin(), nodes.end(), 0);
  std::vector<char> isOpen(graph.size(), 1);
  dissect(graph, nodes, isOpen, order);
  return order;
}

/// The tree: Liu, "The role of elimination trees in sparse factorization", 1990.
std::vector<int> postorder(const Graph &graph) {
  const int n = int(graph.size());
  std::vector<int> parent(n, kNone), ancestor(n, kNone);
  for (int k = 0; k < n; ++k)
    for (int i : graph[k])
      while (i != kNone && i < k) {
        const int next = ancestor[i];
        ancestor[i] = k;
        if (next == kNone)
          parent[i] = k;
        i = next;
      }
  // Smaller numbers lie on top of the stack; a node comes out when its children are done.
  std::vector<std::vector<int>> children(n + 1);
  for (int i = n - 1; i >= 0; --i)
    children[parent[i] == kNone ? n : parent[i]].push_back(i);
  std::vector<int> order, stack = children[n];
  while (!stack.empty()) {
    const int node = stack.back();
    if (children[node].empty()) {
      order.push_back(node);
      stack.pop_back();
    } else {
      stack.insert(stack.end(), children[node].begin(), children[node].end());
      children[node].clear();
    }
  }
  return order;
}

std::vector<int> orderingOf(int reorder, const Graph &graph) {
  switch (reorder) {
  case 1:
    return reverseCuthillMcKee(graph);
  case 2:
    return minimumDegree(graph);
  case 3:
    return nestedDissection(graph);
  default:
    std::vector<int> order(graph.size());
    std::iota(order.begin(), order.end(), 0);
    return order;
  }
}

std::vector<int> matchRows(const Graph &columnsOfRows, int columns) {
  const int rows = int(columnsOfRows.size());
  std::vector<int> match(rows, kNone), owner(columns, kNone), seen(columns, kNone);
  struct Place {
    int row;
    size_t next;
  };
  for (int start = 0; start < rows; ++start) {
    // An augmenting path, depth first.
    std::vector<Place> path{{start, 0}};
    std::vector<int> taken; // the column of each place on the path
    while (!path.empty()) {
      Place &top = path.back();
      if (top.next == columnsOfRows[top.row].size()) {
        path.pop_back();
        if (!taken.empty())
          taken.pop_back();
        continue;
      }
      const int column = columnsOfRows[top.row][top.next++];
      if (seen[column] == start)
        continue;
      seen[column] = start;
      taken.push_back(column);
      if (owner[column] != kNone) {
        path.push_back({owner[column], 0});
        continue;
      }
      for (size_t k = path.size(); k-- > 0;) {
        match[path[k].row] = taken[k];
        owner[taken[k]] = path[k].row;
      }
      break;
    }
  }
  return match;
}

} // namespace anywarp::cusolver
