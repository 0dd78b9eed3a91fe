// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/KeptHeaders.h"

#include <utility>

namespace anywarp::frontend {
namespace {

/// More than this is forgotten at once: headers of CuPy or CUB need 10 to 30 MB for each set of
/// options.
constexpr size_t kMaxBytes = size_t(192) << 20;
constexpr size_t kMaxEntries = 256;

} // namespace

KeptHeaders &KeptHeaders::get() {
  static auto &kept = *new KeptHeaders; // threads may compile while the process ends
  return kept;
}

std::shared_ptr<const KeptHeaders::Map> KeptHeaders::all() {
  LockGuard lock(mutex_);
  return map_;
}

void KeptHeaders::add(NewHeader header) {
  if (header.key.empty())
    return;
  LockGuard lock(mutex_);
  size_t bytes = header.bytes.size();
  for (const auto &[key, kept] : *map_)
    bytes += kept.bytes ? kept.bytes->size() : 0;
  const bool isFull = bytes > kMaxBytes || map_->size() >= kMaxEntries;
  auto map = isFull ? std::make_shared<Map>() : std::make_shared<Map>(*map_);
  KeptHeader &kept = (*map)[std::move(header.key)];
  kept.state = header.state;
  kept.bytes =
      header.bytes.empty() ? nullptr : std::make_shared<const std::string>(std::move(header.bytes));
  map_ = std::move(map);
}

} // namespace anywarp::frontend
