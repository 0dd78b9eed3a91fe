// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "insight/Sanitizer.h"

namespace anywarp::insight {

std::unique_ptr<Watch> makeRacecheck(Sanitizer &, LaunchFacts) { return nullptr; }

} // namespace anywarp::insight
