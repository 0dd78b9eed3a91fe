// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records of what there is. Standalone. Any thread may call.
#pragma once

namespace anywarp::cupti {

/// A record of each device.
void addDevices();

} // namespace anywarp::cupti
