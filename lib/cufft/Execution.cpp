// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT manual, section "cuFFT Execution", and the settings of plans.
#include "cufft/Plan.h"

namespace anywarp::cufft {

/// The type in a function's name is not held against the plan's (seen): only its direction is.
static cufftResult execute(cufftHandle handle, const void *in, void *out, int direction) {
  std::shared_ptr<Plan> plan = planOf(handle);
  if (!plan || !plan->isMade())
    return CUFFT_INVALID_PLAN;
  if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE)
    return CUFFT_INVALID_VALUE;
  const Request request = plan->request();
  if ((!request.in.isComplex && direction == CUFFT_INVERSE) ||
      (!request.out.isComplex && direction == CUFFT_FORWARD))
    return CUFFT_INVALID_VALUE;
  const bool isSingle = !request.isReal() && request.in.format == Format::Single;
  const auto bits = reinterpret_cast<uintptr_t>(in) | reinterpret_cast<uintptr_t>(out);
  if (isSingle && bits % sizeof(cufftComplex)) // (seen)
    return CUFFT_INVALID_VALUE;
  return plan->execute(in, out, direction == CUFFT_FORWARD);
}

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *idata, cufftComplex *odata,
                         int direction) {
  return execute(plan, idata, odata, direction);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *idata, cufftDoubleComplex *odata,
                         int direction) {
  return execute(plan, idata, odata, direction);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal *idata, cufftComplex *odata) {
  return execute(plan, idata, odata, CUFFT_FORWARD);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal *idata, cufftDoubleComplex *odata) {
  return execute(plan, idata, odata, CUFFT_FORWARD);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex *idata, cufftReal *odata) {
  return execute(plan, idata, odata, CUFFT_INVERSE);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *idata, cufftDoubleReal *odata) {
  return execute(plan, idata, odata, CUFFT_INVERSE);
}

cufftResult cufftXtExec(cufftHandle handle, void *input, void *output, int direction) {
  std::shared_ptr<Plan> plan = planOf(handle);
  if (!plan || !plan->isMade())
    return CUFFT_INVALID_PLAN;
  if (plan->request().isReal()) { // one direction, which must be said (seen)
    const bool isForward = !plan->request().in.isComplex;
    if (direction != (isForward ? CUFFT_FORWARD : CUFFT_INVERSE))
      return CUFFT_INVALID_VALUE;
    return plan->execute(input, output, isForward);
  }
  return execute(handle, input, output, direction);
}

// -- Settings -------------------------------------------------------------------------------------

template <typename Use> static cufftResult withPlan(cufftHandle handle, Use use) {
  std::shared_ptr<Plan> plan = planOf(handle);
  return plan ? use(*plan) : CUFFT_INVALID_PLAN;
}

cufftResult cufftSetWorkArea(cufftHandle handle, void *workArea) {
  return withPlan(handle, [&](Plan &plan) { return plan.setWorkArea(workArea); });
}

cufftResult cufftSetAutoAllocation(cufftHandle handle, int autoAllocate) {
  return withPlan(handle, [&](Plan &plan) {
    plan.setAutoAllocation(autoAllocate != 0);
    return CUFFT_SUCCESS;
  });
}

cufftResult cufftXtSetWorkAreaPolicy(cufftHandle handle, cufftXtWorkAreaPolicy policy,
                                     size_t *workSize) {
  return withPlan(handle, [&](Plan &plan) { return plan.setPolicy(policy, workSize); });
}

cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream) {
  return withPlan(handle, [&](Plan &plan) {
    plan.setStream(stream);
    return CUFFT_SUCCESS;
  });
}

/// What a property's functions answer. MAX_NUM_HOST_THREADS is known, but not supported (seen).
static cufftResult statusOf(cufftProperty property) {
  switch (property) {
  case NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT:
    return CUFFT_SUCCESS;
  case NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS:
    return CUFFT_NOT_SUPPORTED;
  }
  return CUFFT_INVALID_VALUE;
}

/// They steer how NVIDIA's kernels are made; here they are kept and have nothing to steer. The only
/// one is a switch (seen).
cufftResult cufftSetPlanPropertyInt64(cufftHandle handle, cufftProperty property,
                                      const long long int value) {
  return withPlan(handle, [&](Plan &plan) {
    if (const cufftResult status = statusOf(property))
      return status;
    return plan.setProperty(property, value != 0);
  });
}

cufftResult cufftGetPlanPropertyInt64(cufftHandle handle, cufftProperty property,
                                      long long int *value) {
  return withPlan(handle, [&](Plan &plan) {
    if (const cufftResult status = statusOf(property))
      return status;
    *value = plan.property(property);
    return CUFFT_SUCCESS;
  });
}

cufftResult cufftResetPlanProperty(cufftHandle handle, cufftProperty property) {
  return withPlan(handle, [&](Plan &plan) {
    if (const cufftResult status = statusOf(property))
      return status;
    return plan.resetProperty(property);
  });
}

// -- Version --------------------------------------------------------------------------------------

cufftResult cufftGetVersion(int *version) {
  if (version) // seen: null is no error
    *version = CUFFT_VERSION;
  return CUFFT_SUCCESS;
}

cufftResult cufftGetProperty(libraryPropertyType type, int *value) {
  switch (type) {
  case MAJOR_VERSION:
    *value = CUFFT_VER_MAJOR;
    return CUFFT_SUCCESS;
  case MINOR_VERSION:
    *value = CUFFT_VER_MINOR;
    return CUFFT_SUCCESS;
  case PATCH_LEVEL:
    *value = CUFFT_VER_PATCH;
    return CUFFT_SUCCESS;
  }
  return CUFFT_INVALID_TYPE;
}

} // namespace anywarp::cufft
