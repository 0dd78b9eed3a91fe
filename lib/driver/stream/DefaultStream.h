// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which stream a null handle means.
#pragma once

namespace anywarp::driver {

/// The call under way came by a per-thread name: a null stream is the thread's own.
inline thread_local bool perThreadDefaultStream = false;

} // namespace anywarp::driver
