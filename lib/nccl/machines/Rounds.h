// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exchanges among many ranks in as many rounds as the logarithm of their number: in a round a rank
// sends one message and receives one. They move elements and reduce nothing, so that reductions
// keep the order of the ranks. All ranks call the same, with the same sizes.
#pragma once

#include <cstddef>
#include <vector>

#include "nccl/machines/Wire.h"

namespace anywarp::nccl {

class Rounds {
public:
  Rounds(Wire &wire, int ranks, int rank) : wire_(wire), ranks_(size_t(ranks)), me_(size_t(rank)) {}

  /// `data` has room for a block of each rank; this rank's block is there. All get all.
  ncclResult_t gather(char *data, size_t bytes);
  /// `data` has a block for each rank; each gets those for it, in the order of the ranks.
  ncclResult_t exchange(char *data, size_t bytes);
  /// All get the root's bytes.
  ncclResult_t broadcast(char *data, size_t bytes, int root);

private:
  Wire &wire_;
  const size_t ranks_, me_;
  std::vector<char> sent_, received_;
};

} // namespace anywarp::nccl
