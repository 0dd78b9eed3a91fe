// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nvBLAS as this room sees it. The templates that the rows name stand in Level3.cpp.
#pragma once

#include "cublas_api.h"
#include "library/Side.h"

namespace anywarp::nvblas {
extern const library::Library kLibrary;
const char *statusName(cublasStatus_t status);
} // namespace anywarp::nvblas
