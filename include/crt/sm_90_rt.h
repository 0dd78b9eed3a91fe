// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An old name: what it declared comes with the header below.
#pragma once
#include <cuda_runtime.h>
