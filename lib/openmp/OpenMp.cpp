// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls of Clang's OpenMP, made with those of g++'s library. They are for objects of .cu files
// that g++ links, with libgomp and our static runtime. nvcc itself links LLVM's library, which
// comes first. Sources: "LLVM/OpenMP Runtime Library Reference", libgomp's manual, "The libgomp
// ABI".
#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

// A static library's member of its own: only programs that need it are linked with it.
extern "C" {
int omp_get_thread_num();
int omp_get_num_threads();
void GOMP_parallel(void (*)(void *), void *, unsigned threads, unsigned flags);
void GOMP_parallel_start(void (*)(void *), void *, unsigned threads);
void GOMP_parallel_end();
void GOMP_barrier();
void GOMP_critical_start();
void GOMP_critical_end();
void GOMP_critical_name_start(void **);
void GOMP_critical_name_end(void **);
bool GOMP_single_start();
void *GOMP_single_copy_start();
void GOMP_single_copy_end(void *);
void GOMP_ordered_start();
void GOMP_ordered_end();
void GOMP_loop_end_nowait();
void GOMP_task(void (*)(void *), void *, void (*copy)(void *, void *), long bytes, long align,
               bool isDeferred, unsigned flags, void **depend, int priority, void *detach);
void GOMP_taskwait();
void GOMP_taskwait_depend(void **);
void GOMP_taskyield();
void GOMP_taskgroup_start();
void GOMP_taskgroup_end();
#define AW_LOOP(name)                                                                              \
  bool GOMP_loop_##name##_start(long, long, long, long, long *, long *);                           \
  bool GOMP_loop_##name##_next(long *, long *);                                                    \
  bool GOMP_loop_ull_##name##_start(bool, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t *,      \
                                    uint64_t *);                                                   \
  bool GOMP_loop_ull_##name##_next(uint64_t *, uint64_t *);
AW_LOOP(static)
AW_LOOP(dynamic)
AW_LOOP(guided)
AW_LOOP(ordered_static)
AW_LOOP(ordered_dynamic)
AW_LOOP(ordered_guided)
#undef AW_LOOP
bool GOMP_loop_runtime_start(long, long, long, long *, long *);
bool GOMP_loop_runtime_next(long *, long *);
bool GOMP_loop_ull_runtime_start(bool, uint64_t, uint64_t, uint64_t, uint64_t *, uint64_t *);
bool GOMP_loop_ull_runtime_next(uint64_t *, uint64_t *);
bool GOMP_loop_ordered_runtime_start(long, long, long, long *, long *);
bool GOMP_loop_ordered_runtime_next(long *, long *);
bool GOMP_loop_ull_ordered_runtime_start(bool, uint64_t, uint64_t, uint64_t, uint64_t *,
                                         uint64_t *);
bool GOMP_loop_ull_ordered_runtime_next(uint64_t *, uint64_t *);
}

namespace {

struct Ident; // where the construct stands
using CriticalName = int32_t[8];
/// The name of the critical section without one, which libgomp keeps apart.
extern "C" CriticalName unnamedCritical asm(".gomp_critical_user_.var") __attribute__((weak));

[[noreturn]] void refuse(const char *what) {
  std::fprintf(stderr, "anywarp: OpenMP with g++'s library: %s; link LLVM's with -lomp\n", what);
  std::abort();
}

// -- Parallel regions -----------------------------------------------------------------------------

constexpr unsigned kMostArguments = 48;
thread_local unsigned askedThreads = 0; ///< by num_threads of the next region

struct Region {
  void (*body)(int32_t *, int32_t *, ...);
  void *arguments[kMostArguments];
};

/// Arguments that the body does not have are ignored by it.
template <size_t... I> void callBody(const Region &region, std::index_sequence<I...>) {
  int32_t thread = omp_get_thread_num(), bound = 0;
  region.body(&thread, &bound, region.arguments[I]...);
}

// -- Loops ----------------------------------------------------------------------------------------

/// A loop whose pieces are given out while it runs.
struct Dispatch {
  enum class Kind { Static, Dynamic, Guided, Runtime } kind;
  bool isOrdered, hasBegun;
  uint64_t low, high;
  int64_t step, chunk;
};
thread_local Dispatch loop;

void beginDispatch(int32_t schedule, uint64_t low, uint64_t high, int64_t step, int64_t chunk) {
  schedule &= ~(3 << 29); // monotonic or not
  loop.isOrdered = schedule >= 64 && schedule < 96;
  const int32_t plain = loop.isOrdered    ? schedule - 32
                        : schedule >= 160 ? schedule - 128
                                          : schedule;
  loop.kind = plain == 35   ? Dispatch::Kind::Dynamic
              : plain == 36 ? Dispatch::Kind::Guided
              : plain == 37 ? Dispatch::Kind::Runtime
                            : Dispatch::Kind::Static;
  loop.hasBegun = false;
  loop.low = low, loop.high = high, loop.step = step;
  loop.chunk = plain == 34 || plain == 38 ? 0 : std::max<int64_t>(chunk, 1);
}

#define AW_PIECE(PREFIX, ...)                                                                      \
  switch (loop.kind) {                                                                             \
  case Dispatch::Kind::Static:                                                                     \
    return loop.hasBegun ? PREFIX##static_next(from, to)                                           \
                         : PREFIX##static_start(__VA_ARGS__, loop.chunk, from, to);                \
  case Dispatch::Kind::Dynamic:                                                                    \
    return loop.hasBegun ? PREFIX##dynamic_next(from, to)                                          \
                         : PREFIX##dynamic_start(__VA_ARGS__, loop.chunk, from, to);               \
  case Dispatch::Kind::Guided:                                                                     \
    return loop.hasBegun ? PREFIX##guided_next(from, to)                                           \
                         : PREFIX##guided_start(__VA_ARGS__, loop.chunk, from, to);                \
  case Dispatch::Kind::Runtime:                                                                    \
    return loop.hasBegun ? PREFIX##runtime_next(from, to)                                          \
                         : PREFIX##runtime_start(__VA_ARGS__, from, to);                           \
  }                                                                                                \
  return false;

/// libgomp's ends lie behind the last iteration.
bool nextPiece(long *from, long *to) {
  const long end = long(loop.high) + (loop.step > 0 ? 1 : -1);
  if (loop.isOrdered) {
    AW_PIECE(GOMP_loop_ordered_, long(loop.low), end, loop.step)
  }
  AW_PIECE(GOMP_loop_, long(loop.low), end, loop.step)
}
bool nextPiece(uint64_t *from, uint64_t *to) {
  const bool isUp = loop.step > 0;
  const uint64_t end = loop.high + (isUp ? 1 : -1), step = uint64_t(loop.step);
  if (loop.isOrdered) {
    AW_PIECE(GOMP_loop_ull_ordered_, isUp, loop.low, end, step)
  }
  AW_PIECE(GOMP_loop_ull_, isUp, loop.low, end, step)
}
#undef AW_PIECE

template <class Wide, class T> int32_t dispatch(int32_t *isLast, T *low, T *high, auto *step) {
  Wide from = 0, to = 0;
  const bool some = nextPiece(&from, &to);
  loop.hasBegun = true;
  if (!some) {
    GOMP_loop_end_nowait();
    return 0;
  }
  *low = T(from);
  *high = T(to + Wide(loop.step > 0 ? -1 : 1));
  *step = std::remove_reference_t<decltype(*step)>(loop.step);
  *isLast = loop.step > 0 ? Wide(*high) + Wide(loop.step) > Wide(loop.high)
                          : Wide(*high) + Wide(loop.step) < Wide(loop.high);
  return 1;
}

/// The thread's part of a loop that is divided beforehand.
template <class T, class S>
void divide(int32_t schedule, int32_t *isLast, T *low, T *high, S *stride, S step, S chunk) {
  const auto threads = uint64_t(omp_get_num_threads()), own = uint64_t(omp_get_thread_num());
  const bool isEmpty = step > 0 ? *low > *high : *low < *high;
  const uint64_t size = step > 0 ? uint64_t(step) : -uint64_t(step);
  const uint64_t trips =
      isEmpty ? 0
              : (step > 0 ? uint64_t(*high) - uint64_t(*low) : uint64_t(*low) - uint64_t(*high)) /
                        size +
                    1;
  schedule &= ~(3 << 29);
  const T begin = *low;
  uint64_t first, count;
  if (schedule == 33 && chunk > 0) {
    first = own * uint64_t(chunk), count = uint64_t(chunk);
    *stride = S(threads * uint64_t(chunk) * uint64_t(step));
    *isLast = trips && (trips - 1) / uint64_t(chunk) % threads == own;
  } else {
    const uint64_t share = trips / threads, rest = trips % threads;
    count = share + (own < rest), first = own * share + std::min(own, rest);
    *stride = S(trips * uint64_t(step));
    *isLast = count && first + count == trips;
  }
  if (!trips || !count) { // an empty part: the begin lies behind the end
    *low = T(uint64_t(*high) + uint64_t(step));
    return;
  }
  *low = T(uint64_t(begin) + first * uint64_t(step));
  *high = T(uint64_t(begin) + (first + count - 1) * uint64_t(step));
}

// -- Tasks ----------------------------------------------------------------------------------------

/// What the compiler knows of a task; its private data follows, then what it shares.
struct Task {
  void *shared;
  int32_t (*body)(int32_t, Task *);
  int32_t part;
  union {
    int32_t priority;
    int32_t (*destroy)(int32_t, Task *);
  } data[2];
};
struct Header { ///< before the task
  size_t bytes, sharedAt;
  bool hasDestructor;
};
constexpr size_t kHeaderBytes = 64;

Header &headerOf(Task *task) {
  return *reinterpret_cast<Header *>(reinterpret_cast<char *>(task) - kHeaderBytes);
}
Task *newTask(const Header &header) {
  auto *memory =
      static_cast<char *>(std::aligned_alloc(64, (kHeaderBytes + header.bytes + 63) / 64 * 64));
  if (!memory)
    refuse("no memory for a task");
  std::memset(memory, 0, kHeaderBytes + header.bytes);
  auto *task = reinterpret_cast<Task *>(memory + kHeaderBytes);
  headerOf(task) = header;
  task->shared = reinterpret_cast<char *>(task) + header.sharedAt;
  return task;
}
void finishTask(Task *task) {
  if (headerOf(task).hasDestructor)
    task->data[0].destroy(omp_get_thread_num(), task);
  std::free(&headerOf(task));
}
void runTask(void *argument) {
  Task *task = *static_cast<Task **>(argument);
  task->body(omp_get_thread_num(), task);
  finishTask(task);
}

struct Dependence {
  uintptr_t address;
  size_t bytes;
  uint8_t flags; ///< 1 in, 2 out
};
/// As libgomp has them: how many, how many of those are outputs, and these first.
std::vector<void *> dependences(int32_t n, const Dependence *list) {
  std::vector<void *> all{nullptr, nullptr};
  for (const bool isOut : {true, false})
    for (int32_t i = 0; i < n; ++i)
      if (bool(list[i].flags & 2) == isOut)
        all.push_back(reinterpret_cast<void *>(list[i].address));
  const auto outs = std::count_if(list, list + n, [](const Dependence &d) { return d.flags & 2; });
  all[0] = reinterpret_cast<void *>(uintptr_t(n)), all[1] = reinterpret_cast<void *>(outs);
  return all;
}
void enterTask(Task *task, std::vector<void *> depend = {}) {
  constexpr unsigned kDepends = 8;
  GOMP_task(runTask, &task, nullptr, sizeof task, alignof(Task *), true,
            depend.empty() ? 0 : kDepends, depend.empty() ? nullptr : depend.data(), 0, nullptr);
}

} // namespace

extern "C" {

void __kmpc_fork_call(Ident *, int32_t count, void (*body)(int32_t *, int32_t *, ...), ...) {
  if (count > int32_t(kMostArguments))
    refuse("a parallel region with more variables than it can pass");
  Region region{body, {}};
  va_list list;
  va_start(list, body);
  for (int32_t i = 0; i < count; ++i)
    region.arguments[i] = va_arg(list, void *);
  va_end(list);
  const unsigned threads = std::exchange(askedThreads, 0);
  GOMP_parallel(
      [](void *self) {
        callBody(*static_cast<Region *>(self), std::make_index_sequence<kMostArguments>());
      },
      &region, threads, 0);
}
void __kmpc_push_num_threads(Ident *, int32_t, int32_t count) { askedThreads = unsigned(count); }
void __kmpc_push_proc_bind(Ident *, int32_t, int32_t) {}
int32_t __kmpc_global_thread_num(Ident *) { return omp_get_thread_num(); }
void __kmpc_serialized_parallel(Ident *, int32_t) {
  GOMP_parallel_start([](void *) {}, nullptr, 1);
}
void __kmpc_end_serialized_parallel(Ident *, int32_t) { GOMP_parallel_end(); }

void __kmpc_barrier(Ident *, int32_t) { GOMP_barrier(); }
int32_t __kmpc_cancel_barrier(Ident *, int32_t) { return GOMP_barrier(), 0; }
int32_t __kmpc_cancel(Ident *, int32_t, int32_t) { return 0; } // off unless OMP_CANCELLATION is set
int32_t __kmpc_cancellationpoint(Ident *, int32_t, int32_t) { return 0; }
void __kmpc_flush(Ident *) { __sync_synchronize(); }
int32_t __kmpc_master(Ident *, int32_t) { return omp_get_thread_num() == 0; }
void __kmpc_end_master(Ident *, int32_t) {}
int32_t __kmpc_masked(Ident *, int32_t, int32_t filter) { return omp_get_thread_num() == filter; }
void __kmpc_end_masked(Ident *, int32_t) {}
int32_t __kmpc_single(Ident *, int32_t) { return GOMP_single_start(); }
void __kmpc_end_single(Ident *, int32_t) {}
void __kmpc_copyprivate(Ident *, int32_t, size_t, void *data, void (*copy)(void *, void *),
                        int32_t hasDone) {
  void *own = nullptr; // of the thread that comes first: where the others find the data
  auto **place = static_cast<void **>(GOMP_single_copy_start());
  if (!place)
    GOMP_single_copy_end(place = &own);
  if (hasDone)
    *place = data;
  GOMP_barrier();
  if (!hasDone)
    copy(data, *place);
  GOMP_barrier();
}
void __kmpc_critical(Ident *, int32_t, CriticalName *name) {
  if (name == &unnamedCritical)
    GOMP_critical_start();
  else
    GOMP_critical_name_start(reinterpret_cast<void **>(name));
}
void __kmpc_critical_with_hint(Ident *where, int32_t thread, CriticalName *name, uint32_t) {
  __kmpc_critical(where, thread, name);
}
void __kmpc_end_critical(Ident *, int32_t, CriticalName *name) {
  if (name == &unnamedCritical)
    GOMP_critical_end();
  else
    GOMP_critical_name_end(reinterpret_cast<void **>(name));
}
void __kmpc_ordered(Ident *, int32_t) { GOMP_ordered_start(); }
void __kmpc_end_ordered(Ident *, int32_t) { GOMP_ordered_end(); }

// Every thread adds what it has, one after the other.
int32_t __kmpc_reduce_nowait(Ident *, int32_t, int32_t, size_t, void *, void (*)(void *, void *),
                             CriticalName *name) {
  GOMP_critical_name_start(reinterpret_cast<void **>(name));
  return 1;
}
void __kmpc_end_reduce_nowait(Ident *, int32_t, CriticalName *name) {
  GOMP_critical_name_end(reinterpret_cast<void **>(name));
}
int32_t __kmpc_reduce(Ident *where, int32_t thread, int32_t n, size_t bytes, void *data,
                      void (*add)(void *, void *), CriticalName *name) {
  return __kmpc_reduce_nowait(where, thread, n, bytes, data, add, name);
}
void __kmpc_end_reduce(Ident *, int32_t, CriticalName *name) {
  GOMP_critical_name_end(reinterpret_cast<void **>(name));
  GOMP_barrier();
}

#define AW_LOOPS(suffix, T, S, Wide)                                                               \
  void __kmpc_for_static_init_##suffix(Ident *, int32_t, int32_t schedule, int32_t *isLast,        \
                                       T *low, T *high, S *stride, S step, S chunk) {              \
    divide(schedule, isLast, low, high, stride, step, chunk);                                      \
  }                                                                                                \
  void __kmpc_dispatch_init_##suffix(Ident *, int32_t, int32_t schedule, T low, T high, S step,    \
                                     S chunk) {                                                    \
    beginDispatch(schedule, uint64_t(low), uint64_t(high), step, chunk);                           \
  }                                                                                                \
  int32_t __kmpc_dispatch_next_##suffix(Ident *, int32_t, int32_t *isLast, T *low, T *high,        \
                                        S *step) {                                                 \
    return dispatch<Wide>(isLast, low, high, step);                                                \
  }                                                                                                \
  void __kmpc_dispatch_fini_##suffix(Ident *, int32_t) {}
AW_LOOPS(4, int32_t, int32_t, long)
AW_LOOPS(4u, uint32_t, int32_t, long)
AW_LOOPS(8, int64_t, int64_t, long)
AW_LOOPS(8u, uint64_t, int64_t, uint64_t)
#undef AW_LOOPS
void __kmpc_for_static_fini(Ident *, int32_t) {}
void __kmpc_dispatch_deinit(Ident *, int32_t) {}

Task *__kmpc_omp_task_alloc(Ident *, int32_t, int32_t flags, size_t bytes, size_t sharedBytes,
                            int32_t (*body)(int32_t, Task *)) {
  constexpr int32_t kHasDestructor = 8;
  const size_t sharedAt = (bytes + 15) / 16 * 16;
  Task *task = newTask({sharedAt + sharedBytes, sharedAt, (flags & kHasDestructor) != 0});
  task->body = body;
  return task;
}
int32_t __kmpc_omp_task(Ident *, int32_t, Task *task) { return enterTask(task), 0; }
int32_t __kmpc_omp_task_with_deps(Ident *, int32_t, Task *task, int32_t n, Dependence *list,
                                  int32_t, Dependence *) {
  return enterTask(task, dependences(n, list)), 0;
}
void __kmpc_omp_wait_deps(Ident *, int32_t, int32_t n, Dependence *list, int32_t, Dependence *) {
  GOMP_taskwait_depend(dependences(n, list).data());
}
void __kmpc_omp_task_begin_if0(Ident *, int32_t, Task *) {}
void __kmpc_omp_task_complete_if0(Ident *, int32_t, Task *task) { finishTask(task); }
int32_t __kmpc_omp_taskwait(Ident *, int32_t) { return GOMP_taskwait(), 0; }
int32_t __kmpc_omp_taskyield(Ident *, int32_t, int32_t) { return GOMP_taskyield(), 0; }
void __kmpc_taskgroup(Ident *, int32_t) { GOMP_taskgroup_start(); }
void __kmpc_end_taskgroup(Ident *, int32_t) { GOMP_taskgroup_end(); }

/// `low`, `high` lie in the task. `schedule`: 1 of pieces of `grain` iterations, 2 of that many
/// pieces.
void __kmpc_taskloop(Ident *, int32_t, Task *task, int32_t isIf, uint64_t *low, uint64_t *high,
                     int64_t step, int32_t isNoGroup, int32_t schedule, uint64_t grain,
                     void (*duplicate)(Task *, Task *, int32_t)) {
  if (!isNoGroup)
    GOMP_taskgroup_start();
  const auto begin = int64_t(*low), end = int64_t(*high);
  const bool isEmpty = step > 0 ? begin > end : begin < end;
  const uint64_t trips = isEmpty ? 0 : uint64_t((end - begin) / step) + 1;
  uint64_t pieces = schedule == 1   ? std::max<uint64_t>(trips / std::max<uint64_t>(grain, 1), 1)
                    : schedule == 2 ? grain
                                    : uint64_t(omp_get_num_threads()) * 4;
  pieces = std::clamp<uint64_t>(pieces, 1, std::max<uint64_t>(trips, 1));
  const auto lowAt = reinterpret_cast<char *>(low) - reinterpret_cast<char *>(task);
  const auto highAt = reinterpret_cast<char *>(high) - reinterpret_cast<char *>(task);
  const Header header = headerOf(task);
  for (uint64_t i = 0, first = 0; trips && i < pieces; ++i) {
    const uint64_t count = trips / pieces + (i < trips % pieces);
    Task *piece = newTask(header);
    void *shared = piece->shared;
    std::memcpy(piece, task, header.bytes);
    piece->shared = shared;
    const int64_t from = begin + int64_t(first) * step, to = from + int64_t(count - 1) * step;
    std::memcpy(reinterpret_cast<char *>(piece) + lowAt, &from, sizeof from);
    std::memcpy(reinterpret_cast<char *>(piece) + highAt, &to, sizeof to);
    if (duplicate)
      duplicate(piece, task, i + 1 == pieces);
    first += count;
    if (isIf)
      enterTask(piece);
    else
      runTask(&piece);
  }
  finishTask(task);
  if (!isNoGroup)
    GOMP_taskgroup_end();
}

} // extern "C"
