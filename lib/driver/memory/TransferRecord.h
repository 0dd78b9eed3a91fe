// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The record of a copy or fill.
#pragma once

#include <cstdint>

#include "driver/stream/WorkOrigin.h"
#include "support/Observer.h"

namespace anywarp::driver {

struct CopyExtent;
struct CopyEndpoint;

/// A copy or fill, from here to the end of the object's life.
class TransferRecord {
public:
  TransferRecord(const CopyEndpoint &to, const CopyEndpoint &from, const CopyExtent &extent,
                 const WorkOrigin &origin = {});
  TransferRecord(uint64_t filledBytes, uint32_t value, const WorkOrigin &origin = {});
  ~TransferRecord();
  TransferRecord(const TransferRecord &) = delete;

private:
  void begin();
  void tell() const;
  const char *kind_;
  const char *direction_ = "";
  const WorkOrigin origin_;
  uint64_t bytes_ = 0, start_ = 0, seen_ = 0;
  bool isPageable_ = false;
  const Observer *observer_;
  uint32_t value_ = 0;
  ObservedWork::Place from_ = ObservedWork::Place::Unknown, to_ = ObservedWork::Place::Device;
};

} // namespace anywarp::driver
