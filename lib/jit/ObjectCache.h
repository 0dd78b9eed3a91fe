// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiled objects by key: in memory, and on disk across processes (the CUDA_CACHE_* variables).
// The disk part is an aid, never a need: whatever goes wrong there is a miss. Thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "support/Status.h"

namespace anywarp::jit {

/// The bytes of a relocatable object, shared by all who link it.
using ObjectBytes = std::shared_ptr<const std::string>;

class ObjectCache {
public:
  struct Config {
    std::string folder; ///< empty: memory only
    uint64_t maxBytes = 256 << 20;
    /// From CUDA_CACHE_DISABLE, CUDA_CACHE_PATH, CUDA_CACHE_MAXSIZE.
    static Config fromEnvironment();
  };
  explicit ObjectCache(Config config) : config_(std::move(config)) {}

  enum class Origin { Memory, Disk, Compiled };
  struct Entry {
    ObjectBytes object;
    Origin origin;
  };
  /// The object of `key` (hexadecimal digits), made by `compile` if nobody has it. Several callers
  /// with one key compile once; a failure is not remembered.
  Expected<Entry> get(const std::string &key,
                      const std::function<Expected<std::string>()> &compile);

private:
  struct Flight; ///< a compilation that runs

  std::string pathOf(const std::string &key) const;
  ObjectBytes readDisk(const std::string &key) const;
  void writeDisk(const std::string &key, const std::string &object);
  void evict();

  const Config config_;
  std::mutex mutex_; ///< guards objects_ and flights_
  std::map<std::string, ObjectBytes> objects_;
  std::map<std::string, std::shared_ptr<Flight>> flights_;

  std::mutex diskMutex_;   ///< guards diskBytes_; serialises writers of this process
  int64_t diskBytes_ = -1; ///< about what the folder holds; -1: not counted yet
};

} // namespace anywarp::jit
