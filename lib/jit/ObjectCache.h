// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiled objects by key: in memory, and on disk across processes (the CUDA_CACHE_* variables).
// The disk part is an aid, never a need: whatever goes wrong there is a miss. Thread-safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "support/Mutex.h"
#include "support/Status.h"
#include "support/os/PrivateFile.h"

namespace anywarp::jit {

/// The bytes of a relocatable object, shared by all who link it.
using ObjectBytes = std::shared_ptr<const std::string>;

class ObjectCache {
public:
  struct Config {
    std::string folder; ///< empty: memory only
    uint64_t maxBytes = 256 << 20;
    /// Bytes of objects kept in memory that nobody has linked any more.
    uint64_t idleBytes = 16 << 20;
    /// The same where the folder has them, too: reading one is quick.
    uint64_t idleBytesWithFolder = 2 << 20;
    /// How long to wait for what another process compiles.
    std::chrono::milliseconds longestWait{30000};
    /// From CUDA_CACHE_DISABLE, CUDA_CACHE_PATH, CUDA_CACHE_MAXSIZE.
    static Config fromEnvironment();
  };
  explicit ObjectCache(Config config);

  enum class Origin { Memory, Disk, Compiled };
  struct Entry {
    ObjectBytes object;
    Origin origin;
    bool isQuick = false; ///< see getAny()
  };
  /// What a compilation gives.
  struct Made {
    std::string object;
    bool isQuick = false; ///< a better one can be made
  };
  /// The object of `key` (hexadecimal digits), made by `compile` if nobody has it. Several callers
  /// with one key compile once, also in several processes, which share the disk (ranks of a
  /// parallel job run the same kernels at once); a failure is not remembered.
  Expected<Entry> get(const std::string &key,
                      const std::function<Expected<std::string>()> &compile);
  /// As get(), but a quick object of `key` does as well, which is kept beside the other.
  Expected<Entry> getAny(const std::string &key, const std::function<Expected<Made>()> &compile);
  /// Makes the object for a later get(), unless it is in memory or anybody else is at it. Nobody is
  /// told of a failure: a get() that waited for it runs its own `compile`.
  void prepare(const std::string &key, const std::function<Expected<std::string>()> &compile);

private:
  struct Flight; ///< a compilation that runs
  struct Kept {
    ObjectBytes object;
    uint64_t lastUse;
  };

  using Compile = std::function<Expected<Made>()>;
  enum class Wants { Best, Any, Guess };
  Expected<Entry> get(const std::string &key, Wants wants, const Compile &compile);
  Expected<Entry> make(const std::string &key, Wants wants, const Compile &compile);
  std::optional<Entry> held(const std::string &key, Wants wants) AW_REQUIRES(mutex_);
  std::optional<Entry> onDisk(const std::string &key, Wants wants) const;
  Expected<Entry> land(const std::string &key, Flight &flight, Expected<Entry> result);
  void keep(const std::string &key, const ObjectBytes &object) AW_REQUIRES(mutex_);
  void dropIdle() AW_REQUIRES(mutex_);
  ObjectBytes readDisk(const std::string &key) const;
  void writeDisk(const std::string &key, const std::string &object);
  void evict() AW_REQUIRES(diskMutex_);

  const Config config_;
  std::unique_ptr<const PrivateFolder> folder_; ///< null: nothing is read or written
  uint64_t idleBytes_;
  Mutex mutex_;
  std::map<std::string, Kept> objects_ AW_GUARDED_BY(mutex_);
  uint64_t uses_ AW_GUARDED_BY(mutex_) = 0;
  uint64_t heldBytes_ AW_GUARDED_BY(mutex_) = 0; ///< of objects_
  uint64_t nextDrop_ AW_GUARDED_BY(mutex_);      ///< heldBytes_ at which to look for idle ones
  std::map<std::string, std::shared_ptr<Flight>> flights_ AW_GUARDED_BY(mutex_);

  Mutex diskMutex_; ///< serialises writers of this process
  int64_t diskBytes_ AW_GUARDED_BY(diskMutex_) =
      -1; ///< about what the folder holds; -1: not counted yet
};

} // namespace anywarp::jit
