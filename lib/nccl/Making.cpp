// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Communicators by a unique id.
#include "nccl/Making.h"

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <optional>
#include <sys/random.h>
#include <sys/stat.h>
#include <utility>

#include "nccl/machines/Bootstrap.h"
#include "nccl/machines/Mpi.h"
#include "nccl/machines/Rounds.h"
#include "support/Mutex.h"
#include "support/Options.h"
#include "support/Trace.h"
#include "support/os/Threads.h"

namespace anywarp::nccl {

// -- Steps ----------------------------------------------------------------------------------------

struct Connecting::State {
  std::function<ncclResult_t(std::unique_ptr<Wire> &)> run;
  Mutex mutex;
  Condition changed;
  std::unique_ptr<Wire> wire AW_GUARDED_BY(mutex);
  std::optional<ncclResult_t> result AW_GUARDED_BY(mutex);
};

void *Connecting::main(void *self) {
  const std::unique_ptr<std::shared_ptr<State>> owned(static_cast<std::shared_ptr<State> *>(self));
  State &state = **owned;
  std::unique_ptr<Wire> wire;
  const ncclResult_t result = std::exchange(state.run, nullptr)(wire);
  LockGuard lock(state.mutex);
  state.wire = std::move(wire);
  state.result = result;
  state.changed.notifyAll();
  return nullptr;
}

std::shared_ptr<Connecting> Connecting::start(Wire::Way way, int rank, int ranks,
                                              std::string address, Wire::Store store) {
  auto made = std::make_shared<Connecting>();
  made->state_ = std::make_shared<State>();
  made->state_->run = [=](std::unique_ptr<Wire> &wire) {
    if (ncclResult_t result = Wire::connect(way, rank, ranks, address, store, wire))
      return result;
    // Nobody goes before all are connected: who still connects would take that for a failure.
    std::vector<char> marks(static_cast<size_t>(ranks));
    return Rounds(*wire, ranks, rank).gather(marks.data(), 1);
  };
  auto *own = new std::shared_ptr<State>(made->state_);
  pthread_t thread;
  if (!startThread(thread, main, own)) {
    delete own;
    return nullptr;
  }
  pthread_detach(thread);
  return made;
}

ncclResult_t Connecting::finish(std::unique_ptr<Wire> &wire) {
  LockGuard lock(state_->mutex);
  while (!state_->result)
    state_->changed.wait(state_->mutex);
  wire = std::move(state_->wire);
  return *state_->result;
}

ncclResult_t Steps::attach() {
  Comm &comm = *birth.comm;
  return comm.member->region.attach(comm.name, birth.ranks, birth.rank, comm.device);
}

ncclResult_t Steps::connect(Wire::Way way, const std::string &address, Wire::Store store) {
  birth.comm->member->region.set(birth.ranks, birth.rank);
  connecting = Connecting::start(way, birth.rank, birth.ranks, address, std::move(store));
  return connecting ? ncclSuccess : ncclSystemError;
}

ncclResult_t Steps::complete() {
  Member &own = *birth.comm->member;
  if (ncclResult_t result = connecting ? connecting->finish(own.wire) : own.region.complete())
    return result;
  if (own.region.isDirect())
    birth.comm->family = Family::of(birth.comm->name);
  const auto n = size_t(birth.ranks);
  own.in.resize(n);
  own.out.resize(n);
  own.scalars.resize(n);
  own.sends.resize(n);
  own.receives.resize(n);
  return ncclSuccess;
}

// -- Ids ------------------------------------------------------------------------------------------

namespace {
constexpr char kPrefix[] = "/anywarp-nccl-";
constexpr char kNobody[] = "-";

std::string randomText() {
  uint64_t random[2];
  if (getrandom(random, sizeof random, 0) != sizeof random)
    return "";
  char text[40];
  std::snprintf(text, sizeof text, "%016" PRIx64 "%016" PRIx64, random[0], random[1]);
  return text;
}

/// What processes that share memory have in common: this start of the machine, and the mount of
/// /dev/shm, which containers have of their own.
std::string machine() {
  if (Options::get().ncclShmDisable == "1") {
    static const std::string alone = randomText();
    return alone;
  }
  char text[40] = "";
  if (FILE *file = std::fopen("/proc/sys/kernel/random/boot_id", "re")) {
    if (!std::fgets(text, sizeof text, file))
      text[0] = 0;
    std::fclose(file);
  }
  struct stat status{};
  (void)::stat("/dev/shm", &status);
  return std::string(text).substr(0, 18) + "-" + std::to_string(status.st_dev);
}

/// "NAME MACHINE ADDRESS": of the shared memory, of the process that made the id, of its server.
struct Id {
  std::string name, machine, address;
};
std::optional<Id> parse(const ncclUniqueId &id) {
  const std::string text(id.internal, strnlen(id.internal, sizeof id.internal));
  const size_t first = text.find(' '), second = text.find(' ', first + 1);
  if (text.rfind(kPrefix, 0) != 0 || first == std::string::npos || second == std::string::npos ||
      text.find('/', 1) != std::string::npos)
    return std::nullopt;
  return Id{text.substr(0, first), text.substr(first + 1, second - first - 1),
            text.substr(second + 1)};
}

/// Steps by an id.
struct ById : std::enable_shared_from_this<ById> {
  Steps steps;
  Id id;
  std::shared_ptr<Bootstrap> bootstrap;

  static std::string keyOf(int rank) { return "place." + std::to_string(rank); }

  /// Tells where this rank is. Without a server all must be on its machine.
  ncclResult_t meet() {
    steps.birth.comm->name = id.name;
    if (steps.birth.ranks > 1 && id.address != kNobody)
      bootstrap = Bootstrap::connect(id.address, id.name, steps.birth.ranks);
    {
      LockGuard lock(steps.birth.comm->mutex);
      steps.birth.comm->bootstrap = bootstrap;
    }
    if (bootstrap)
      return bootstrap->set(keyOf(steps.birth.rank),
                            machine() + " " + mpiPlace(steps.birth.comm->isBlocking))
                 ? ncclSuccess
                 : ncclRemoteError;
    if (id.machine == machine())
      return ncclSuccess;
    report("NCCL: nobody answers at " + id.address + ", where the unique id was made");
    return ncclSystemError;
  }
  /// Looks where all are, and begins to connect.
  ncclResult_t choose() {
    bool isDistant = false;
    const std::string own = machine();
    std::vector<std::string> places;
    for (int r = 0; r < steps.birth.ranks && bootstrap; ++r) {
      std::string other;
      if (ncclResult_t result = bootstrap->get(keyOf(r), other))
        return result;
      const size_t end = other.find(' ');
      isDistant = isDistant || other.substr(0, end) != own;
      places.push_back(other.substr(end + 1));
    }
    if (!isDistant)
      return steps.attach();
    auto self = shared_from_this();
    const Wire::Way way = meetInMpi(places) ? Wire::Way::Mpi : Wire::Way::Sockets;
    return steps.connect(way, bootstrap->ownAddress(),
                         {[self](const std::string &key, const std::string &value) {
                            return self->bootstrap->set("wire." + key, value);
                          },
                          [self](const std::string &key, std::string &value) {
                            return self->bootstrap->get("wire." + key, value) == ncclSuccess;
                          }});
  }
  ncclResult_t complete() {
    const ncclResult_t result = steps.complete();
    if (bootstrap && !result)
      bootstrap->finish();
    bootstrap.reset();
    return result;
  }
};
} // namespace

ncclResult_t makeId(ncclUniqueId &id, bool isServed) {
  const std::string random = randomText();
  if (random.empty())
    return ncclSystemError;
  const std::string name = kPrefix + random;
  const std::string address = isServed ? serveRanks(name) : "";
  const std::string text = name + " " + machine() + " " + (address.empty() ? kNobody : address);
  std::memset(&id, 0, sizeof id);
  if (text.size() >= sizeof id)
    return ncclInternalError;
  std::memcpy(id.internal, text.data(), text.size());
  return ncclSuccess;
}

Job makeJob(Birth birth, const ncclUniqueId &text) {
  const std::optional<Id> id = parse(text);
  if (!id)
    return Job{.steps = {[] { return ncclSystemError; }}};
  auto steps = std::make_shared<ById>();
  steps->steps.birth = birth;
  steps->id = *id;
  return Job{.steps = {[=] { return steps->meet(); }, [=] { return steps->choose(); },
                       [=] { return steps->complete(); }}};
}

} // namespace anywarp::nccl
