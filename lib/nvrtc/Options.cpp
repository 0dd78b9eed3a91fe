// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nvrtc/Options.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

#include "fatbin/Arch.h"
#include "frontend/ast/Warnings.h"
#include "support/Unreachable.h"

namespace anywarp::nvrtc {
namespace {

using cmdline::OptionInfo;
using Kind = cmdline::OptionKind;

enum Id : unsigned {
#define AW_OPTION(id, longName, shortName, kind, values, help) id,
#include "nvrtc/Options.def"
};
constexpr OptionInfo kOptions[] = {
#define AW_OPTION(id, longName, shortName, kind, values, help)                                     \
  {id, longName, shortName, Kind::kind, values, help},
#include "nvrtc/Options.def"
};

std::string trimmed(const std::string &text) {
  constexpr const char *kBlank = " \t\n\v\f\r";
  size_t begin = text.find_first_not_of(kBlank);
  return begin == std::string::npos ? ""
                                    : text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

/// "--long (-short)", as messages name an option.
std::string fullName(const OptionInfo &row) {
  return "--" + std::string(row.longName) + " (-" + std::string(row.shortName) + ")";
}

/// A folder of another CUDA installation: its headers must not hide ours.
bool holdsCudaHeaders(const std::string &folder) {
  return access((folder + "/cuda_runtime_api.h").c_str(), F_OK) == 0 ||
         access((folder + "/anywarp/rtc_prelude.h").c_str(), F_OK) == 0;
}

constexpr unsigned kFirstArch = 75;

} // namespace

std::vector<unsigned> supportedArchs() {
  std::vector<unsigned> numbers;
  for (unsigned number : fatbin::kArchNumbers)
    if (number >= kFirstArch)
      numbers.push_back(number);
  return numbers;
}

bool Options::refuse(const std::string &message) {
  error = "nvrtc: error: " + message + "\n";
  return false;
}

bool Options::isTrue(unsigned id, bool otherwise) const {
  auto it = values_.find(id);
  return it == values_.end() ? otherwise : it->second == "true";
}

bool Options::setArch(const std::string &value) {
  std::string message = "invalid value for --gpu-architecture (-arch)";
  std::string_view text = value;
  if (text.starts_with("compute_"))
    text.remove_prefix(8);
  else if (text.starts_with("sm_"))
    text.remove_prefix(3);
  else
    return refuse(message);
  frontend::Arch arch;
  if (text.ends_with('a') || text.ends_with('f')) {
    arch.suffix = text.back();
    text.remove_suffix(1);
  }
  std::vector<unsigned> known = supportedArchs();
  auto found = std::find_if(known.begin(), known.end(),
                            [&](unsigned number) { return std::to_string(number) == text; });
  if (found == known.end())
    return refuse(message);
  arch.number = *found;
  if (has(Architecture) && job.archs.front().number != arch.number)
    notes += "nvrtc: warning: --gpu-architecture (-arch) is given as " +
             job.archs.front().name("sm_") + " and then as " + arch.name("sm_") + "\n";
  // A known number with a suffix that it does not have.
  if (arch.suffix && !frontend::Arch::parse(arch.name("sm_")))
    commandError = "'" + value + "' is not an architecture";
  job.archs = {arch};
  isRealArch = value.starts_with("sm_");
  return true;
}

bool Options::setStandard(const std::string &value) {
  bool isKnown = false;
  for (const char *known : {"c++03", "c++11", "c++14", "c++17", "c++20"})
    isKnown |= value == known;
  if (!isKnown)
    return refuse("invalid value for --std (-std)");
  if (has(Standard) && values_[Standard] != value)
    notes += "nvrtc: warning: --std (-std) is given as " + values_[Standard] + " and then as " +
             value + "\n";
  if (value == "c++03") { // the device headers need C++11
    notes += "nvrtc: warning: --std=c++03 is compiled as c++11\n";
    job.options.push_back("-std=c++11");
  } else {
    job.options.push_back("-std=" + value);
  }
  return true;
}

bool Options::setInteger(const cmdline::OptionMatch &word) {
  if (word.value.empty())
    return true; // as if not given
  char *end;
  long number = std::strtol(word.value.c_str(), &end, 10);
  if (*end || std::labs(number) > 1000000000)
    return refuse(fullName(*word.info) + " expects an integer value");
  if (has(word.info->id))
    notes += "nvrtc: warning: --" + std::string(word.info->longName) +
             " is given more than once, the last value counts\n";
  if (word.info->id == MaxRegisters)
    job.maxRegisters = unsigned(std::max(number, 0l));
  else if (word.info->id == SplitCompile && number < 0)
    return refuse("the value of --split-compile must not be negative");
  else if (word.info->id == JumpTables && (number < 0 || number > 101))
    return refuse("the value of --jump-table-density must be from 0 to 101");
  return true;
}

bool Options::setNumbers(const cmdline::OptionMatch &word) {
  const std::string &value = word.value;
  if (value.find_first_not_of("0123456789,") != std::string::npos ||
      (!value.empty() && std::atoi(value.c_str()) == 0))
    return refuse("--" + std::string(word.info->longName) + " expects numbers of warnings");
  const auto severity = word.info->id == DiagSuppress ? frontend::Severity::Ignored
                        : word.info->id == DiagError  ? frontend::Severity::Error
                                                      : frontend::Severity::Warning;
  for (size_t at = 0; at <= value.size();) {
    size_t end = std::min(value.find(',', at), value.size());
    std::string digits = value.substr(at, end - at);
    unsigned number = digits.size() > 6 ? 0 : unsigned(std::atoi(digits.c_str()));
    if (!frontend::isWarningNumber(number)) {
      commandError = "'" + digits + "' is not the number of a warning";
      return true;
    }
    frontend::setWarning(job, number, severity);
    at = end + 1;
  }
  return true;
}

bool Options::setPtxasOption(const std::string &value) {
  constexpr std::string_view kRegisters = "maxrregcount=";
  std::string_view option = value;
  option.remove_prefix(std::min(option.find_first_not_of('-'), option.size()));
  if (option == "v" || option == "verbose")
    isVerbose = true;
  else if (option.starts_with(kRegisters))
    job.maxRegisters = unsigned(std::atoi(std::string(option.substr(kRegisters.size())).c_str()));
  return true; // the others steer machine code
}

bool Options::apply(const cmdline::OptionMatch &word) {
  const std::string &value = word.value;
  switch (word.info->id) {
  case Architecture:
    return setArch(value);
  case DebugOptimised:
    return value == "on" || refuse("invalid argument for option " + fullName(*word.info));
  case FastCompile:
    for (const char *known : {"0", "min", "mid", "max"})
      if (value == known)
        return true;
    return refuse("invalid argument for option " + fullName(*word.info));
  case OptInfo:
    return value == "inline" || refuse("invalid argument for option " + fullName(*word.info));
  case PtxasOptions:
    return setPtxasOption(value);
  case NoCache:
    job.useCache = false;
    return true;
  case Define:
  case Undefine:
    if (value.empty())
      commandError = "-" + std::string(word.info->shortName) + " without the name of a macro";
    job.options.push_back("-" + std::string(word.info->shortName) + value);
    return true;
  case Include:
    if (value.empty())
      return true;
    if (holdsCudaHeaders(value))
      job.options.insert(job.options.end(), {"-idirafter", value});
    else
      job.options.push_back("-I" + value);
    return true;
  case PreInclude:
    if (value.empty())
      commandError = "--pre-include without the name of a file";
    job.options.insert(job.options.end(), {"-include", value});
    return true;
  case Standard:
    return setStandard(value);
  case RandomSeed:
    return !value.empty() || refuse("-" + std::string(word.info->shortName) + " needs a value");
  case CreatePch:
  case UsePch: {
    const std::string name = "-" + std::string(word.info->shortName);
    return !value.empty() ||
           refuse("must specify file name with " + name + " flag (" + name + "=filename)");
  }
  case PchDir:
    return !value.empty() ||
           refuse("must specify directory name with -pch-dir flag (-pch-dir=directory-name)");
  case Time:
    timeFile = value;
    return true;
  case TimeTrace:
    traceFile = value;
    return true;
  default: // flags and switches are looked at together; hints ask for nothing that the result shows
    return true;
  }
}

bool Options::checkTogether() {
  if (has(DeviceC) && has(DeviceW))
    return refuse("--device-c (-dc) and --device-w (-dw) exclude each other");
  if (has(DeviceW) && isTrue(Relocatable, false))
    return refuse("--device-w (-dw) and --relocatable-device-code=true exclude each other");
  if (has(DeviceC) && !isTrue(Relocatable, true))
    return refuse("--device-c (-dc) and --relocatable-device-code=false exclude each other");
  if (has(ExtensibleWholeProgram) && (has(DeviceC) || isTrue(Relocatable, false)))
    return refuse(
        "--extensible-whole-program (-ewp) and relocatable device code exclude each other");
  if (has(LinkTime) && !isTrue(Relocatable, true))
    return refuse("-dlto and --relocatable-device-code=false exclude each other");
  if (has(ErrorNumber) && has(NoErrorNumber))
    return refuse("--display-error-number and --no-display-error-number exclude each other");
  for (auto [one, other, names] : {std::tuple(CreatePch, UsePch, "-create-pch and -use-pch"),
                                   std::tuple(Pch, CreatePch, "-pch and -create-pch"),
                                   std::tuple(Pch, UsePch, "-pch and -use-pch")})
    if (has(one) && has(other))
      return refuse(std::string(names) + " cannot be specified at the same time");
  if (has(DeviceDebug) && has(FastCompile) && values_[FastCompile] != "0")
    notes += "nvrtc: warning: --Ofast-compile (-Ofc) has no effect with --device-debug (-G)\n";

  pch.mode = has(Pch)         ? frontend::PchRequest::Automatic
             : has(CreatePch) ? frontend::PchRequest::Create
             : has(UsePch)    ? frontend::PchRequest::Use
                              : frontend::PchRequest::None;
  pch.folder = values_[PchDir];
  pch.file = values_[has(CreatePch) ? CreatePch : UsePch];
  if (!pch.file.empty() && !pch.file.starts_with("/") && !pch.folder.empty())
    pch.file = pch.folder + "/" + pch.file;
  pch.messages = isTrue(PchMessages, true);
  pch.verbose = isTrue(PchVerbose, true);
  pch.instantiates = isTrue(PchTemplates, true);

  auto define = [&](const std::string &macro) { job.options.push_back("-D" + macro); };
  // Code is always linkable; launches in device code ask for it.
  job.relocatable = isTrue(Relocatable, has(DeviceC) || has(LinkTime));
  if (job.relocatable)
    define("__CUDACC_RDC__");
  if (has(ExtensibleWholeProgram))
    define("__CUDACC_EWP__");
  if (has(Minimal))
    define("__CUDACC_RTC_MINIMAL__=1");
  if (has(Int128))
    define("__CUDACC_RTC_INT128__=1");
  if (isTrue(MoveForward, true))
    define("__NV_BUILTIN_MOVE_FORWARD=1");
  if (isTrue(InitializerList, true))
    define("__NV_BUILTIN_INITIALIZER_LIST=1");
  job.fastMath = has(FastMath);
  job.flushDenormals = isTrue(FlushDenormals, job.fastMath);
  job.preciseSqrt = isTrue(PreciseSqrt, !job.fastMath);
  job.preciseDivision = isTrue(PreciseDivision, !job.fastMath);
  job.fusedMultiplyAdd = isTrue(FusedMultiplyAdd, true);
  job.deviceDebug = has(DeviceDebug) && !has(DebugOptimised);
  job.lineInfo = has(LineInfo) || has(DeviceDebug);
  job.ignoreWarnings = has(DisableWarnings);
  deviceByDefault = has(DeviceByDefault);
  hasInt128 = has(Int128);
  wantsLto = has(LinkTime);
  isSyntaxOnly = has(SyntaxOnly);
  noSourceInclude = has(NoSourceInclude);
  return true;
}

void Options::parse(const std::vector<std::string> &words) {
  job.host = frontend::CompileJob::NoHost;
  job.archs = {frontend::Arch{}};
  job.options = {"-std=c++17"};
  for (size_t i = 0; i < words.size(); ++i) {
    std::string text = trimmed(words[i]);
    cmdline::OptionMatch word = cmdline::matchOption(kOptions, text, {});
    if (!word.info || (word.info->kind == Kind::Equals && !word.hasValue)) {
      refuse("unrecognized option " + text + " found");
      return;
    }
    const OptionInfo &row = *word.info;
    word.value = row.kind == Kind::JoinedValue ? trimmed(word.value) : word.value;
    auto takeNext = [&] {
      if (!word.hasValue && i + 1 < words.size()) {
        word.value = trimmed(words[++i]);
        word.hasValue = true;
      }
    };
    bool isGood = true;
    switch (row.kind) {
    case Kind::Refused:
      isGood = refuse("option " + fullName(row) + " is not supported" +
                      (row.help.empty() ? "" : ": " + std::string(row.help)));
      break;
    case Kind::Flag:
      if (word.hasValue && row.id != NoCache)
        isGood = refuse(fullName(row) + " does not accept any argument");
      break;
    case Kind::Bool:
      takeNext();
      if (word.value != "true" && word.value != "false")
        isGood = refuse(fullName(row) + " expects true or false");
      else if (has(row.id) && values_[row.id] != word.value)
        notes += "nvrtc: warning: " + fullName(row) + " is given as " + values_[row.id] +
                 " and then as " + word.value + "\n";
      break;
    case Kind::Integer:
      takeNext();
      isGood = setInteger(word);
      break;
    case Kind::Numbers:
      takeNext();
      isGood = word.hasValue
                   ? setNumbers(word)
                   : refuse("--" + std::string(row.longName) + " expects numbers of warnings");
      break;
    case Kind::Value:
    case Kind::JoinedValue:
      takeNext();
      if (!word.hasValue && row.kind == Kind::Value && row.id != Architecture &&
          row.id != PreInclude) {
        notes += "nvrtc: error: -" + std::string(row.shortName) + " expects a value\n";
        continue; // said in the log, and no error
      }
      isGood = apply(word);
      break;
    case Kind::Equals:
      isGood = apply(word);
      break;
    default:
      AW_UNREACHABLE("a kind that no row has");
    }
    if (row.kind == Kind::Flag)
      isGood = isGood && apply(word);
    if (!isGood)
      return;
    values_[row.id] = word.value;
  }
  checkTogether();
}

} // namespace anywarp::nvrtc
