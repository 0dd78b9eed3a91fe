// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each error that a row of spec/driver states, provoked: before cuInit, without a context, in a
// host function, by a null output, by a handle that stands for nothing, by a condition over the
// arguments. The other arguments are valid as far as the table can tell. The calls are generated
// (conformance/StatedErrors.inc in the build tree's gen folder).
#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>
#include <cudaProfiler.h>

#include "StatedCases.h"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace {

#include "conformance/StatedErrors.inc"

int tested = 0, notProvoked = 0;

/// The arguments of one call.
class Arguments {
public:
  explicit Arguments(const Case &which) : which_(which), bytes_(which.bytes + 64) { reset(); }
  void reset() {
    std::memset(zeros, 0, sizeof zeros); // calls may have written there
    chosen_.assign(size_t(which_.count), 0);
    isMissing_.assign(size_t(which_.count), false);
    for (int i = 0; i < which_.count; ++i)
      isMissing_[size_t(i)] = !set(i, 0);
  }
  bool set(int argument, int nth) {
    chosen_[size_t(argument)] = nth;
    return which_.choose(at(), argument, nth);
  }
  /// Whether there is nothing valid for some handle.
  bool lacks() const {
    return std::find(isMissing_.begin(), isMissing_.end(), true) != isMissing_.end();
  }
  void *at() { return bytes_.data(); }
  /// Makes a pointer point there.
  void point(int argument, void *to) {
    set(argument, 0);
    std::vector<char> before = bytes_;
    set(argument, kNull);
    for (size_t i = 0; i + sizeof to <= bytes_.size(); i += alignof(void *))
      if (std::memcmp(&before[i], &bytes_[i], sizeof to) != 0) {
        std::memcpy(&bytes_[i], &to, sizeof to);
        chosen_[size_t(argument)] = 0;
        return;
      }
  }
  CUresult call() { return which_.call(at()); }
  bool holds(const Check &check) {
    if (check.kind == Check::Condition)
      return check.holds(at());
    const size_t argument = size_t(check.argument);
    if (check.kind == Check::Null)
      return chosen_[argument] == kNull || chosen_[argument] == 1;
    return chosen_[argument] != 0 || isMissing_[argument];
  }

  bool fallsBefore(size_t index) {
    for (size_t i = 0; i < index; ++i)
      if (holds(which_.checks[i]))
        return true;
    return false;
  }

  /// Makes a condition what is wanted, with those before it false.
  bool make(size_t index, bool wanted) {
    const unsigned own = which_.checks[index].matter;
    if (change(index, wanted, 0, own))
      return true;
    unsigned all = own;
    for (size_t i = 0; i < index; ++i)
      all |= which_.checks[i].matter;
    return change(index, wanted, 0, all);
  }
  /// Makes all conditions before that one false.
  bool pass(size_t index) {
    for (size_t i = 0; i < index; ++i)
      if (!make(i, false))
        return false;
    return true;
  }

private:
  bool isMade(size_t index, bool wanted) {
    return !fallsBefore(index) && holds(which_.checks[index]) == wanted;
  }
  bool change(size_t index, bool wanted, int argument, unsigned matter) {
    if (isMade(index, wanted))
      return true;
    for (; argument < which_.count; ++argument) {
      if (!(matter >> argument & 1))
        continue;
      const int before = chosen_[size_t(argument)];
      for (int nth = 0; set(argument, nth); ++nth)
        if (change(index, wanted, argument + 1, matter))
          return true;
      set(argument, before);
    }
    return false;
  }

  const Case &which_;
  std::vector<char> bytes_;
  std::vector<int> chosen_;
  std::vector<bool> isMissing_; ///< there is nothing valid of this kind
};

void expect(const Case &which, const char *why, CUresult expected, CUresult seen) {
  ++tested;
  if (seen == expected)
    return;
  ++failures;
  std::printf("%s, %s\n    is %s, expected %s\n", which.name, why, nameOf(seen), nameOf(expected));
}

void provoke(const Case &which) {
  Arguments arguments(which);
  for (size_t i = 0; i < which.checks.size(); ++i) {
    const Check &check = which.checks[i];
    arguments.reset();
    bool isMade = arguments.pass(i);
    if (isMade && check.kind == Check::Condition)
      isMade = arguments.make(i, true);
    if (!isMade) {
      ++notProvoked;
      failures += !arguments.lacks();
      std::printf("%s: not provoked: %s\n", which.name, check.text);
      continue;
    }
    if (check.kind == Check::Null || check.kind == Check::NoObject) {
      arguments.set(check.argument, kNull);
      if (!arguments.fallsBefore(i)) // a condition may tell of null first
        expect(which, check.text, check.result, arguments.call());
    }
    if ((check.kind == Check::NoObject || check.kind == Check::Stale) && !onNvidia()) {
      arguments.set(check.argument, kJunk);
      expect(which, check.text, check.result, arguments.call());
    }
    if (check.kind == Check::Condition)
      expect(which, check.text, check.result, arguments.call());
  }
}

void breakRecords(const Case &which) {
  for (const Record &record : which.records) {
    Arguments arguments(which);
    if (!arguments.pass(which.checks.size())) {
      ++failures;
      std::printf("%s: no valid arguments\n", which.name);
      continue;
    }
    alignas(64) static char bytes[1024];
    const auto call = [&](void (*breakIt)(void *)) {
      std::memset(bytes, 0, sizeof bytes);
      record.make(bytes);
      if (breakIt)
        breakIt(bytes);
      record.give(arguments.at());
      arguments.point(record.argument, bytes);
      return arguments.call();
    };
    expect(which, "with a valid record", CUDA_SUCCESS, call(nullptr));
    for (const Record::Rule &rule : record.rules)
      expect(which, rule.text, rule.result, call(rule.breakIt));
  }
}

const std::vector<Case> &cases() {
  static const std::vector<Case> all = [] {
    std::vector<Case> made;
    addCases(made);
    return made;
  }();
  return all;
}

void beforeInit() {
  for (const Case &which : cases())
    if (which.needs != Needs::None)
      expect(which, "before cuInit", CUDA_ERROR_NOT_INITIALIZED, Arguments(which).call());
}

void withoutContext() {
  OK(cuInit(0));
  for (const Case &which : cases())
    if (which.needs == Needs::CurrentContext)
      expect(which, "without a context", CUDA_ERROR_INVALID_CONTEXT, Arguments(which).call());
}

void inHostFunction() {
  usePrimary();
  OK(cuLaunchHostFunc(
      nullptr,
      [](void *) {
        for (const Case &which : cases())
          if (which.needs != Needs::None && which.inHostFunction != CUDA_SUCCESS)
            expect(which, "in a host function", which.inHostFunction, Arguments(which).call());
      },
      nullptr));
  OK(cuStreamSynchronize(nullptr));
}

void withAll() {
  makeThings();
  for (const Case &which : cases())
    provoke(which);
  for (const Case &which : cases())
    breakRecords(which);
}
} // namespace

int main() {
  const std::pair<const char *, void (*)()> parts[] = {{"beforeInit", beforeInit},
                                                       {"withoutContext", withoutContext},
                                                       {"inHostFunction", inHostFunction},
                                                       {"withAll", withAll}};
  for (auto [name, part] : parts)
    inChild(name, [name = name, part = part] {
      part();
      std::printf("%s: %d calls refused, %d not provoked\n", name, tested, notProvoked);
    });
  return finish("StatedErrors");
}
