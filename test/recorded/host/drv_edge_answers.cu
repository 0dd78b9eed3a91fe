// Driver API: answers at the edges of arguments: lists of none, null results, counts of nothing,
// names of functions and of nothing, addresses that no program has.
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

__device__ int word = 7;
static const char *image = ".version 7.0\n.target sm_70\n.address_size 64\n"
                           ".visible .global .align 4 .b8 g[64];\n"
                           ".visible .entry k() { ret; }\n";

static void line(const char *what, int code) { printf("%-44s %d\n", what, code); }
#define SHOW(call) line(#call, int(call))

int main() {
  cudaFree(nullptr);
  CUgraph graph;
  CUgraphNode node, nodes[4];
  CUgraphExec exec;
  size_t count = 0;
  cuGraphCreate(&graph, 0);
  cuGraphAddEmptyNode(&node, graph, nullptr, 0);
  SHOW(cuGraphGetNodes(graph, nodes, &count));
  SHOW(cuGraphGetRootNodes(graph, nodes, &count));
  SHOW(cuGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  count = 0;
  SHOW(cuGraphGetEdges(graph, nodes, nodes, nullptr, &count));
  SHOW(cuGraphNodeGetDependencies(node, nodes, nullptr, &count));
  SHOW(cuGraphNodeGetDependentNodes(node, nodes, nullptr, &count));
  count = 2;
  SHOW(cuGraphGetNodes(graph, nodes, &count));
  printf("nodes %zu %d\n", count, nodes[0] == node);
  cuGraphInstantiate(&exec, graph, 0);
  SHOW(cuGraphExecUpdate(exec, graph, nullptr));

  CUuserObject object;
  cuUserObjectCreate(&object, nullptr, [](void *) {}, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC);
  SHOW(cuUserObjectRetain(object, 0x80000000u));
  SHOW(cuUserObjectRetain(object, 2));

  int supported = -1;
  SHOW(cuDeviceGetExecAffinitySupport(&supported, CUexecAffinityType(7), 0));
  printf("supported %d\n", supported);
  SHOW(cuDevicePrimaryCtxSetFlags(0, CU_CTX_MAP_HOST));

  CUlibrary library;
  CUmodule module;
  CUdeviceptr address;
  size_t bytes;
  CUtexref reference;
  cuLibraryLoadData(&library, image, nullptr, nullptr, 0, nullptr, nullptr, 0);
  cuModuleLoadData(&module, image);
  SHOW(cuLibraryGetGlobal(&address, &bytes, library, "g"));
  SHOW(cuLibraryGetGlobal(&address, &bytes, library, "k"));
  SHOW(cuLibraryGetGlobal(&address, &bytes, library, ""));
  SHOW(cuLibraryGetGlobal(&address, &bytes, library, "none"));
  SHOW(cuLibraryGetManaged(&address, &bytes, library, ""));
  SHOW(cuModuleGetTexRef(&reference, module, ""));
  CUkernel kernels[4] = {};
  SHOW(cuLibraryEnumerateKernels(kernels, 4, library));
  cudaKernel_t again[4] = {};
  SHOW(cudaLibraryEnumerateKernels(again, 4, cudaLibrary_t(library)));

  CUfunction function;
  cuModuleGetFunction(&function, module, "k");
  void *none[2] = {};
  SHOW(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, none, none));
  SHOW(cuCtxSynchronize());

  CUstream stream;
  cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
  CUdeviceptr managed;
  cuMemAllocManaged(&managed, 4096, CU_MEM_ATTACH_GLOBAL);
  SHOW(cuMemFreeAsync(managed, stream));
  CUmemLocation device = {};
  device.type = CU_MEM_LOCATION_TYPE_DEVICE;
  SHOW(cuMemAdvise(16, 16, CU_MEM_ADVISE_SET_READ_MOSTLY, device));
  SHOW(cuMemPrefetchAsync(16, 16, device, 0, stream));
  CUstreamCaptureStatus status;
  cuuint64_t id;
  CUgraph captured;
  const CUgraphEdgeData *edges;
  SHOW(cuStreamGetCaptureInfo(stream, &status, &id, &captured, nullptr, &edges, &count));

  int value = 1;
  SHOW(cudaMemcpyToSymbol(&value, &value, 0, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpyFromSymbol(&value, &value, 0, 0, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpyToSymbolAsync(word, &value, 0, 100, cudaMemcpyHostToDevice, stream));
  SHOW(cudaMemcpyFromSymbol(&value, word, 4));
  printf("word %d\n", value);
  void *rows;
  size_t pitch;
  SHOW(cudaMallocPitch(&rows, &pitch, 16, size_t(1) << 62));
  SHOW(cudaMallocPitch(&rows, &pitch, size_t(1) << 62, 16));
  cudaGetLastError();
  SHOW(cudaDeviceSynchronize());
}
