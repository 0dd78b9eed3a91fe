// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records on their way to the tool, in buffers that the tool gives. Buffers are given back by
// threads that call the API, never by workers: the tool may then call CUDA. Any thread may call.
#pragma once

#include <atomic>
#include <string>
#include <unordered_set>
#include <vector>

#include "cupti/Api.h"
#include "support/Mutex.h"

namespace anywarp::cupti {

class Buffers {
public:
  static Buffers &get();

  void setCallbacks(CUpti_BuffersCallbackRequestFunc request,
                    CUpti_BuffersCallbackCompleteFunc complete);
  bool hasCallbacks() const { return request_.load() != nullptr; }

  template <typename Record> void add(const Record &record) {
    static_assert(sizeof(Record) % 8 == 0);
    addBytes(&record, sizeof record);
  }
  /// Gives full buffers to the tool.
  void deliverFull();
  /// Gives all buffers to the tool that have a record.
  void deliverAll();
  /// Records that no buffer took, since the last question.
  size_t takeDropped() { return dropped_.exchange(0); }
  /// A text that records may show for the rest of the process.
  const char *keep(const char *text);

private:
  struct Buffer {
    uint8_t *data = nullptr;
    size_t size = 0, used = 0, most = 0, count = 0; ///< most: records; 0: any number
    bool takes(size_t bytes) const {
      return data && size - used >= bytes && (!most || count < most);
    }
  };
  void addBytes(const void *record, size_t bytes);
  bool put(const void *record, size_t bytes);
  void deliver(std::vector<Buffer> buffers);

  std::atomic<CUpti_BuffersCallbackRequestFunc> request_{nullptr};
  std::atomic<CUpti_BuffersCallbackCompleteFunc> complete_{nullptr};
  std::atomic<size_t> dropped_{0};
  std::atomic<bool> hasFull_{false};
  Mutex mutex_; ///< not held while the tool is called
  Buffer current_ AW_GUARDED_BY(mutex_);
  std::vector<Buffer> full_ AW_GUARDED_BY(mutex_);
  std::unordered_set<std::string> texts_ AW_GUARDED_BY(mutex_);
};

} // namespace anywarp::cupti
