// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lines of the auditor on standard error, with `anywarp exec -v` only.
#pragma once

namespace anywarp::audit {

void report(const char *format, ...) __attribute__((format(printf, 1, 2)));

} // namespace anywarp::audit
