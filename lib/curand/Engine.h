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
  /// The seed or the ordering was set. MT19937 and MTGP32 begin anew.
  virtual void restart(Generator &) {}
  /// True: Box and Muller make normal values, in pairs.
  virtual bool makesPairs() const { return false; }
};

std::unique_ptr<Engine> makeXorwow();
std::unique_ptr<Engine> makeMrg32k3a();
std::unique_ptr<Engine> makePhilox();
std::unique_ptr<Engine> makeMt19937();
std::unique_ptr<Engine> makeMtgp32();
std::unique_ptr<Engine> makeSobol(bool has64Bits, bool isScrambled);

} // namespace anywarp::curand
