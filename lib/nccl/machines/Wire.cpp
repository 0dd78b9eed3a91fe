// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads what talks to other machines, and waits for its messages.
#include "nccl/machines/Wire.h"

#include <algorithm>
#include <chrono>
#include <dlfcn.h>

#include "nccl/machines/Bootstrap.h"
#include "nccl/machines/Mpi.h"
#include "support/Trace.h"
#include "support/os/SystemLibrary.h"

namespace anywarp::nccl {

namespace {
/// It lies beside this library; null: it is not there, which is told once.
const WireApi *sockets() {
  static const WireApi *const found = []() -> const WireApi * {
    const std::string own = pathOfCode(reinterpret_cast<const void *>(&sockets));
    const std::string path = own.substr(0, own.rfind('/') + 1) + kWireFile;
    void *library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    auto *symbol = library ? reinterpret_cast<WireSymbol>(::dlsym(library, kWireSymbol)) : nullptr;
    if (!symbol)
      report(std::string("ranks on several machines need ") + kWireFile + ": " + ::dlerror());
    return symbol ? symbol() : nullptr;
  }();
  return found;
}

bool set(void *self, const char *key, const void *data, size_t bytes) {
  return static_cast<const Wire::Store *>(self)->set(
      key, std::string(static_cast<const char *>(data), bytes));
}

bool get(void *self, const char *key, WireStore::Found found, void *to) {
  std::string value;
  if (!static_cast<const Wire::Store *>(self)->get(key, value))
    return false;
  found(to, value.data(), value.size());
  return true;
}
} // namespace

ncclResult_t Wire::connect(Way way, int rank, int ranks, const std::string &address,
                           const Store &store, std::unique_ptr<Wire> &wire) {
  const WireApi *wires = way == Way::Mpi ? &mpiWire() : sockets();
  if (!wires)
    return ncclSystemError;
  char why[512] = "";
  const WireSetup setup{rank,
                        ranks,
                        address.c_str(),
                        {const_cast<Store *>(&store), set, get},
                        patienceSeconds() * 1000};
  void *connection = wires->connect(setup, why, sizeof why);
  if (!connection) {
    report(std::string("NCCL: no connection to ranks of other machines: ") + why);
    return ncclRemoteError;
  }
  wire.reset(new Wire(way, *wires, connection, address));
  return ncclSuccess;
}

Wire::~Wire() { api_.close(connection_); }

void Wire::interrupt() { api_.interrupt(connection_); }

void Wire::Exchange::begin(const Message &m) {
  if (result_)
    return;
  void *request = wire_.api_.post(wire_.connection_, m.data, m.bytes, m.peer, m.slot, m.sends);
  if (request)
    requests_.push_back(request);
  else
    result_ = ncclRemoteError;
}

ncclResult_t Wire::Exchange::finish() {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(patienceSeconds());
  for (void *request : requests_) {
    if (result_) // what has not arrived will not be waited for
      wire_.interrupt();
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    const auto outcome = wire_.api_.wait(wire_.connection_, request, std::max<int64_t>(left, 1));
    if (!result_ && outcome != WireApi::Done)
      result_ = outcome == WireApi::TimedOut ? ncclSystemError : ncclRemoteError;
  }
  requests_.clear();
  return result_;
}

} // namespace anywarp::nccl
