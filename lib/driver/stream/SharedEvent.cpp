// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/stream/SharedEvent.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "support/os/PrivateFile.h"

namespace anywarp::driver {

std::shared_ptr<SharedEvent> SharedEvent::map(int descriptor) {
  void *page = mmap(nullptr, sizeof(State), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (page == MAP_FAILED) {
    close(descriptor);
    return nullptr;
  }
  return std::shared_ptr<SharedEvent>(new SharedEvent(descriptor, static_cast<State *>(page)));
}

std::shared_ptr<SharedEvent> SharedEvent::make() {
  int descriptor = memfd_create("cuda-event", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0)
    return nullptr;
  if (!resizeFile(descriptor, sizeof(State)) || fcntl(descriptor, F_ADD_SEALS, kSharedSeals) != 0) {
    close(descriptor);
    return nullptr;
  }
  return map(descriptor); // all zero: never recorded
}

std::shared_ptr<SharedEvent> SharedEvent::open(const SharedFile &file) {
  if (file.fileBytes < sizeof(State))
    return nullptr;
  int descriptor = file.open();
  return descriptor < 0 ? nullptr : map(descriptor);
}

SharedFile SharedEvent::file() const {
  SharedFile file(SharedFile::Kind::Event, descriptor_);
  file.bytes = file.fileBytes = sizeof(State);
  return file;
}

SharedEvent::~SharedEvent() {
  munmap(state_, sizeof(State));
  close(descriptor_);
}

uint64_t SharedEvent::record() {
  state_->recorder.store(getpid());
  return state_->recorded.fetch_add(1) + 1;
}

void SharedEvent::complete(uint64_t number) {
  uint64_t before = state_->completed.load();
  while (before < number && !state_->completed.compare_exchange_weak(before, number)) {
  }
  state_->changes.fetch_add(1);
  syscall(SYS_futex, &state_->changes, FUTEX_WAKE, INT32_MAX, nullptr, nullptr, 0);
}

bool SharedEvent::isDone(uint64_t number) const {
  if (state_->completed.load() >= number)
    return true;
  int recorder = state_->recorder.load();
  return recorder != getpid() && kill(recorder, 0) != 0 && errno == ESRCH;
}

void SharedEvent::rest(uint64_t number) const {
  uint32_t seen = state_->changes.load();
  if (isDone(number))
    return;
  timespec limit{0, 20'000'000};
  syscall(SYS_futex, &state_->changes, FUTEX_WAIT, seen, &limit, nullptr, 0);
}

} // namespace anywarp::driver
