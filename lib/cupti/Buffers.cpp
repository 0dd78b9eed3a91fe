// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cupti/Buffers.h"

#include <cstring>
#include <utility>

#include "cupti/Tracer.h"

namespace anywarp::cupti {

Buffers &Buffers::get() {
  static Buffers *const buffers = new Buffers; // never destroyed: workers may still tell
  return *buffers;
}

void Buffers::setCallbacks(CUpti_BuffersCallbackRequestFunc request,
                           CUpti_BuffersCallbackCompleteFunc complete) {
  complete_ = complete;
  request_ = request;
}

bool Buffers::put(const void *record, size_t bytes) {
  LockGuard lock(mutex_);
  if (!current_.takes(bytes))
    return false;
  std::memcpy(current_.data + current_.used, record, bytes);
  current_.used += bytes;
  ++current_.count;
  return true;
}

void Buffers::addBytes(const void *record, size_t bytes) {
  if (put(record, bytes))
    return;
  Buffer fresh;
  const uint64_t start = now();
  if (auto request = request_.load())
    request(&fresh.data, &fresh.size, &fresh.most);
  if (!fresh.data || fresh.size < bytes) {
    ++dropped_;
    return;
  }
  {
    LockGuard lock(mutex_);
    if (current_.data) {
      full_.push_back(current_);
      hasFull_ = true;
    }
    current_ = fresh;
  }
  if (!put(record, bytes)) // other threads have filled it
    ++dropped_;
  if (!Tracer::get().wants(CUPTI_ACTIVITY_KIND_OVERHEAD))
    return;
  CUpti_ActivityOverhead3 overhead{};
  overhead.kind = CUPTI_ACTIVITY_KIND_OVERHEAD;
  overhead.overheadKind = CUPTI_ACTIVITY_OVERHEAD_CUPTI_RESOURCE;
  overhead.objectKind = CUPTI_ACTIVITY_OBJECT_THREAD;
  overhead.objectId.pt.threadId = threadId();
  overhead.start = start;
  overhead.end = now();
  put(&overhead, sizeof overhead); // not worth a buffer of its own
}

void Buffers::deliver(std::vector<Buffer> buffers) {
  auto complete = complete_.load();
  for (const Buffer &buffer : buffers)
    if (complete)
      complete(nullptr, 0, buffer.data, buffer.size, buffer.used);
}

void Buffers::deliverFull() {
  if (!hasFull_.load(std::memory_order_relaxed))
    return;
  std::vector<Buffer> full;
  {
    LockGuard lock(mutex_);
    full.swap(full_);
    hasFull_ = false;
  }
  deliver(std::move(full));
}

void Buffers::deliverAll() {
  std::vector<Buffer> all;
  {
    LockGuard lock(mutex_);
    all.swap(full_);
    hasFull_ = false;
    if (current_.used)
      all.push_back(std::exchange(current_, {}));
  }
  deliver(std::move(all));
}

const char *Buffers::keep(const char *text) {
  LockGuard lock(mutex_);
  return texts_.insert(text).first->c_str();
}

} // namespace anywarp::cupti
