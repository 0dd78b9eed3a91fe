// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NCCL's environment variables that mean nothing here.
#include <array>
#include <mutex>
#include <string>
#include <string_view>
#include <unistd.h>

#include "nccl/Making.h"
#include "support/Environment.h"
#include "support/Options.h"
#include "support/Trace.h"

namespace anywarp::nccl {

static constexpr std::array<std::string_view, 6> kHonoured = {
    "NCCL_COMM_BLOCKING", "NCCL_DEBUG",         "NCCL_NET",
    "NCCL_SHM_DISABLE",   "NCCL_SOCKET_FAMILY", "NCCL_SOCKET_IFNAME"};

static void tell() {
  const std::string &level = Options::get().ncclDebug;
  const bool isTold = level == "INFO" || level == "TRACE" || isTraced("library");
  if (!level.empty() && level != "NONE")
    report("NCCL " + std::to_string(NCCL_MAJOR) + "." + std::to_string(NCCL_MINOR) + "." +
           std::to_string(NCCL_PATCH) + " of CPU devices");
  if (isPrivileged())
    return;
  for (char **entry = environ; entry && *entry; ++entry) {
    const std::string_view text = *entry, name = text.substr(0, text.find('='));
    if (!name.starts_with("NCCL_"))
      continue;
    bool isHonoured = false;
    for (std::string_view honoured : kHonoured)
      isHonoured = isHonoured || name == honoured;
    if (name.ends_with("_PLUGIN"))
      report("NCCL: plugins are not loaded: " + std::string(text));
    else if (!isHonoured && isTold)
      report("NCCL: no effect: " + std::string(text));
  }
}

void tellVariables() {
  static std::once_flag once;
  std::call_once(once, tell);
}

} // namespace anywarp::nccl
