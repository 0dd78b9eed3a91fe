// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nvrtc/Options.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace anywarp::nvrtc {
namespace {

enum Id : unsigned {
#define AW_NVRTC_OPTION(id, longName, shortName, kind) id,
#include "nvrtc/Options.def"
};

enum class Kind { Flag, Switch, Value, Joined, Hint, HintValue, Refused, RefusedValue };

struct Row {
  Id id;
  std::string_view longName, shortName;
  Kind kind;

  bool takesValue() const {
    return kind == Kind::Value || kind == Kind::Joined || kind == Kind::HintValue ||
           kind == Kind::RefusedValue;
  }
};
constexpr Row kRows[] = {
#define AW_NVRTC_OPTION(id, longName, shortName, kind) {id, longName, shortName, Kind::kind},
#include "nvrtc/Options.def"
};

/// A word taken apart; row null: no option of that name.
struct Word {
  const Row *row = nullptr;
  std::string name; ///< as given
  std::string value;
  bool hasValue = false;
};

Word split(const std::string &text) {
  Word word;
  size_t dashes = text.starts_with("--") ? 2 : text.starts_with("-") ? 1 : 0;
  if (!dashes)
    return word;
  size_t end = text.find_first_of("= \t", dashes);
  word.name = text.substr(0, end);
  std::string_view bare = std::string_view(word.name).substr(dashes);
  for (const Row &row : kRows)
    if (bare == row.longName || bare == row.shortName)
      word.row = &row;
  if (word.row) {
    word.hasValue = end != std::string::npos;
    if (word.hasValue) {
      size_t begin = text.find_first_not_of(" \t", end + 1);
      word.value = begin == std::string::npos ? "" : text.substr(begin);
    }
    return word;
  }
  if (dashes == 1)
    for (const Row &row : kRows)
      if (row.kind == Kind::Joined && text.compare(1, row.shortName.size(), row.shortName) == 0) {
        word = {&row, "-" + std::string(row.shortName), text.substr(1 + row.shortName.size()),
                true};
        if (word.value.starts_with("="))
          word.value.erase(0, 1);
      }
  return word;
}

/// A folder of another CUDA installation: its headers must not hide ours.
bool holdsCudaHeaders(const std::string &folder) {
  return access((folder + "/cuda_runtime_api.h").c_str(), F_OK) == 0;
}

} // namespace

bool Options::refuse(std::string message) {
  error = "nvrtc: error: " + message + "\n";
  return false;
}

bool Options::setArch(const std::string &value) {
  std::optional<frontend::Arch> arch;
  if (value.starts_with("compute_") || value.starts_with("sm_"))
    arch = frontend::Arch::parse(value);
  if (!arch)
    return refuse("invalid value for --gpu-architecture (-arch)");
  job.archs = {*arch};
  isRealArch = value.starts_with("sm_");
  return true;
}

bool Options::apply(unsigned id, const std::string &name, const std::string &value) {
  auto asSwitch = [&](bool &setting) {
    if (value != "true" && value != "false")
      return refuse("'" + value + "' is not a valid value for " + name);
    setting = value == "true";
    return true;
  };
  auto number = [&](const std::string &text, unsigned &result) {
    char *end;
    unsigned long parsed = std::strtoul(text.c_str(), &end, 10);
    if (text.empty() || *end || parsed > 100000)
      return refuse("'" + text + "' is not a valid value for " + name);
    result = unsigned(parsed);
    return true;
  };
  switch (id) {
  case Architecture:
    return setArch(value);
  case Relocatable: // code is always linkable; launches in device code ask for it
    return asSwitch(job.relocatable);
  case DeviceC:
    job.relocatable = true;
    return true;
  case DeviceDebug:
    job.deviceDebug = true;
    return true;
  case LineInfo:
    job.lineInfo = true;
    return true;
  case MaxRegisters:
    return number(value, job.maxRegisters);
  case FlushDenormals:
    return asSwitch(job.flushDenormals);
  case PreciseSqrt:
    return asSwitch(job.preciseSqrt);
  case PreciseDivision:
    return asSwitch(job.preciseDivision);
  case FusedMultiplyAdd:
    return asSwitch(job.fusedMultiplyAdd);
  case FastMath:
    job.fastMath = job.flushDenormals = job.fusedMultiplyAdd = true;
    job.preciseSqrt = job.preciseDivision = false;
    return true;
  case NoCache:
    job.useCache = false;
    return true;
  case Define:
    job.options.push_back("-D" + value);
    return true;
  case Undefine:
    job.options.push_back("-U" + value);
    return true;
  case Include:
    if (holdsCudaHeaders(value))
      job.options.insert(job.options.end(), {"-idirafter", value});
    else
      job.options.push_back("-I" + value);
    return true;
  case PreInclude:
    job.options.insert(job.options.end(), {"-include", value});
    return true;
  case Standard: {
    if (value == "c++03") { // the device headers need C++11
      notes += "nvrtc: warning: --std=c++03 is compiled as c++11\n";
      job.options.push_back("-std=c++11");
      return true;
    }
    for (const char *known : {"c++11", "c++14", "c++17", "c++20"})
      if (value == known) {
        job.options.push_back("-std=" + value);
        return true;
      }
    return refuse("invalid value for --std (-std)");
  }
  case DisableWarnings:
    job.ignoreWarnings = true;
    return true;
  case Reorder:
    job.options.push_back("-Wreorder");
    return true;
  case WarningsAreErrors:
    job.warningsAreErrors = true;
    return true;
  case DeviceByDefault:
    deviceByDefault = true;
    return true;
  case Int128:
    job.options.push_back("-D__CUDACC_RTC_INT128__");
    return true;
  case DiagSuppress:
    for (size_t at = 0; at <= value.size();) {
      size_t end = std::min(value.find(',', at), value.size());
      unsigned warning;
      if (!number(value.substr(at, end - at), warning))
        return false;
      job.suppressed.push_back(warning);
      at = end + 1;
    }
    return true;
  default: // hints, and what is always so
    return true;
  }
}

void Options::parse(const std::vector<std::string> &words) {
  job.host = frontend::CompileJob::NoHost;
  job.archs = {frontend::Arch{}};
  job.options = {"-std=c++17"};
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i].find_first_not_of(" \t") == std::string::npos)
      continue;
    std::string text = words[i].substr(words[i].find_first_not_of(" \t"));
    Word word = split(text);
    if (!word.row) {
      refuse("unrecognized option " + text + " found");
      return;
    }
    switch (word.row->kind) {
    case Kind::Refused:
    case Kind::RefusedValue:
      refuse("option " + word.name + " is not supported");
      return;
    case Kind::Switch:
      if (!word.hasValue)
        word.value = "true";
      break;
    default:
      break;
    }
    if (word.row->takesValue() && !word.hasValue) {
      if (word.row->kind == Kind::HintValue &&
          (i + 1 == words.size() || words[i + 1].starts_with("-")))
        continue; // some of them work without
      if (i + 1 == words.size()) {
        refuse("option " + word.name + " needs a value");
        return;
      }
      word.value = words[++i];
    }
    if (!apply(word.row->id, word.name, word.value))
      return;
  }
}

} // namespace anywarp::nvrtc
