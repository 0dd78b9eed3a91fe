// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an engine is: one algorithm with its order of outputs. An engine fills memory with values of
// a distribution.
#pragma once

#include <cstdint>
#include <memory>

#include "curand/Shape.h"

namespace anywarp::curand {

struct Generator;

class Engine {
public:
  virtual ~Engine() = default;
  /// Fills `shape.to` with `count` values from generator.position on, and moves the position.
  virtual curandStatus_t fill(Generator &generator, const Shape &shape, uint64_t count) = 0;
  /// The position was set. MT19937 and MTGP32 begin anew.
  virtual void restart(Generator &) {}
  /// Seed or ordering were set: most go on at the position.
  virtual void resume(Generator &generator) { restart(generator); }
  virtual void reseed(Generator &generator) { resume(generator); }
  /// From this lambda on Poisson values come from the inverse distribution function, and from the
  /// second one on from normal values; below both from a square histogram (seen).
  virtual double firstInverse() const { return 2000; }
  virtual double firstNormal() const { return 2000; }
  /// True: an odd number of normal values is LENGTH_NOT_MULTIPLE.
  virtual bool needsEvenCounts() const { return false; }
};

std::unique_ptr<Engine> makeXorwow();
std::unique_ptr<Engine> makeMrg32k3a();
std::unique_ptr<Engine> makePhilox();
std::unique_ptr<Engine> makeMt19937();
std::unique_ptr<Engine> makeMtgp32();
std::unique_ptr<Engine> makeSobol(bool has64Bits, bool isScrambled);

} // namespace anywarp::curand
