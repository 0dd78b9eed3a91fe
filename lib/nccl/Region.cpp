// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The shared file, seats, and waiting.
#include "nccl/Region.h"

#include <algorithm>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "exec/arch/Processor.h"
#include "nccl/machines/Bootstrap.h"
#include "support/os/Processors.h"

namespace anywarp::nccl {

namespace {
struct alignas(64) Head {
  std::atomic<uint32_t> ranks, seated, broken;
};
constexpr int kMostRanks = 1024;

size_t pages(size_t bytes) { return (bytes + 4095) / 4096 * 4096; }

uint64_t numberOfProcess() {
  static const uint64_t number = [] {
    uint64_t value = 0;
    return getrandom(&value, sizeof value, 0) == sizeof value ? value : 0;
  }();
  return number;
}

struct flock byteOf(int rank) {
  struct flock lock{};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = rank;
  lock.l_len = 1;
  return lock;
}

int64_t now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}
} // namespace

ncclResult_t Region::attach(const std::string &name, int ranks, int rank, int device) {
  if (ranks > kMostRanks)
    return ncclSystemError;
  ranks_ = ranks;
  rank_ = rank;
  name_ = name;
  const size_t n = size_t(ranks);
  slotBytes_ = pages(std::clamp((size_t(32) << 20) / n, size_t(64) << 10, size_t(1) << 20));
  pieceBytes_ = pages(std::clamp((size_t(16) << 20) / (n * n), size_t(4096), size_t(256) << 10));
  used_ = pages(sizeof(Head) + n * sizeof(Seat) + n * n * sizeof(Box));
  bytes_ = used_ + n * slotBytes_ + n * n * pieceBytes_;
  file_ = shm_open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  struct stat status;
  if (file_ < 0 || fstat(file_, &status))
    return ncclSystemError;
  // It only grows: others may have mapped it.
  if (size_t(status.st_size) < bytes_ && ftruncate(file_, off_t(bytes_)))
    return ncclSystemError;
  if (posix_fallocate(file_, 0, off_t(used_)))
    return ncclSystemError;
  void *memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
  if (memory == MAP_FAILED)
    return ncclSystemError;
  memory_ = static_cast<char *>(memory);
  broken_ = &reinterpret_cast<Head *>(memory_)->broken;
  seats_ = reinterpret_cast<Seat *>(memory_ + sizeof(Head));
  boxes_ = reinterpret_cast<Box *>(seats_ + n);
  slots_ = memory_ + used_;
  pieces_ = slots_ + n * slotBytes_;
  return claim(device);
}

ncclResult_t Region::claim(int device) {
  auto *head = reinterpret_cast<Head *>(memory_);
  uint32_t none = 0;
  if (!head->ranks.compare_exchange_strong(none, uint32_t(ranks_)) && none != uint32_t(ranks_))
    return ncclInvalidArgument;
  struct flock lock = byteOf(rank_);
  if (own().state.load() != Seat::Empty || fcntl(file_, F_OFD_SETLK, &lock))
    return ncclInvalidUsage; // the seat is another's
  own().pid = uint32_t(getpid());
  own().process = numberOfProcess();
  own().device = device;
  isSeated_ = true;
  own().state.store(Seat::Taken, std::memory_order_release);
  head->seated.fetch_add(1, std::memory_order_acq_rel);
  return ncclSuccess;
}

ncclResult_t Region::complete() {
  auto *head = reinterpret_cast<Head *>(memory_);
  Patience patience(*this);
  auto isMissing = [&](int) {
    return head->seated.load(std::memory_order_acquire) < uint32_t(ranks_);
  };
  while (isMissing(0))
    if (ncclResult_t result = patience.pause(isMissing))
      return result;
  shm_unlink(name_.c_str());
  isNamed_ = false;
  isDirect_ = true;
  isCrowded_ = unsigned(ranks_) > processorsOfGroup(unsigned(sysconf(_SC_NPROCESSORS_ONLN)));
  for (int r = 0; r < ranks_; ++r) {
    const bool isHere = seat(r).pid == own().pid && seat(r).process == own().process;
    isDirect_ = isDirect_ && isHere;
    if (isHere && r != rank_ && seat(r).device == own().device)
      return ncclInvalidUsage;
  }
  if (!isDirect_ && posix_fallocate(file_, off_t(used_), off_t(bytes_ - used_))) {
    breakAll();
    return ncclSystemError;
  }
  return ncclSuccess;
}

Region::~Region() {
  if (isSeated_ && isNamed_)
    shm_unlink(name_.c_str());
  if (memory_)
    munmap(memory_, bytes_);
  if (file_ >= 0)
    close(file_);
}

bool Region::isGone(int rank) const {
  if (!seats_)
    return false;
  const uint32_t state = seat(rank).state.load(std::memory_order_acquire);
  if (state != Seat::Taken || rank == rank_)
    return state == Seat::Left;
  struct flock lock = byteOf(rank);
  return fcntl(file_, F_OFD_GETLK, &lock) == 0 && lock.l_type == F_UNLCK;
}

ncclResult_t Patience::passTime() {
  if (region_.isStopped())
    return ncclInvalidUsage;
  if (region_.isBroken())
    return ncclRemoteError;
  if (++tries_ < kSpins) {
    exec::arch::pause();
    if (tries_ % (region_.isCrowded() ? 16 : 256) == 0)
      sched_yield();
    began_ = 0;
    return ncclSuccess;
  }
  if (!began_)
    began_ = now();
  if (tries_ < kYields) { // two that sleep in turn would never meet awake
    sched_yield();
    return ncclSuccess;
  }
  const timespec moment{0, tries_ < 2 * kYields ? 20000 : 200000};
  nanosleep(&moment, nullptr);
  return now() - began_ > patienceSeconds() ? ncclSystemError : ncclSuccess;
}

} // namespace anywarp::nccl
