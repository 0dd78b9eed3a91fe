// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the program's logger hears. Any thread may call; the callback runs without a lock.
#pragma once

#include <string>

namespace anywarp::cusparse {

enum class LogLevel { Error = 1, Trace = 2, Hint = 3, Information = 4, Call = 5 };
void log(LogLevel level, const char *function, const std::string &message);

} // namespace anywarp::cusparse
