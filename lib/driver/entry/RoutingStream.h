// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work of one driver that waits for the other's.
#pragma once

#include <functional>

#include "driver/base/Api.h"

namespace anywarp::driver::routing {

/// Enqueues `work` into a stream of ours, which waits for it. When it fails, the stream's context
/// is lost with its result, as with a command of our own; `what` is for the message.
CUresult runInOurs(CUstream stream, const char *what, std::function<CUresult()> work);

/// STREAM_CAPTURE_UNSUPPORTED if the stream of ours is being captured: what runs once cannot be a
/// node.
CUresult refuseCapture(CUstream stream);

/// NOT_SUPPORTED, and a line in the error log.
CUresult notAcross(const char *what);

} // namespace anywarp::driver::routing
