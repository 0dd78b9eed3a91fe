// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The choice of steps.
#include "cufft/Schedule.h"

#include <algorithm>
#include <cstdlib>

namespace anywarp::cufft {

namespace {

/// Transforms of several axes with more numbers are split between their axes.
constexpr int64_t kMostWhole = 1 << 14, kMostApart = 1 << 8;
/// Longer lines are split, where they are few (fewer than kManyLines) or do not fit a cache.
constexpr int64_t kLongLine = 1 << 14, kHugeLine = 1 << 17, kManyLines = 8;
/// Factors of a split line, at least.
constexpr int64_t kLeastFactor = 32;
/// Longest line of a tile: a block has it several times on its stack.
constexpr int64_t kMostTiled = 1 << 14;

/// The divisor next below the root; 1 if there is none. Multiples of four are preferred where both
/// factors can be some, as vectors hold that many numbers.
int64_t divisorOf(int64_t n) {
  int64_t root = 1;
  while (root * root < n)
    ++root;
  for (int64_t d = root; d >= kLeastFactor; --d)
    if (n % d == 0 && d % 4 == 0 && n / d % 4 == 0 && n / d <= kMostTiled)
      return d;
  while (n % root)
    --root;
  return root;
}

bool canSplit(int64_t n) {
  const int64_t d = divisorOf(n);
  return d >= kLeastFactor && n / d <= kMostTiled;
}

bool areEqual(const Axis &a) { return a.in == a.out; }

/// In place, no number may be overwritten that a later block reads.
bool isSafeInPlace(const Problem &p) {
  const int64_t perIn = p.bytesIn() / p.bytesOfReal(), perOut = p.bytesOut() / p.bytesOfReal();
  auto isSame = [&](const Axis &a) { return a.n == 1 || a.in * perIn == a.out * perOut; };
  for (int i = 0; i < p.loops; ++i)
    if (!isSame(p.loop[size_t(i)]))
      return false;
  for (int i = 0; i + 1 < p.rank; ++i)
    if (!isSame(p.axes[size_t(i)]))
      return false;
  return p.isReal() ? p.last().in == 1 && p.last().out == 1 : areEqual(p.last());
}

/// The problem's other side becomes like `stride`.
Problem sameOnBothSides(Problem p, int64_t Axis::*stride) {
  for (Axis &axis : p.axes)
    axis.in = axis.out = axis.*stride;
  for (Axis &axis : p.loop)
    axis.in = axis.out = axis.*stride;
  return p;
}

} // namespace

int64_t makeDense(Problem &shape, int64_t Axis::*stride, bool isHalved) {
  int64_t numbers = 1;
  for (int i = shape.rank - 1; i >= 0; --i) {
    Axis &axis = shape.axes[size_t(i)];
    axis.*stride = numbers;
    numbers *= isHalved && i == shape.rank - 1 ? halfOf(axis.n) : axis.n;
  }
  for (int i = shape.loops - 1; i >= 0; --i) {
    shape.loop[size_t(i)].*stride = numbers;
    numbers *= shape.loop[size_t(i)].n;
  }
  return numbers;
}

Place Schedule::reserve(int64_t bytes) {
  constexpr int64_t kAlignment = 256;
  const Place place{Buffer::Work, workBytes_};
  workBytes_ += (bytes + kAlignment - 1) / kAlignment * kAlignment;
  return place;
}

void Schedule::addStep(std::unique_ptr<Step> step) { steps_.push_back(std::move(step)); }

CUresult Schedule::launch(CUstream stream, const Buffers &buffers) const {
  for (const std::unique_ptr<Step> &step : steps_)
    if (CUresult result = step->launch(stream, buffers))
      return result;
  return CUDA_SUCCESS;
}

void Schedule::add(const Problem &problem, Place from, Place to) {
  if (problem.size() == 0 || problem.count() == 0)
    return;
  if (problem.isInPlace && !isSafeInPlace(problem)) {
    // The result is put aside first.
    Problem aside = problem;
    aside.isInPlace = false;
    const bool isHalved = problem.kind == Kind::RealToComplex;
    const Place place = reserve(makeDense(aside, &Axis::out, isHalved) * problem.bytesOut());
    add(aside, from, place);
    std::vector<Axis> axes;
    for (int i = 0; i < problem.loops; ++i)
      axes.push_back(
          {problem.loop[size_t(i)].n, aside.loop[size_t(i)].out, problem.loop[size_t(i)].out});
    for (int i = 0; i < problem.rank; ++i)
      axes.push_back(
          {problem.axes[size_t(i)].n, aside.axes[size_t(i)].out, problem.axes[size_t(i)].out});
    if (isHalved)
      axes.back().n = halfOf(axes.back().n);
    const Format format = problem.precision == Precision::Double ? Format::Double : Format::Single;
    addStep(
        makeCopy(axes, int(problem.bytesOut() / problem.bytesOfReal()), format, format, place, to));
    return;
  }
  switch (problem.kind) {
  case Kind::RealToComplex:
    return realToComplex(problem, from, to);
  case Kind::ComplexToReal:
    return complexToReal(problem, from, to);
  default:
    return complexAxes(problem, from, to);
  }
}

// -- Complex --------------------------------------------------------------------------------------

void Schedule::complexAxes(Problem problem, Place from, Place to) {
  // Axes of one number are none.
  Problem p = problem;
  p.rank = 0;
  for (int i = 0; i < problem.rank; ++i)
    if (problem.axes[size_t(i)].n != 1)
      p.addAxis(problem.axes[size_t(i)]);
  if (p.rank == 0 && p.isInPlace)
    return;
  if (p.rank == 0)
    p.addAxis({1, 1, 1});
  if (p.rank == 1)
    return complexLine(p, from, to);
  // The backend is slow where neighbours lie apart in memory.
  const bool isDense = p.last().in == 1 && p.last().out == 1;
  if (p.size() <= (isDense ? kMostWhole : kMostApart))
    return addStep(makeDirect(p, from, to));
  Problem inner = p;
  inner.rank = 0;
  for (int i = 1; i < p.rank; ++i)
    inner.addAxis(p.axes[size_t(i)]);
  inner.addLoop(p.axes[0]);
  complexAxes(inner, from, to);
  Problem outer = sameOnBothSides(p, &Axis::out);
  outer.rank = 0;
  outer.addAxis(outer.axes[0]);
  for (int i = 1; i < p.rank; ++i)
    outer.addLoop(outer.axes[size_t(i)]);
  outer.isInPlace = true;
  complexLine(outer, to, to);
}

void Schedule::complexLine(const Problem &p, Place from, Place to) {
  const Axis &axis = p.axes[0];
  const bool isSplit = axis.n >= kHugeLine || (axis.n >= kLongLine && p.count() < kManyLines);
  if (isSplit && fourStep(p, from, to))
    return;
  // Neighbouring lines lie along the loop of the smallest stride.
  int nearest = 0;
  for (int i = 1; i < p.loops; ++i)
    if (std::abs(p.loop[size_t(i)].in) + std::abs(p.loop[size_t(i)].out) <
        std::abs(p.loop[size_t(nearest)].in) + std::abs(p.loop[size_t(nearest)].out))
      nearest = i;
  const bool isApart = axis.in != 1 || axis.out != 1;
  if (!isApart || axis.n > kMostTiled || p.loops == 0 || p.loop[size_t(nearest)].n < 4)
    return addStep(makeDirect(p, from, to));
  Problem rest = p;
  rest.loops = 0;
  for (int i = 0; i < p.loops; ++i)
    if (i != nearest)
      rest.addLoop(p.loop[size_t(i)]);
  addStep(makeTiles(rest, p.loop[size_t(nearest)], 0, from, to));
}

/// n = a * b, input number j = j1 * b + j2, output number k = k1 + k2 * a: lines of a over j1,
/// multiplication by the root of power j2 * k1, lines of b over j2.
bool Schedule::fourStep(const Problem &p, Place from, Place to) {
  const Axis axis = p.axes[0];
  if (!canSplit(axis.n))
    return false;
  const int64_t a = divisorOf(axis.n), b = axis.n / a;
  Problem dense = p;
  const Place between = reserve(makeDense(dense, &Axis::out, false) * p.bytesOut());
  Problem first = dense, second = p;
  first.isInPlace = second.isInPlace = false;
  for (int i = 0; i < p.loops; ++i)
    second.loop[size_t(i)].in = dense.loop[size_t(i)].out;
  first.axes[0] = {a, axis.in * b, b};
  second.axes[0] = {b, 1, axis.out * a};
  addStep(makeTiles(first, {b, axis.in, 1}, axis.n, from, between));
  addStep(makeTiles(second, {a, b, axis.out}, 0, between, to));
  return true;
}

// -- Real -----------------------------------------------------------------------------------------

/// The complex problem of the axes but the last, on the complex side.
static Problem leadingAxes(const Problem &p, int64_t Axis::*stride) {
  Problem leading = sameOnBothSides(p, stride);
  leading.kind = p.kind == Kind::RealToComplex ? Kind::Forward : Kind::Inverse;
  Axis last = leading.last();
  last.n = halfOf(last.n);
  --leading.rank;
  leading.addLoop(last);
  return leading;
}

static Problem lastAxis(const Problem &p) {
  Problem last = p;
  last.rank = 0;
  last.addAxis(p.last());
  for (int i = 0; i + 1 < p.rank; ++i)
    last.addLoop(p.axes[size_t(i)]);
  return last;
}

void Schedule::realToComplex(Problem p, Place from, Place to) {
  if (p.rank == 1) {
    if (!halved(p, from, to))
      addStep(makeDirect(p, from, to));
    return;
  }
  if (p.size() <= kMostWhole)
    return addStep(makeDirect(p, from, to));
  realToComplex(lastAxis(p), from, to);
  Problem leading = leadingAxes(p, &Axis::out);
  leading.isInPlace = true;
  complexAxes(leading, to, to);
}

void Schedule::complexToReal(Problem p, Place from, Place to) {
  if (p.rank == 1) {
    if (!halved(p, from, to))
      addStep(makeDirect(p, from, to));
    return;
  }
  if (p.isInPlace && p.size() <= kMostWhole)
    return addStep(makeDirect(p, from, to));
  Problem leading = leadingAxes(p, &Axis::in);
  leading.isInPlace = true;
  if (p.isInPlace) {
    complexAxes(leading, from, from);
    return complexToReal(lastAxis(p), from, to);
  }
  // Out of place the input stays, so what is between lies in the work area.
  Problem dense = p;
  const Place between = reserve(makeDense(dense, &Axis::in, true) * p.bytesIn());
  Problem aside = leadingAxes(dense, &Axis::in);
  for (int i = 0; i < aside.rank; ++i)
    aside.axes[size_t(i)].in = p.axes[size_t(i)].in;
  for (int i = 0; i < aside.loops; ++i)
    aside.loop[size_t(i)].in = leading.loop[size_t(i)].in;
  aside.isInPlace = false;
  complexAxes(aside, from, between);
  Problem last = lastAxis(dense);
  last.mayDestroyInput = true;
  complexToReal(last, between, to);
}

/// Long real lines: as complex ones of half the length.
bool Schedule::halved(const Problem &p, Place from, Place to) {
  const Axis axis = p.axes[0];
  const bool isSplit =
      axis.n >= 2 * kHugeLine || (axis.n >= 2 * kLongLine && p.count() < kManyLines);
  if (!isSplit || axis.n % 2 || axis.in != 1 || axis.out != 1 || !canSplit(axis.n / 2))
    return false;
  const bool isForward = p.kind == Kind::RealToComplex;
  int64_t Axis::*const realSide = isForward ? &Axis::in : &Axis::out;
  for (int i = 0; i < p.loops; ++i)
    if (p.loop[size_t(i)].*realSide % 2)
      return false;
  Problem half = p;
  half.kind = isForward ? Kind::Forward : Kind::Inverse;
  half.axes[0].n = axis.n / 2;
  for (int i = 0; i < p.loops; ++i)
    half.loop[size_t(i)].*realSide /= 2;
  if (isForward) {
    fourStep(half, from, to);
    addStep(makeHalved(p, to, to));
    return true;
  }
  Problem before = p, behind = half;
  before.axes[0].n = axis.n / 2;
  const Place between = reserve(makeDense(before, &Axis::out, false) * p.bytesIn());
  for (int i = 0; i < p.loops; ++i)
    behind.loop[size_t(i)].in = before.loop[size_t(i)].out;
  before.axes[0].n = axis.n;
  addStep(makeHalved(before, from, between));
  fourStep(behind, between, to);
  return true;
}

} // namespace anywarp::cufft
