// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Signal handlers. A thread that runs device code is sent back to where it entered its kernel stack
// by changing the interrupted context; nothing is unwound and no lock can be held there.
#include "exec/memory/Faults.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <unistd.h>

#include "exec/DebugAbi.h"
#include "exec/arch/Processor.h"
#include "exec/grid/Worker.h"
#include "exec/memory/HostGuard.h"
#include "exec/memory/ManagedViews.h"
#include "exec/memory/Strict.h"
#include "support/Mutex.h"

namespace anywarp::exec {

namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
constexpr int kSignalCount = 4;
/// How often we may put ourselves in front of a handler that was installed after ours.
constexpr int kGenerations = 8;

struct sigaction previous[kGenerations][kSignalCount];

int indexOf(int signal) {
  for (int i = 0; i < kSignalCount; ++i)
    if (kSignals[i] == signal)
      return i;
  return 0;
}

/// What the process would have done without us.
void chain(const struct sigaction &before, int signal, siginfo_t *info, void *context) {
  bool isFault = info->si_code > 0;
  bool isHandler = (before.sa_flags & SA_SIGINFO) ||
                   (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN);
  if (!isHandler) {
    if (before.sa_handler == SIG_IGN && !isFault)
      return;
    struct sigaction standard = {};
    standard.sa_handler = SIG_DFL;
    sigaction(signal, &standard, nullptr);
    if (!isFault)
      raise(signal); // a fault comes again by itself when the instruction is repeated
    return;
  }
  sigset_t mask;
  pthread_sigmask(SIG_BLOCK, &before.sa_mask, &mask);
  if (before.sa_flags & SA_RESETHAND) {
    struct sigaction standard = {};
    standard.sa_handler = SIG_DFL;
    sigaction(signal, &standard, nullptr);
  }
  if (before.sa_flags & SA_SIGINFO)
    before.sa_sigaction(signal, info, context);
  else
    before.sa_handler(signal);
  pthread_sigmask(SIG_SETMASK, &mask, nullptr);
}

/// CheckAlignment.cpp moved it there. The end of the space is what lies before null.
bool isMarkedMisaligned(uintptr_t address) {
  return address >= kMisalignedBase && address < uintptr_t(-int64_t(1 << 20));
}

void record(Worker &worker, int signal, siginfo_t *info, void *context) {
  FaultRecord &r = worker.record();
  const arch::Interrupted code(context);
  r.pc = code.pc();
  r.thread = FaultRecord::kNoThread;
  r.pieceRegister = code.pieceRegister(r.pieceRegister);
  r.detail[0] = 0;
  r.address.reset();
  auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  switch (signal) {
  case SIGILL:
    r.fault = arch::isTrap(r.pc) ? Fault::Trap : Fault::IllegalInstruction;
    return;
  case SIGFPE:
    r.fault = Fault::IllegalInstruction;
    return;
  case SIGBUS:
    r.fault = info->si_code == BUS_ADRALN ? Fault::MisalignedAddress : Fault::IllegalAddress;
    r.address = address;
    return;
  default:
    // An address that is not canonical, or a vector access that must be aligned and is not: the
    // processor does not tell which address.
    bool known = info->si_code == SEGV_MAPERR || info->si_code == SEGV_ACCERR;
    if (known)
      r.address = programView(address);
    r.fault = Fault::IllegalAddress;
    if (known && isMarkedMisaligned(address)) {
      r.address = address - kMisalignedBase;
      // Strict mode marks what kernels may not touch in the same way.
      if (!isStrict() || isOpenToKernels(*r.address))
        r.fault = Fault::MisalignedAddress;
    } else if (known && worker.stack().isOverflow(address))
      r.fault = Fault::StackOverflow;
    else if (known && address == r.pc)
      r.fault = Fault::InvalidPc;
  }
}

/// To a page that is there and inaccessible.
bool isDataAccess(int signal, const siginfo_t *info, void *context) {
  return signal == SIGSEGV && info->si_code == SEGV_ACCERR &&
         !arch::Interrupted(context).wantedToFetch();
}

template <int Generation> void onSignal(int signal, siginfo_t *info, void *context) {
  int error = errno;
  if (onTouched && isDataAccess(signal, info, context) && isManaged(uintptr_t(info->si_addr))) {
    const arch::Interrupted code(context);
    if (onTouched(uintptr_t(info->si_addr), code.wantedToWrite(), code.pc(), isInside())) {
      errno = error;
      return;
    }
  }
  if (isDataAccess(signal, info, context) && admitAccess(uintptr_t(info->si_addr))) {
    errno = error;
    return;
  }
  Worker *worker = Worker::inHandler();
  if (worker && worker->isInKernel() && info->si_code > 0) {
    record(*worker, signal, info, context);
    if (worker->tellsDebugger())
      anywarp_debug_fault(uint32_t(worker->record().fault), worker->record().address.value_or(0));
    worker->stack().escapeFrom(context);
  } else {
    if (signal == SIGSEGV && info->si_code == SEGV_ACCERR && onClosedManaged &&
        isManaged(uintptr_t(info->si_addr)))
      onClosedManaged(uintptr_t(info->si_addr));
    chain(previous[Generation][indexOf(signal)], signal, info, context);
  }
  errno = error;
}

using Handler = void (*)(int, siginfo_t *, void *);
constexpr Handler kHandlers[kGenerations] = {onSignal<0>, onSignal<1>, onSignal<2>, onSignal<3>,
                                             onSignal<4>, onSignal<5>, onSignal<6>, onSignal<7>};

/// Puts a handler of ours first for every signal where another one is. A generation is used once,
/// so that a handler that passes signals on to the one it replaced (ours) never comes round again.
void install() {
  static Mutex mutex;
  static int used AW_GUARDED_BY(mutex) = 0;
  LockGuard lock(mutex);
  if (used == kGenerations)
    return;
  bool changed = false;
  for (int i = 0; i < kSignalCount; ++i) {
    struct sigaction now;
    if (sigaction(kSignals[i], nullptr, &now) != 0)
      continue;
    bool ours = false;
    for (int g = 0; g < used; ++g)
      ours |= (now.sa_flags & SA_SIGINFO) && now.sa_sigaction == kHandlers[g];
    if (ours)
      continue;
    previous[used][i] = now;
    struct sigaction action = {};
    action.sa_sigaction = kHandlers[used];
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(kSignals[i], &action, nullptr);
    changed = true;
  }
  used += changed;
}

} // namespace

void ensureFaultHandlers() {
  constexpr uint64_t kCycles = 1'000'000; // of the processor's counter, which is read in a few
  static std::atomic<uint64_t> lastLook{0};
  const uint64_t now = arch::cycles();
  if (now - lastLook.load(std::memory_order_acquire) < kCycles)
    return;
  (void)Worker::isKnown(); // makes its key, which handlers must not
  install();
  lastLook.store(now, std::memory_order_release);
}

} // namespace anywarp::exec
