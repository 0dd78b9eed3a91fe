// A captured graph: its nodes, parameters of a kernel node, clones, child graphs, dependencies, refusals.
#include <cstdio>
#include <vector>
#define N(x) cudaGetErrorName(x)
__global__ void add(int *p, int v) { *p += v; }
__global__ void mul(int *p, int v) { *p *= v; }
static void CUDART_CB host(void *u) { *(int *)u += 1000; }
int main() {
  int *d; cudaMalloc(&d, 64); int h = 5, r = 0; cudaStream_t s, s2; cudaStreamCreate(&s); cudaStreamCreate(&s2); cudaEvent_t e, f; cudaEventCreate(&e); cudaEventCreate(&f); cudaGraph_t g; cudaGraphExec_t x;
  printf("%s ", N(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))); cudaMemcpyAsync(d, &h, 4, cudaMemcpyHostToDevice, s); add<<<1, 1, 0, s>>>(d, 3); cudaEventRecord(e, s); cudaStreamWaitEvent(s2, e, 0); mul<<<1, 1, 0, s2>>>(d, 7); cudaEventRecord(f, s2); cudaStreamWaitEvent(s, f, 0); cudaMemcpyAsync(&r, d, 4, cudaMemcpyDeviceToHost, s); cudaLaunchHostFunc(s, host, &r); printf("%s ", N(cudaStreamEndCapture(s, &g)));
  size_t n = 0, ne = 0; cudaGraphGetNodes(g, nullptr, &n); cudaGraphGetEdges(g, nullptr, nullptr, nullptr, &ne); printf("%zu %zu\n", n, ne); std::vector<cudaGraphNode_t> nodes(n); cudaGraphGetNodes(g, nodes.data(), &n); for (auto q : nodes) { cudaGraphNodeType t; cudaGraphNodeGetType(q, &t); printf("%d ", (int)t); } puts("");
  printf("%s ", N(cudaGraphInstantiate(&x, g, 0))); for (int i = 0; i < 3; ++i) { h = i; cudaGraphLaunch(x, s); cudaStreamSynchronize(s); printf("%d ", r); } puts("");
  for (auto q : nodes) { cudaGraphNodeType t; cudaGraphNodeGetType(q, &t); if (t == cudaGraphNodeTypeKernel) { cudaKernelNodeParams p; cudaGraphKernelNodeGetParams(q, &p); printf("%s %d %d ", p.func == (void *)add ? "add" : "mul", p.gridDim.x, *(int *)p.kernelParams[1]); int nv = 11; void *a[] = {&d, &nv}; p.kernelParams = a; printf("%s\n", N(cudaGraphExecKernelNodeSetParams(x, q, &p))); break; } }
  h = 2; cudaGraphLaunch(x, s); cudaStreamSynchronize(s); printf("%d\n", r);
  cudaGraph_t c; cudaGraphClone(&c, g); cudaGraphNode_t cn; printf("%s ", N(cudaGraphNodeFindInClone(&cn, nodes[0], c))); printf("%d %s\n", cn != nodes[0], N(cudaGraphNodeFindInClone(&cn, cn, c)));
  cudaGraph_t parent; cudaGraphCreate(&parent, 0); cudaGraphNode_t ch, k2; cudaGraphAddChildGraphNode(&ch, parent, nullptr, 0, c); cudaKernelNodeParams kp = {}; int v = 100; void *ka[] = {&d, &v}; kp.func = (void *)add; kp.gridDim = kp.blockDim = 1; kp.kernelParams = ka; printf("%s ", N(cudaGraphAddKernelNode(&k2, parent, &ch, 1, &kp))); cudaGraphExec_t px; printf("%s ", N(cudaGraphInstantiateWithFlags(&px, parent, 0))); cudaGraphLaunch(px, s); cudaStreamSynchronize(s); int z; cudaMemcpy(&z, d, 4, cudaMemcpyDefault); printf("%d %d\n", r, z);
  cudaGraphNode_t dep = k2; printf("%s %s %s\n", N(cudaGraphAddDependencies(parent, &k2, &ch, nullptr, 1)), N(cudaGraphInstantiate(&x, parent, 0)), N(cudaGraphRemoveDependencies(parent, &k2, &ch, nullptr, 1))); (void)dep; printf("%s ", N(cudaGraphAddDependencies(parent, &ch, &ch, nullptr, 1))); printf("%s ", N(cudaGraphDestroyNode(ch))); cudaGraphGetNodes(parent, nullptr, &n); printf("%zu\n", n);
  cudaGraphExecUpdateResultInfo ri; printf("%s ", N(cudaGraphExecUpdate(px, parent, &ri))); printf("%d\n", (int)ri.result); unsigned long long fl; printf("%s\n", N(cudaGraphExecGetFlags(px, &fl))); printf("%s %s %s\n", N(cudaGraphUpload(px, s)), N(cudaGraphExecDestroy(px)), N(cudaGraphDestroy(parent))); printf("%s %s\n", N(cudaGraphLaunch(nullptr, s)), N(cudaGraphInstantiate(&x, nullptr, 0))); printf("%s\n", N(cudaGetLastError()));
}
