// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library that takes some of the static storage of threads which the dynamic linker keeps for
// libraries that come late. Every copy of the file takes as much again.
__attribute__((tls_model("initial-exec"))) thread_local char taken[64];
extern "C" __attribute__((visibility("default"))) char *eaten() { return taken; }
