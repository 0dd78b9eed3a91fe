// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs launched by device code: the names and forms that the device runtimes know.
// RUN: nvcc -rdc=true -ptx %s -o - | FileCheck %s

// CHECK-DAG: .extern .func {{.*}} cudaGraphLaunch
// CHECK-LABEL: .visible .entry _Z8launchesP14CUgraphExec_stPi(
// CHECK: cudaGraphLaunch,
__global__ void launches(cudaGraphExec_t exec, int *error) {
  *error = cudaGraphLaunch(exec, cudaStreamGraphFireAndForget);
}

// CHECK-LABEL: .visible .entry _Z6itselfPP14CUgraphExec_st(
// CHECK: mov.u64 {{%rd[0-9]+}}, %current_graph_exec;
__global__ void itself(cudaGraphExec_t *exec) { *exec = cudaGetCurrentGraphExec(); }

// CHECK-LABEL: .visible .entry _Z7changesP29CUgraphDeviceUpdatableNode_st(
// CHECK: cudaGraphKernelNodeSetParam,
// CHECK: cudaGraphKernelNodeSetEnabled,
// CHECK: cudaGraphKernelNodeSetGridDim,
// CHECK: cudaGraphKernelNodeUpdatesApply,
__global__ void changes(cudaGraphDeviceNode_t node) {
  cudaGraphKernelNodeSetParam(node, 8, 1.5f);
  cudaGraphKernelNodeSetEnabled(node, true);
  cudaGraphKernelNodeSetGridDim(node, dim3(3, 2));
  cudaGraphKernelNodeUpdatesApply(nullptr, 0);
}

int main() {
  return cudaGraphLaunch(nullptr, nullptr); // the host's
}
