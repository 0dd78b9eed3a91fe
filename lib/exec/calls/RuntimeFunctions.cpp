// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of Runtime.def: what generated code calls. They run on the kernel's stack and may
// be left by a fault wherever they touch the kernel's memory, so they hold no lock and own nothing
// there.
#include <algorithm>
#include <bit>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>
#include <unistd.h>
#include <vector>

#include "exec/DeviceRuntime.h"
#include "exec/Runtime.h"
#include "exec/arch/Processor.h"
#include "exec/blocks/PieceThreads.h"
#include "exec/calls/DeviceHeap.h"
#include "exec/calls/Observer.h"
#include "exec/calls/Printf.h"
#include "exec/calls/Profile.h"
#include "exec/calls/Reductions.h"
#include "exec/grid/Worker.h"
#include "exec/images/Image.h"
#include "exec/tensors/TensorCopy.h"

using namespace anywarp::exec;

/// Code address of the call that a runtime function serves: inside the calling instruction.
#define AW_CALLER_PC (reinterpret_cast<uintptr_t>(__builtin_return_address(0)) - 1)

/// Ends the grid: the instruction at `pc` cannot be done, for the reason `what` and `why`.
[[noreturn]] static void refuse(uint32_t thread, uintptr_t pc, Fault fault,
                                std::optional<uint64_t> address, const char *what,
                                const char *why) {
  Worker &worker = *Worker::current();
  worker.record().pc = pc;
  std::snprintf(worker.record().detail, sizeof FaultRecord::detail, "%s%s", what, why);
  worker.leave(fault, address, thread);
}

[[noreturn]] static void refuseFree(uint32_t thread, uintptr_t pc, uint64_t address) {
  refuse(thread, pc, Fault::IllegalAddress, address, "free of an address ",
         "that malloc did not give or that was freed already");
}

extern "C" {

bool aw_barrier_sync(const LaunchState *, BlockState *block, uint32_t piece, uint32_t id,
                     uint32_t count, uint32_t lanes) noexcept {
  BlockRun &run = BlockRun::of(block);
  run.piece(piece).pc = AW_CALLER_PC;
  return run.sync(piece, id, count, lanes, 0, Piece::kNone);
}

void aw_barrier_arrive(const LaunchState *, BlockState *block, uint32_t piece, uint32_t id,
                       uint32_t count, uint32_t lanes) noexcept {
  BlockRun::of(block).arrive(piece, id, count, lanes);
}

bool aw_barrier_reduce(const LaunchState *, BlockState *block, uint32_t piece, uint32_t id,
                       uint32_t count, uint32_t lanes, uint32_t predicates, uint32_t op) noexcept {
  BlockRun &run = BlockRun::of(block);
  run.piece(piece).pc = AW_CALLER_PC;
  return run.sync(piece, id, count, lanes, predicates, uint8_t(op));
}

uint32_t aw_barrier_result(const LaunchState *, BlockState *block, uint32_t piece) noexcept {
  return BlockRun::of(block).piece(piece).reduced;
}

void aw_cluster_arrive(const LaunchState *, BlockState *block, uint32_t piece,
                       uint32_t lanes) noexcept {
  BlockRun &run = BlockRun::of(block);
  run.group->clusterArrive(run, piece, lanes);
}

bool aw_cluster_wait(const LaunchState *, BlockState *block, uint32_t piece, uint32_t) noexcept {
  BlockRun &run = BlockRun::of(block);
  run.piece(piece).pc = AW_CALLER_PC;
  return run.group->clusterWait(run, piece);
}

bool aw_collective(const LaunchState *, BlockState *block, uint32_t piece, uint32_t op,
                   uint32_t lanes, CollectiveLane *slots) noexcept {
  BlockRun &run = BlockRun::of(block);
  run.piece(piece).pc = AW_CALLER_PC;
  return run.collective(piece, Collective(op), lanes, slots);
}

bool aw_yield(const LaunchState *, BlockState *block, uint32_t piece) noexcept {
  BlockRun &run = BlockRun::of(block);
  run.piece(piece).pc = AW_CALLER_PC;
  return run.yield(piece);
}

bool aw_interrupt(const LaunchState *, BlockState *block, uint32_t piece) noexcept {
  return BlockRun::of(block).interrupt(piece);
}

bool aw_sleep(const LaunchState *, BlockState *block, uint32_t piece,
              uint32_t nanoseconds) noexcept {
  return BlockRun::of(block).sleep(piece, nanoseconds);
}

uint32_t aw_vprintf(const LaunchState *, BlockState *block, uint32_t, const char *format,
                    const void *arguments) noexcept {
  BlockRun &run = BlockRun::of(block);
  std::string &text = Worker::current()->scratch();
  text.clear();
  uint32_t result = formatPrintf(text, format, arguments);
  run.worker->print(run, text);
  return result;
}

uint64_t aw_malloc(const LaunchState *launch, BlockState *block, uint32_t thread,
                   uint64_t bytes) noexcept {
  return aw_aligned_malloc(launch, block, thread, bytes, 1);
}

uint64_t aw_aligned_malloc(const LaunchState *, BlockState *block, uint32_t thread, uint64_t bytes,
                           uint64_t align) noexcept {
  const BlockRun &run = BlockRun::of(block);
  Grid &grid = *run.grid;
  DeviceHeap *heap = grid.options.heap;
  const uint64_t taken = grid.options.observer ? DeviceHeap::observed(bytes) : bytes;
  void *memory = heap ? heap->allocateAligned(taken, align, run.worker->number()) : nullptr;
  const uint64_t address = reinterpret_cast<uint64_t>(memory);
  if (grid.options.observer)
    grid.options.observer->allocated(grid.launch, *block, thread, address, bytes);
  return address;
}

void aw_free(const LaunchState *, BlockState *block, uint32_t thread, uint64_t address) noexcept {
  BlockRun &run = BlockRun::of(block);
  DeviceHeap *heap = run.grid->options.heap;
  if (!address)
    return;
  if (heap && heap->free(reinterpret_cast<void *>(address)) == DeviceHeap::FreeResult::Freed) {
    if (Observer *observer = run.grid->options.observer)
      observer->freed(run.grid->launch, *block, thread, address);
    return;
  }
  refuseFree(thread, AW_CALLER_PC, address);
}

void aw_malloc_lanes(const LaunchState *launch, BlockState *block, uint32_t first, uint32_t lanes,
                     const uint64_t *bytes, uint64_t *addresses) noexcept {
  const BlockRun &run = BlockRun::of(block);
  DeviceHeap *heap = run.grid->options.heap;
  if (heap && !run.grid->options.observer)
    return heap->allocate(lanes, bytes, addresses, run.worker->number());
  for (uint32_t left = lanes; left; left &= left - 1) {
    const auto lane = uint32_t(std::countr_zero(left));
    addresses[lane] = aw_malloc(launch, block, first + lane, bytes[lane]);
  }
}

void aw_free_lanes(const LaunchState *launch, BlockState *block, uint32_t first, uint32_t lanes,
                   const uint64_t *addresses) noexcept {
  const BlockRun &run = BlockRun::of(block);
  DeviceHeap *heap = run.grid->options.heap;
  const bool isOneByOne = !heap || run.grid->options.observer;
  uint32_t left = isOneByOne ? lanes : heap->free(lanes, addresses);
  for (; left; left &= left - 1) {
    const auto lane = uint32_t(std::countr_zero(left));
    if (!isOneByOne)
      refuseFree(first + lane, AW_CALLER_PC, addresses[lane]);
    aw_free(launch, block, first + lane, addresses[lane]);
  }
}

void aw_assertfail(const LaunchState *launch, BlockState *block, uint32_t thread,
                   const char *message, const char *file, uint32_t line,
                   const char *function) noexcept {
  FaultRecord &record = Worker::current()->record();
  const uint32_t *dim = launch->blockDim, *at = block->blockIdx;
  // Cut long expressions so that the line stays one write.
  int n = std::snprintf(
      record.detail, sizeof record.detail - 1,
      "%.150s:%" PRIu32 ": %.120s: block: [%" PRIu32 ",%" PRIu32 ",%" PRIu32 "], thread: [%" PRIu32
      ",%" PRIu32 ",%" PRIu32 "] Assertion `%.120s` failed.",
      file ? file : "", line, function ? function : "", at[0], at[1], at[2], thread % dim[0],
      thread / dim[0] % dim[1], thread / dim[0] / dim[1], message ? message : "");
  record.pc = AW_CALLER_PC;
  n = std::min(n, int(sizeof record.detail) - 2);
  char text[sizeof record.detail];
  std::memcpy(text, record.detail, size_t(n));
  text[n] = '\n';
  [[maybe_unused]] ssize_t written = write(STDERR_FILENO, text, size_t(n) + 1);
  Worker::current()->leave(Fault::Assert, {}, thread);
}

void aw_fault(const LaunchState *, BlockState *block, uint32_t thread, uint32_t fault,
              uint64_t address) noexcept {
  Worker &worker = *Worker::current();
  worker.record().pc = AW_CALLER_PC;
  const Fault kind = fault && fault <= uint32_t(Fault::Timeout) ? Fault(fault) : Fault::Trap;
  const bool hasAddress =
      kind == Fault::IllegalAddress || kind == Fault::MisalignedAddress || kind == Fault::InvalidPc;
  worker.leave(kind, hasAddress ? std::optional(address) : std::nullopt, thread);
}

uint64_t aw_device_runtime(const LaunchState *, BlockState *block, uint32_t thread,
                           uint32_t function, uint64_t arguments) noexcept {
  BlockRun &run = BlockRun::of(block);
  if (DeviceRuntime *runtime = run.grid->options.deviceRuntime)
    return runtime->call({DeviceFunction(function), reinterpret_cast<const void *>(arguments),
                          run.linearIndex(), thread});
  Worker::current()->record().pc = AW_CALLER_PC;
  std::snprintf(Worker::current()->record().detail, sizeof FaultRecord::detail,
                "a runtime function was called where there is no device runtime");
  Worker::current()->leave(Fault::Trap, {}, thread);
}

void aw_image(const LaunchState *launch, BlockState *block, uint32_t piece, uint32_t op,
              uint32_t lanes, const uint64_t *handles, const uint32_t *arguments,
              uint32_t *results) noexcept {
  const ImageOp what = ImageOp::of(op);
  uint32_t failed;
  if (accessImages(what, lanes, handles, arguments, results, failed))
    return;
  Worker &worker = *Worker::current();
  FaultRecord &record = worker.record();
  record.pc = AW_CALLER_PC;
  const uint64_t handle = handles[what.hasOneHandle ? 0 : failed];
  const bool isKnown = findImage(handle) != nullptr;
  std::snprintf(record.detail, sizeof record.detail, "%s",
                isKnown ? "access outside a surface, or a texture used as a surface"
                        : "a texture or surface that does not exist");
  worker.leave(Fault::IllegalAddress, isKnown ? std::nullopt : std::optional(handle),
               std::min((piece << what.log2Width) + failed, launch->threadsPerBlock - 1));
}

uint64_t aw_tensor_copy(const LaunchState *launch, BlockState *block, uint32_t thread, uint32_t op,
                        uint64_t operands) noexcept {
  const auto &what = *reinterpret_cast<const TensorOperands *>(operands);
  alignas(64) TensorMap map;
  std::memcpy(&map, reinterpret_cast<const void *>(what.map), sizeof map);
  TensorResult result =
      copyTensor(TensorOp::of(op), map, what, windowOf(*launch, *block, what.shared));
  if (result.fault == Fault::None)
    return result.bytes;
  refuse(thread, AW_CALLER_PC, result.fault, what.shared, "tensor copy: ", result.reason);
}

void aw_tensor_replace(const LaunchState *, BlockState *block, uint32_t thread, uint32_t field,
                       uint32_t ordinal, uint64_t map, uint64_t value) noexcept {
  if (replaceField(*reinterpret_cast<TensorMap *>(map), TensorField(field), ordinal, value))
    return;
  refuse(thread, AW_CALLER_PC, Fault::IllegalInstruction, map,
         "tensormap.replace by what the tensor map cannot hold", "");
}

void aw_refuse_matrix(const LaunchState *, BlockState *, uint32_t thread,
                      uint32_t hasOffset) noexcept {
  refuse(thread, AW_CALLER_PC, Fault::IllegalInstruction, {}, "wgmma: ",
         hasOffset ? "a matrix descriptor with a base offset"
                   : "a matrix outside of shared memory");
}

/// The observer wants a fault here.
[[noreturn]] static void stopAt(const Event &event, uintptr_t pc) {
  const auto lane = uint32_t(__builtin_ctz(event.lanes | 1u << 31));
  refuse(event.threadOf(lane), pc, Fault::IllegalAddress,
         event.a ? std::optional(event.a[lane]) : std::nullopt,
         "compute-sanitizer: ", "an error that it told");
}

void aw_observe(const LaunchState *launch, BlockState *block, uint32_t piece, uint32_t site,
                uint32_t lanes, const uint64_t *a, const uint64_t *b) noexcept {
  BlockRun &run = BlockRun::of(block);
  Observer *observer = run.grid->options.observer;
  const uint32_t width = run.grid->kernel.info.simdWidth;
  const Event event{*launch, *block, width, piece, site, lanes, a, b};
  const Verdict verdict = observer ? observer->on(event) : Verdict::GoOn;
  if (verdict == Verdict::Fault)
    stopAt(event, AW_CALLER_PC);
  if (verdict == Verdict::EndPiece)
    run.abandonPiece();
}

bool aw_guard(const LaunchState *launch, BlockState *block, uint32_t piece, uint32_t site,
              uint32_t lanes, uint64_t span, const uint64_t *a, const uint64_t *b) noexcept {
  BlockRun &run = BlockRun::of(block);
  const Grid &grid = *run.grid;
  Observer *observer = grid.options.observer;
  const Event event{*launch, *block, grid.kernel.info.simdWidth, piece, site, lanes, a, b, span};
  const Verdict verdict = observer ? observer->on(event) : Verdict::GoOn;
  if (verdict == Verdict::GoOn)
    return false;
  if (verdict == Verdict::Fault)
    stopAt(event, AW_CALLER_PC);
  if (grid.kernel.piece)
    run.abandonPiece();
  return true;
}

SiteRange *aw_site_ranges(const LaunchState *, BlockState *block, uint32_t sites) noexcept {
  Observer *observer = BlockRun::of(block).grid->options.observer;
  if (SiteRange *ranges = observer ? observer->ranges(sites) : nullptr)
    return ranges;
  // Nobody listens. Older arrays stay: a kernel that this one interrupts may use them.
  static thread_local std::vector<std::pair<uint32_t, std::unique_ptr<SiteRange[]>>> all;
  if (all.empty() || all.back().first < sites) {
    all.emplace_back(sites, std::make_unique<SiteRange[]>(sites));
    std::fill_n(all.back().second.get(), sites, SiteRange{0, ~uint64_t(0)});
  }
  return all.back().second.get();
}

void *aw_profile_words(const LaunchState *, BlockState *block) noexcept {
  return BlockRun::of(block).worker->profile()->words();
}

static ActiveLanes activeLanes(const LaunchState *launch, BlockState *block, uint32_t piece,
                               uint32_t lanes) {
  const BlockRun &run = BlockRun::of(block);
  const uint32_t first = run.warpLane(piece);
  return {*launch,        *block, run.warpOf(piece),
          lanes << first, first,  run.grid->kernel.info.simdWidth};
}

void aw_profile_line(const LaunchState *launch, BlockState *block, uint32_t piece, uint32_t place,
                     uint32_t lanes, uint64_t address, uint64_t stride, uint64_t key) noexcept {
  uint64_t addresses[kWarpSize];
  for (uint32_t lane = 0; lane < kWarpSize; ++lane)
    addresses[lane] = address + lane * stride;
  BlockRun::of(block).worker->profile()->line(place, activeLanes(launch, block, piece, lanes),
                                              addresses, key);
}

void aw_profile_groups(const LaunchState *launch, BlockState *block, uint32_t piece, uint32_t place,
                       uint32_t lanes, uint64_t key, const uint64_t *addresses) noexcept {
  BlockRun::of(block).worker->profile()->groups(place, activeLanes(launch, block, piece, lanes),
                                                addresses, key);
}

void aw_profile_scattered(const LaunchState *launch, BlockState *block, uint32_t piece,
                          uint32_t place, uint32_t lanes, uint64_t key,
                          const uint64_t *addresses) noexcept {
  BlockRun::of(block).worker->profile()->scattered(place, activeLanes(launch, block, piece, lanes),
                                                   addresses, key);
}

void *aw_reductions(const LaunchState *, BlockState *block) noexcept {
  Worker &worker = *BlockRun::of(block).worker;
  if (!worker.reductions())
    worker.leave(Fault::HeapExhausted);
  return static_cast<PendingReductions *>(worker.reductions());
}

uint32_t aw_reduce(const LaunchState *, BlockState *, void *pending, uint64_t what,
                   const uint64_t *addresses, const void *values) noexcept {
  return static_cast<Reductions *>(static_cast<PendingReductions *>(pending))
      ->add(what, addresses, values);
}

void aw_settle(const LaunchState *, BlockState *, void *pending) noexcept {
  static_cast<Reductions *>(static_cast<PendingReductions *>(pending))->settle();
}

void aw_profile_step(const LaunchState *launch, BlockState *block, uint32_t piece, uint32_t place,
                     uint32_t lanes, uint32_t taken, const uint64_t *addresses) noexcept {
  const ActiveLanes active = activeLanes(launch, block, piece, lanes);
  BlockRun::of(block).worker->profile()->step(place, active, taken << active.firstLane, addresses);
}

void aw_line(const LaunchState *, BlockState *block, uint32_t piece, uint32_t place,
             uint32_t line) noexcept {
  BlockRun::of(block).threads().line(piece, place, line, AW_CALLER_PC + 1);
}

void aw_wait_here(const LaunchState *, BlockState *block, uint32_t piece) noexcept {
  BlockRun::of(block).threads().wait(piece);
}

uint64_t aw_clock(const LaunchState *, BlockState *) noexcept { return arch::cycles(); }

uint64_t aw_globaltimer(const LaunchState *, BlockState *) noexcept {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return uint64_t(now.tv_sec) * 1000000000u + uint64_t(now.tv_nsec);
}

} // extern "C"

namespace anywarp::exec {

const RuntimeSymbol *runtimeSymbols() {
  static const RuntimeSymbol symbols[] = {
#define AW_RUNTIME(name, signature, doc) {#name, reinterpret_cast<void *>(&name), signature},
#include "exec/Runtime.def"
      {nullptr, nullptr, nullptr}};
  return symbols;
}

} // namespace anywarp::exec
