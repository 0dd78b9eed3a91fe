// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each aggregate is taken apart by a structured binding, which must name every member.
#include "frontend/nvrtc/Wire.h"

#include <cstring>
#include <type_traits>
#include <unistd.h>
#include <utility>

namespace anywarp::frontend {
namespace {

/// Before everything else: another build has other members.
constexpr std::string_view kBuild = "anywarp " AW_VERSION " " __VERSION__ "\n";

template <class T, class U>
concept Is = std::is_same_v<std::remove_const_t<T>, U>;

// Calls `all` with the members of an aggregate.
template <Is<Arch> T> void apart(T &value, auto &&all) {
  auto &[number, suffix] = value;
  all(number, suffix);
}
template <Is<Installation> T> void apart(T &value, auto &&all) {
  auto &[include, libdevice] = value;
  all(include, libdevice);
}
template <Is<PchRequest> T> void apart(T &value, auto &&all) {
  auto &[mode, folder, file, messages, verbose, instantiates, limit] = value;
  all(mode, folder, file, messages, verbose, instantiates, limit);
}
template <Is<RuntimeSource> T> void apart(T &value, auto &&all) {
  auto &[text, headers, names, deviceByDefault, hasInt128, isSyntaxOnly, isAlone, pch] = value;
  all(text, headers, names, deviceByDefault, hasInt128, isSyntaxOnly, isAlone, pch);
}
template <Is<RuntimeResult> T> void apart(T &value, auto &&all) {
  auto &[outcome, ptx, log, names, errors, pch, pchBytes] = value;
  all(outcome, ptx, log, names, errors, pch, pchBytes);
}
template <class A, class B, class All> void apart(std::pair<A, B> &value, All &&all) {
  all(value.first, value.second);
}
template <class A, class B, class All> void apart(const std::pair<A, B> &value, All &&all) {
  all(value.first, value.second);
}
/// All but the pointer to the source and the maker of fat binaries.
template <Is<CompileJob> T> void apart(T &value, auto &&all) {
  auto &[input, source, options, hostOptions, hostVersion, hostFolder, archs, archList,
         coverageStem, hostOptLevel, hostDebug, deviceDebug, lineInfo, deviceSyntaxOnly,
         flushDenormals, preciseDivision, preciseSqrt, fusedMultiplyAdd, fastMath, perThreadStream,
         maxRegisters, ignoreWarnings, warningsAreErrors, crossSpaceCallsAreErrors, suppressed,
         promoted, requested, extendedLambdas, isStrict, relaxedConstexpr, allCandidates, color,
         useCache, timeTrace, host, relocatable, hiddenEntities, staticTemplateStubs,
         preprocessOutput, makeFatBinary] = value;
  (void)source, (void)makeFatBinary;
  all(input, options, hostOptions, hostVersion, hostFolder, archs, archList, coverageStem,
      hostOptLevel, hostDebug, deviceDebug, lineInfo, deviceSyntaxOnly, flushDenormals,
      preciseDivision, preciseSqrt, fusedMultiplyAdd, fastMath, perThreadStream, maxRegisters,
      ignoreWarnings, warningsAreErrors, crossSpaceCallsAreErrors, suppressed, promoted, requested,
      extendedLambdas, isStrict, relaxedConstexpr, allCandidates, color, useCache, timeTrace, host,
      relocatable, hiddenEntities, staticTemplateStubs, preprocessOutput);
}

class Writer {
public:
  std::string bytes{kBuild};

  template <class T> void add(const T &value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
      bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
    else
      apart(value, [this](const auto &...members) { (this->add(members), ...); });
  }
  void add(const std::string &text) {
    add(text.size());
    bytes += text;
  }
  template <class T> void add(const std::vector<T> &list) {
    add(list.size());
    for (const T &element : list)
      add(element);
  }
};

class Reader {
public:
  explicit Reader(const std::string &bytes) : bytes_(bytes), isGood_(bytes_.starts_with(kBuild)) {
    bytes_.remove_prefix(isGood_ ? kBuild.size() : 0);
  }
  bool isAtEnd() const { return isGood_ && bytes_.empty(); }

  template <class T> void get(T &value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      const std::string_view taken = take(sizeof value);
      if (isGood_)
        std::memcpy(&value, taken.data(), sizeof value);
    } else {
      apart(value, [this](auto &...members) { (this->get(members), ...); });
    }
  }
  void get(std::string &text) {
    size_t size = 0;
    get(size);
    text = take(size);
  }
  template <class T> void get(std::vector<T> &list) {
    size_t size = 0;
    get(size);
    list.clear();
    for (size_t i = 0; i < size && isGood_; ++i)
      get(list.emplace_back());
  }

private:
  std::string_view take(size_t size) {
    isGood_ = isGood_ && size <= bytes_.size();
    const std::string_view taken = bytes_.substr(0, isGood_ ? size : 0);
    bytes_.remove_prefix(taken.size());
    return taken;
  }

  std::string_view bytes_;
  bool isGood_;
};

} // namespace

std::vector<std::string> currentEnvironment() {
  std::vector<std::string> list;
  for (char **variable = environ; variable && *variable; ++variable)
    list.push_back(*variable);
  return list;
}

std::string pack(const CompileJob &job, const std::vector<std::string> &environment) {
  Writer writer;
  writer.add(job);
  writer.add(*job.source);
  writer.add(installation());
  writer.add(environment);
  return std::move(writer.bytes);
}

bool unpack(const std::string &bytes, RuntimeRequest &request) {
  Reader reader(bytes);
  reader.get(request.job);
  reader.get(request.source);
  reader.get(request.installation);
  reader.get(request.environment);
  request.job.source = &request.source;
  return reader.isAtEnd() && !request.job.archs.empty();
}

std::string pack(const RuntimeResult &result) {
  Writer writer;
  writer.add(result);
  return std::move(writer.bytes);
}

bool unpack(const std::string &bytes, RuntimeResult &result) {
  Reader reader(bytes);
  reader.get(result);
  return reader.isAtEnd();
}

} // namespace anywarp::frontend
