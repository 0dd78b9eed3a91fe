// conditional graph nodes: if, if-else, while and switch, set by kernels; default values, nesting, replays
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#define E(x) do { cudaError_t e_ = (x); printf("%s -> %s\n", #x, cudaGetErrorName(e_)); cudaGetLastError(); } while (0)
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("FAIL line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
__global__ void set(cudaGraphConditionalHandle h, unsigned v) { cudaGraphSetConditional(h, v); }
__global__ void add(int *p, int v) { *p += v; }
__global__ void countDown(int *p, cudaGraphConditionalHandle h) { *p -= 1; cudaGraphSetConditional(h, *p > 0); }
__global__ void setFrom(const int *p, cudaGraphConditionalHandle h) { cudaGraphSetConditional(h, *p); }
static cudaGraphNode_t kernel(cudaGraph_t g, std::vector<cudaGraphNode_t> deps, void *f, void **args) { cudaKernelNodeParams k = {}; k.func = f; k.gridDim = k.blockDim = dim3(1); k.kernelParams = args; cudaGraphNode_t n; CK(cudaGraphAddKernelNode(&n, g, deps.data(), deps.size(), &k)); return n; }
static cudaGraph_t body[8];
static cudaGraphNode_t cond(cudaGraph_t g, std::vector<cudaGraphNode_t> deps, cudaGraphConditionalHandle h, cudaGraphConditionalNodeType t, int size) { cudaGraphNodeParams p = {}; p.type = cudaGraphNodeTypeConditional; p.conditional.handle = h; p.conditional.type = t; p.conditional.size = size; cudaGraphNode_t n = nullptr; cudaError_t e = cudaGraphAddNode(&n, g, deps.data(), nullptr, deps.size(), &p); printf("add type %d size %d: %s\n", (int)t, size, cudaGetErrorName(e)); if (!e) for (int i = 0; i < size; ++i) body[i] = p.conditional.phGraph_out[i]; return n; }
int main() { setvbuf(stdout, nullptr, _IOLBF, 0);
  int *p, *q; CK(cudaMallocManaged(&p, 8)); q = p + 1; cudaGraph_t g; CK(cudaGraphCreate(&g, 0)); cudaGraphConditionalHandle hi, hw, hs, hd; E(cudaGraphConditionalHandleCreate(&hi, g, 0, cudaGraphCondAssignDefault)); E(cudaGraphConditionalHandleCreate(&hw, g, 1, cudaGraphCondAssignDefault)); E(cudaGraphConditionalHandleCreate(&hs, g, 0, 0)); E(cudaGraphConditionalHandleCreate(&hd, g, 1, cudaGraphCondAssignDefault)); 
  unsigned one = 1; int a1 = 1, a10 = 10, a100 = 100, a1000 = 1000, a10000 = 10000; void *s1[] = {&hi, &one}; auto n0 = kernel(g, {}, (void *)set, s1); auto n1 = cond(g, {n0}, hi, cudaGraphCondTypeIf, 2); void *x1[] = {&p, &a1}, *x10[] = {&p, &a10}, *x100[] = {&p, &a100}, *x1000[] = {&p, &a1000}, *x5[] = {&p, &a10000}; kernel(body[0], {}, (void *)add, x1); kernel(body[1], {}, (void *)add, x10);
  auto n2 = cond(g, {n1}, hw, cudaGraphCondTypeWhile, 1); void *cd[] = {&q, &hw}; auto in = kernel(body[0], {}, (void *)add, x100); kernel(body[0], {in}, (void *)countDown, cd);
  void *sf[] = {&q, &hs}; auto n3 = kernel(g, {n2}, (void *)setFrom, sf); auto n4 = cond(g, {n3}, hs, cudaGraphCondTypeSwitch, 3); kernel(body[0], {}, (void *)add, x1000); kernel(body[1], {}, (void *)add, x5); kernel(body[2], {}, (void *)add, x1);
  auto n5 = cond(g, {n4}, hd, cudaGraphCondTypeIf, 1); cudaGraph_t outer = body[0]; (void)n5; cudaGraphConditionalHandle hin; E(cudaGraphConditionalHandleCreate(&hin, outer, 1, cudaGraphCondAssignDefault)); 
  cond(outer, {}, hin, cudaGraphCondTypeIf, 1); kernel(body[0], {}, (void *)add, x10);
  cudaGraphNodeType t; CK(cudaGraphNodeGetType(n1, &t)); printf("type %d\n", (int)t); cudaGraphExec_t ge; E(cudaGraphInstantiate(&ge, g, 0)); for (int r = 0; r < 3; ++r) { *p = 0; *q = 3 + r; E(cudaGraphLaunch(ge, 0)); E(cudaDeviceSynchronize()); printf("run %d: %d %d\n", r, *p, *q); }
  cond(g, {}, hi, cudaGraphCondTypeIf, 1); cudaGraphConditionalHandle h2; E(cudaGraphConditionalHandleCreate(&h2, g, 0, 0)); cond(g, {}, h2, cudaGraphCondTypeIf, 3); cond(g, {}, h2, cudaGraphCondTypeWhile, 2); cond(g, {}, h2, cudaGraphCondTypeSwitch, 0); cond(g, {}, 0, cudaGraphCondTypeIf, 1); cudaGraph_t c; E(cudaGraphClone(&c, g)); size_t n; E(cudaGraphGetNodes(g, nullptr, &n)); printf("nodes %zu\n", n); E(cudaGraphExecDestroy(ge)); E(cudaGraphDestroy(g));
}
