// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Affinity masks of threads that run blocks of a place.
#include "exec/grid/Places.h"

#include <algorithm>

#include "exec/Launch.h"
#include "exec/grid/WorkerPool.h"

namespace anywarp::exec {

namespace {
std::vector<std::vector<unsigned>> &places() {
  static auto *const all = new std::vector<std::vector<unsigned>>;
  return *all;
}

using Mask = std::vector<cpu_set_t>;

Mask maskOf(const std::vector<unsigned> &processors) {
  const unsigned most = *std::max_element(processors.begin(), processors.end());
  Mask mask(most / CPU_SETSIZE + 1);
  for (unsigned processor : processors)
    CPU_SET_S(processor, mask.size() * sizeof(cpu_set_t), mask.data());
  return mask;
}

void bind(const Mask &mask) {
  (void)sched_setaffinity(0, mask.size() * sizeof(cpu_set_t), mask.data());
}
} // namespace

void usePlaces(std::vector<std::vector<unsigned>> all) { places() = std::move(all); }

const std::vector<std::vector<unsigned>> &Places::get() { return places(); }

Places::Stay::Stay(int place) {
  if (place < 0 || size_t(place) >= places().size())
    return;
  for (size_t sets = 1; sets <= 1024; sets *= 2) { // until the system's mask has room
    before_.assign(sets, {});
    if (sched_getaffinity(0, sets * sizeof(cpu_set_t), before_.data()) == 0) {
      bind(maskOf(places()[size_t(place)]));
      return;
    }
  }
  before_.clear();
}

Places::Stay::~Stay() {
  if (!before_.empty())
    bind(before_);
}

void Places::settle(unsigned place) { bind(maskOf(places()[place])); }

unsigned workerCount(int place) {
  const auto &all = places();
  return place < 0 || size_t(place) >= all.size()
             ? workerCount()
             : std::min(workerCount(), unsigned(all[size_t(place)].size()));
}

} // namespace anywarp::exec
