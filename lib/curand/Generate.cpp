// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generation: checks, then the engine. Codes as recorded on an H200.
#include "curand/Generator.h"

namespace anywarp::curand {

/// Most distributions of different lambda that wait for their work to end.
constexpr size_t kMostPoissons = 16;

static curandStatus_t fill(Generator &generator, const Shape &shape, size_t count) {
  if (generator.isQuasi() && count % generator.dimensions)
    return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  if (count % 2 && isNormal(shape.kind) && generator.engine->needsEvenCounts())
    return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  if (!count)
    return CURAND_STATUS_SUCCESS;
  return generator.engine->fill(generator, shape, count);
}

static curandStatus_t fill(curandGenerator_t handle, Kind kind, void *to, size_t count,
                           double mean = 0, double stddev = 1) {
  return fill(*find(handle), Shape{kind, to, mean, stddev}, count);
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned *to, size_t count) {
  if (count && find(generator)->has64Bits()) // nothing has any type (seen)
    return CURAND_STATUS_TYPE_ERROR;
  return fill(generator, Kind::Raw, to, count);
}

curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long *to,
                                      size_t count) {
  if (count && !find(generator)->has64Bits())
    return CURAND_STATUS_TYPE_ERROR;
  return fill(generator, Kind::Raw, to, count);
}

curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *to, size_t count) {
  return fill(generator, Kind::Uniform, to, count);
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *to, size_t count) {
  return fill(generator, Kind::UniformDouble, to, count);
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *to, size_t count,
                                    float mean, float stddev) {
  return fill(generator, Kind::Normal, to, count, mean, stddev);
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double *to, size_t count,
                                          double mean, double stddev) {
  return fill(generator, Kind::NormalDouble, to, count, mean, stddev);
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *to, size_t count,
                                       float mean, float stddev) {
  return fill(generator, Kind::LogNormal, to, count, mean, stddev);
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double *to, size_t count,
                                             double mean, double stddev) {
  return fill(generator, Kind::LogNormalDouble, to, count, mean, stddev);
}

/// The distribution for lambda, made now or kept from a call before.
static const Poisson *poissonOf(Generator &generator, double lambda) {
  auto &all = generator.poissons;
  for (const auto &poisson : all)
    if (poisson->lambda() == lambda)
      return poisson.get();
  generator.isCaptured |= !generator.isHost && library::isCapturing(generator.queue());
  if (all.size() >= kMostPoissons && !generator.isCaptured) {
    settle(generator);
    all.clear();
  }
  return all.emplace_back(std::make_unique<Poisson>(lambda)).get();
}

curandStatus_t curandGeneratePoisson(curandGenerator_t handle, unsigned *to, size_t count,
                                     double lambda) {
  if (!count) // whatever the mean is (seen)
    return CURAND_STATUS_SUCCESS;
  if (!Poisson::allows(lambda))
    return CURAND_STATUS_OUT_OF_RANGE;
  Generator &generator = *find(handle);
  const Engine &engine = *generator.engine;
  if (lambda >= engine.firstNormal())
    return fill(generator, Shape{Kind::PoissonNormal, to, lambda, std::sqrt(lambda)}, count);
  const Kind kind = lambda >= engine.firstInverse() ? Kind::PoissonInverse : Kind::PoissonTable;
  return fill(generator, Shape{kind, to, 0, 1, poissonOf(generator, lambda)}, count);
}

curandStatus_t curandGeneratePoissonMethod(curandGenerator_t generator, unsigned *to, size_t count,
                                           double lambda, curandMethod_t method) {
  // Two methods are built in, none for MT19937 (seen).
  if ((method != CURAND_DEVICE_API && method != CURAND_3RD) ||
      find(generator)->type == CURAND_RNG_PSEUDO_MT19937)
    return CURAND_STATUS_INTERNAL_ERROR;
  return curand::curandGeneratePoisson(generator, to, count, lambda);
}

} // namespace anywarp::curand
