// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Execution contexts, green ones and the device's own, and what else the runtime API of CUDA 13.1 and
// 13.2 added. Expectations come from its manual.
#include "Check.h"

__global__ void store(int *p, int v) { *p = v; }

static void contexts() {
  cudaDevResource all, part, seen;
  OK(cudaDeviceGetDevResource(0, &all, cudaDevResourceTypeSm));
  EXPECT(cudaErrorInvalidDevice, cudaDeviceGetDevResource(99, &seen, cudaDevResourceTypeSm));
  unsigned groups = 1;
  OK(cudaDevSmResourceSplitByCount(&part, &groups, &all, nullptr, 0, 1));
  cudaDevSmResourceGroupParams params = {};
  params.smCount = part.sm.smCount;
  OK(cudaDevSmResourceSplit(&part, 1, &all, nullptr, 0, &params));
  cudaDevResourceDesc_t desc;
  OK(cudaDevResourceGenerateDesc(&desc, &part, 1));
  cudaExecutionContext_t green = nullptr, primary = nullptr, again = nullptr;
  OK(cudaGreenCtxCreate(&green, desc, 0, 0));
  OK(cudaDeviceGetExecutionCtx(&primary, 0));
  OK(cudaDeviceGetExecutionCtx(&again, 0));
  CHECK(primary == again && primary != green);

  for (cudaExecutionContext_t context : {green, primary}) {
    int device = -1;
    OK(cudaExecutionCtxGetDevice(&device, context));
    CHECK(device == 0);
    OK(cudaExecutionCtxGetDevResource(context, &seen, cudaDevResourceTypeSm));
    CHECK(seen.sm.smCount == (context == green ? part : all).sm.smCount);
    cudaStream_t stream = nullptr;
    OK(cudaExecutionCtxStreamCreate(&stream, context, cudaStreamNonBlocking, 0));
    OK(cudaStreamGetDevResource(stream, &seen, cudaDevResourceTypeSm));
    CHECK(seen.sm.smCount == (context == green ? part : all).sm.smCount);
    int *p = nullptr, value = 0;
    OK(cudaMalloc(&p, sizeof *p));
    cudaEvent_t event;
    OK(cudaEventCreate(&event));
    store<<<1, 1, 0, stream>>>(p, 42);
    OK(cudaExecutionCtxRecordEvent(context, event));
    OK(cudaExecutionCtxWaitEvent(context, event));
    OK(cudaExecutionCtxSynchronize(context));
    OK(cudaEventQuery(event));
    OK(cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost));
    CHECK(value == 42);
    OK(cudaEventDestroy(event));
    OK(cudaStreamDestroy(stream));
    OK(cudaFree(p));
  }
  unsigned long long greenId = 0, primaryId = 0;
  OK(cudaExecutionCtxGetId(green, &greenId));
  OK(cudaExecutionCtxGetId(primary, &primaryId));
  OK(cudaExecutionCtxDestroy(green));
  EXPECT(cudaErrorInvalidResourceHandle, cudaExecutionCtxSynchronize(green));
  EXPECT(cudaErrorInvalidValue, cudaExecutionCtxDestroy(primary));
  EXPECT(cudaErrorInvalidValue, cudaGreenCtxCreate(&green, desc, 0, 1));
  EXPECT(cudaErrorInvalidDevice, cudaDeviceGetExecutionCtx(&primary, -1));
}

static void graphs() {
  cudaGraph_t graph = nullptr, found = nullptr;
  cudaGraphExec_t exec = nullptr;
  cudaGraphNode_t node = nullptr;
  int *p = nullptr, value = 5;
  OK(cudaMalloc(&p, sizeof *p));
  OK(cudaGraphCreate(&graph, 0));
  void *arguments[] = {&p, &value};
  cudaGraphNodeParams params = {}, seen = {};
  params.type = cudaGraphNodeTypeKernel;
  params.kernel.func = reinterpret_cast<void *>(store);
  params.kernel.gridDim = params.kernel.blockDim = dim3(1);
  params.kernel.kernelParams = arguments;
  OK(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params));
  OK(cudaGraphNodeGetParams(node, &seen));
  CHECK(seen.type == cudaGraphNodeTypeKernel && seen.kernel.func == params.kernel.func);
  CHECK(*static_cast<int *>(seen.kernel.kernelParams[1]) == 5);
  OK(cudaGraphInstantiate(&exec, graph, 0));
  unsigned id = 0, execId = 0, local = 0;
  unsigned long long tools = 0;
  OK(cudaGraphGetId(graph, &id));
  OK(cudaGraphExecGetId(exec, &execId));
  CHECK(id != execId);
  OK(cudaGraphNodeGetContainingGraph(node, &found));
  CHECK(found == graph);
  OK(cudaGraphNodeGetLocalId(node, &local));
  OK(cudaGraphNodeGetToolsId(node, &tools));
  EXPECT(cudaErrorInvalidValue, cudaGraphNodeGetParams(node, nullptr));
  cudaExecutionContext_t context = nullptr;
  cudaGraphConditionalHandle handle = 0;
  OK(cudaDeviceGetExecutionCtx(&context, 0));
  OK(cudaGraphConditionalHandleCreate_v2(&handle, graph, context, 1, cudaGraphCondAssignDefault));
  EXPECT(cudaErrorInvalidResourceHandle,
         cudaGraphConditionalHandleCreate_v2(&handle, graph, nullptr, 1, 0));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaFree(p));
}

static void streams() {
  cudaStream_t stream = nullptr;
  int from[4] = {1, 2, 3, 4}, to[4] = {}, *p = nullptr, calls = 0;
  OK(cudaStreamCreate(&stream));
  OK(cudaMalloc(&p, sizeof from));
  cudaMemcpyAttributes attributes = {};
  attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  OK(cudaMemcpyWithAttributesAsync(p, from, sizeof from, &attributes, stream));
  cudaMemcpy3DBatchOp box = {};
  box.src.type = box.dst.type = cudaMemcpyOperandTypePointer;
  box.src.op.ptr.ptr = p;
  box.dst.op.ptr.ptr = to;
  box.extent = make_cudaExtent(sizeof to, 1, 1);
  box.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  OK(cudaMemcpy3DWithAttributesAsync(&box, 0, stream));
  OK(cudaLaunchHostFunc_v2(
      stream, [](void *count) { ++*static_cast<int *>(count); }, &calls, cudaHostTaskSpinWait));
  EXPECT(cudaErrorInvalidValue, cudaLaunchHostFunc_v2(stream, [](void *) {}, nullptr, 77));
  OK(cudaStreamSynchronize(stream));
  CHECK(calls == 1 && to[0] == 1 && to[3] == 4);
  size_t count = 0;
  OK(cudaFuncGetParamCount(reinterpret_cast<const void *>(store), &count));
  CHECK(count == 2);
  OK(cudaFree(p));
  OK(cudaStreamDestroy(stream));
}

int main() {
  contexts();
  graphs();
  streams();
  return finish("ExecutionContext");
}
