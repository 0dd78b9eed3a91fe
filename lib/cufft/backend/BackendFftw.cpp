// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transforms by a library with FFTW's interface (FFTW manual, sections "Guru Interface", "New-array
// Execute Functions", "Thread safety"). It is loaded at run time and never linked. Only functions
// are used that call no other function of the interface, as libcufftw exports their names, too.
#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <memory>
#include <string>

#include "cufft/backend/Backend.h"
#include "cufft/backend/Wisdom.h"
#include "support/Mutex.h"
#include "support/Options.h"
#include "support/os/SystemLibrary.h"

namespace anywarp::cufft {

namespace {

// FFTW's public constants.
constexpr unsigned kMeasure = 0, kDestroyInput = 1U << 0, kUnaligned = 1U << 1,
                   kPreserveInput = 1U << 4, kEstimate = 1U << 6, kWisdomOnly = 1U << 21;

struct Dimension { // fftw_iodim64
  ptrdiff_t n, is, os;
};
using FftwPlan = struct FftwPlanTag *;

/// FFTW's functions of one precision.
struct Fftw {
  using PlanComplex = FftwPlan (*)(int, const Dimension *, int, const Dimension *, void *, void *,
                                   int, unsigned);
  using PlanReal = FftwPlan (*)(int, const Dimension *, int, const Dimension *, void *, void *,
                                unsigned);
  using Execute = void (*)(FftwPlan, void *, void *);
  PlanComplex planComplex = nullptr;
  PlanReal planForward = nullptr, planInverse = nullptr;
  Execute executeComplex = nullptr, executeForward = nullptr, executeInverse = nullptr;
  void (*destroy)(FftwPlan) = nullptr;
  int (*alignmentOf)(void *) = nullptr;
  void (*setThreads)(int) = nullptr; ///< with FFTW's threads only, of new plans
  int (*threads)() = nullptr;
  bool isThere = false;
  std::unique_ptr<const Wisdom> wisdom; ///< null: plans are estimated

  explicit Fftw(Precision precision);

private:
  void *open(Precision precision);
};

template <typename Function> bool look(void *library, const std::string &name, Function &function) {
  function = reinterpret_cast<Function>(::dlsym(library, name.c_str()));
  return function != nullptr;
}

void *openAny(const std::string &name) {
  for (const std::string &path : findLibraries(name))
    if (void *opened = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL))
      return opened;
  return ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
}

void *Fftw::open(Precision precision) {
  const std::string &chosen = Options::get().fft;
  if (chosen == "kissfft")
    return nullptr;
  if (!chosen.empty())
    return ::dlopen(chosen.c_str(), RTLD_NOW | RTLD_LOCAL);
  const std::string letter = precision == Precision::Double ? "" : "f";
  // With FFTW's threads its planner takes a lock, so that a program may use FFTW beside us.
  if (void *library = openAny("libfftw3" + letter + "_threads.so.3")) {
    const std::string prefix = "fftw" + letter + "_";
    void (*makeThreadSafe)() = nullptr;
    if (look(library, prefix + "make_planner_thread_safe", makeThreadSafe))
      makeThreadSafe();
    look(library, prefix + "plan_with_nthreads", setThreads);
    look(library, prefix + "planner_nthreads", threads);
  }
  return openAny("libfftw3" + letter + ".so.3");
}

Fftw::Fftw(Precision precision) {
  void *library = open(precision);
  if (!library)
    return;
  const std::string prefix = precision == Precision::Double ? "fftw_" : "fftwf_";
  isThere = look(library, prefix + "plan_guru64_dft", planComplex) &&
            look(library, prefix + "plan_guru64_dft_r2c", planForward) &&
            look(library, prefix + "plan_guru64_dft_c2r", planInverse) &&
            look(library, prefix + "execute_dft", executeComplex) &&
            look(library, prefix + "execute_dft_r2c", executeForward) &&
            look(library, prefix + "execute_dft_c2r", executeInverse) &&
            look(library, prefix + "destroy_plan", destroy);
  look(library, prefix + "alignment_of", alignmentOf);
  if (Wisdom::isWanted())
    wisdom = std::make_unique<const Wisdom>(library, prefix);
}

const Fftw &fftwOf(Precision precision) {
  static const Fftw singlePrecision(Precision::Single), doublePrecision(Precision::Double);
  return precision == Precision::Double ? doublePrecision : singlePrecision;
}

/// What a block computes has one thread, however many a program that uses FFTW beside us asks for.
class OneThread {
public:
  explicit OneThread(const Fftw &fftw) : fftw_(fftw) {
    if (fftw.setThreads && fftw.threads && (before_ = fftw.threads()) != 1)
      fftw.setThreads(1);
  }
  ~OneThread() {
    if (before_ != 1)
      fftw_.setThreads(before_);
  }
  OneThread(const OneThread &) = delete;

private:
  const Fftw &fftw_;
  int before_ = 1;
};

/// FFTW's planner serves one thread at a time.
Mutex &plannerMutex() {
  static Mutex &mutex = *new Mutex;
  return mutex;
}

/// Bytes of one side of a problem before its first number, and from there on.
struct Span {
  int64_t before = 0, behind = 0;
};
Span spanOf(const Problem &p, int64_t Axis::*stride, int64_t bytesOfNumber) {
  Span span{0, bytesOfNumber};
  auto reach = [&](const Axis &axis) {
    const int64_t bytes = (axis.n - 1) * (axis.*stride) * bytesOfNumber;
    (bytes < 0 ? span.before : span.behind) += std::abs(bytes);
  };
  std::for_each_n(p.axes.begin(), p.rank, reach);
  std::for_each_n(p.loop.begin(), p.loops, reach);
  return span;
}

/// Memory for plans that are measured, aligned as FFTW's own.
class Room {
public:
  explicit Room(Span span) : before_((span.before + kAlignment - 1) / kAlignment * kAlignment) {
    const int64_t bytes = before_ + span.behind;
    if (bytes > kMostBytes || ::posix_memalign(&memory_, kAlignment, size_t(bytes) + 1))
      memory_ = nullptr;
  }
  ~Room() { std::free(memory_); }
  Room(const Room &) = delete;
  void *first() const { return memory_ ? static_cast<char *>(memory_) + before_ : nullptr; }

private:
  static constexpr int64_t kAlignment = 64, kMostBytes = 256 << 20;
  const int64_t before_;
  void *memory_ = nullptr;
};

class FftwTransform final : public Transform {
public:
  FftwTransform(const Fftw &fftw, const Problem &problem) : fftw_(fftw), problem_(problem) {}
  ~FftwTransform() override {
    LockGuard lock(plannerMutex());
    for (FftwPlan plan : {aligned_, unaligned_})
      if (plan)
        fftw_.destroy(plan);
  }
  bool prepare(uintptr_t addressBits) const override {
    const bool isAligned = fftw_.alignmentOf && isAlignedFor(addressBits);
    FftwPlan &plan = isAligned ? aligned_ : unaligned_;
    LockGuard lock(plannerMutex());
    if (!plan) {
      const OneThread one(fftw_);
      plan = make(isAligned ? 0 : kUnaligned);
    }
    return plan;
  }
  void execute(const void *in, void *out) const override {
    const auto bits = reinterpret_cast<uintptr_t>(in) | reinterpret_cast<uintptr_t>(out);
    FftwPlan plan = aligned_ && isAlignedFor(bits) ? aligned_ : unaligned_;
    const auto run = problem_.kind == Kind::RealToComplex   ? fftw_.executeForward
                     : problem_.kind == Kind::ComplexToReal ? fftw_.executeInverse
                                                            : fftw_.executeComplex;
    run(plan, const_cast<void *>(in), out);
  }

private:
  bool isAlignedFor(uintptr_t bits) const {
    return fftw_.alignmentOf(reinterpret_cast<void *>(bits)) == 0;
  }
  /// With ESTIMATE no memory is touched: the addresses tell alignment and whether it is in place.
  FftwPlan make(unsigned flags) const {
    if (fftw_.wisdom)
      if (FftwPlan plan = measure(flags))
        return plan;
    alignas(64) static char places[128];
    return make(places, problem_.isInPlace ? places : places + 64, flags | kEstimate);
  }
  /// By wisdom, else by runs on memory of its own. Null: there is too little.
  FftwPlan measure(unsigned flags) const {
    Span in = spanOf(problem_, &Axis::in, problem_.bytesIn());
    const Span out = spanOf(problem_, &Axis::out, problem_.bytesOut());
    if (problem_.isInPlace)
      in = {std::max(in.before, out.before), std::max(in.behind, out.behind)};
    const Room inRoom(in), outRoom(problem_.isInPlace ? Span() : out);
    if (!inRoom.first() || !outRoom.first())
      return nullptr;
    void *const target = problem_.isInPlace ? inRoom.first() : outRoom.first();
    auto known = [&] { return make(inRoom.first(), target, flags | kMeasure | kWisdomOnly); };
    if (FftwPlan plan = known())
      return plan;
    fftw_.wisdom->load();
    if (FftwPlan plan = known())
      return plan;
    FftwPlan plan = make(inRoom.first(), target, flags | kMeasure);
    fftw_.wisdom->save();
    return plan;
  }
  FftwPlan make(void *in, void *out, unsigned flags) const {
    Dimension axes[kMostAxes], loops[kMostLoops];
    for (int i = 0; i < problem_.rank; ++i)
      axes[i] = {problem_.axes[size_t(i)].n, problem_.axes[size_t(i)].in,
                 problem_.axes[size_t(i)].out};
    for (int i = 0; i < problem_.loops; ++i)
      loops[i] = {problem_.loop[size_t(i)].n, problem_.loop[size_t(i)].in,
                  problem_.loop[size_t(i)].out};
    if (!problem_.isInPlace)
      flags |= problem_.mayDestroyInput ? kDestroyInput : kPreserveInput;
    if (problem_.isReal())
      return (problem_.kind == Kind::RealToComplex ? fftw_.planForward : fftw_.planInverse)(
          problem_.rank, axes, problem_.loops, loops, in, out, flags);
    return fftw_.planComplex(problem_.rank, axes, problem_.loops, loops, in, out,
                             problem_.kind == Kind::Forward ? -1 : 1, flags);
  }

  const Fftw &fftw_;
  const Problem problem_;
  mutable FftwPlan aligned_ = nullptr, unaligned_ = nullptr; ///< written under the planner's mutex
};

} // namespace

std::shared_ptr<const Transform> makeFftw(const Problem &problem) {
  const Fftw &fftw = fftwOf(problem.precision);
  if (!fftw.isThere)
    return nullptr;
  auto made = std::make_shared<FftwTransform>(fftw, problem);
  return made->prepare(0) ? made : nullptr;
}

} // namespace anywarp::cufft
