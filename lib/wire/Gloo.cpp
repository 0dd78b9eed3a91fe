// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages between machines by Gloo's TCP transport. Gloo reports by exceptions; none leaves this
// file.
#include "nccl/machines/WireAbi.h"
#include "support/Mutex.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <time.h>
#include <vector>

#include <gloo/rendezvous/context.h>
#include <gloo/transport/tcp/device.h>

namespace {
using anywarp::LockGuard;
using anywarp::Mutex;
using anywarp::nccl::WireApi;
using anywarp::nccl::WireSetup;
using anywarp::nccl::WireStore;
using std::chrono::milliseconds;

/// Gloo writes to connections that the other side has closed; that shall not end the program, whose
/// thread this is.
class NoPipeSignal {
public:
  NoPipeSignal() {
    sigset_t pending;
    sigpending(&pending);
    wasPending_ = sigismember(&pending, SIGPIPE) == 1;
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoPipeSignal() {
    const timespec none{0, 0};
    while (!wasPending_ && sigtimedwait(&pipe_, nullptr, &none) < 0 && errno == EINTR) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoPipeSignal(const NoPipeSignal &) = delete;

private:
  sigset_t pipe_, before_;
  bool wasPending_;
};

class Store : public gloo::rendezvous::Store {
public:
  explicit Store(const WireStore &store) : store_(store) {}
  void set(const std::string &key, const std::vector<char> &data) override {
    if (!store_.set(store_.self, key.c_str(), data.data(), data.size()))
      throw std::runtime_error("the other ranks cannot be reached");
  }
  std::vector<char> get(const std::string &key) override {
    std::vector<char> value;
    auto found = [](void *to, const void *data, size_t bytes) {
      const char *begin = static_cast<const char *>(data);
      static_cast<std::vector<char> *>(to)->assign(begin, begin + bytes);
    };
    if (!store_.get(store_.self, key.c_str(), found, &value))
      throw std::runtime_error("the other ranks cannot be reached");
    return value;
  }
  void wait(const std::vector<std::string> &) override {} // get waits

private:
  const WireStore store_;
};

struct Request {
  std::unique_ptr<gloo::transport::UnboundBuffer> buffer;
  bool sends;
};

struct Wire {
  std::shared_ptr<gloo::rendezvous::Context> context;
  Mutex mutex;
  std::set<Request *> open AW_GUARDED_BY(mutex);
  bool isBroken AW_GUARDED_BY(mutex) = false;

  void interrupt() {
    {
      LockGuard lock(mutex);
      if (isBroken)
        return;
      isBroken = true;
      for (Request *request : open)
        request->sends ? request->buffer->abortWaitSend() : request->buffer->abortWaitRecv();
    }
    context->closeConnections();
  }
};

void *connect(const WireSetup &setup, char *why, size_t whyBytes) try {
  auto wire = std::make_unique<Wire>();
  gloo::transport::tcp::attr attr(setup.address);
  std::shared_ptr<gloo::transport::Device> device = gloo::transport::tcp::CreateDevice(attr);
  wire->context = std::make_shared<gloo::rendezvous::Context>(setup.rank, setup.ranks);
  wire->context->setTimeout(milliseconds(setup.milliseconds));
  Store store(setup.store);
  wire->context->connectFullMesh(store, device);
  return wire.release();
} catch (const std::exception &error) {
  std::snprintf(why, whyBytes, "%s", error.what());
  return nullptr;
}

void *post(void *self, void *data, size_t bytes, int peer, uint64_t slot, bool sends) try {
  const NoPipeSignal quiet;
  Wire &wire = *static_cast<Wire *>(self);
  auto request = std::make_unique<Request>();
  request->buffer = wire.context->createUnboundBuffer(data, bytes);
  request->sends = sends;
  {
    LockGuard lock(wire.mutex);
    if (wire.isBroken)
      return nullptr;
    wire.open.insert(request.get());
  }
  Request *posted = request.release();
  try {
    sends ? posted->buffer->send(peer, slot) : posted->buffer->recv(peer, slot);
  } catch (...) {
    LockGuard lock(wire.mutex);
    wire.open.erase(posted);
    delete posted;
    return nullptr;
  }
  return posted;
} catch (const std::exception &) {
  return nullptr;
}

WireApi::Outcome waitFor(Wire &wire, Request &request, int64_t limit) {
  {
    LockGuard lock(wire.mutex);
    if (wire.isBroken)
      return WireApi::Broken;
  }
  const auto began = std::chrono::steady_clock::now();
  try {
    const bool isDone = request.sends ? request.buffer->waitSend(milliseconds(limit))
                                      : request.buffer->waitRecv(milliseconds(limit));
    return isDone ? WireApi::Done : WireApi::Broken;
  } catch (const std::exception &) {
    const bool isLate = std::chrono::steady_clock::now() - began >= milliseconds(limit);
    return isLate ? WireApi::TimedOut : WireApi::Broken;
  }
}

WireApi::Outcome wait(void *self, void *posted, int64_t limit) {
  Wire &wire = *static_cast<Wire *>(self);
  auto *request = static_cast<Request *>(posted);
  const WireApi::Outcome outcome = waitFor(wire, *request, limit);
  {
    LockGuard lock(wire.mutex);
    wire.open.erase(request);
  }
  delete request;
  return outcome;
}

void interrupt(void *self) try { static_cast<Wire *>(self)->interrupt(); } catch (...) {
}

void close(void *self) try { delete static_cast<Wire *>(self); } catch (...) {
}

constexpr WireApi kApi{connect, post, wait, interrupt, close};
} // namespace

extern "C" __attribute__((visibility("default"))) const WireApi *anywarp_wire() { return &kApi; }
