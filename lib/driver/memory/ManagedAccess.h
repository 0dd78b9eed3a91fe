// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ANYWARP_CONCURRENT_MANAGED=0: when the program may touch which managed memory. The rules are
// those of the programming guide's chapter about devices without concurrentManagedAccess.
//
// A device is at work from a kernel's launch until the program has made sure of its end, however
// soon that comes: by a call that waits, or that finds the work done. What one such call proves is
// followed through the orders among streams. Each kernel gets a number; a Clock says up to which
// number the kernels of each stream come before some point, and what the program knows is a Clock.
//
// While any stream is at work, memory that is attached to all streams is closed to the program;
// memory of one stream is closed while that is at work; memory of the host never is.
//
// Under racecheck there are no rules: what commands use of managed and pinned memory is closed
// until the program knows of their end, and who touches it before is told as a race. Thread-safe;
// the scheduler's lock and the memory map's come before the one here.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "driver/stream/Command.h"
#include "insight/Moment.h"
#include "support/Mutex.h"

namespace anywarp::driver {

class Context;
class Stream;
struct Allocation;

class ManagedAccess {
public:
  ManagedAccess();
  /// Whether orders are followed at all: for these rules, or for a tool that asks who comes first.
  static bool followsOrder();
  /// racecheck: accesses of the host are seen.
  static void watchHost();
  static bool watchesHost();
  /// The command, which is in its stream, uses the bytes; those that its parameters point to.
  void uses(const Command &command, const Stream &stream, uintptr_t address, size_t bytes);
  void usesParams(const Command &command, const Stream &stream, const std::vector<char> &params);

  /// Where a command stands that was enqueued in the stream; of the one that the thread runs.
  /// Empty where there is one stream, unless `isOfOneStream`.
  static insight::Moment momentOf(const Command &command, const Stream &stream,
                                  bool isOfOneStream = false);
  static insight::Moment momentOfRunning(bool isOfOneStream = false);

  /// The program makes a stream: what it enqueues elsewhere before may be out of order with it.
  static void expectStreams();
  /// A command came into a stream, behind `after` and what is in the streams of `ordered`.
  void enter(Command &command, const Stream &stream, const std::vector<const Stream *> &ordered,
             const std::vector<Ref<Command>> &after);
  /// The program knows that this has ended.
  void know(const Clock &clock);
  Clock clockOf(const Stream &stream);
  Clock clockOf(const Context &context);
  Clock clockOfAll();
  /// A stream goes; what is attached to it becomes as it was allocated.
  void leave(const Stream &stream);

  void allocated(const Allocation &allocation);
  void freed(uintptr_t base);
  /// Memory is attached as `flags` say from the command's end on.
  void attach(uintptr_t base, const Command &command, const Stream &stream, unsigned flags);

  /// True if a copy or fill in the stream reaches the address as a device does: then the stream is
  /// at work meanwhile. Memory of the host, or of another stream, is reached as the host does.
  bool isOfDevice(const void *address, const Stream &stream);

  /// A function of the program that the command under way calls: what comes before it has ended,
  /// what comes after it in its stream has not begun.
  class HostFunction {
  public:
    HostFunction();
    ~HostFunction();
    HostFunction(const HostFunction &) = delete;

  private:
    const Command *const command_;
  };

private:
  struct StreamState {
    uint64_t context = 0;
    Clock clock;            ///< what comes before the stream's end
    uint64_t kernel = 0;    ///< the number of its last kernel
    std::string name;       ///< that kernel's
    unsigned functions = 0; ///< of the program, at work in it
    bool isGone = false;
  };
  /// To all streams, to none, or to the one.
  struct Attachment {
    unsigned flags = 0;
    uint64_t stream = 0;
  };
  struct Pending {
    Attachment attachment;
    uint64_t stream, number; ///< when that has ended
  };
  struct Block {
    size_t bytes;
    Attachment initial, current;
    std::vector<Pending> pending;
    bool isOpen = true;
  };
  /// Pages that a command uses, or that a function of the program may touch.
  struct Use {
    uintptr_t address;
    size_t bytes;
    uint64_t stream, number; ///< the command
    const Command *function; ///< while it is at work; null: of another command
  };
  void openUses(const std::function<bool(const Use &)> &isOver) AW_REQUIRES(mutex_);
  bool touched(uintptr_t address, bool isWrite, uintptr_t pc, bool isInside);
  std::map<uintptr_t, Block>::iterator blockAt(uintptr_t address) AW_REQUIRES(mutex_);
  uint64_t known(uint64_t stream) const AW_REQUIRES(mutex_);
  bool isAtWork(uint64_t id, const StreamState &stream) const AW_REQUIRES(mutex_);
  const StreamState *closes(const Attachment &attachment) const AW_REQUIRES(mutex_);
  const StreamState *whatCloses(const Block &block) const AW_REQUIRES(mutex_);
  void settle() AW_REQUIRES(mutex_);
  void explain(uintptr_t address);
  static void onClosed(uintptr_t address);

  Mutex mutex_; ///< guards everything below
  uint64_t numbers_ AW_GUARDED_BY(mutex_) = 0;
  Clock known_ AW_GUARDED_BY(mutex_);
  std::map<uint64_t, StreamState> streams_ AW_GUARDED_BY(mutex_); ///< by id
  std::map<uintptr_t, Block> blocks_ AW_GUARDED_BY(mutex_);       ///< by address
  std::vector<Use> uses_ AW_GUARDED_BY(mutex_);                   ///< closed
  /// Commands that are functions of the program, by the thread that runs them.
  std::map<pthread_t, const Command *> functions_ AW_GUARDED_BY(mutex_);
};

} // namespace anywarp::driver
