// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets up a CompilerInstance for a pass, with our passes in its pipeline.
#include "frontend/Pass.h"
#include "frontend/Actions.h"
#include "frontend/Command.h"
#include "frontend/PassState.h"
#include "frontend/Pch.h"
#include "frontend/ast/MarkingPrinter.h"
#include "frontend/nvrtc/Pch.h"
#include "frontend/passes/DevicePasses.h"

#include <algorithm>
#include <csignal>
#include <sys/mman.h>
#include <unistd.h>

#include "clang/Basic/DiagnosticLex.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace clang;

namespace anywarp::frontend {
namespace {

/// Text that Clang reads in about the time in which it reads a precompiled header.
constexpr size_t kWorthKeeping = 100'000;

void initializeTargets() {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmParser();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
}

void parseLlvmOptions(const std::vector<std::string> &options) {
  if (options.empty())
    return;
  std::vector<const char *> argv = {"nvcc"};
  for (const std::string &option : options)
    argv.push_back(option.c_str());
  llvm::cl::ParseCommandLineOptions(int(argv.size()), argv.data());
}

/// The text as Clang reads it: the references at its end are read by the device passes.
std::string sourceText(const RuntimeSource &source, const std::string &body,
                       const std::string &name) {
  std::string text;
  if (source.deviceByDefault)
    text += "#pragma clang force_cuda_host_device begin\n";
  if (source.deviceByDefault || source.isAlone)
    text += "#line 1 \"" + name + "\"\n";
  text += body;
  if (source.deviceByDefault)
    text += "\n#pragma clang force_cuda_host_device end\n";
  unsigned number = 0;
  for (const std::string &expression : source.nameExpressions)
    text += "\n#line 1 \"name expression " + std::to_string(number + 1) +
            "\"\n__attribute__((device)) auto &&" + kNameMark + std::to_string(number) + " = " +
            expression + "\n;\n",
        ++number; // it may end in a comment
  return text;
}

/// The real files, and over them those of the source.
IntrusiveRefCntPtr<llvm::vfs::FileSystem> filesOf(const CompileJob &job, const RuntimePch *pch) {
  auto real = llvm::vfs::getRealFileSystem();
  if (!job.source)
    return real;
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  llvm::SmallString<256> folder;
  (void)llvm::sys::fs::current_path(folder);
  memory->setCurrentWorkingDirectory(folder);
  for (const auto &[name, text] : job.source->headers)
    if (isHeaderText(name))
      memory->addFile(runtimeHeaderPath(name), 0, llvm::MemoryBuffer::getMemBufferCopy(text, name));
  memory->addFile(runtimePath(job), 0,
                  llvm::MemoryBuffer::getMemBufferCopy(
                      sourceText(*job.source, pch ? pch->text() : job.source->text, job.input)));
  if (pch)
    for (const auto &[path, text] : pch->files())
      memory->addFile(
          path, 0, llvm::MemoryBuffer::getMemBuffer(text, path, /*RequiresNullTerminator=*/false));
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(real);
  files->pushOverlay(memory);
  return files;
}

/// A module with nothing in it.
std::string emptyPtx(const Arch &arch) {
  return "//\n.version 8.5\n.target " + arch.name("sm_") + "\n.address_size 64\n";
}

void linkLibdevice(CodeGenOptions &options) {
  if (installation().libdevice.empty())
    return;
  CodeGenOptions::BitcodeFileToLink file;
  file.Filename = installation().libdevice;
  file.PropagateAttrs = true;
  file.Internalize = true;
  file.LinkFlags = 2; // llvm::Linker::LinkOnlyNeeded
  options.LinkBitcodeFiles.push_back(file);
}

/// Clang's time trace of a pass, written when it ends.
class TimeTrace {
public:
  TimeTrace(const CompileJob &job, const Arch *arch) {
    if (job.timeTrace.empty())
      return;
    path_ = job.timeTrace + (arch ? arch->name("sm_") : std::string("host"));
    llvm::timeTraceProfilerInitialize(/*TimeTraceGranularity=*/500, "nvcc");
  }
  ~TimeTrace() {
    std::error_code error;
    if (path_.empty())
      return;
    if (llvm::raw_fd_ostream file(path_, error); !error)
      llvm::timeTraceProfilerWrite(file);
    llvm::timeTraceProfilerCleanup();
  }

private:
  std::string path_;
};

/// The file of a precompiled header: Clang's, of the directives that RuntimePch has at `path`.
std::optional<RuntimePch::Built> buildPch(const CompileJob &job, const CompilerInvocation &parsed,
                                          const RuntimePch &pch, const std::string &path) {
  int file = memfd_create("precompiled", MFD_CLOEXEC);
  if (file < 0)
    return std::nullopt;
  auto invocation = std::make_shared<CompilerInvocation>(parsed);
  FrontendOptions &frontend = invocation->getFrontendOpts();
  frontend.Inputs = {
      FrontendInputFile(path, InputKind(Language::CUDA, InputKind::Source).getHeader())};
  frontend.OutputFile = "/proc/self/fd/" + std::to_string(file);
  frontend.UseTemporary = false;
  frontend.ProgramAction = clang::frontend::GeneratePCH;
  invocation->getLangOpts().PCHInstantiateTemplates = job.source->pch.instantiates;
  invocation->getLangOpts().IsHeaderFile = true;

  RuntimePch::Built built;
  auto *instance = new CompilerInstance; // see runPass
  instance->setInvocation(invocation);
  llvm::raw_string_ostream messages(built.messages);
  instance->createDiagnostics(new MarkingPrinter(messages, &instance->getDiagnosticOpts()),
                              /*ShouldOwnClient=*/true);
  instance->createFileManager(filesOf(job, &pch));
  instance->setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  bool good = instance->ExecuteAction(*makePchAction(*job.source, built)) &&
              !instance->getDiagnostics().hasErrorOccurred();
  built.bytes = contentsOf(file);
  close(file);
  return good ? std::optional(std::move(built)) : std::nullopt;
}

} // namespace

std::vector<Message> splitMessages(const std::string &messages) {
  std::vector<Message> list;
  for (size_t at = 0; at < messages.size();) {
    size_t end = messages.find_first_of("\1\2", at + 1);
    if (end == std::string::npos)
      end = messages.size();
    bool isMarked = messages[at] == kErrorMark || messages[at] == kOtherMark;
    list.push_back(
        {messages[at] == kErrorMark, messages.substr(at + isMarked, end - at - isMarked)});
    at = end;
  }
  return list;
}

namespace {

/// A pass: its command line, then compiles until none is to be repeated without a precompiled
/// header.
class PassRun {
public:
  PassRun(const CompileJob &job, const Arch *arch, const std::string &fatBinary,
          ChildOutput &output, RuntimePass *runtime)
      : job_(job), arch_(arch), fatBinary_(fatBinary), output_(output), runtime_(runtime),
        messages_(output.messages),
        usesPrelude_(job.useCache && job.host != CompileJob::Preprocess) {}

  int run() {
    if (!parseCommand() || (runtime_ && !prepareHeader()))
      return 1;
    Outcome outcome;
    do
      outcome = compile();
    while (outcome == Outcome::Again);
    return outcome == Outcome::Good ? 0 : exitCode_;
  }

private:
  enum class Outcome { Good, Failed, Again };
  bool parseCommand();
  bool prepareHeader();
  Outcome compile();
  void addPasses(CodeGenOptions &codegen, DeviceFacts &facts);
  bool execute(CompilerInstance &instance, llvm::SmallString<0> &bytes);
  bool mayKeepHeader() const {
    return runtime_ && runtime_->kept && job_.source->pch.mode == PchRequest::None &&
           job_.source->pch.folder.empty();
  }

  const CompileJob &job_;
  const Arch *const arch_;
  const std::string &fatBinary_;
  ChildOutput &output_;
  RuntimePass *const runtime_;
  llvm::raw_string_ostream messages_;
  std::vector<std::string> arguments_;
  CompilerInvocation parsed_;
  std::optional<RuntimePch> ownPch_;
  std::string notes_; ///< messages about precompiled headers
  bool usesPrelude_;  ///< a precompiled one
  int exitCode_ = 1;  ///< where it failed
};

bool PassRun::parseCommand() {
  IntrusiveRefCntPtr<DiagnosticOptions> options = new DiagnosticOptions;
  options->ShowColors = job_.color;
  auto *printer = new MarkingPrinter(messages_, options.get());
  IntrusiveRefCntPtr<DiagnosticsEngine> diagnostics =
      new DiagnosticsEngine(new DiagnosticIDs, options, printer);
  arguments_ = cc1Arguments(driverCommand(job_, arch_), *diagnostics);
  if (arguments_.empty())
    return false;
  std::vector<const char *> argv;
  for (const std::string &argument : arguments_)
    argv.push_back(argument.c_str());
  if (!CompilerInvocation::CreateFromArgs(parsed_, argv, *diagnostics, kClangExecutable))
    return false;
  parseLlvmOptions(parsed_.getFrontendOpts().LLVMArgs);
  parsed_.getFrontendOpts().DisableFree = true;
  parsed_.getCodeGenOpts().DisableFree = true;
  return true;
}

bool PassRun::prepareHeader() {
  const auto build = [&](const std::string &path) {
    return buildPch(job_, parsed_, *ownPch_, path);
  };
  ownPch_.emplace(job_, arguments_);
  if (mayKeepHeader()) {
    runtime_->header = ownPch_->prepareKept(*runtime_->kept, build);
    return true;
  }
  const bool good = ownPch_->prepare(build, notes_);
  runtime_->pch = ownPch_->outcome();
  runtime_->pchBytes = ownPch_->bytes();
  output_.messages = notes_;
  return good;
}

void PassRun::addPasses(CodeGenOptions &codegen, DeviceFacts &facts) {
  if (arch_) {
    facts.maxRegisters = job_.maxRegisters;
    facts.isRuntime = job_.source != nullptr;
    facts.isWhole = !job_.relocatable;
    facts.fuses = job_.contracts();
    facts.names = job_.source ? unsigned(job_.source->nameExpressions.size()) : 0;
    linkLibdevice(codegen);
    codegen.PassBuilderCallbacks.push_back(
        [&](llvm::PassBuilder &builder) { addDevicePasses(builder, facts); });
    return;
  }
  codegen.CudaGpuBinaryFileName = fatBinary_;
  HostFacts hostFacts;
  if (job_.relocatable)
    hostFacts = {moduleIdOf(job_), fatBinary_};
  hostFacts.staticTemplates = makesTemplatesStatic();
  hostFacts.isHidden = job_.hiddenEntities;
  codegen.PassBuilderCallbacks.push_back(
      [hostFacts](llvm::PassBuilder &builder) { addHostPasses(builder, hostFacts); });
}

bool PassRun::execute(CompilerInstance &instance, llvm::SmallString<0> &bytes) {
  if (job_.host == CompileJob::Preprocess) {
    signal(SIGPIPE, SIG_DFL); // the output may be piped into a program that reads a part only
    instance.getFrontendOpts().OutputFile = job_.preprocessOutput;
    const bool prints =
        instance.getFrontendOpts().ProgramAction != clang::frontend::RunPreprocessorOnly;
    return instance.ExecuteAction(*makePreprocessAction(job_, prints));
  }
  instance.setOutputStream(std::make_unique<llvm::raw_svector_ostream>(bytes));
  const bool good = instance.ExecuteAction(*makeAction(job_, arch_));
  if (arch_ && (job_.source ? job_.source->isSyntaxOnly : job_.deviceSyntaxOnly))
    bytes = emptyPtx(*arch_);
  return good;
}

PassRun::Outcome PassRun::compile() {
  output_.data.clear();
  output_.messages = notes_;
  auto invocation = std::make_shared<CompilerInvocation>(parsed_);
  const bool hasOwnPch = ownPch_ && ownPch_->isUsable();
  if (hasOwnPch)
    ownPch_->apply(*invocation);
  const bool hasPch = hasOwnPch || (usesPrelude_ && usePrecompiledPrelude(*invocation));
  DeviceFacts facts;
  if (job_.host != CompileJob::Preprocess)
    addPasses(invocation->getCodeGenOpts(), facts);

  auto *instance = new CompilerInstance; // the process ends soon: nothing is freed
  instance->setInvocation(invocation);
  auto *printer = new MarkingPrinter(messages_, &instance->getDiagnosticOpts());
  instance->createDiagnostics(printer, /*ShouldOwnClient=*/true);
  instance->createFileManager(filesOf(job_, hasOwnPch ? &*ownPch_ : nullptr));
  instance->setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  llvm::SmallString<0> bytes;
  const bool good = execute(*instance, bytes);

  const bool isSilent = good && output_.messages.empty();
  if (mayKeepHeader() && hasOwnPch && !isSilent) {
    // Messages are as they are without, and what has failed once is not kept.
    ownPch_.reset();
    runtime_->header = {};
    return Outcome::Again;
  }
  if (runtime_ && (!isSilent || (runtime_->header.state == KeptHeader::Seen &&
                                 passState().bytesRead < kWorthKeeping)))
    runtime_->header = {};
  if (hasPch && printer->pchFailed) {
    if (hasOwnPch) { // the prelude's may still serve
      notes_.clear();
      ownPch_->drop(notes_);
    } else {
      usesPrelude_ = false;
    }
    return Outcome::Again;
  }
  if (!good) {
    exitCode_ = printer->exitCode(passState().ruleIsBroken);
    return Outcome::Failed;
  }
  if (runtime_)
    runtime_->names = std::move(facts.symbols);
  output_.data = arch_ ? finishPtx(bytes.str(), facts, *arch_) : std::string(bytes.str());
  return Outcome::Good;
}

} // namespace

int runPass(const CompileJob &job, const Arch *arch, const std::string &fatBinary,
            ChildOutput &output, RuntimePass *runtime) {
  initializeTargets();
  llvm::install_fatal_error_handler(reportFatal);
  passState() = {.job = &job, .output = &output, .isHost = !arch};
  const TimeTrace trace(job, arch);
  return PassRun(job, arch, fatBinary, output, runtime).run();
}

} // namespace anywarp::frontend
