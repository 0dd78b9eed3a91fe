// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The transforms that are kept.
#include "cufft/backend/Backend.h"
#include "support/Mutex.h"

#include <map>

namespace anywarp::cufft {

namespace {
constexpr size_t kMostKept = 1024;

class Cache {
public:
  std::shared_ptr<const Transform> find(const Problem &problem) {
    LockGuard lock(mutex_);
    auto it = kept_.find(problem);
    return it == kept_.end() ? nullptr : it->second;
  }
  std::shared_ptr<const Transform> add(const Problem &problem,
                                       std::shared_ptr<const Transform> made) {
    LockGuard lock(mutex_);
    if (kept_.size() >= kMostKept)
      std::erase_if(kept_, [](const auto &entry) { return entry.second.use_count() == 1; });
    return kept_.try_emplace(problem, std::move(made)).first->second;
  }

private:
  Mutex mutex_;
  std::map<Problem, std::shared_ptr<const Transform>> kept_ AW_GUARDED_BY(mutex_);
};
} // namespace

std::shared_ptr<const Transform> makeTransform(const Problem &problem) {
  static Cache &cache = *new Cache;
  if (auto known = cache.find(problem))
    return known;
  std::shared_ptr<const Transform> made = makeFftw(problem);
  if (!made)
    made = makeKiss(problem);
  return made ? cache.add(problem, std::move(made)) : nullptr;
}

} // namespace anywarp::cufft
