// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/ir/Compile.h"

#include <unistd.h>

#include <sys/mman.h>

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/IPO/Internalize.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/InferAlignment.h>

#include "cmdline/Options.h"
#include "fatbin/LtoIr.h"
#include "fatbin/Writer.h"
#include "frontend/ast/InlinedPlaces.h"
#include "frontend/ir/Intrinsics.h"
#include "frontend/ir/TypedPointers.h"
#include "frontend/passes/DevicePasses.h"
#include "support/os/Isolate.h"

extern "C" {
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace anywarp::frontend::ir {

namespace {

enum Id : unsigned {
#define AW_OPTION(id, longName, shortName, kind, values, help) id,
#include "frontend/ir/Options.def"
};
constexpr cmdline::OptionInfo kOptions[] = {
#define AW_OPTION(id, longName, shortName, kind, values, help)                                     \
  {id, longName, shortName, cmdline::OptionKind::kind, values, help},
#include "frontend/ir/Options.def"
};

} // namespace

std::string Options::parse(const std::vector<std::string> &options) {
  for (const std::string &option : options) {
    const auto [info, value, hasValue] = cmdline::matchOption(kOptions, option, {});
    if (!info || hasValue != (info->kind == cmdline::OptionKind::Equals) ||
        (hasValue && !isAllowed(*info, value)))
      return option;
    const bool isOn = value == "1";
    switch (info->id) {
    case Architecture: {
      std::optional<Arch> known = value.starts_with("compute_") ? Arch::parse(value) : std::nullopt;
      if (!known)
        return option;
      arch = *known;
      break;
    }
    case Level:
      level = unsigned(value[0] - '0');
      break;
    case Debug:
      debug = true;
      break;
    case LinkTime:
      linkTime = true;
      break;
    case FlushDenormals:
      flushDenormals = isOn;
      break;
    case PreciseSqrt:
      preciseSqrt = isOn;
      break;
    case PreciseDivision:
      preciseDivision = isOn;
      break;
    case FusedMultiplyAdd:
      fusedMultiplyAdd = isOn;
      break;
    default: // LineInfo: the modules say what they describe
      break;
    }
  }
  return {};
}

namespace {

/// One compilation, in its own process.
class Compiler {
public:
  Compiler(const Options &options, bool verifyOnly) : options_(options), verifyOnly_(verifyOnly) {}

  nvvmResult run(const std::vector<ModuleText> &modules);

  std::string ptx, log;

private:
  bool makeMachine();
  std::unique_ptr<llvm::Module> read(const ModuleText &text);
  bool link(const std::vector<ModuleText> &modules);
  bool hasVersion();
  void resolveReflection();
  void readAnnotations();
  void prepare(llvm::Function &function);
  void prepare();
  bool print();
  bool wrap();
  nvvmResult wrongIr() const {
    return verifyOnly_ ? NVVM_ERROR_INVALID_IR : NVVM_ERROR_COMPILATION;
  }

  const Options &options_;
  const bool verifyOnly_;
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::TargetMachine> machine_;
  std::unique_ptr<llvm::Module> whole_;
  llvm::SmallPtrSet<const llvm::Function *, 8> kernels_;
};

/// Messages of LLVM's passes go to the log; errors do not end the process.
class LogHandler : public llvm::DiagnosticHandler {
public:
  LogHandler(std::string &log, bool &failed) : log_(log), failed_(failed) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() != llvm::DS_Error && info.getSeverity() != llvm::DS_Warning)
      return true;
    llvm::raw_string_ostream stream(log_);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    stream << (info.getSeverity() == llvm::DS_Error ? "error: " : "warning: ");
    info.print(printer);
    stream << "\n";
    failed_ |= info.getSeverity() == llvm::DS_Error;
    return true;
  }

private:
  std::string &log_;
  bool &failed_;
};

bool Compiler::makeMachine() {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  // Conversions of wider integers become loops: the back end knows no library that has them.
  std::vector<const char *> flags{"nvvm", "-expand-fp-convert-bits=64"};
  if (!options_.preciseDivision)
    flags.push_back("-nvptx-prec-divf32=1"); // div.full
  if (!options_.preciseSqrt)
    flags.push_back("-nvptx-prec-sqrtf32=0");
  if (options_.contracts())
    flags.push_back("-nvptx-fma-level=1");
  llvm::cl::ParseCommandLineOptions(int(flags.size()), flags.data());
  // As in the front end: newer targets share the code generator of sm_90a, finishPtx names them.
  Arch target = options_.arch.number > 90 ? Arch{90, 'a'} : options_.arch;
  if (target.number == 88)
    target.number = 87;
  std::string error;
  const llvm::Target *back = llvm::TargetRegistry::lookupTarget("nvptx64-nvidia-cuda", error);
  if (!back) {
    log += "error: " + error + "\n";
    return false;
  }
  llvm::TargetOptions target_options;
  machine_.reset(back->createTargetMachine("nvptx64-nvidia-cuda", target.name("sm_"), "+ptx85",
                                           target_options, std::nullopt, std::nullopt,
                                           options_.optimizes() ? llvm::CodeGenOptLevel::Default
                                                                : llvm::CodeGenOptLevel::None));
  return machine_ != nullptr;
}

std::unique_ptr<llvm::Module> Compiler::read(const ModuleText &text) {
  llvm::SMDiagnostic diagnostic;
  auto parse = [&](llvm::StringRef contents, llvm::SMDiagnostic &where) {
    auto buffer = llvm::MemoryBuffer::getMemBufferCopy(contents, text.name);
    return llvm::parseIR(buffer->getMemBufferRef(), where, context_);
  };
  llvm::StringRef contents = text.contents;
  const auto *bytes = reinterpret_cast<const unsigned char *>(contents.begin());
  const bool isBitcode = llvm::isBitcode(bytes, bytes + contents.size());
  if (!isBitcode)
    contents = contents.take_until([](char c) { return c == '\0'; });
  std::unique_ptr<llvm::Module> module = parse(contents, diagnostic);
  if (!module && !isBitcode && contents.contains('*')) {
    llvm::SMDiagnostic again;
    module = parse(withOpaquePointers({contents.data(), contents.size()}), again);
    if (!module)
      diagnostic = again;
  }
  if (!module) {
    log += text.name + " (" + std::to_string(std::max(diagnostic.getLineNo(), 0)) + ", " +
           std::to_string(std::max(diagnostic.getColumnNo(), 0)) + "): parse " +
           diagnostic.getMessage().str() + "\n";
    return nullptr;
  }
  llvm::StringRef triple = module->getTargetTriple();
  if (!triple.empty() && !triple.starts_with("nvptx64")) {
    log += text.name + ": error: the target is " + triple.str() + ", not nvptx64-nvidia-cuda\n";
    return nullptr;
  }
  module->setTargetTriple("nvptx64-nvidia-cuda");
  module->setDataLayout(machine_->createDataLayout());
  // LLVM dropped this name of NVVM IR.
  if (llvm::Function *barrier = module->getFunction("llvm.cuda.syncthreads")) {
    barrier->replaceAllUsesWith(
        llvm::Intrinsic::getDeclaration(module.get(), llvm::Intrinsic::nvvm_barrier0));
    barrier->eraseFromParent();
  }
  std::string faults;
  llvm::raw_string_ostream stream(faults);
  if (llvm::verifyModule(*module, &stream)) {
    log += text.name + ": error: " + stream.str() + "\n";
    return nullptr;
  }
  return module;
}

bool Compiler::link(const std::vector<ModuleText> &modules) {
  whole_ = std::make_unique<llvm::Module>("nvvm", context_);
  whole_->setTargetTriple("nvptx64-nvidia-cuda");
  whole_->setDataLayout(machine_->createDataLayout());
  for (bool lazy : {false, true})
    for (const ModuleText &text : modules) {
      if (text.isLazy != lazy)
        continue;
      std::unique_ptr<llvm::Module> module = read(text);
      if (!module)
        return false;
      auto internalize = [](llvm::Module &into, const llvm::StringSet<> &names) {
        llvm::internalizeModule(into, [&](const llvm::GlobalValue &value) {
          return !value.hasName() || !names.contains(value.getName());
        });
      };
      bool failed =
          lazy ? llvm::Linker::linkModules(*whole_, std::move(module),
                                           llvm::Linker::Flags::LinkOnlyNeeded, internalize)
               : llvm::Linker::linkModules(*whole_, std::move(module));
      if (failed) {
        log += text.name + ": error: cannot be linked with the other modules\n";
        return false;
      }
    }
  return true;
}

/// !nvvmir.version = !{!n}, !n = !{i32 2, i32 minor, …}
bool Compiler::hasVersion() {
  uint64_t major = 1, minor = 0;
  if (llvm::NamedMDNode *versions = whole_->getNamedMetadata("nvvmir.version"))
    for (llvm::MDNode *version : versions->operands())
      if (version->getNumOperands() >= 2) {
        auto *first = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(version->getOperand(0));
        auto *second =
            llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(version->getOperand(1));
        if (first && second) {
          major = first->getValue().getLimitedValue();
          minor = second->getValue().getLimitedValue();
          if (major != 2)
            break;
        }
      }
  if (major == 2)
    return true;
  log += "IR version " + std::to_string(major) + "." + std::to_string(minor) +
         " incompatible with current version 2.0\nerror: incompatible IR detected. Possible mix of "
         "compiler/IR from different releases.\n";
  return false;
}

/// Calls of __nvvm_reflect, also as LLVM's intrinsic, that ask for an option.
void Compiler::resolveReflection() {
  std::vector<llvm::User *> users;
  for (const char *name : {"__nvvm_reflect", "llvm.nvvm.reflect"})
    if (llvm::Function *reflect = whole_->getFunction(name))
      users.insert(users.end(), reflect->user_begin(), reflect->user_end());
  for (llvm::User *user : users) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(user);
    if (!call || call->arg_size() != 1 || !call->getType()->isIntegerTy())
      continue;
    auto *global =
        llvm::dyn_cast<llvm::GlobalVariable>(call->getArgOperand(0)->stripPointerCasts());
    auto *text = global && global->hasInitializer()
                     ? llvm::dyn_cast<llvm::ConstantDataSequential>(global->getInitializer())
                     : nullptr;
    if (!text || !text->isCString())
      continue;
    llvm::StringRef name = text->getAsCString();
    std::optional<bool> value;
    if (name == "__CUDA_FTZ")
      value = options_.flushDenormals;
    else if (name == "__CUDA_PREC_SQRT")
      value = options_.preciseSqrt;
    else if (name == "__AW_APPROXIMATE_SQRT") // our device library's way to ask the same
      value = !options_.preciseSqrt;
    else if (name == "__CUDA_PREC_DIV")
      value = options_.preciseDivision;
    if (!value)
      continue;
    call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), *value));
    call->eraseFromParent();
  }
}

/// !nvvm.annotations = !{…, !{ptr @kernel, !"name", i32 value}, …}
void Compiler::readAnnotations() {
  for (llvm::Function &function : *whole_)
    if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel)
      kernels_.insert(&function);
  llvm::NamedMDNode *annotations = whole_->getNamedMetadata("nvvm.annotations");
  if (!annotations)
    return;
  for (llvm::MDNode *annotation : annotations->operands())
    for (unsigned i = 1; i < annotation->getNumOperands(); i += 2) {
      auto *name = llvm::dyn_cast_or_null<llvm::MDString>(annotation->getOperand(i));
      if (!name)
        continue;
      if (name->getString() == "cluster_max_blocks")
        annotation->replaceOperandWith(i, llvm::MDString::get(context_, "maxclusterrank"));
      else if (name->getString() == "kernel")
        kernels_.insert(
            llvm::mdconst::dyn_extract_or_null<llvm::Function>(annotation->getOperand(0)));
    }
}

void Compiler::prepare() {
  resolveReflection();
  lowerIntrinsics(*whole_, options_);
  readAnnotations();
  // As with NVIDIA's library not an option but the modules decide: .loc alone, or sections as well.
  if (llvm::any_of(whole_->debug_compile_units(), [](const llvm::DICompileUnit *unit) {
        return unit->getEmissionKind() != llvm::DICompileUnit::DebugDirectivesOnly;
      }))
    llvm::stripNonLineTableDebugInfo(*whole_);
  for (llvm::Function &function : *whole_)
    prepare(function);
}

/// Our libdevice marks what may be fused: its sequences are exact.
bool isOfLibdevice(const llvm::Function &function) {
  return function.getName().starts_with("__nv_") ||
         function.getName().starts_with("_ZN7anywarp9libdevice");
}

void Compiler::prepare(llvm::Function &function) {
  // NVVM IR does not say what depends on the threads that run together; LLVM finds out what does
  // not.
  if (!function.isIntrinsic())
    function.addFnAttr(llvm::Attribute::Convergent);
  if (function.isDeclaration())
    return;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        call && !call->getCalledFunction())
      call->setConvergent();
    // As in NVIDIA's library -opt=0 fuses nothing, whatever the instructions allow, and -fma=1 does
    // not ask for their marks.
    if (!llvm::isa<llvm::FPMathOperator>(instruction))
      continue;
    if (options_.level == 0)
      instruction.setHasAllowContract(false);
    else if (options_.contracts() && !isOfLibdevice(function))
      instruction.setHasAllowContract(true);
  }
  if (kernels_.contains(&function) && function.hasFnAttribute(llvm::Attribute::NoInline) &&
      !function.hasOptNone()) {
    function.removeFnAttr(llvm::Attribute::NoInline);
    log += "warning: " + function.getName().str() +
           " is a kernel: overriding noinline attribute, calls of it may be inlined\n";
  }
  // Modules may be made for any of LLVM's names of the target; this is the one.
  function.removeFnAttr("target-cpu");
  function.removeFnAttr("target-features");
  function.removeFnAttr("no-builtins"); // of device libraries: would keep them from being inlined
  if (options_.flushDenormals)
    function.addFnAttr("denormal-fp-math-f32", "preserve-sign,preserve-sign");
}

bool Compiler::print() {
  bool failed = false;
  context_.setDiagnosticHandler(std::make_unique<LogHandler>(log, failed));
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(machine_.get());
  machine_->registerPassBuilderCallbacks(builder);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  // Before the back end does: what lies in constant memory is aligned as its definition says, so
  // that neighbours are loaded at once.
  builder.registerOptimizerLastEPCallback(
      [](llvm::ModulePassManager &last, llvm::OptimizationLevel level) {
        if (level == llvm::OptimizationLevel::O0)
          return;
        llvm::FunctionPassManager each;
        each.addPass(llvm::InferAddressSpacesPass());
        each.addPass(llvm::InferAlignmentPass());
        last.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(each)));
      });
  frontend::addInlinedPlaces(builder);
  if (options_.contracts())
    frontend::addFusedSums(builder);
  llvm::ModulePassManager passes =
      options_.optimizes() ? builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3)
                           : builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0);
  passes.run(*whole_, modules);

  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager printer;
  if (machine_->addPassesToEmitFile(printer, stream, nullptr,
                                    llvm::CodeGenFileType::AssemblyFile)) {
    log += "error: PTX cannot be printed\n";
    return false;
  }
  printer.run(*whole_);
  if (failed)
    return false;
  ptx = frontend::finishPtx(text, frontend::DeviceFacts{}, options_.arch);
  return true;
}

bool Compiler::wrap() {
  fatbin::NewEntry entry;
  entry.arch = {options_.arch.number, options_.arch.suffix};
  entry.contents = ptx;
  entry.debug = options_.debug;
  entry.options = options_.debug ? "-g" : "";
  Expected<std::string> container = fatbin::writeContainer({entry});
  if (!container) {
    log += "error: " + container.status().message() + "\n";
    return false;
  }
  ptx = fatbin::toLtoIr(*container);
  return true;
}

nvvmResult Compiler::run(const std::vector<ModuleText> &modules) {
  if (!makeMachine())
    return NVVM_ERROR_COMPILATION;
  bool failed = false;
  context_.setDiagnosticHandler(std::make_unique<LogHandler>(log, failed));
  if (!link(modules) || failed)
    return wrongIr();
  if (!hasVersion())
    return NVVM_ERROR_IR_VERSION_MISMATCH;
  if (verifyOnly_)
    return NVVM_SUCCESS;
  prepare();
  return print() && (!options_.linkTime || wrap()) ? NVVM_SUCCESS : NVVM_ERROR_COMPILATION;
}

} // namespace

Result compile(const std::vector<ModuleText> &modules, const Options &options, bool verifyOnly) {
  Result result;
  int errors = memfd_create("compiler-errors", MFD_CLOEXEC);
  std::unique_ptr<Child> child = errors < 0 ? nullptr : Child::start([&](ChildOutput &output) {
    becomeCompiler(errors);
    Compiler compiler(options, verifyOnly);
    nvvmResult code = compiler.run(modules);
    output.data = std::move(compiler.ptx);
    output.messages = std::move(compiler.log);
    return int(code);
  });
  if (!child) {
    result.log = "error: the compiler could not be started\n";
  } else {
    int code = child->wait();
    result.log = child->output.messages;
    if (child->crash.empty() && code >= 0 && code <= NVVM_ERROR_CANCELLED) {
      result.code = nvvmResult(code);
      if (code == NVVM_SUCCESS)
        result.ptx = std::move(child->output.data);
    } else {
      result.log += contentsOf(errors);
      result.log +=
          "error: " + (child->crash.empty() ? "internal compiler error" : child->crash) + "\n";
    }
  }
  if (errors >= 0)
    close(errors);
  return result;
}

} // namespace anywarp::frontend::ir
