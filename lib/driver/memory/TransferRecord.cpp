// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/memory/TransferRecord.h"

#include "driver/memory/Copy.h"
#include "support/Recording.h"

namespace anywarp::driver {

static ObservedWork::Place placeOf(const CopyEndpoint &endpoint) {
  using Place = ObservedWork::Place;
  return endpoint.isPageable  ? Place::Pageable
         : endpoint.isManaged ? Place::Managed
         : endpoint.isHost    ? Place::Pinned
                              : Place::Device;
}

TransferRecord::TransferRecord(const CopyEndpoint &to, const CopyEndpoint &from,
                               const CopyExtent &extent, const WorkOrigin &origin)
    : kind_("copy"), origin_(origin), observer_(Observation::get()) {
  if (!recordsWork() && !observer_)
    return;
  auto letter = [](const CopyEndpoint &endpoint) {
    return endpoint.isManaged ? 2 : endpoint.isHost || endpoint.isPageable;
  };
  constexpr const char *kDirections[3][3] = {
      {"DtoD", "DtoH", "DtoD"}, {"HtoD", "HtoH", "HtoD"}, {"DtoD", "DtoH", "DtoD"}};
  direction_ = kDirections[letter(from)][letter(to)];
  bytes_ = uint64_t(extent.width) * extent.height * extent.depth;
  isPageable_ = to.isPageable || from.isPageable;
  from_ = placeOf(from);
  to_ = placeOf(to);
  begin();
}

TransferRecord::TransferRecord(uint64_t filledBytes, uint32_t value, const WorkOrigin &origin)
    : kind_("fill"), origin_(origin), observer_(Observation::get()), value_(value) {
  if (!recordsWork() && !observer_)
    return;
  bytes_ = filledBytes;
  begin();
}

void TransferRecord::begin() {
  if (recordsWork())
    start_ = Recording::now();
  if (observer_)
    seen_ = observer_->now();
}

void TransferRecord::tell() const {
  ObservedWork work{};
  work.kind = *kind_ == 'c' ? ObservedWork::Kind::Copy : ObservedWork::Kind::Fill;
  work.from = from_;
  work.to = to_;
  work.isAsync = origin_.isAsync;
  work.correlation = origin_.correlation;
  work.device = origin_.device;
  work.context = origin_.context;
  work.stream = uint32_t(origin_.stream);
  work.queued = origin_.seen;
  work.start = seen_;
  work.end = observer_->now();
  work.bytes = bytes_;
  work.value = value_;
  observer_->work(work);
}

TransferRecord::~TransferRecord() {
  if (observer_)
    tell();
  if (!start_)
    return;
  RecordLine line(kind_);
  addOrigin(line, origin_, start_);
  line.add("bytes", bytes_);
  if (*direction_)
    line.add("direction", direction_).add("pageable", uint64_t(isPageable_));
  Recording::get()->add(std::move(line).finish());
}

} // namespace anywarp::driver
