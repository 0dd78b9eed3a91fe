// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Debian's LLVM refers to Polly's plug-in entry, but its library is not part of the development
// package. This plug-in registers nothing.
#include "llvm/Passes/PassPlugin.h"

llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Polly", LLVM_VERSION_STRING, [](llvm::PassBuilder &) {}};
}
