// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules that connect nvcc's options.
#include "Plan.h"
#include "HostTools.h"
#include "Warnings.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

#include "fatbin/Arch.h"

namespace anywarp::nvcc {
namespace {

using frontend::Arch;

/// Real architectures of -arch=all, the newest also as PTX. Those before sm_75 are known by name
/// only.
std::vector<Arch> allArchs(bool majorOnly) {
  std::vector<Arch> list;
  for (unsigned number : fatbin::kArchNumbers)
    if (number >= 75 && (!majorOnly || number % 10 == 0 || number == 75))
      list.push_back({number, 0});
  return list;
}

/// The newest architecture that each device of this machine takes, as our nvidia-smi lists them.
std::vector<Arch> nativeArchs() {
  std::vector<Arch> list;
  std::string self(4096, 0);
  ssize_t n = readlink("/proc/self/exe", self.data(), self.size());
  self.resize(n > 0 ? size_t(n) : 0);
  std::string command = quoted({self.substr(0, self.rfind('/')) + "/nvidia-smi",
                                "--query-gpu=compute_cap", "--format=csv,noheader"});
  FILE *pipe = popen((command + " 2>/dev/null").c_str(), "r");
  if (!pipe)
    return list;
  unsigned major = 0, minor = 0;
  while (fscanf(pipe, "%u.%u", &major, &minor) == 2) {
    Arch arch{0, 0};
    for (unsigned number : fatbin::kArchNumbers)
      if (number <= major * 10 + minor)
        arch.number = number;
    if (arch.number >= 75 && std::find(list.begin(), list.end(), arch) == list.end())
      list.push_back(arch);
  }
  pclose(pipe);
  return list;
}

bool parseArch(const std::string &text, std::vector<Arch> &archs, std::string &error) {
  if (text == "all" || text == "all-major") {
    archs = allArchs(text == "all-major");
    return true;
  }
  if (text == "native") {
    archs = nativeArchs();
    if (archs.empty())
      error = "-arch=native: no device was found";
    return !archs.empty();
  }
  std::optional<Arch> arch = Arch::parse(text);
  if (!arch ||
      !(text.starts_with("sm_") || text.starts_with("compute_") || text.starts_with("lto_"))) {
    error = "Unsupported gpu architecture '" + text + "'";
    return false;
  }
  archs = {*arch};
  return true;
}

/// Notes what is wanted of an architecture: text, or machine code for devices alone.
void noteCodes(const std::vector<Arch> &archs, const std::vector<std::string> &codes, Plan &plan) {
  for (const Arch &arch : archs)
    for (const std::string &code : codes)
      plan.codes[arch.name("")].push_back(code);
}

/// -gencode arch=compute_80,code=[sm_80,compute_80] (the brackets are optional).
bool parseGenerateCode(const std::string &text, Plan &plan, std::string &error) {
  std::string arch;
  std::vector<std::string> codes;
  bool inCode = false;
  for (size_t at = 0; at <= text.size();) {
    size_t comma = std::min(text.find(',', at), text.size());
    std::string part = text.substr(at, comma - at);
    at = comma + 1;
    part.erase(std::remove_if(part.begin(), part.end(),
                              [](char c) {
                                return c == '[' || c == ']' || c == '"' || c == '\'' || c == ' ';
                              }),
               part.end());
    if (part.starts_with("arch=")) {
      arch = part.substr(5);
      inCode = false;
    } else if (part.starts_with("code=")) {
      codes.push_back(part.substr(5));
      inCode = true;
    } else if (inCode && !part.empty()) {
      codes.push_back(part);
    } else {
      error = "Option '--generate-code " + text + "', unexpected '" + part + "'";
      return false;
    }
  }
  if (arch.empty() || codes.empty()) {
    error = "Option '--generate-code " + text + "', missing " +
            (arch.empty() ? "architecture" : "code");
    return false;
  }
  std::vector<Arch> parsed, ignored;
  if (!parseArch(arch, parsed, error))
    return false;
  for (const std::string &code : codes)
    if (!parseArch(code, ignored, error))
      return false;
  plan.archs.insert(plan.archs.end(), parsed.begin(), parsed.end());
  noteCodes(parsed, codes, plan);
  return true;
}

bool planArchs(const CommandLine &line, Plan &plan, std::string &error) {
  std::vector<std::string> generate = line.all(Opt::GenerateCode);
  std::string arch = line.value(Opt::GpuArchitecture);
  std::vector<std::string> codes = line.all(Opt::GpuCode);
  if (!codes.empty() && arch.empty()) {
    error = "-arch option not specified";
    return false;
  }
  for (const std::string &text : generate)
    if (!parseGenerateCode(text, plan, error))
      return false;
  if (!arch.empty() || generate.empty()) {
    std::vector<Arch> chosen, ignored;
    if (!parseArch(arch.empty() ? "sm_75" : arch, chosen, error))
      return false;
    for (const std::string &code : codes)
      if (!parseArch(code, ignored, error))
        return false;
    plan.archs.insert(plan.archs.end(), chosen.begin(), chosen.end());
    noteCodes(chosen, codes.empty() ? std::vector<std::string>{"compute_"} : codes, plan);
  }
  auto order = [](const Arch &a, const Arch &b) {
    return a.number != b.number ? a.number < b.number : a.suffix < b.suffix;
  };
  std::sort(plan.archs.begin(), plan.archs.end(), order);
  plan.archs.erase(std::unique(plan.archs.begin(), plan.archs.end()), plan.archs.end());
  return true;
}

bool planPhase(const CommandLine &line, Plan &plan, std::string &error) {
  static const std::pair<Opt, Phase> phases[] = {{Opt::Compile, Phase::Object},
                                                 {Opt::DeviceC, Phase::Object},
                                                 {Opt::DeviceW, Phase::Object},
                                                 {Opt::Ptx, Phase::Ptx},
                                                 {Opt::Cubin, Phase::Cubin},
                                                 {Opt::Fatbin, Phase::Fatbin},
                                                 {Opt::Cuda, Phase::Cuda},
                                                 {Opt::Preprocess, Phase::Preprocess},
                                                 {Opt::Dependencies, Phase::Dependencies},
                                                 {Opt::NonSystemDependencies, Phase::Dependencies},
                                                 {Opt::DeviceLink, Phase::DeviceLink},
                                                 {Opt::Lib, Phase::Archive},
                                                 {Opt::Link, Phase::Link},
                                                 {Opt::Run, Phase::Link}};
  bool chosen = false;
  for (auto [option, phase] : phases) {
    if (!line.has(option))
      continue;
    // With -dc, -ptx, -cubin and -fatbin make relocatable code (CUDALibrarySamples' LTO callbacks).
    const bool isDeviceCode =
        phase == Phase::Ptx || phase == Phase::Cubin || phase == Phase::Fatbin;
    const bool refines = isDeviceCode && plan.phase == Phase::Object && line.has(Opt::DeviceC);
    if (chosen && phase != plan.phase && !refines) {
      error = "More than one compilation phase is specified";
      return false;
    }
    plan.phase = phase;
    chosen = true;
  }
  if ((plan.phase == Phase::Ptx || plan.phase == Phase::Cubin) && plan.archs.size() > 1) {
    error = std::string("Option '") +
            (plan.phase == Phase::Ptx ? "--ptx (-ptx)" : "--cubin (-cubin)") +
            "' is not allowed when compiling for multiple GPU architectures";
    return false;
  }
  return true;
}

Language languageOf(const std::string &path, const std::string &forced) {
  size_t dot = path.find_last_of("./");
  std::string extension = dot != std::string::npos && path[dot] == '.' ? path.substr(dot + 1) : "";
  bool isBinary = extension == "o" || extension == "a" || extension == "so" || extension == "lo" ||
                  path.find(".so.") != std::string::npos;
  if (!forced.empty() && !isBinary)
    return forced == "cu" ? Language::Cuda : forced == "c" ? Language::C : Language::Cpp;
  if (extension == "cu" || extension == "cuh" || extension == "cup")
    return Language::Cuda;
  if (extension == "cpp" || extension == "cc" || extension == "cxx" || extension == "C" ||
      extension == "c++" || extension == "ii")
    return Language::Cpp;
  if (extension == "c" || extension == "i")
    return Language::C;
  if (extension == "ptx")
    return Language::Ptx;
  return Language::Object;
}

} // namespace

std::string Plan::devicesOf(const Arch &arch) const {
  std::string devices;
  auto it = codes.find(arch.name(""));
  if (it == codes.end())
    return {};
  for (const std::string &code : it->second) {
    if (!code.starts_with("sm_"))
      return {};
    devices += (devices.empty() ? "" : ",") + code;
  }
  return devices;
}

bool makePlan(const CommandLine &line, Plan &plan, std::string &error) {
  if (!planArchs(line, plan, error) || !planPhase(line, plan, error) ||
      !addWarningOptions(line, plan.warnings, error))
    return false;
  plan.output = line.value(Opt::Output);
  plan.outputDirectory = line.value(Opt::OutputDirectory);
  plan.keep = line.has(Opt::Keep) || line.has(Opt::SaveTemps);
  plan.keepDirectory = line.value(Opt::KeepDir, ".");
  plan.dryRun = line.has(Opt::DryRun);
  plan.verbose = plan.dryRun || line.has(Opt::Verbose);
  plan.relocatable = line.has(Opt::DeviceC) || line.isTrue(Opt::Rdc, false);

  std::string forced = line.value(Opt::X);
  for (const std::string &path : line.all(Opt::Input)) {
    Input input{path, languageOf(path, forced), path};
    size_t slash = path.find_last_of('/');
    if (slash != std::string::npos)
      input.stem = path.substr(slash + 1);
    if (size_t dot = input.stem.find_last_of('.'); dot != std::string::npos && dot > 0)
      input.stem.resize(dot);
    if (path == "-") {
      input.isStandardInput = true;
      input.stem = "stdin";
      if (input.language == Language::Object) {
        error = "'-' needs -x, which says what the text is";
        return false;
      }
    }
    plan.inputs.push_back(std::move(input));
  }
  if (plan.inputs.empty()) {
    error = "No input files specified; use option --help for more information";
    return false;
  }
  bool isSingle =
      plan.phase != Phase::Link && plan.phase != Phase::Archive && plan.phase != Phase::DeviceLink;
  if (isSingle && !plan.output.empty() && plan.inputs.size() > 1) {
    error = "A single input file is required for a non-link phase when an outputfile is specified";
    return false;
  }
  std::string level = line.value(Opt::Optimize, "0");
  if (level.size() != 1 || level[0] < '0' || level[0] > '9') {
    error = "'" + level + "': expected a number";
    return false;
  }
  std::string registers = line.value(Opt::MaxRegCount, "0");
  if (registers.empty() || registers.find_first_not_of("0123456789") != std::string::npos) {
    error = "'" + registers + "': expected a number";
    return false;
  }
  return true;
}

frontend::CompileJob makeJob(const CommandLine &line, const Plan &plan) {
  frontend::CompileJob job = plan.warnings;
  job.archs = plan.archs;
  auto add = [&](std::string option) { job.options.push_back(std::move(option)); };
  if (std::string std = line.value(Opt::Std); !std.empty())
    add("-std=" + std);
  for (const CommandLine::Item &item : line.items) {
    switch (item.id) {
    case Opt::Define:
      add("-D" + item.value);
      break;
    case Opt::Undefine:
      add("-U" + item.value);
      break;
    case Opt::Include:
      add("-I" + item.value);
      break;
    case Opt::SystemInclude:
      add("-isystem");
      add(item.value);
      break;
    case Opt::PreInclude:
      add("-include");
      add(item.value);
      break;
    case Opt::Xcompiler:
      for (std::string &word : cmdline::splitWords(item.value))
        job.hostOptions.push_back(std::move(word));
      break;
    case Opt::TemplateBacktrace:
      add("-ftemplate-backtrace-limit=" + item.value);
      break;
    case Opt::TemplateDepth:
      add("-ftemplate-depth=" + item.value);
      break;
    case Opt::Wreorder:
      add("-Wreorder");
      break;
    case Opt::WnoDeprecated:
      add("-Wno-deprecated-declarations");
      break;
    case Opt::Werror:
      if (item.value == "all-warnings")
        job.warningsAreErrors = true;
      else if (item.value == "reorder" || item.value == "deprecated-declarations")
        add("-Werror=" + item.value);
      else if (item.value == "cross-execution-space-call")
        job.crossSpaceCallsAreErrors = true;
      break;
    case Opt::NoExceptions:
      add("-fno-exceptions");
      break;
    case Opt::Profile:
      job.hostOptions.push_back("-pg");
      break;
    default:
      break;
    }
  }
  job.relocatable = plan.relocatable;
  job.hiddenEntities = line.isTrue(Opt::DeviceHidden, true);
  job.staticTemplateStubs = line.isTrue(Opt::StaticStub, true);
  job.deviceSyntaxOnly = line.has(Opt::DeviceSyntaxOnly);
  if (plan.relocatable)
    add("-D__CUDACC_RDC__");
  if (line.has(Opt::Ewp))
    add("-D__CUDACC_EWP__");
  job.hostOptLevel = std::min(3u, unsigned(std::atoi(line.value(Opt::Optimize, "0").c_str())));
  job.hostDebug = line.has(Opt::Debug);
  job.deviceDebug = line.has(Opt::DeviceDebug) && line.value(Opt::Dopt) != "on";
  // -g is for the host's code. Breakpoints in kernels need lines, which cost no speed.
  job.lineInfo = line.has(Opt::LineInfo) || line.has(Opt::DeviceDebug) || line.has(Opt::Debug);
  job.fastMath = line.has(Opt::UseFastMath);
  job.flushDenormals = line.isTrue(Opt::Ftz, job.fastMath);
  job.preciseDivision = line.isTrue(Opt::PrecDiv, !job.fastMath);
  job.preciseSqrt = line.isTrue(Opt::PrecSqrt, !job.fastMath);
  job.fusedMultiplyAdd = line.isTrue(Opt::Fmad, true);
  job.perThreadStream = line.value(Opt::DefaultStream) == "per-thread";
  job.maxRegisters = unsigned(std::atoi(line.value(Opt::MaxRegCount, "0").c_str()));
  job.ignoreWarnings |= line.has(Opt::NoWarnings);
  job.extendedLambdas = line.has(Opt::ExtendedLambda) || line.has(Opt::ExptExtendedLambda);
  job.isStrict = line.has(Opt::StrictNvcc);
  job.relaxedConstexpr = line.has(Opt::RelaxedConstexpr);
  job.allCandidates = line.has(Opt::Verbose);
  job.color = isatty(STDERR_FILENO) && !getenv("NO_COLOR");
  return job;
}

} // namespace anywarp::nvcc
