// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Included by dependencies.cu.
#define VALUE 3
