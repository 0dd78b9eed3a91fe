// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each action of Clang with what nvcc and NVRTC do beside it: rules before the code generator,
// pragmas, macros.
#include "frontend/Actions.h"

#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/MultiplexConsumer.h"

#include "frontend/PassState.h"
#include "frontend/ast/CodeWarnings.h"
#include "frontend/ast/DeviceRules.h"
#include "frontend/ast/HostAttributes.h"
#include "frontend/ast/Numbered.h"
#include "frontend/ast/StrictRules.h"
#include "frontend/nvrtc/Rules.h"
#include "frontend/overrides/ManagedAddresses.h"
#include "frontend/overrides/TemplateBodies.h"
#include "frontend/passes/DeviceNames.h"

using namespace clang;

namespace anywarp::frontend {
namespace {

/// Clang's action with NVRTC's rules before it.
template <class Action> class RuntimeAction : public Action {
public:
  template <class... More>
  explicit RuntimeAction(const RuntimeSource &source, const More &...more)
      : Action(more...), source_(source) {}

protected:
  bool BeginSourceFileAction(CompilerInstance &instance) override {
    hideHostMacros(instance.getPreprocessor());
    return Action::BeginSourceFileAction(instance);
  }
  void EndSourceFileAction() override {
    SourceManager &manager = this->getCompilerInstance().getSourceManager();
    size_t &bytesRead = passState().bytesRead;
    bytesRead = 0;
    for (auto it = manager.fileinfo_begin(); it != manager.fileinfo_end(); ++it)
      bytesRead += size_t(it->first.getSize());
    Action::EndSourceFileAction();
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &instance,
                                                 StringRef file) override {
    std::vector<std::unique_ptr<ASTConsumer>> consumers;
    consumers.push_back(makeRuntimeRules(instance, source_));
    std::unique_ptr<ASTConsumer> own = Action::CreateASTConsumer(instance, file);
    if (!own)
      return nullptr;
    consumers.push_back(std::move(own));
    return std::make_unique<MultiplexConsumer>(std::move(consumers));
  }

private:
  const RuntimeSource &source_;
};

/// Clang's action with nvcc's rules for device code before it, and in front of those NVRTC's.
template <class Action> class DeviceAction : public Action {
public:
  DeviceAction(const CompileJob &job, const Arch &arch) : job_(job), arch_(arch) {}

protected:
  bool BeginSourceFileAction(CompilerInstance &instance) override {
    addHostVersion(instance, job_);
    if (!job_.source)
      addHostPragmas(instance);
    return Action::BeginSourceFileAction(instance);
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &instance,
                                                 StringRef file) override {
    std::unique_ptr<ASTConsumer> own = Action::CreateASTConsumer(instance, file);
    if (!own)
      return nullptr;
    std::vector<std::unique_ptr<ASTConsumer>> consumers;
    CodeGenerator *generator = nullptr;
    if constexpr (std::is_base_of_v<CodeGenAction, Action>)
      generator = this->getCodeGenerator();
    if (job_.relocatable)
      consumers.push_back(makeSharedLinkage(instance));
    consumers.push_back(makeHostUses(instance, generator, /*hasHost=*/!job_.source));
    consumers.push_back(makeTemplateBodies(/*isHost=*/false));
    consumers.push_back(makeDeviceRules(instance, job_, arch_));
    consumers.push_back(makeCodeWarnings(instance, !job_.relocatable && !job_.source));
    if (isStrict())
      consumers.push_back(makeStrictRules(instance));
    addDiagnosticPragmas(instance);
    consumers.push_back(std::move(own));
    return std::make_unique<MultiplexConsumer>(std::move(consumers));
  }

private:
  const CompileJob &job_;
  const Arch &arch_;
};

/// Clang's action for host code.
template <class Action> class HostAction : public Action {
public:
  explicit HostAction(const CompileJob &job) : job_(job) {}

protected:
  bool BeginSourceFileAction(CompilerInstance &instance) override {
    addHostVersion(instance, job_);
    addHostPragmas(instance);
    return Action::BeginSourceFileAction(instance);
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &instance,
                                                 StringRef file) override {
    std::unique_ptr<ASTConsumer> own = Action::CreateASTConsumer(instance, file);
    if (!own)
      return nullptr;
    std::vector<std::unique_ptr<ASTConsumer>> consumers;
    noteGenerator(this->getCodeGenerator());
    consumers.push_back(makeTemplateBodies(/*isHost=*/true));
    consumers.push_back(makeHostAccesses(instance));
    addDiagnosticPragmas(instance);
    consumers.push_back(std::move(own));
    return std::make_unique<MultiplexConsumer>(std::move(consumers));
  }

private:
  const CompileJob &job_;
};

/// Clang's action that preprocesses only.
template <class Action> class PreprocessAction : public Action {
public:
  explicit PreprocessAction(const CompileJob &job) : job_(job) {}

protected:
  bool BeginSourceFileAction(CompilerInstance &instance) override {
    addHostVersion(instance, job_);
    return Action::BeginSourceFileAction(instance);
  }

private:
  const CompileJob &job_;
};

class BuildPchAction : public RuntimeAction<GeneratePCHAction> {
public:
  BuildPchAction(const RuntimeSource &source, RuntimePch::Built &built)
      : RuntimeAction(source), built_(built) {}

protected:
  bool BeginSourceFileAction(CompilerInstance &instance) override {
    noteLookups(built_.absent);
    return RuntimeAction::BeginSourceFileAction(instance);
  }
  void EndSourceFileAction() override {
    forgetLookups();
    SourceManager &manager = getCompilerInstance().getSourceManager();
    for (auto it = manager.fileinfo_begin(); it != manager.fileinfo_end(); ++it)
      built_.files.push_back(it->first.getName().str());
    RuntimeAction::EndSourceFileAction();
  }

private:
  RuntimePch::Built &built_;
};

} // namespace

FrontendAction *makeAction(const CompileJob &job, const Arch *arch) {
  if (!arch && job.host == CompileJob::Object)
    return new HostAction<EmitObjAction>(job);
  if (!arch)
    return new HostAction<EmitAssemblyAction>(job);
  if (!job.source && job.deviceSyntaxOnly)
    return new DeviceAction<SyntaxOnlyAction>(job, *arch);
  if (!job.source)
    return new DeviceAction<EmitAssemblyAction>(job, *arch);
  if (job.source->isSyntaxOnly)
    return new RuntimeAction<DeviceAction<SyntaxOnlyAction>>(*job.source, job, *arch);
  return new RuntimeAction<DeviceAction<EmitAssemblyAction>>(*job.source, job, *arch);
}

std::unique_ptr<FrontendAction> makePreprocessAction(const CompileJob &job, bool prints) {
  if (prints)
    return std::make_unique<PreprocessAction<PrintPreprocessedAction>>(job);
  return std::make_unique<PreprocessAction<PreprocessOnlyAction>>(job);
}

FrontendAction *makePchAction(const RuntimeSource &source, RuntimePch::Built &built) {
  return new BuildPchAction(source, built);
}

} // namespace anywarp::frontend
