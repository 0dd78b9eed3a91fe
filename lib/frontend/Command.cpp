// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line of each pass. Reasons for the less obvious flags stand beside them.
#include "frontend/Command.h"

#include <algorithm>

#include "frontend/Dialect.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Options.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Host.h"

namespace anywarp::frontend {

const char *const kClangExecutable = AW_CLANG_EXECUTABLE;

namespace {

constexpr std::string_view kOwnMacros[] = {
    "__CUDACC__",
    "__NVCC__",
    "__CUDACC_VER_MAJOR__",
    "__CUDACC_VER_MINOR__",
    "__CUDACC_VER_BUILD__",
    "__CUDA_API_VER_MAJOR__",
    "__CUDA_API_VER_MINOR__",
    "__NVCC_DIAG_PRAGMA_SUPPORT__",
    "__CUDACC_RELAXED_CONSTEXPR__",
    "__CUDA_ARCH__",
    "__CUDACC_RTC__",
    "__USE_FAST_MATH__",
    "__NV_BUILTIN_MOVE_FORWARD",
    "__NV_BUILTIN_INITIALIZER_LIST",
};

/// Warnings that Clang gives without being asked, and neither g++ nor nvcc (or nvcc by
/// CodeWarnings.cpp): of programs that are correct and were tried with those. `-Xcompiler -Wall`
/// and the like bring back, for host code, what they name.
constexpr const char *kQuiet[] = {
    "absolute-value",
    "atomic-alignment",
    "braced-scalar-init",
    "constant-conversion",
    "cuda-compat",
    "defaulted-function-deleted",
    "delete-non-abstract-non-virtual-dtor",
    "dynamic-class-memaccess",
    "empty-body",
    "format-security",
    "gpu-maybe-wrong-side",
    "implicit-const-int-float-conversion",
    "inconsistent-missing-override",
    "instantiation-after-specialization",
    "literal-conversion",
    "missing-template-arg-list-after-template-kw",
    "parentheses",
    "pointer-bool-conversion",
    "potentially-evaluated-expression",
    "return-type-c-linkage",
    "string-plus-int",
    "switch",
    "tautological-compare",
    "tautological-constant-out-of-range-compare",
    "undefined-bool-conversion",
    "undefined-var-template",
    "unevaluated-expression",
    "unused-value",
    "vla-cxx-extension",
};

/// What nvcc's own front end warns of unasked, in host code as in device code, which is here the
/// device passes' part. Parts of Clang's groups that nvcc does not have are taken out again.
constexpr const char *kOfNvcc[] = {
    "ignored-qualifiers",
    "overloaded-virtual",
    "tautological-unsigned-zero-compare",
    "uninitialized",
    "unused-const-variable",
    "unused-function",
    "unused-label",
    "unused-variable",
    "no-ignored-reference-qualifiers",
    "no-sometimes-uninitialized",
    "no-uninitialized-const-reference",
    "no-unneeded-internal-declaration",
};

/// What g++ leaves out of its -Wall, -Wextra and (in C++) -Wconversion, Clang not. Given by name,
/// each works.
constexpr const char *kNotInWall[] = {
    "missing-braces",           "overloaded-virtual",    "self-assign",
    "self-assign-overloaded",   "sign-conversion",       "unneeded-internal-declaration",
    "unneeded-member-function", "unused-const-variable", "unused-lambda-capture",
    "unused-private-field",
};

/// Whether nvcc's device passes see the option of the host compiler: it preprocesses for them.
bool isForPreprocessor(const llvm::opt::Arg &arg) {
  using namespace clang::driver::options;
  const llvm::opt::Option &option = arg.getOption();
  if (option.matches(OPT_Wp_COMMA) || option.matches(OPT_Xpreprocessor)) // but not -Wp,-MD,FILE
    return llvm::none_of(arg.getValues(),
                         [](llvm::StringRef value) { return value.starts_with("-M"); });
  for (unsigned id : {OPT_D, OPT_U, OPT_I_Group, OPT_clang_i_Group, OPT_pthread, OPT_march_EQ,
                      OPT_m_x86_Features_Group})
    if (option.matches(id))
      return true;
  return false;
}

/// The host compiler's options for one pass. g++ accepts some that Clang does not know; those must
/// not end the compile.
std::vector<std::string> hostOptionsFor(bool isDevice, const std::vector<std::string> &options) {
  std::vector<const char *> argv;
  for (const std::string &option : options)
    argv.push_back(option.c_str());
  unsigned missingIndex = 0, missingCount = 0;
  llvm::opt::InputArgList parsed = clang::driver::getDriverOptTable().ParseArgs(
      argv, missingIndex, missingCount,
      llvm::opt::Visibility(clang::driver::options::ClangOption)); // not clang-cl's /O2
  std::vector<std::string> result;
  for (const llvm::opt::Arg *arg : parsed) {
    if (arg->getOption().matches(clang::driver::options::OPT_UNKNOWN) ||
        arg->getOption().matches(clang::driver::options::OPT_INPUT) ||
        (isDevice && !isForPreprocessor(*arg)))
      continue;
    llvm::opt::ArgStringList rendered;
    arg->render(parsed, rendered);
    result.insert(result.end(), rendered.begin(), rendered.end());
  }
  // In both passes what g++ 12 says: with a later one LLVM's omp.h wants -fopenmp of device code.
  if (parsed.hasFlag(clang::driver::options::OPT_fopenmp, clang::driver::options::OPT_fno_openmp,
                     false))
    result.insert(result.end(), {"-U_OPENMP", "-D_OPENMP=201511"});
  return result;
}

/// Where --coverage writes. LLVM 19 has no form that the gcov of g++ 12 reads: llvm-cov gcov does.
void addCoverage(const CompileJob &job, std::vector<std::string> &arguments) {
  auto isOfCoverage = [](const std::string &option) {
    return option == "--coverage" || option == "-coverage" || option == "-ftest-coverage" ||
           option == "-fprofile-arcs";
  };
  if (job.coverageStem.empty() || llvm::none_of(job.hostOptions, isOfCoverage))
    return;
  llvm::SmallString<256> stem(job.coverageStem);
  llvm::sys::fs::make_absolute(stem);
  const std::string path = stem.str().str();
  arguments.insert(arguments.end(), {"-Xclang", "-coverage-notes-file=" + path + ".gcno", "-Xclang",
                                     "-coverage-data-file=" + path + ".gcda"});
}

} // namespace

bool isOwnMacro(std::string_view name) {
  name = name.substr(0, name.find('='));
  return std::find(std::begin(kOwnMacros), std::end(kOwnMacros), name) != std::end(kOwnMacros);
}

std::string runtimePath(const CompileJob &job) {
  if (!job.source->isAlone)
    return job.input;
  return kRuntimeSources + ("/" + job.input.substr(job.input.rfind('/') + 1));
}

std::string runtimeHeaderPath(std::string_view name) {
  std::string path = kRuntimeHeaders;
  for (size_t at = 0; at <= name.size();) {
    size_t end = std::min(name.find('/', at), name.size());
    std::string_view part = name.substr(at, end - at);
    path += '/';
    path += part == "." ? "%2E" : part == ".." ? "%2E%2E" : part.empty() ? "%2F" : part;
    at = end + 1;
  }
  return path;
}

std::vector<std::pair<std::string, std::string>> runtimeNames(const CompileJob &job) {
  std::vector<std::pair<std::string, std::string>> names;
  for (const auto &[name, text] : job.source->headers)
    if (std::string path = runtimeHeaderPath(name); !path.ends_with(name) || name.starts_with("/"))
      names.push_back({path, name});
  names.push_back({std::string(kRuntimeHeaders) + "/", ""});
  names.push_back(
      {std::string(kRuntimeSources) + "/", job.input.substr(0, job.input.rfind('/') + 1)});
  return names;
}

namespace {

/// A wheel carries Clang's own headers. Elsewhere they are those of the Debian package.
std::string carriedResources() {
  std::string folder =
      llvm::sys::path::parent_path(installation().include).str() + "/share/anywarp/clang";
  return llvm::sys::fs::exists(folder + "/include/stddef.h") ? folder : "";
}

/// The command line of a pass, part by part. Later options win over earlier ones.
class Builder {
public:
  Builder(const CompileJob &job, const Arch *arch) : job_(job), arch_(arch) {}
  std::vector<std::string> build() {
    addEnvironment();
    addWarnings();
    addDialect();
    addVersions();
    addModes();
    if (arch_) {
      addTarget();
      addDeviceCode();
    } else {
      addHostCode();
    }
    addMessages();
    addInputs();
    return std::move(arguments_);
  }

private:
  void addEnvironment();
  void addWarnings();
  void addDialect();
  void addVersions();
  void addModes();
  void addTarget();
  void addDeviceCode();
  void addArithmetic();
  void addHostCode();
  void addMessages();
  void addInputs();

  void add(std::initializer_list<std::string> list) { arguments_.insert(arguments_.end(), list); }
  void addToCc1(std::initializer_list<std::string> list) {
    for (const std::string &option : list)
      add({"-Xclang", option});
  }

  const CompileJob &job_;
  const Arch *const arch_; ///< null: the host's pass
  std::vector<std::string> arguments_ = {kClangExecutable, "-x", "cuda"};
};

void Builder::addEnvironment() {
  // No CUDA installation is looked for: its wrapper header, libdevice and version are all ours.
  add({"-nocudainc", "-nocudalib", "--cuda-path=/nonexistent"});
  if (std::string folder = carriedResources(); !folder.empty())
    add({"-resource-dir", folder});
  if (!job_.hostFolder.empty()) // else Clang takes the newest that is there
    add({"--gcc-install-dir=" + job_.hostFolder});
  // No name depends on the command line, so that precompiled preludes are shared.
  add({"-fuse-cuid=none"});
  // The launch ABI with __cudaPushCallConfiguration and __cudaRegisterFatBinaryEnd.
  addToCc1({"-target-sdk-version=12.5"});
  // printf and other variadic functions in device code.
  addToCc1({"-fcuda-allow-variadic-functions"});
  // A precompiled prelude is no module: C++20 would compare host and device functions of one name.
  addToCc1({"-fno-cxx-modules"});
}

void Builder::addWarnings() {
  add({"-Wno-unknown-pragmas", "-Wno-unused-command-line-argument", "-Wno-unknown-warning-option",
       "-Wno-pass-failed"});
  for (const char *warning : kQuiet)
    add({std::string("-Wno-") + warning});
  // An error in Clang; nvcc, g++ and NVRTC warn.
  if (!job_.warningsAreErrors)
    add({"-Wno-error=c++11-narrowing"});
  // g++ warns of `register` in C++17; nvcc's own front end says nothing.
  if (arch_)
    add({"-Wno-register"});
  else if (!job_.warningsAreErrors)
    add({"-Wno-error=register"});
}

void Builder::addDialect() {
  const Dialect &dialect = dialectOf(job_);
  arguments_.insert(arguments_.end(), dialect.options.begin(), dialect.options.end());
  if (job_.source) {
    auto names = runtimeNames(job_);
    for (auto it = names.rbegin(); it != names.rend(); ++it) // Clang takes the last that fits
      add({"-ffile-prefix-map=" + it->first + "=" + it->second});
  } else if (!job_.isStrict || job_.relaxedConstexpr) {
    add({"-D__CUDACC_RELAXED_CONSTEXPR__"});
  }
  for (const char *extension : dialect.refused)
    add({std::string("-Werror=") + extension});
}

void Builder::addVersions() {
  add({"-D__CUDACC__", "-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0",
       "-D__CUDACC_VER_BUILD__=88", "-D__CUDA_API_VER_MAJOR__=13", "-D__CUDA_API_VER_MINOR__=0",
       "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1"});
  std::vector<unsigned> numbers;
  for (const Arch &each : job_.archList.empty() ? job_.archs : job_.archList)
    numbers.push_back(each.macro());
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::string archList;
  for (unsigned number : numbers)
    archList += (archList.empty() ? "" : ",") + std::to_string(number);
  add({"-D__CUDA_ARCH_LIST__=" + archList});
}

void Builder::addModes() {
  if (job_.deviceDebug)
    add({"-D__CUDACC_DEBUG__"});
  if (job_.extendedLambdas)
    add({"-D__CUDACC_EXTENDED_LAMBDA__"});
  if (job_.source) {
    auto define = [&](const char *name, bool value) {
      add({std::string("-D") + name + (value ? "=1" : "=0")});
    };
    define("__USE_FAST_MATH__", job_.fastMath);
    define("__CUDA_FTZ", job_.flushDenormals);
    define("__CUDA_PREC_DIV", job_.preciseDivision);
    define("__CUDA_PREC_SQRT", job_.preciseSqrt);
  } else if (job_.fastMath) {
    add({"-D__USE_FAST_MATH__"});
  }
  if (job_.perThreadStream) {
    add({"-DCUDA_API_PER_THREAD_DEFAULT_STREAM"});
    addToCc1({"-fgpu-default-stream=per-thread"});
  }
}

void Builder::addTarget() {
  // Clang 19 ends at sm_90a; newer targets share its code generator, with their own macro value
  // and (finishPtx) their own target line.
  bool isNewer = arch_->number > 90;
  Arch target = isNewer ? Arch{90, 'a'} : *arch_;
  // Clang lists no sm_88.
  if (target.number == 88)
    target.number = 87;
  add({"--cuda-device-only", "--cuda-gpu-arch=" + target.name("sm_"), "--cuda-feature=+ptx85",
       job_.host == CompileJob::Preprocess ? "-E" : "-S"});
  if (target != *arch_)
    add({"-U__CUDA_ARCH__", "-D__CUDA_ARCH__=" + std::to_string(arch_->macro())});
  // nvcc has __float128 in device code from there on, and CCCL believes these of the host.
  if (arch_->number >= 100)
    add({"-U__SIZEOF_FLOAT128__", "-U__FLOAT128__"});
  if (arch_->suffix) {
    std::string value = "__=" + std::to_string(arch_->macro());
    if (arch_->suffix == 'a')
      add({"-D__CUDA_ARCH_SPECIFIC" + value});
    add({"-D__CUDA_ARCH_FAMILY_SPECIFIC" + value}); // of sm_90a, too
    add({"-D__CUDA_ARCH_FEAT_SM" + std::to_string(arch_->number) +
         (arch_->suffix == 'a' ? "_ALL" : "_FAMILY")});
  }
}

void Builder::addDeviceCode() {
  for (const char *warning : kOfNvcc)
    add({std::string("-W") + warning});
  // Lanes without a value take part in calls: `int b; if (leads) b = atomicAdd(...);` before a
  // shuffle is the guide's own idiom, and must not tell LLVM that all threads lead.
  addToCc1({"-no-enable-noundef-analysis"});
  // The device's heap is what it is: an allocation that nobody looks at takes memory as well, and
  // NULL may be what is looked for.
  add({"-fno-builtin-malloc", "-fno-builtin-free", "-fno-builtin-calloc", "-fno-builtin-realloc"});
  // `*(unsigned *)&half2` and the like: nvcc's own optimiser draws nothing from the types of
  // pointers.
  add({"-fno-strict-aliasing"});
  // As nvcc's default and as libNVVM: the assembler unrolls few loops that are left to it.
  add({job_.deviceDebug ? "-O0" : "-O3"});
  // Loops that a program asks to unroll: 64 × 128 multiply-adds become straight code (seen). What
  // would be larger is unrolled by part.
  add({"-mllvm", "-pragma-unroll-threshold=70000", "-mllvm", "-unroll-max-count=1024"});
  // 128-bit integers from and to floating point: the back end knows no library that has them.
  add({"-mllvm", "-expand-fp-convert-bits=64"});
  if (job_.deviceDebug)
    add({"-g", "--cuda-noopt-device-debug"});
  else if (job_.lineInfo) // stores of two conditions do not become one of no line
    add({"-gline-directives-only", "-mllvm", "-simplifycfg-merge-cond-stores=false"});
  addArithmetic();
  for (std::string &option : hostOptionsFor(/*isDevice=*/true, job_.hostOptions))
    add({std::move(option)});
}

void Builder::addArithmetic() {
  if (job_.flushDenormals)
    add({"-fgpu-flush-denormals-to-zero", "-D__AW_FLUSH_DENORMALS"});
  // Not "fast", which would let the back end contract everything, libdevice's exact sequences and
  // __fmul_rn included. This one marks each operation (passes/FusedSums.cpp).
  if (job_.contracts())
    add({"-ffp-contract=fast-honor-pragmas", "-mllvm", "-nvptx-fma-level=1"});
  else
    add({"-ffp-contract=off"});
  // 0 is div.approx, 1 div.full.
  if (!job_.preciseDivision)
    add({"-mllvm", job_.fastMath ? "-nvptx-prec-divf32=0" : "-nvptx-prec-divf32=1"});
  // For the headers: LLVM 19 has no option that makes its own square root approximate.
  if (!job_.preciseSqrt)
    add({"-D__AW_APPROXIMATE_SQRT"});
  if (job_.fastMath)
    add({"-fgpu-approx-transcendentals"});
}

/// Signed integers of host code wrap, as programs are used to from g++: Clang concludes more from
/// an overflow, and `a[i] != i * i` then differs behind 65535. A sanitizer is to tell of it.
static bool hasSanitizer(const std::vector<std::string> &hostOptions) {
  return llvm::any_of(hostOptions, [](const std::string &option) {
    return llvm::StringRef(option).starts_with("-fsanitize");
  });
}

void Builder::addHostCode() {
  add({"--cuda-host-only", "--cuda-gpu-arch=sm_75", "-O" + std::to_string(job_.hostOptLevel)});
  if (job_.host == CompileJob::Assembly)
    add({"-S", "-fno-integrated-as"}); // without directives that are LLVM's own
  else
    add({"-c"});
  if (job_.hostDebug)
    add({"-g"});
  if (!hasSanitizer(job_.hostOptions))
    add({"-fwrapv"});
  for (std::string &option : hostOptionsFor(/*isDevice=*/false, job_.hostOptions))
    add({std::move(option)});
  addCoverage(job_, arguments_);
  for (const char *warning : kNotInWall) {
    std::string name = std::string("-W") + warning;
    if (std::find(job_.hostOptions.begin(), job_.hostOptions.end(), name) == job_.hostOptions.end())
      add({std::string("-Wno-") + warning});
  }
  // nvcc marks the types of a function as used before the host compiler reads them.
  add({"-Wno-unused-local-typedef"});
}

void Builder::addMessages() {
  if (job_.ignoreWarnings)
    add({"-w"});
  if (job_.warningsAreErrors)
    add({"-Werror"});
  if (job_.color)
    add({"-fcolor-diagnostics"});
}

void Builder::addInputs() {
  add({"-include", job_.source ? kRuntimePrelude : kPrelude});
  arguments_.insert(arguments_.end(), job_.options.begin(), job_.options.end());
  add({"-isystem", installation().include});
  if (job_.source)
    add({"-isystem", installation().include + "/anywarp/rtc"});
  add({"-isystem", installation().include + "/cccl"});
  // The little of CCCL that is ours: after Debian's, which NVRTC does not look at.
  add({job_.source ? "-isystem" : "-idirafter", installation().include + "/anywarp/cccl"});
  if (job_.host != CompileJob::Preprocess)
    add({"-o", "-"});
  add({job_.source ? runtimePath(job_) : job_.input});
}

} // namespace

std::vector<std::string> driverCommand(const CompileJob &job, const Arch *arch) {
  return Builder(job, arch).build();
}

std::vector<std::string> describePass(const CompileJob &job, const Arch *arch) {
  return driverCommand(job, arch);
}

std::vector<std::string> cc1Arguments(const std::vector<std::string> &command,
                                      clang::DiagnosticsEngine &diagnostics) {
  clang::driver::Driver driver(kClangExecutable, llvm::sys::getDefaultTargetTriple(), diagnostics,
                               "nvcc");
  driver.setCheckInputsExist(false);
  std::vector<const char *> argv;
  for (const std::string &argument : command)
    argv.push_back(argument.c_str());
  std::unique_ptr<clang::driver::Compilation> compilation(driver.BuildCompilation(argv));
  if (!compilation || compilation->containsError())
    return {};
  for (const clang::driver::Command &job : compilation->getJobs()) {
    const llvm::opt::ArgStringList &arguments = job.getArguments();
    if (arguments.empty() || llvm::StringRef(arguments[0]) != "-cc1")
      continue;
    auto option = llvm::find(arguments, llvm::StringRef("-resource-dir"));
    if (option != arguments.end() && option + 1 != arguments.end() &&
        !llvm::sys::fs::exists(llvm::Twine(*(option + 1)) + "/include/stddef.h")) {
      diagnostics.Report(diagnostics.getCustomDiagID(
          clang::DiagnosticsEngine::Fatal, "Clang's headers are not in %0/include: install the "
                                           "Debian package libclang-common-19-dev"))
          << *(option + 1);
      return {};
    }
    return {arguments.begin() + 1, arguments.end()};
  }
  diagnostics.Report(diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                                 "the driver planned no compile"));
  return {};
}

} // namespace anywarp::frontend
