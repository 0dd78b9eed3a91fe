// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No header of an MPI: its functions are found by name in the process (constants: MpiAbi.h). A
// message goes in pieces that are copied, as nothing else could be given up: an MPI may touch what
// a message was posted with until that has ended, and not every MPI can cancel one. Ranks that give
// up tell the others so by a message of its own.
#include "nccl/machines/Mpi.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <dlfcn.h>
#include <map>
#include <memory>
#include <sched.h>
#include <set>
#include <sys/random.h>
#include <time.h>
#include <tuple>
#include <utility>
#include <vector>

#include "nccl/machines/MpiAbi.h"
#include "support/Environment.h"
#include "support/Mutex.h"
#include "support/Options.h"

namespace anywarp::nccl {

namespace {
/// A handle of either ABI: a pointer, or a number of 32 bits.
using Handle = uint64_t;

struct Mpi {
  int (*PMPI_Get_library_version)(char *, int *);
  int (*PMPI_Initialized)(int *);
  int (*PMPI_Finalized)(int *);
  int (*PMPI_Query_thread)(int *);
  int (*PMPI_Comm_rank)(Handle, int *);
  int (*PMPI_Comm_size)(Handle, int *);
  int (*PMPI_Comm_group)(Handle, Handle *);
  int (*PMPI_Group_incl)(Handle, int, const int *, Handle *);
  int (*PMPI_Group_free)(Handle *);
  int (*PMPI_Comm_dup)(Handle, Handle *);
  int (*PMPI_Comm_create_group)(Handle, Handle, int, Handle *);
  int (*PMPI_Comm_set_errhandler)(Handle, Handle);
  int (*PMPI_Comm_free)(Handle *);
  int (*PMPI_Isend)(const void *, int, Handle, int, int, Handle, Handle *);
  int (*PMPI_Issend)(const void *, int, Handle, int, int, Handle, Handle *);
  int (*PMPI_Irecv)(void *, int, Handle, int, int, Handle, Handle *);
  int (*PMPI_Test)(Handle *, int *, void *);
  int (*PMPI_Iprobe)(int, int, Handle, int *, void *);

  const char *name;
  Handle world, byte, errorsReturn;
  void *noStatus;
  int anySource;

  bool find() {
    bool isWhole = true;
    auto one = [&](auto &function, const char *symbol) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(::dlsym(RTLD_DEFAULT, symbol));
      isWhole = isWhole && function;
    };
#define AW_FIND(symbol) one(symbol, #symbol)
    AW_FIND(PMPI_Get_library_version), AW_FIND(PMPI_Initialized), AW_FIND(PMPI_Finalized),
        AW_FIND(PMPI_Query_thread), AW_FIND(PMPI_Comm_rank), AW_FIND(PMPI_Comm_size),
        AW_FIND(PMPI_Comm_group), AW_FIND(PMPI_Group_incl), AW_FIND(PMPI_Group_free),
        AW_FIND(PMPI_Comm_dup), AW_FIND(PMPI_Comm_create_group), AW_FIND(PMPI_Comm_set_errhandler),
        AW_FIND(PMPI_Comm_free), AW_FIND(PMPI_Isend), AW_FIND(PMPI_Issend), AW_FIND(PMPI_Irecv),
        AW_FIND(PMPI_Test), AW_FIND(PMPI_Iprobe);
#undef AW_FIND
    return isWhole && (isOpenMpi() || isMpich());
  }
  bool isOpenMpi() {
    auto address = [](const char *symbol) {
      return reinterpret_cast<Handle>(::dlsym(RTLD_DEFAULT, symbol));
    };
    using Abi = mpi_abi::OpenMpi;
    name = "openmpi";
    world = address(Abi::kWorld);
    byte = address(Abi::kByte);
    errorsReturn = address(Abi::kErrorsReturn);
    noStatus = reinterpret_cast<void *>(Abi::kStatusIgnore);
    anySource = Abi::kAnySource;
    return world && byte && errorsReturn;
  }
  /// And what has its ABI.
  bool isMpich() {
    std::vector<char> version(8192 + 1); // the longest of any
    int length = 0;
    PMPI_Get_library_version(version.data(), &length);
    using Abi = mpi_abi::Mpich;
    name = "mpich";
    world = Abi::kWorld;
    byte = Abi::kByte;
    errorsReturn = Abi::kErrorsReturn;
    noStatus = reinterpret_cast<void *>(Abi::kStatusIgnore);
    anySource = Abi::kAnySource;
    for (const char *known : {"MPICH", "Intel(R) MPI", "MVAPICH"})
      if (std::strstr(version.data(), known))
        return true;
    return false;
  }
  bool isOver() const {
    int is = 1;
    return PMPI_Finalized(&is) || is;
  }
};

/// Null: the process has none.
const Mpi *mpi() {
  static const Mpi *const found = [] {
    auto made = std::make_unique<Mpi>();
    return made->find() ? made.release() : nullptr;
  }();
  return found;
}

/// All processes of the job; communicators are made of it. Messages that make one from
/// MPI_COMM_WORLD itself would meet the program's own: Open MPI 4 gives them to receives from
/// anyone.
class World {
public:
  static World &get() {
    static auto *const world = new World;
    return *world;
  }
  /// Does not wait for a thread that makes it.
  bool isThere() const { return comm_.load(); }
  /// Makes it, once, together with all other processes. 0: it failed.
  Handle take() {
    LockGuard lock(mutex_);
    Handle made = 0;
    if (!comm_.load() && mpi()->PMPI_Comm_dup(mpi()->world, &made) == 0 &&
        mpi()->PMPI_Comm_set_errhandler(made, mpi()->errorsReturn) == 0)
      comm_ = made;
    return comm_;
  }

private:
  Mutex mutex_;
  std::atomic<Handle> comm_{0};
};

struct Request {
  char *data;
  size_t bytes, posted = 0, done = 0;
  bool isPosted = false, isOver = false; ///< all of it
};

/// What MPI has of a message. The memory stays until MPI is through with it.
struct Piece {
  Handle handle = 0;
  std::unique_ptr<char[]> memory;
  size_t bytes = 0, at = 0;
  std::shared_ptr<Request> request; ///< null: nobody wants it any more
};

/// Messages of one kind to or from one rank, in order.
struct Line {
  int peer, tag;
  bool sends;
  std::deque<std::shared_ptr<Request>> waiting;
  std::deque<Piece> pieces;
};

constexpr size_t kPieceBytes = size_t(128) << 10, kSmallBytes = size_t(64) << 10, kMostPieces = 8;
constexpr int kGivenUp = 0, kSized = 8; ///< a tag, a part of tags

/// Tags go up to 32767 at least.
int tagOf(uint64_t slot) {
  if (slot >> 56) // sizes that differ should not meet
    return int((slot * 0x9e3779b97f4a7c15u) >> 53) << 4 | kSized;
  return int(slot >> 8 & 0x7ff) << 4 | int(slot & 7);
}

class MpiWire {
public:
  MpiWire(Handle comm, int ranks, int rank, uint64_t number)
      : comm_(comm), ranks_(ranks), rank_(rank), number_(number) {}

  Request *post(void *data, size_t bytes, int peer, uint64_t slot, bool sends) {
    LockGuard lock(mutex_);
    if (isBroken_)
      return nullptr;
    const int tag = tagOf(slot);
    auto request = std::make_shared<Request>();
    request->data = static_cast<char *>(data);
    request->bytes = bytes;
    Line &line =
        lines_.try_emplace({peer, tag, sends}, Line{peer, tag, sends, {}, {}}).first->second;
    line.waiting.push_back(request);
    busy_.insert(&line);
    advance(line);
    return (open_[request.get()] = request).get();
  }

  WireApi::Outcome wait(Request *posted, int64_t limit) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::milliseconds(limit);
    LockGuard lock(mutex_);
    const std::shared_ptr<Request> request = open_[posted];
    WireApi::Outcome outcome = WireApi::Done;
    for (unsigned tries = 1; !isBroken_ && !request->isOver; ++tries) {
      for (auto it = busy_.begin(); it != busy_.end();)
        it = advance(**it) ? std::next(it) : busy_.erase(it);
      if (request->isOver || tries % kLooks)
        continue;
      hear();
      if (Clock::now() > end) {
        outcome = WireApi::TimedOut;
        break;
      }
      mutex_.unlock();
      rest(tries);
      mutex_.lock();
    }
    if (outcome == WireApi::Done && !request->isOver)
      outcome = WireApi::Broken;
    forget(*request);
    open_.erase(posted);
    return outcome;
  }

  void interrupt() {
    LockGuard lock(mutex_);
    isBroken_ = true;
    if (std::exchange(isTold_, true))
      return;
    for (int r = 0; r < ranks_ && !mpi()->isOver(); ++r)
      if (r != rank_) {
        Handle handle = 0;
        (void)mpi()->PMPI_Isend(&number_, sizeof number_, mpi()->byte, r, kGivenUp, comm_, &handle);
      }
  }

  /// True: nothing of it is MPI's any more.
  bool end() {
    LockGuard lock(mutex_);
    return !isBroken_ && !mpi()->isOver() && mpi()->PMPI_Comm_free(&comm_) == 0;
  }

private:
  static constexpr unsigned kLooks = 32, kSpins = 1 << 12;

  /// Who waits long leaves the processor to others.
  static void rest(unsigned tries) {
    const timespec moment{0, 50'000};
    if (tries < kSpins)
      sched_yield();
    else
      nanosleep(&moment, nullptr);
  }

  /// False: there is nothing left to do.
  bool advance(Line &line) AW_REQUIRES(mutex_) {
    while (!line.pieces.empty()) {
      Piece &first = line.pieces.front();
      int isOver = 0;
      if (mpi()->PMPI_Test(&first.handle, &isOver, mpi()->noStatus)) {
        isBroken_ = true;
        return true;
      }
      if (!isOver)
        break;
      if (Request *request = first.request.get()) {
        if (!line.sends && first.bytes)
          std::memcpy(request->data + first.at, first.memory.get(), first.bytes);
        request->done += first.bytes;
        request->isOver = request->isPosted && request->done == request->bytes;
      }
      if (first.bytes > kSmallBytes)
        spare_.push_back(std::move(first.memory));
      line.pieces.pop_front();
    }
    while (!line.waiting.empty() && line.pieces.size() < kMostPieces)
      give(line);
    return !line.pieces.empty();
  }

  /// The next piece, to MPI.
  void give(Line &line) AW_REQUIRES(mutex_) {
    const std::shared_ptr<Request> &request = line.waiting.front();
    Piece &piece = line.pieces.emplace_back();
    piece.at = request->posted;
    piece.bytes = std::min(kPieceBytes, request->bytes - request->posted);
    piece.memory = memoryFor(piece.bytes);
    piece.request = request;
    char *memory = piece.memory.get();
    if (line.sends && piece.bytes)
      std::memcpy(memory, request->data + piece.at, piece.bytes);
    const auto bytes = int(piece.bytes);
    // Who sends what fits nobody's receive shall hear of it.
    auto *const send = line.tag & kSized ? mpi()->PMPI_Issend : mpi()->PMPI_Isend;
    const int failed =
        line.sends ? send(memory, bytes, mpi()->byte, line.peer, line.tag, comm_, &piece.handle)
                   : mpi()->PMPI_Irecv(memory, bytes, mpi()->byte, line.peer, line.tag, comm_,
                                       &piece.handle);
    isBroken_ = isBroken_ || failed;
    request->posted += piece.bytes;
    request->isPosted = request->posted == request->bytes;
    if (request->isPosted)
      line.waiting.pop_front();
  }

  /// Large pieces' memory is kept: the system would have to clear it each time.
  std::unique_ptr<char[]> memoryFor(size_t bytes) AW_REQUIRES(mutex_) {
    if (bytes <= kSmallBytes)
      return std::unique_ptr<char[]>(new char[std::max<size_t>(bytes, 1)]);
    if (spare_.empty())
      return std::unique_ptr<char[]>(new char[kPieceBytes]);
    std::unique_ptr<char[]> memory = std::move(spare_.back());
    spare_.pop_back();
    return memory;
  }

  /// Another rank may have given up. Its message may also be an old one, to a communicator that was
  /// here before.
  void hear() AW_REQUIRES(mutex_) {
    int isThere = 0;
    if (mpi()->PMPI_Iprobe(mpi()->anySource, kGivenUp, comm_, &isThere, mpi()->noStatus) ||
        !isThere)
      return;
    uint64_t number = 0;
    Handle handle = 0;
    int isOver = 0, failed = mpi()->PMPI_Irecv(&number, sizeof number, mpi()->byte,
                                               mpi()->anySource, kGivenUp, comm_, &handle);
    while (!failed && !isOver) // it is there
      failed = mpi()->PMPI_Test(&handle, &isOver, mpi()->noStatus);
    isTold_ = isTold_ || (!failed && number == number_);
    isBroken_ = isBroken_ || failed || isTold_;
  }

  /// Its memory may go.
  void forget(Request &request) AW_REQUIRES(mutex_) {
    if (request.isOver)
      return;
    isBroken_ = true; // half a message
    for (auto &[key, line] : lines_)
      for (Piece &piece : line.pieces)
        if (piece.request.get() == &request)
          piece.request.reset();
  }

  Mutex mutex_;
  Handle comm_ AW_GUARDED_BY(mutex_);
  const int ranks_, rank_;
  const uint64_t number_; ///< of the communicator
  bool isBroken_ AW_GUARDED_BY(mutex_) = false;
  bool isTold_ AW_GUARDED_BY(mutex_) = false; ///< all ranks have been sent that somebody gave up
  std::map<std::tuple<int, int, bool>, Line> lines_ AW_GUARDED_BY(mutex_);
  std::vector<std::unique_ptr<char[]>> spare_ AW_GUARDED_BY(mutex_);
  std::set<Line *> busy_ AW_GUARDED_BY(mutex_); ///< with messages under way
  std::map<Request *, std::shared_ptr<Request>> open_ AW_GUARDED_BY(mutex_);
};

// -- As a WireApi ---------------------------------------------------------------------------------

/// What a rank leaves in the store. The first rank's number counts.
struct Note {
  int rank;
  uint64_t number;
};

void *connect(const WireSetup &setup, char *why, size_t whyBytes) {
  auto fail = [&](const char *reason) {
    std::snprintf(why, whyBytes, "%s: %s", mpi()->name, reason);
    return nullptr;
  };
  Note own{};
  if (mpi()->PMPI_Comm_rank(mpi()->world, &own.rank) ||
      getrandom(&own.number, sizeof own.number, 0) != sizeof own.number)
    return fail("no rank");
  std::vector<Note> notes(size_t(setup.ranks));
  const WireStore &store = setup.store;
  notes[size_t(setup.rank)] = own;
  if (!store.set(store.self, std::to_string(setup.rank).c_str(), &own, sizeof own))
    return fail("the other ranks cannot be reached");
  auto found = [](void *to, const void *data, size_t bytes) {
    std::memcpy(to, data, std::min(bytes, sizeof(Note)));
  };
  for (int r = 0; r < setup.ranks; ++r)
    if (r != setup.rank &&
        !store.get(store.self, std::to_string(r).c_str(), found, &notes[size_t(r)]))
      return fail("the other ranks cannot be reached");
  std::vector<int> members;
  for (const Note &note : notes)
    members.push_back(note.rank);
  const uint64_t number = notes.front().number;
  Handle all = 0, group = 0, comm = 0;
  const Handle world = World::get().take();
  if (!world || mpi()->PMPI_Comm_group(world, &all) ||
      mpi()->PMPI_Group_incl(all, setup.ranks, members.data(), &group) ||
      mpi()->PMPI_Comm_create_group(world, group, int(number % 32767), &comm) ||
      mpi()->PMPI_Comm_set_errhandler(comm, mpi()->errorsReturn))
    return fail("no communicator");
  (void)mpi()->PMPI_Group_free(&group);
  (void)mpi()->PMPI_Group_free(&all);
  return new MpiWire(comm, setup.ranks, setup.rank, number);
}

void *post(void *wire, void *data, size_t bytes, int peer, uint64_t slot, bool sends) {
  return mpi()->isOver() ? nullptr
                         : static_cast<MpiWire *>(wire)->post(data, bytes, peer, slot, sends);
}
WireApi::Outcome wait(void *wire, void *request, int64_t milliseconds) {
  return static_cast<MpiWire *>(wire)->wait(static_cast<Request *>(request), milliseconds);
}
void interrupt(void *wire) { static_cast<MpiWire *>(wire)->interrupt(); }
void close(void *wire) {
  auto *own = static_cast<MpiWire *>(wire);
  if (own->end()) // else MPI still has memory of it
    delete own;
}
} // namespace

/// "JOB SIZE RANK HOW".
struct Place {
  std::string job;
  size_t size = 0;
  int rank = 0;
  enum How { Nowhere, Apart, Collectively, InWorld } how = Nowhere;
};

static Place parse(const std::string &text) {
  Place place;
  int how = 0;
  char job[128];
  if (std::sscanf(text.c_str(), "%127s %zu %d %d", job, &place.size, &place.rank, &how) == 4) {
    place.job = job;
    place.how = Place::How(how);
  }
  return place;
}

std::string mpiPlace(bool isCollective) {
  if (Options::get().ncclNet == "Socket" || !mpi())
    return "";
  int is = 0, level = 0, rank = 0, size = 0;
  if (mpi()->PMPI_Initialized(&is) || !is || mpi()->isOver() || mpi()->PMPI_Query_thread(&level) ||
      level < mpi_abi::kThreadMultiple || mpi()->PMPI_Comm_rank(mpi()->world, &rank) ||
      mpi()->PMPI_Comm_size(mpi()->world, &size))
    return "";
  const char *job = readEnvironment("PMIX_NAMESPACE");
  const auto how = World::get().isThere() ? Place::InWorld
                   : isCollective         ? Place::Collectively
                                          : Place::Apart;
  return std::string(mpi()->name) + "/" + (job ? job : "") + " " + std::to_string(size) + " " +
         std::to_string(rank) + " " + std::to_string(how);
}

bool meetInMpi(const std::vector<std::string> &places) {
  std::set<int> ranks;
  const Place first = places.empty() ? Place() : parse(places.front());
  bool areInWorld = true, areTogether = places.size() == first.size;
  for (const std::string &text : places) {
    const Place place = parse(text);
    if (place.job != first.job || place.size != first.size || !ranks.insert(place.rank).second)
      return false;
    areInWorld = areInWorld && place.how == Place::InWorld;
    areTogether = areTogether && place.how >= Place::Collectively;
  }
  return areInWorld || areTogether;
}

const WireApi &mpiWire() {
  static constexpr WireApi api{connect, post, wait, interrupt, close};
  return api;
}

} // namespace anywarp::nccl
