// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS's log: each call with its arguments and status, to standard output, standard error, a file
// or the program's function. Settings by cublasLoggerConfigure, else by the environment
// (CUBLAS_LOGINFO_DBG, CUBLAS_LOGDEST_DBG).
#pragma once

#include <string>

namespace anywarp::cublas {
bool isLogged();
void log(const std::string &line);
} // namespace anywarp::cublas
