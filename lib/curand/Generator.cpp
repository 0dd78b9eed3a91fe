// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Making generators, and what can be set. Codes as recorded on an H200.
#include "curand/Generator.h"

#include "library/Handles.h"

namespace anywarp::curand {

static library::Handles<Generator, curandGenerator_st> &generators() {
  static auto *all =
      new library::Handles<Generator, curandGenerator_st>; // outlives other static objects
  return *all;
}

Generator *find(curandGenerator_t handle) { return generators().find(handle); }
bool isLive(curandGenerator_t handle) { return handle && find(handle); }

void settle(const Generator &generator) {
  if (!generator.isHost)
    (void)library::settle(generator.queue());
}

static std::unique_ptr<Engine> makeEngine(curandRngType_t type) {
  switch (type) {
  case CURAND_RNG_TEST:
  case CURAND_RNG_PSEUDO_DEFAULT:
  case CURAND_RNG_PSEUDO_XORWOW:
    return makeXorwow();
  case CURAND_RNG_PSEUDO_MRG32K3A:
    return makeMrg32k3a();
  case CURAND_RNG_PSEUDO_MTGP32:
    return makeMtgp32();
  case CURAND_RNG_PSEUDO_MT19937:
    return makeMt19937();
  case CURAND_RNG_PSEUDO_PHILOX4_32_10:
    return makePhilox();
  case CURAND_RNG_QUASI_DEFAULT:
  case CURAND_RNG_QUASI_SOBOL32:
    return makeSobol(false, false);
  case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
    return makeSobol(false, true);
  case CURAND_RNG_QUASI_SOBOL64:
    return makeSobol(true, false);
  case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
    return makeSobol(true, true);
  }
  return nullptr;
}

static curandStatus_t create(curandGenerator_t *handle, curandRngType_t type, bool isHost) {
  std::unique_ptr<Engine> engine = makeEngine(type);
  if (!engine)
    return CURAND_STATUS_TYPE_ERROR;
  if (!isHost && library::ensureContext() != CUDA_SUCCESS)
    return CURAND_STATUS_INITIALIZATION_FAILED;
  auto generator = std::make_unique<Generator>();
  generator->type = type;
  generator->isHost = isHost;
  if (generator->isQuasi())
    generator->ordering = CURAND_ORDERING_QUASI_DEFAULT;
  generator->engine = std::move(engine);
  *handle = generators().add(std::move(generator));
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type) {
  return create(generator, type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type) {
  return create(generator, type, true);
}

curandStatus_t curandDestroyGenerator(curandGenerator_t handle) {
  std::unique_ptr<Generator> generator = generators().remove(handle);
  if (!generator)
    return CURAND_STATUS_NOT_INITIALIZED;
  settle(*generator);
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t handle, cudaStream_t stream) {
  Generator &generator = *find(handle);
  if (generator.stream != stream)
    settle(generator); // the engine's memory changes streams
  generator.stream = stream;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t handle,
                                                  unsigned long long seed) {
  Generator &generator = *find(handle);
  if (generator.isQuasi())
    return CURAND_STATUS_TYPE_ERROR;
  if (generator.seed != seed) {
    generator.seed = seed;
    generator.engine->reseed(generator);
  }
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t handle, unsigned long long offset) {
  Generator &generator = *find(handle);
  if (generator.type == CURAND_RNG_PSEUDO_MTGP32 || generator.type == CURAND_RNG_PSEUDO_MT19937)
    return CURAND_STATUS_TYPE_ERROR;
  generator.position = offset;
  generator.engine->restart(generator);
  return CURAND_STATUS_SUCCESS;
}

static bool allows(const Generator &generator, curandOrdering_t order) {
  if (generator.isQuasi())
    return order == CURAND_ORDERING_QUASI_DEFAULT;
  switch (order) {
  case CURAND_ORDERING_PSEUDO_BEST: // (seen)
    return !generator.isHost || generator.type != CURAND_RNG_PSEUDO_MT19937;
  case CURAND_ORDERING_PSEUDO_DEFAULT:
  case CURAND_ORDERING_PSEUDO_LEGACY:
    return true;
  case CURAND_ORDERING_PSEUDO_SEEDED:
    return generator.type <= CURAND_RNG_PSEUDO_XORWOW;
  case CURAND_ORDERING_PSEUDO_DYNAMIC:
    return !generator.isHost && generator.type != CURAND_RNG_PSEUDO_MT19937;
  default:
    return false;
  }
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t handle, curandOrdering_t order) {
  Generator &generator = *find(handle);
  if (!allows(generator, order))
    return CURAND_STATUS_OUT_OF_RANGE;
  const bool isSame = generator.ordering == order;
  generator.ordering = order;
  if (!isSame || generator.type != CURAND_RNG_PSEUDO_PHILOX4_32_10) // (seen)
    generator.engine->resume(generator);
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t handle,
                                                       unsigned dimensions) {
  Generator &generator = *find(handle);
  if (!generator.isQuasi())
    return CURAND_STATUS_TYPE_ERROR;
  if (dimensions < 1 || dimensions > 20000)
    return CURAND_STATUS_OUT_OF_RANGE;
  generator.dimensions = dimensions;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerateSeeds(curandGenerator_t handle) {
  Generator &generator = *find(handle);
  if (generator.type == CURAND_RNG_PSEUDO_MT19937 ||
      generator.type == CURAND_RNG_PSEUDO_PHILOX4_32_10)
    generator.engine->resume(generator);
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int *version) {
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetProperty(libraryPropertyType type, int *value) {
  switch (type) {
  case MAJOR_VERSION:
    *value = CURAND_VER_MAJOR;
    return CURAND_STATUS_SUCCESS;
  case MINOR_VERSION:
    *value = CURAND_VER_MINOR;
    return CURAND_STATUS_SUCCESS;
  case PATCH_LEVEL:
    *value = CURAND_VER_PATCH;
    return CURAND_STATUS_SUCCESS;
  }
  return CURAND_STATUS_OUT_OF_RANGE;
}

} // namespace anywarp::curand
