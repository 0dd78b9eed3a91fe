// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUDA C++ → PTX text and host object code, by Clang 19 as a library. One CompileJob is one source
// file; its passes (one for each virtual architecture, one for the host) run in forked children, so
// that they use several cores and a crash of the compiler is an error message. The caller of
// compile() must have no other threads. Used by nvcc and NVRTC.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Of what libanywarp-compiler.so offers to nvcc, libnvrtc and libnvvm.
#define AW_FRONTEND_API __attribute__((visibility("default")))

namespace anywarp::frontend {

/// A virtual or real architecture: 75, 90a, 100f …
struct Arch {
  unsigned number = 75;
  char suffix = 0; ///< 'a', 'f' or 0

  /// "sm_90a" for prefix "sm_".
  AW_FRONTEND_API std::string name(std::string_view prefix) const;
  /// The value of __CUDA_ARCH__.
  unsigned macro() const { return number * 10; }
  /// Of "compute_90a", "sm_90a", "lto_90a" or "90a"; nothing if it is no architecture of CUDA 13.
  AW_FRONTEND_API static std::optional<Arch> parse(std::string_view text);
  bool operator==(const Arch &) const = default;
};

/// A precompiled header that NVRTC is to make or to use (nvrtc/Pch.h).
struct PchRequest {
  enum Mode { None, Create, Use, Automatic } mode = None;
  std::string folder; ///< has to be there if not empty; Automatic looks through it
  std::string file;   ///< to make or to use
  bool messages = true, verbose = true;
  bool instantiates = true; ///< templates whose instantiation the headers ask for
  size_t limit = 0;         ///< largest size of a file to make
};
enum class PchOutcome { NotTried, Made, TooLarge, Failed };

/// A program that is given as text and not as files (NVRTC). It sees the device side only.
struct RuntimeSource {
  std::string text;
  std::vector<std::pair<std::string, std::string>> headers; ///< name in #include, text
  std::vector<std::string> nameExpressions; ///< kernels and variables whose symbols are asked for
  bool deviceByDefault = false; ///< functions and variables without a space are __device__
  bool hasInt128 = false;       ///< __int128 is allowed
  bool isSyntaxOnly = false;    ///< the source is checked, and the PTX stays empty
  bool isAlone = false;         ///< files beside `input` are not found by #include "…"
  PchRequest pch;
};

struct PtxImage {
  Arch arch;
  std::string text;
};

struct CompileJob {
  std::string input; ///< path, as the user wrote it; with `source`, a name
  const RuntimeSource *source = nullptr;

  std::vector<std::string> options;     ///< Clang driver options of all passes: -I -D -std= …
  std::vector<std::string> hostOptions; ///< g++ options of the host pass (-Xcompiler)
  std::string hostVersion; ///< g++'s, "12.2.0", for __GNUC__ and its like; empty: as Clang has them
  std::string
      hostFolder; ///< of that g++'s own files, whose C++ library is to be used; may be empty
  std::vector<Arch> archs;    ///< one device pass each
  std::vector<Arch> archList; ///< for __CUDA_ARCH_LIST__; empty: archs

  std::string coverageStem; ///< of the .gcno and .gcda that --coverage among hostOptions makes

  unsigned hostOptLevel = 0;
  bool hostDebug = false;
  bool deviceDebug = false;      ///< -G: unoptimised device code with full line information
  bool lineInfo = false;         ///< -lineinfo
  bool deviceSyntaxOnly = false; ///< device code is checked, and the PTX stays empty
  bool flushDenormals = false, preciseDivision = true, preciseSqrt = true, fusedMultiplyAdd = true;
  bool fastMath = false; ///< -use_fast_math, besides the four above
  /// Sums are fused with products. Code to be debugged is left to the assembler, which does not,
  /// either.
  bool contracts() const { return fusedMultiplyAdd && !deviceDebug; }
  bool perThreadStream = false;
  unsigned maxRegisters = 0;
  bool ignoreWarnings = false, warningsAreErrors = false;
  bool crossSpaceCallsAreErrors = false; ///< __host__ functions called in __host__ __device__ ones
  std::vector<unsigned> suppressed;      ///< nvcc warning numbers of -diag-suppress
  std::vector<unsigned> promoted;        ///< the same of -diag-error
  std::vector<unsigned> requested;       ///< of those that do not come by themselves
  bool extendedLambdas = false;          ///< --extended-lambda
  bool isStrict = false;                 ///< --strict-nvcc: refuse what NVIDIA's nvcc refuses
  bool relaxedConstexpr = false;         ///< --expt-relaxed-constexpr, which counts if isStrict
  bool allCandidates = false; ///< a wrong call lists the overloads of the system's headers, too
  bool color = false;
  bool useCache = true; ///< precompiled headers
  /// If not empty, each pass writes Clang's time trace to this name with "sm_NN" or "host" behind
  /// it.
  std::string timeTrace;

  /// Assembly is what Object would be made of. Preprocess runs one pass only, for the first of
  /// archs.
  enum Host { NoHost, Object, Assembly, Preprocess } host = Object;
  /// -rdc=true: host code of other files may use the device variables, device code may launch
  /// kernels.
  bool relocatable = false;
  bool hiddenEntities = true;         ///< kernels and device variables are of their library alone
  bool staticTemplateStubs = true;    ///< unless relocatable: kernel templates are of their object
  std::string preprocessOutput = "-"; ///< file of a Preprocess run
  /// Makes the bytes to embed from the results of the device passes.
  std::function<std::string(const std::vector<PtxImage> &)> makeFatBinary;
};

struct CompileResult {
  int exitCode = 0;        ///< 0, or what the compiler should exit with
  unsigned errors = 0;     ///< in diagnostics
  std::string diagnostics; ///< text for standard error; may hold warnings on success
  std::vector<PtxImage> ptx;
  std::string host; ///< object file, or assembly text for GNU as
};

AW_FRONTEND_API CompileResult compile(const CompileJob &job);

struct RuntimeResult {
  enum Outcome {
    Good,
    Errors,    ///< of the program; the log tells
    Broken,    ///< the compiler failed; the log tells
    Cancelled, ///< because the caller asked for it
  } outcome = Broken;
  std::string ptx, log;
  std::vector<std::string> names; ///< symbols of source->nameExpressions
  unsigned errors = 0;
  PchOutcome pch = PchOutcome::NotTried;
  size_t pchBytes = 0; ///< that the precompiled header needs, if it was tried
};

/// Compiles job.source for job.archs.front(). May be called by several threads at once, in a
/// process that has others: the compiler runs in a child. `isCancelled` may be empty; else it is
/// asked from time to time.
AW_FRONTEND_API RuntimeResult compileAtRuntime(const CompileJob &job,
                                               const std::function<bool()> &isCancelled);

/// Folders that the front end finds its own things in.
struct Installation {
  std::string include;   ///< our headers
  std::string libdevice; ///< bitcode of the __nv_ functions; empty if absent
};
AW_FRONTEND_API const Installation &installation();
/// Must be called before the first compile.
AW_FRONTEND_API void setInstallation(Installation installation);

/// The Clang driver command of a pass, for -v and --dryrun. `arch` null: the host pass.
AW_FRONTEND_API std::vector<std::string> describePass(const CompileJob &job, const Arch *arch);

} // namespace anywarp::frontend
