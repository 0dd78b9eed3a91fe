// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A communicator's connections between machines: by libanywarp-wire.so, or the program's MPI.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "nccl/Api.h"
#include "nccl/machines/WireAbi.h"

namespace anywarp::nccl {

class Wire {
public:
  enum class Way : bool { Sockets, Mpi };
  /// How ranks find each other; `get` waits for the value.
  struct Store {
    std::function<bool(const std::string &key, const std::string &value)> set;
    std::function<bool(const std::string &key, std::string &value)> get;
  };
  /// Waits for the other ranks. `address`: of this machine, as they reach it.
  static ncclResult_t connect(Way way, int rank, int ranks, const std::string &address,
                              const Store &store, std::unique_ptr<Wire> &wire);
  ~Wire();
  const std::string &address() const { return address_; }
  Way way() const { return way_; }

  /// A message: memory of a rank, sent to or received from another one.
  struct Message {
    void *data;
    size_t bytes;
    int peer;
    uint64_t slot;
    bool sends;
  };
  /// Slots: messages of one slot between two ranks go in order. Sizes are part of it where the
  /// ranks may disagree, so that what does not fit never meets.
  enum Slot : uint64_t { Calls = 1, Elements, Envelopes, Splits, Addresses };
  static uint64_t sized(size_t bytes) { return (uint64_t(1) << 56) + bytes; }

  /// Messages under way. The memory must live until `finish` or the end of the object.
  class Exchange {
  public:
    explicit Exchange(Wire &wire) : wire_(wire) {}
    ~Exchange() { (void)finish(); }
    Exchange(const Exchange &) = delete;
    void begin(const Message &message);
    void send(int peer, const void *data, size_t bytes, uint64_t slot) {
      begin({const_cast<void *>(data), bytes, peer, slot, true});
    }
    void receive(int peer, void *data, size_t bytes, uint64_t slot) {
      begin({data, bytes, peer, slot, false});
    }
    /// All have arrived, or the error.
    ncclResult_t finish();

  private:
    Wire &wire_;
    std::vector<void *> requests_;
    ncclResult_t result_ = ncclSuccess;
  };

  /// Everything ends with an error, here and for the others.
  void interrupt();

private:
  Wire(Way way, const WireApi &api, void *connection, std::string address)
      : way_(way), api_(api), connection_(connection), address_(std::move(address)) {}
  const Way way_;
  const WireApi &api_;
  void *const connection_;
  const std::string address_;
};

} // namespace anywarp::nccl
