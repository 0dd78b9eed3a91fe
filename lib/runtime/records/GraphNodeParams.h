// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parameters of graph nodes: kernels by host stub, copies and fills in the current context.
#pragma once

#include "runtime/Api.h"

namespace anywarp::runtime {

cudaError_t toDriver(const cudaKernelNodeParams &params, CUDA_KERNEL_NODE_PARAMS &to);
void toRuntime(const CUDA_KERNEL_NODE_PARAMS &params, cudaKernelNodeParams &to);

/// The general form, for every type of node. Outputs that the driver writes into its record are
/// brought back by returnOutputs after the call.
cudaError_t toDriver(const cudaGraphNodeParams &params, CUgraphNodeParams &to);
cudaError_t toRuntime(const CUgraphNodeParams &params, cudaGraphNodeParams &to);
void returnOutputs(const CUgraphNodeParams &from, cudaGraphNodeParams &params);

} // namespace anywarp::runtime
