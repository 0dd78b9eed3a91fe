// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events.
#include "runtime/Driver.h"

namespace anywarp::runtime {

cudaError_t cudaEventCreate(cudaEvent_t *event) {
  return toError(cu().cuEventCreate(event, CU_EVENT_DEFAULT));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags) {
  return toError(cu().cuEventCreate(event, flags));
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return toError(cu().cuEventRecord(event, stream));
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
  return toError(cu().cuEventRecordWithFlags(event, stream, flags));
}

cudaError_t cudaEventQuery(cudaEvent_t event) { return toError(cu().cuEventQuery(event)); }

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return toError(cu().cuEventSynchronize(event));
}

cudaError_t cudaEventDestroy(cudaEvent_t event) { return toError(cu().cuEventDestroy(event)); }

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end) {
  return toError(cu().cuEventElapsedTime(ms, start, end));
}

} // namespace anywarp::runtime
