// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How ranks find each other by a unique id: the process that made the id keeps values by name for
// them until all have met (TCP, one thread). NCCL_SOCKET_IFNAME chooses the network interface,
// NCCL_SOCKET_FAMILY between IPv4 and IPv6.
#pragma once

#include <memory>
#include <string>

#include "nccl/Api.h"

namespace anywarp::nccl {

/// Serves the ranks that know `secret`: address and port, or empty if there is no network.
std::string serveRanks(const std::string &secret);

/// Seconds that a rank waits for others: ANYWARP_NCCL_TIMEOUT.
int64_t patienceSeconds();

/// A rank's connection to that process.
class Bootstrap {
public:
  /// Null: it cannot be reached.
  static std::unique_ptr<Bootstrap> connect(const std::string &address, const std::string &secret,
                                            int ranks);
  ~Bootstrap();
  bool set(const std::string &key, const std::string &value);
  /// Waits until the value is there. An error: a rank has gone, or nobody came in time.
  ncclResult_t get(const std::string &key, std::string &value);
  /// All is known that this rank needs.
  void finish();
  /// This machine's address, as that process sees it.
  std::string ownAddress() const;
  /// What waits, in whatever thread, fails.
  void interrupt();

private:
  explicit Bootstrap(int socket) : socket_(socket) {}
  const int socket_;
};

} // namespace anywarp::nccl
