// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes of streams and their device.
#include "Check.h"

static CUstream makeStream(int priority = 0) {
  CUstream stream = nullptr;
  OK(cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, priority));
  return stream;
}

static CUstreamAttrValue get(CUstream stream, CUstreamAttrID id) {
  CUstreamAttrValue value;
  std::memset(&value, 0xee, sizeof value);
  OK(cuStreamGetAttribute(stream, id, &value));
  return value;
}

static CUstreamAttrValue policy(CUsynchronizationPolicy which) {
  CUstreamAttrValue value{};
  value.syncPolicy = which;
  return value;
}

constexpr auto kPolicy = CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY;
constexpr auto kWindow = CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW;
constexpr auto kDomain = CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN;
constexpr auto kDomainMap = CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP;
constexpr auto kPriority = CU_LAUNCH_ATTRIBUTE_PRIORITY;

static CUstreamAttrValue window(CUdeviceptr base, size_t bytes) {
  CUstreamAttrValue value{};
  value.accessPolicyWindow.base_ptr = reinterpret_cast<void *>(base);
  value.accessPolicyWindow.num_bytes = bytes;
  value.accessPolicyWindow.hitRatio = 0.5f;
  value.accessPolicyWindow.hitProp = CU_ACCESS_PROPERTY_PERSISTING;
  value.accessPolicyWindow.missProp = CU_ACCESS_PROPERTY_STREAMING;
  return value;
}

static void attributes() {
  CUstream s = makeStream(), t = makeStream();
  EQUAL(-1, int(get(s, kPolicy).syncPolicy)); // seen: none of its own
  EQUAL(0, get(s, kWindow).accessPolicyWindow.num_bytes);
  EQUAL(CU_LAUNCH_MEM_SYNC_DOMAIN_DEFAULT, get(s, kDomain).memSyncDomain);
  auto map = get(s, kDomainMap).memSyncDomainMap;
  EQUAL(0, map.default_);
  EQUAL(1, map.remote);
  EQUAL(0, get(s, kPriority).priority);
  CUstreamAttrValue value;
  for (auto which : {CU_SYNC_POLICY_SPIN, CU_SYNC_POLICY_YIELD, CU_SYNC_POLICY_BLOCKING_SYNC,
                     CU_SYNC_POLICY_AUTO, CU_SYNC_POLICY_YIELD}) {
    value = policy(which);
    OK(cuStreamSetAttribute(s, kPolicy, &value));
    EQUAL(which, get(s, kPolicy).syncPolicy);
  }
  CUdeviceptr memory;
  OK(cuMemAlloc(&memory, 1 << 20));
  value = window(memory, 1 << 16);
  OK(cuStreamSetAttribute(s, kWindow, &value));
  auto seen = get(s, kWindow).accessPolicyWindow;
  CHECK(seen.base_ptr == reinterpret_cast<void *>(memory) && seen.num_bytes == 1 << 16);
  CHECK(seen.hitRatio == 0.5f && seen.hitProp == CU_ACCESS_PROPERTY_PERSISTING &&
        seen.missProp == CU_ACCESS_PROPERTY_STREAMING);
  value = {};
  value.memSyncDomain = CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE;
  OK(cuStreamSetAttribute(s, kDomain, &value));
  EQUAL(CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE, get(s, kDomain).memSyncDomain);
  value = {};
  value.memSyncDomainMap.default_ = 2;
  value.memSyncDomainMap.remote = 3;
  OK(cuStreamSetAttribute(s, kDomainMap, &value));
  map = get(s, kDomainMap).memSyncDomainMap;
  CHECK(map.default_ == 2 && map.remote == 3);
  value.memSyncDomainMap.remote = 200; // more domains than there are
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamSetAttribute(s, kDomainMap, &value));

  EQUAL(-1, int(get(t, kPolicy).syncPolicy)); // another's
  OK(cuStreamCopyAttributes(t, s));
  EQUAL(CU_SYNC_POLICY_YIELD, get(t, kPolicy).syncPolicy);
  EQUAL(1 << 16, get(t, kWindow).accessPolicyWindow.num_bytes);
  EQUAL(CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE, get(t, kDomain).memSyncDomain);
  EQUAL(3, get(t, kDomainMap).memSyncDomainMap.remote);
  OK(cuStreamCopyAttributes(t, t));

  // Kernels run with all of it.
  CUmodule module = loadPtx(kIotaPtx);
  OK(cuMemsetD32(memory, 5, 1));
  OK(cuCtxSynchronize());
  OK(launch1(kernelOf(module, "increment"), 1, 1, {&memory}, t));
  OK(cuStreamSynchronize(t));
  unsigned number = 0;
  OK(cuMemcpyDtoH(&number, memory, 4));
  EQUAL(6, number);
  OK(cuMemFree(memory));
  OK(cuModuleUnload(module));
  OK(cuStreamDestroy(s));
  OK(cuStreamDestroy(t));
}

static void priorities() {
  CUstream high = makeStream(-3), normal = makeStream(0);
  EQUAL(-3, get(high, kPriority).priority);
  CUstreamAttrValue value{};
  value.priority = -2;
  OK(cuStreamSetAttribute(normal, kPriority, &value));
  EQUAL(-2, get(normal, kPriority).priority);
  for (auto [wanted, seen] : {std::pair(-99, -5), std::pair(3, 0), std::pair(-2, -2)}) {
    value.priority = wanted;
    OK(cuStreamSetAttribute(normal, kPriority, &value));
    EQUAL(seen, get(normal, kPriority).priority);
  }
  int priority = 7;
  OK(cuStreamGetPriority(normal, &priority));
  EQUAL(-2, priority);
  OK(cuStreamCopyAttributes(normal, high));
  EQUAL(-3, get(normal, kPriority).priority); // seen: comes with the others
  OK(cuStreamDestroy(high));
  OK(cuStreamDestroy(normal));
}

static void refused() {
  CUstream s = makeStream();
  CUstreamAttrValue value = policy(CUsynchronizationPolicy(0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamSetAttribute(s, kPolicy, &value));
  value = policy(CUsynchronizationPolicy(5));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamSetAttribute(s, kPolicy, &value));
  if (!onNvidia()) { // crashes
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamSetAttribute(s, kPolicy, nullptr));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamGetAttribute(s, kPolicy, nullptr));
  }
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamSetAttribute(s, CUstreamAttrID(77), &value));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamGetAttribute(s, CUstreamAttrID(77), &value));
  // Of launches, not of streams.
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuStreamGetAttribute(s, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuStreamSetAttribute(s, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, &value));
  value = {};
  value.memSyncDomain = CUlaunchMemSyncDomain(2);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamSetAttribute(s, kDomain, &value));
  CUdeviceptr memory;
  OK(cuMemAlloc(&memory, 1 << 20));
  value = window(memory, size_t(1) << 40);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamSetAttribute(s, kWindow, &value));
  value = window(memory, 4096);
  value.accessPolicyWindow.hitRatio = 1.5f;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamSetAttribute(s, kWindow, &value));
  value = window(memory, 4096);
  value.accessPolicyWindow.missProp = CU_ACCESS_PROPERTY_PERSISTING;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamSetAttribute(s, kWindow, &value));
  value = window(memory, 4096);
  value.accessPolicyWindow.hitProp = CUaccessProperty(7);
  if (!onNvidia()) // which takes any number
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamSetAttribute(s, kWindow, &value));
  value = window(0, 0);
  OK(cuStreamSetAttribute(s, kWindow, &value));
  OK(cuMemFree(memory));

  CUdevice device = -1;
  OK(cuStreamGetDevice(s, &device));
  EQUAL(0, device);
  for (CUstream special : {CUstream(nullptr), CU_STREAM_LEGACY, CU_STREAM_PER_THREAD}) {
    device = -1;
    OK(cuStreamGetDevice(special, &device));
    EQUAL(0, device);
    value = policy(CU_SYNC_POLICY_SPIN);
    OK(cuStreamSetAttribute(special, kPolicy, &value));
    EQUAL(CU_SYNC_POLICY_SPIN, get(special, kPolicy).syncPolicy);
  }
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamGetDevice(s, nullptr));
  OK(cuStreamDestroy(s));
  if (onNvidia())
    return; // crashes on what is no stream
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuStreamGetDevice(s, &device));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuStreamGetAttribute(s, kPolicy, &value));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuStreamSetAttribute(s, kPolicy, &value));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuStreamCopyAttributes(s, nullptr));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuStreamCopyAttributes(nullptr, s));
}

static void withoutContext() {
  OK(cuInit(0));
  CUdevice device = -1;
  CUstreamAttrValue value = policy(CU_SYNC_POLICY_SPIN);
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuStreamGetDevice(nullptr, &device));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuStreamSetAttribute(nullptr, kPolicy, &value));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuStreamGetAttribute(nullptr, kPolicy, &value));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuStreamCopyAttributes(nullptr, nullptr));
}

static void threads() {
  onTwoThreads([](int who) {
    CUstream s = makeStream();
    CUevent event;
    OK(cuEventCreate(&event, 0));
    auto which = who ? CU_SYNC_POLICY_YIELD : CU_SYNC_POLICY_BLOCKING_SYNC;
    for (int i = 0; i < 50; ++i) {
      CUstreamAttrValue value = policy(which);
      OK(cuStreamSetAttribute(s, kPolicy, &value));
      EQUAL(which, get(s, kPolicy).syncPolicy);
      OK(cuEventRecordWithFlags(event, s, 0));
      OK(cuEventSynchronize(event));
    }
    OK(cuEventDestroy(event));
    OK(cuStreamDestroy(s));
  });
}

int main() {
  inChild("attributes", [] {
    usePrimary();
    attributes();
  });
  inChild("priorities", [] {
    usePrimary();
    priorities();
  });
  inChild("refused", [] {
    usePrimary();
    refused();
  });
  inChild("without a context", withoutContext);
  inChild("threads", [] {
    usePrimary();
    threads();
  });
  inChild("all at once", [] {
    usePrimary();
    onTwoThreads([](int) {
      attributes();
      priorities();
      refused();
    });
  });
  return finish("StreamState");
}
