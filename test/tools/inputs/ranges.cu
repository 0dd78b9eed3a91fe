// Ranges of every style around a kernel, for nsys.
#include <nvtx3/nvToolsExt.h>

__global__ void fill(int *p) { p[threadIdx.x] = int(threadIdx.x); }

int main() {
  int *p;
  nvtxRangePushA("outer");
  cudaMalloc(&p, 256);
  for (int i = 0; i < 3; ++i) {
    nvtxRangePushA("inner");
    fill<<<1, 64>>>(p);
    nvtxRangePop();
  }
  const nvtxRangeId_t id = nvtxRangeStartA("started");
  cudaDeviceSynchronize();
  nvtxRangeEnd(id);
  nvtxDomainHandle_t domain = nvtxDomainCreateA("library");
  nvtxEventAttributes_t event = {};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
  event.message.registered = nvtxDomainRegisterStringA(domain, "registered");
  nvtxDomainRangePushEx(domain, &event);
  nvtxDomainRangePop(domain);
  return nvtxRangePop() != 0; // the depth that is left; without a tool another number
}
