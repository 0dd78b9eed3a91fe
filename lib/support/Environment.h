// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a process believes of the user who started it. A privileged process (set-uid, set-gid, file
// capabilities) believes nothing: neither environment variables nor files that others may replace.
#pragma once

#include <string>

namespace anywarp {

/// True if the process has rights that its starter lacks (AT_SECURE of getauxval(3)).
bool isPrivileged();

/// The value of an environment variable; null if unset, and always in a privileged process. The
/// one way in which libraries read the environment (utils/check-layering).
const char *readEnvironment(const char *name);

/// True if `path` may be loaded as code: always, but in a privileged process only if the file and
/// every folder above it belong to root or the effective user, and nobody else may write there.
bool isSafeToLoad(const std::string &path);

} // namespace anywarp
