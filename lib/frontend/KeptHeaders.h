// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Precompiled headers that a process keeps for the programs that begin with the same directives.
// NVRTC's clients compile one small kernel after another behind the same large headers. Nobody
// sees these: they live in memory, the second such program makes one, and a program that has
// anything to say in its log is compiled again without.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "support/Mutex.h"

namespace anywarp::frontend {

struct KeptHeader {
  enum State {
    Seen,  ///< a program began so, and compiled without a message
    Made,  ///< `bytes` are as RuntimePch writes a file
    Unfit, ///< what it begins with cannot be precompiled
  } state = Seen;
  std::shared_ptr<const std::string> bytes;
};

/// What a compilation adds.
struct NewHeader {
  std::string key; ///< empty: nothing
  KeptHeader::State state = KeptHeader::Seen;
  std::string bytes;
};

class KeptHeaders {
public:
  using Map = std::map<std::string, KeptHeader>;

  static KeptHeaders &get();
  /// All there are; a child that is forked later may read it without a lock.
  std::shared_ptr<const Map> all();
  void add(NewHeader header);

private:
  Mutex mutex_;
  std::shared_ptr<const Map> map_ AW_GUARDED_BY(mutex_) = std::make_shared<Map>();
};

} // namespace anywarp::frontend
