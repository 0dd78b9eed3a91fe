// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What may be asked of streams and set while one is captured. What the manual leaves open here was
// seen on an H200.
#include "CaptureCalls.h"

/// Questions and settings. The legacy stream answers none while it would have to wait for a
/// capture, and a captured stream not all of them.
static void questions() {
  usePrimary();
  CUstream apart = makeStream(CU_STREAM_NON_BLOCKING), joined = makeStream(CU_STREAM_DEFAULT),
           other = makeStream(CU_STREAM_NON_BLOCKING);
  CUcontext context;
  CUgreenCtx green;
  CUdevice device;
  int priority;
  unsigned flags;
  unsigned long long id;
  CUstreamAttrValue value{};
  constexpr auto kPolicy = CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY;
  using Call = std::function<CUresult(CUstream)>;
  const std::vector<Call> answered = {
      [&](CUstream s) { return cuStreamGetCtx(s, &context); },
      [&](CUstream s) { return cuStreamGetCtx_v2(s, &context, &green); },
      [&](CUstream s) { return cuStreamGetGreenCtx(s, &green); },
      [&](CUstream s) { return cuStreamGetPriority(s, &priority); },
      [&](CUstream s) { return cuStreamGetAttribute(s, kPolicy, &value); },
      [&](CUstream s) {
        value.syncPolicy = CU_SYNC_POLICY_AUTO;
        return cuStreamSetAttribute(s, kPolicy, &value);
      },
      [&](CUstream s) { return cuStreamCopyAttributes(s, other); },
      [&](CUstream s) { return cuStreamCopyAttributes(other, s); }};
  const std::vector<Call> refused = {[&](CUstream s) { return cuStreamGetDevice(s, &device); },
                                     [&](CUstream s) { return cuStreamGetFlags(s, &flags); },
                                     [&](CUstream s) { return cuStreamGetId(s, &id); }};
  for (auto mode : {CU_STREAM_CAPTURE_MODE_GLOBAL, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL,
                    CU_STREAM_CAPTURE_MODE_RELAXED})
    for (CUstream s : {apart, joined}) {
      for (bool isRefused : {false, true})
        for (const Call &call : isRefused ? refused : answered) {
          if (isRefused)
            EXPECT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
                   during(s, mode, -1, [&] { return call(s); }));
          else
            OK(during(s, mode, 0, [&] { return call(s); }));
          OK(during(s, mode, 0, [&] { return call(other); }));
          OK(during(s, mode, 0, [&] { return call(CU_STREAM_PER_THREAD); }));
          for (CUstream legacy : {CUstream(nullptr), CU_STREAM_LEGACY}) {
            if (s == apart)
              OK(during(s, mode, 0, [&] { return call(legacy); }));
            else
              EXPECT(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT,
                     during(s, mode, -1, [&] { return call(legacy); }));
          }
        }
      // This one does no harm.
      CUstreamCaptureStatus status;
      EXPECT(s == apart ? CUDA_SUCCESS : CUDA_ERROR_STREAM_CAPTURE_IMPLICIT,
             during(s, mode, 0, [&] { return cuStreamIsCapturing(nullptr, &status); }));
      OK(during(s, mode, 0, [&] { return cuStreamIsCapturing(s, &status); }));
      EQUAL(CU_STREAM_CAPTURE_STATUS_ACTIVE, status);
      OK(during(s, mode, 0, [&] { return cuStreamIsCapturing(other, &status); }));
      EQUAL(CU_STREAM_CAPTURE_STATUS_NONE, status);
      EXPECT(CUDA_ERROR_INVALID_VALUE,
             during(s, mode, 0, [&] { return cuStreamGetDevice(s, nullptr); }));
    }
  for (CUstream s : {apart, joined, other})
    OK(cuStreamDestroy(s));
}

int main() {
  inChild("questions", questions);
  return finish("CaptureQuestions");
}
