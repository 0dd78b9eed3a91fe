// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel of cusparseSpMMOp: PTX that calls three functions of the program, linked with them by
// the room jitlink.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "cusparse.h"
#include "library/Work.h"

namespace anywarp::cusparse {

/// LTO-IR that holds the functions, in the order in which cusparseSpMMOp_createPlan names them.
struct Operators {
  std::string add, multiply, epilogue;
};

/// Parameters of the kernel. The steps are bytes.
struct OperatorParams {
  const void *offsets, *indices, *values;
  const void *b;
  void *c;
  int64_t rows, columns, base;
  int64_t stepB, columnStepB, stepC, columnStepC;
};

/// Any thread may launch it.
class OperatorKernel {
public:
  /// The type of all values and sums.
  static bool offers(cudaDataType type);
  /// Null: the operators cannot be linked; why is told in the trace.
  static std::shared_ptr<const OperatorKernel> make(const Operators &operators, cudaDataType type,
                                                    bool hasWideIndices);
  ~OperatorKernel();
  CUresult launch(CUstream stream, const OperatorParams &params) const;

private:
  OperatorKernel() = default;
  CUlibrary library_ = nullptr;
  CUkernel kernel_ = nullptr;
};

} // namespace anywarp::cusparse
