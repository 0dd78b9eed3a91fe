// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/stream/WorkOrigin.h"

#include <unistd.h>

#include "driver/context/Device.h"
#include "driver/stream/Stream.h"
#include "insight/Sanitizer.h"
#include "support/Observer.h"
#include "support/Recording.h"

namespace anywarp::driver {

bool recordsWork() {
  const bool records =
      Recording::get() && (Recording::get()->hasWork() || Recording::get()->hasKernels());
  return records;
}

WorkOrigin WorkOrigin::here(const Stream &stream) {
  const Observer *observer = Observation::get();
  WorkOrigin origin;
  if (insight::Sanitizer::get())
    origin.host = insight::takeHostFrames();
  if (!recordsWork() && !observer)
    return origin;
  origin.stream = stream.id();
  origin.thread = Recording::thread();
  origin.queued = Recording::now();
  if (observer) {
    origin.seen = observer->now();
    origin.context = uint32_t(stream.context().id());
    origin.device = uint32_t(stream.context().device().ordinal());
    origin.correlation = observer->correlation();
  }
  return origin;
}

void addOrigin(RecordLine &line, const WorkOrigin &origin, uint64_t start) {
  line.add("process", uint64_t(getpid()))
      .add("thread", origin.thread)
      .add("stream", origin.stream)
      .add("queued", origin.queued)
      .add("start", start)
      .add("end", Recording::now());
}

} // namespace anywarp::driver

/// Found with dlsym: support/Observer.h.
extern "C" __attribute__((visibility("default"))) anywarp::Observed *anywarp_observed1() {
  static anywarp::Observed observed{nullptr};
  anywarp::Observation::setPlace(&observed);
  return &observed;
}
