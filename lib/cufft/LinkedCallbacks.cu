// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cufftXtSetCallback of libcufft_static.a (manual, section "cuFFT Callback Routines"): kernels that
// are linked with the device code of the program, whose functions they call. A member of the
// archive of its own: only programs that call the function need their device code linked.
#include <cufftXt.h>

#include "cufft/CallbackParams.h"

extern __shared__ char anywarp_cufftShared[];

namespace {

using anywarp::cufft::CallbackParams, anywarp::cufft::kCallbackAxes;

/// False: there is no such number. `offset`: of number `index` of the dense side in the program's
/// memory.
__device__ bool place(const CallbackParams &params, size_t &index, size_t &offset) {
  index = (size_t(blockIdx.y) * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
  if (index >= params.count)
    return false;
  offset = 0;
  size_t rest = index;
  for (int i = 0; i < kCallbackAxes; ++i) {
    offset += rest % params.axis[i].n * params.axis[i].stride;
    rest /= params.axis[i].n;
  }
  return true;
}

template <typename Number>
__global__ void load(CallbackParams params, Number (*function)(void *, size_t, void *, void *)) {
  size_t index, offset;
  if (place(params, index, offset))
    reinterpret_cast<Number *>(params.dense)[index] =
        function(params.user, offset, params.callerInfo, anywarp_cufftShared);
}

template <typename Number>
__global__ void store(CallbackParams params,
                      void (*function)(void *, size_t, Number, void *, void *)) {
  size_t index, offset;
  if (place(params, index, offset))
    function(params.user, offset, reinterpret_cast<const Number *>(params.dense)[index],
             params.callerInfo, anywarp_cufftShared);
}

/// In the order of cufftXtCallbackType.
const void *const kKernels[] = {
    (const void *)load<cufftComplex>,  (const void *)load<cufftDoubleComplex>,
    (const void *)load<cufftReal>,     (const void *)load<cufftDoubleReal>,
    (const void *)store<cufftComplex>, (const void *)store<cufftDoubleComplex>,
    (const void *)store<cufftReal>,    (const void *)store<cufftDoubleReal>};

} // namespace

/// In the other member. `kernel`: a CUkernel.
extern "C" cufftResult anywarp_cufftSetCallback(cufftHandle plan, void **routine,
                                                cufftXtCallbackType type, void **callerInfo,
                                                void *kernel);

extern "C" cufftResult cufftXtSetCallback(cufftHandle plan, void **routine,
                                          cufftXtCallbackType type, void **callerInfo) {
  cudaKernel_t kernel = nullptr;
  if (unsigned(type) < unsigned(CUFFT_CB_UNDEFINED) &&
      cudaGetKernel(&kernel, kKernels[unsigned(type)]) != cudaSuccess)
    return CUFFT_SETUP_FAILED;
  return anywarp_cufftSetCallback(plan, routine, type, callerInfo, kernel);
}
