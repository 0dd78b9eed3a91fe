// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Discrete distributions for the device interface: one piece of device memory with all that
// curand_discrete reads. The host reads it there too.
#include <cmath>
#include <unordered_set>

#include "curand/Generator.h"
#include "support/Mutex.h"

namespace anywarp::curand {
namespace {

/// What lies at the distribution's address; the heights and the other values follow.
struct Pieces {
  curandDiscreteDistribution_st distribution;
  curandDistributionM2Shift_st shift;
  curandHistogramM2_st histogram;
};

Mutex mutex;
std::unordered_set<curandDiscreteDistribution_t> live AW_GUARDED_BY(mutex);

void describe(Pieces &pieces, double lambda, const Poisson *poisson) {
  pieces = {};
  auto &distribution = pieces.distribution;
  distribution.self_host_ptr = &distribution;
  distribution.mean = lambda;
  distribution.stddev = std::sqrt(lambda);
  distribution.method = poisson ? CURAND_M2 : CURAND_DEFINITION;
  if (!poisson)
    return;
  const size_t length = poisson->heights().size();
  auto *heights = reinterpret_cast<double *>(&pieces + 1);
  auto *others = reinterpret_cast<uint32_t *>(heights + length);
  std::copy(poisson->heights().begin(), poisson->heights().end(), heights);
  std::copy(poisson->others().begin(), poisson->others().end(), others);
  distribution.M2 = distribution.host_M2 = &pieces.shift;
  pieces.shift.histogram = pieces.shift.host_histogram = &pieces.histogram;
  pieces.shift.shift = poisson->shift();
  pieces.shift.length = uint32_t(length);
  pieces.histogram.V = pieces.histogram.host_V = heights;
  pieces.histogram.K = pieces.histogram.host_K = others;
}

} // namespace

curandStatus_t curandCreatePoissonDistribution(double lambda,
                                               curandDiscreteDistribution_t *distribution) {
  // What is no number has a distribution of one value (seen).
  if (!Poisson::allows(lambda) && !std::isnan(lambda))
    return CURAND_STATUS_OUT_OF_RANGE;
  if (library::ensureContext() != CUDA_SUCCESS)
    return CURAND_STATUS_INITIALIZATION_FAILED;
  std::unique_ptr<Poisson> poisson;
  if (!(lambda >= Poisson::kNoHistogram))
    poisson = std::make_unique<Poisson>(lambda);
  CUdeviceptr address;
  const size_t length = poisson ? poisson->heights().size() : 0;
  if (library::cu().cuMemAlloc(&address, sizeof(Pieces) + length * 12) != CUDA_SUCCESS)
    return CURAND_STATUS_ALLOCATION_FAILED;
  auto *pieces = reinterpret_cast<Pieces *>(address);
  describe(*pieces, lambda, poisson.get());
  *distribution = &pieces->distribution;
  LockGuard lock(mutex);
  live.insert(*distribution);
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t distribution) {
  {
    LockGuard lock(mutex);
    if (!live.erase(distribution))
      return CURAND_STATUS_NOT_INITIALIZED;
  }
  return library::cu().cuMemFree(reinterpret_cast<CUdeviceptr>(distribution)) == CUDA_SUCCESS
             ? CURAND_STATUS_SUCCESS
             : CURAND_STATUS_INTERNAL_ERROR;
}

} // namespace anywarp::curand
