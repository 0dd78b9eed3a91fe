// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events that stand for everything in a context, and contexts that wait for an event.
#pragma once

#include <memory>

#include "driver/context/Context.h"
#include "driver/stream/Stream.h"

namespace anywarp::driver {

/// The event becomes everything that is in the context's streams now: in those of the partition if
/// it is not null.
CUresult recordContext(Context &context, const std::shared_ptr<Partition> &partition,
                       CUevent event);
/// What comes into these streams from now on, or into later ones, waits for the event.
CUresult holdContext(Context &context, const std::shared_ptr<Partition> &partition, CUevent event);

} // namespace anywarp::driver
