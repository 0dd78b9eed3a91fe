// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT in graphs: plans made, moved, destroyed and given work areas around a capture; two branches of one capture; graphs that outlive the plan
#include "Recorded.h"
#include <cufft.h>
int main() {
  cudaStream_t s, t;
  CK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  CK(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
  cudaEvent_t fork, join;
  CK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  CK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
  tiny = 1e-3;
  for (int n : {16, 1000, 4099, 1 << 16}) {
    auto v = ints<cuComplex>(n, n, 5);
    cuComplex *x = dev(v), *y = devz<cuComplex>(n), *u = dev(v);
    cufftHandle p, q;
    OK(cufftPlan1d(&p, n, CUFFT_C2C, 1));
    OK(cufftPlan1d(&q, n, CUFFT_C2C, 1));
    OK(cufftSetStream(p, s));
    OK(cufftSetStream(q, t));
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
    CK(cudaEventRecord(fork, s));
    CK(cudaStreamWaitEvent(t, fork, 0));
    ST(cufftExecC2C(p, x, y, CUFFT_FORWARD));
    ST(cufftExecC2C(q, u, u, CUFFT_INVERSE));
    ST(cufftExecC2C(p, y, x, CUFFT_INVERSE));
    size_t w;
    ST(cufftGetSize(p, &w));
    CK(cudaEventRecord(join, t));
    CK(cudaStreamWaitEvent(s, join, 0));
    cudaGraph_t graph;
    CK(cudaStreamEndCapture(s, &graph));
    size_t nodes = 0;
    CK(cudaGraphGetNodes(graph, nullptr, &nodes));
    printf("nodes %d\n", nodes > 2);
    cudaGraphExec_t exec;
    CK(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 2; ++i) CK(cudaGraphLaunch(exec, s));
    CK(cudaStreamSynchronize(s));
    show("forward", y, 6);
    auto back = get(x, n);
    double worst = 0;
    double twice = double(n) * n;
    for (int i = 0; i < n; ++i) worst = std::max(worst, std::fabs(back[i].x / twice - v[i].x));
    printf("back %s\n", worst < 1e-3 ? "ok" : "FAIL");
    cudaGraphExec_t clone;
    cudaGraph_t copy;
    CK(cudaGraphClone(&copy, graph));
    CK(cudaGraphInstantiate(&clone, copy, 0));
    CK(cudaMemcpy(x, v.data(), n * sizeof(cuComplex), cudaMemcpyHostToDevice));
    CK(cudaDeviceSynchronize());
    CK(cudaGraphLaunch(clone, s));
    CK(cudaStreamSynchronize(s));
    show("clone", y, 6);
    CK(cudaGraphExecDestroy(exec));
    CK(cudaGraphExecDestroy(clone));
    CK(cudaGraphDestroy(graph));
    CK(cudaGraphDestroy(copy));
    ST(cufftSetStream(p, t));
    ST(cufftExecC2C(p, x, y, CUFFT_FORWARD));
    CK(cudaStreamSynchronize(t));
    OK(cufftDestroy(p));
    OK(cufftDestroy(q));
  }
  sync("end");
}
