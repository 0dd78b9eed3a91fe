// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What libanywarp-wire.so does for libnccl: messages between the ranks of several machines. It is
// loaded when a communicator has such ranks. Standalone.
#pragma once

#include <cstddef>
#include <cstdint>

namespace anywarp::nccl {

/// Where ranks leave their addresses for each other. False: the others cannot be reached.
struct WireStore {
  using Found = void (*)(void *to, const void *data, size_t bytes);
  void *self;
  bool (*set)(void *self, const char *key, const void *data, size_t bytes);
  /// Waits until the key was set.
  bool (*get)(void *self, const char *key, Found found, void *to);
};

struct WireSetup {
  int rank, ranks;
  const char *address; ///< of this machine, as the others reach it
  WireStore store;
  int64_t milliseconds; ///< to wait at most
};

struct WireApi {
  enum Outcome : int { Done, Broken, TimedOut };
  /// The ranks' connections; null: `why` tells the reason. Waits for the other ranks.
  void *(*connect)(const WireSetup &setup, char *why, size_t whyBytes);
  /// Begins a message to or from another rank. Those of one slot between two ranks go in order. A
  /// message has the same size on both sides. Null: the connection is broken.
  void *(*post)(void *wire, void *data, size_t bytes, int peer, uint64_t slot, bool sends);
  /// Ends the request, however the message did; the data may be freed then.
  Outcome (*wait)(void *wire, void *request, int64_t milliseconds);
  /// Closes the connections: waits end, here and in the other ranks. From any thread.
  void (*interrupt)(void *wire);
  /// Everything posted has ended.
  void (*close)(void *wire);
};

inline constexpr const char kWireFile[] = "libanywarp-wire.so";
inline constexpr const char kWireSymbol[] = "anywarp_wire";
using WireSymbol = const WireApi *(*)();

} // namespace anywarp::nccl
