// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For unit tests: memory between pages that cannot be touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace anywarp::codegen::test {

/// Elements of T that end where the next page cannot be touched. Of whole pages, they begin so,
/// too.
template <typename T> class GuardedMemory {
public:
  explicit GuardedMemory(size_t count) : count_(count) {
    const size_t page = size_t(sysconf(_SC_PAGESIZE));
    const size_t inside = (count * sizeof(T) + page - 1) / page * page;
    all_ = inside + 2 * page;
    begin_ =
        static_cast<char *>(mmap(nullptr, all_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    end_ = begin_ + page + inside;
    mprotect(begin_ + page, inside, PROT_READ | PROT_WRITE);
  }
  ~GuardedMemory() { munmap(begin_, all_); }
  GuardedMemory(const GuardedMemory &) = delete;
  GuardedMemory &operator=(const GuardedMemory &) = delete;

  T *data() const { return reinterpret_cast<T *>(end_) - count_; }
  std::vector<T> all() const { return {data(), data() + count_}; }

private:
  size_t count_, all_;
  char *begin_, *end_;
};

} // namespace anywarp::codegen::test
