// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The SIMT lowering as a list of passes, each a file of passes/, each dumpable by
// ANYWARP_DUMP=after:PASS and the start of what ptx-opt --pass PASS shows.
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include "codegen/passes/Lowering.h"
#include "support/Dump.h"
#include "support/Options.h"

namespace anywarp::codegen {
namespace {

// clang-format off: one pass a line, in order
constexpr LoweringPass kPasses[] = {
    {"InlineFunctions", inlineFunctions},
    {"NameSharedParts", nameSharedParts},
    {"ResolveAddresses", resolveAddresses},
    {"FoldBlockShape", foldBlockShape},
    {"CleanUp", cleanUp},
    {"CheckAlignment", checkAlignment},
    {"CheckAccess", checkAccess},
    {"ManagedViews", useManagedViews},
    {"NormalizeControlFlow", normalizeControlFlow},
    {"JoinQuotients", joinQuotients},
    {"SinkIndices", sinkIndices},
    {"DropEvents", dropEvents},
    {"OrderBlocks", orderBlocks},
    {"ChooseWidth", chooseWidth},
    {"NumberSites", numberSites},
    {"InterruptAccesses", interruptAccesses},
    {"SerializeRetries", serializeRetries},
    {"DelayReductions", delayReductions},
    {"StrideTogether", strideTogether},
    {"PrefetchAhead", prefetchAhead},
    {"MarkNextBlocks", markNextBlocks},
    {"FormWarps", formWarps},
    {"SplitAtBarriers", splitAtBarriers},
    {"WaitInPlace", waitInPlace},
    {"MakeCoroutine", makeCoroutine},
    {"WrapBlock", wrapBlock},
    {"ExpandAtomics", expandAtomics},
    {"IsolateState", isolateState},
    {"DescribeKernel", describeKernel},
    {"Optimize", optimize},
    {"CompareHalves", compareHalves},
};
// clang-format on

void dump(const Lowering &lowering, const char *stage) {
  const Options &options = Options::get();
  if (!Options::contains(options.dump, std::string("after:") + stage))
    return;
  std::error_code error;
  llvm::raw_fd_ostream file(dumpPath(lowering.name, "." + std::string(stage) + ".ll"), error);
  if (!error)
    lowering.module.print(file, nullptr);
}

uint32_t numberAttribute(const llvm::Function &function, llvm::StringRef name) {
  uint32_t value = 0;
  function.getFnAttribute(name).getValueAsString().getAsInteger(10, value);
  return value;
}

} // namespace

std::vector<std::string> loweringPassNames() {
  std::vector<std::string> names;
  for (const LoweringPass &pass : kPasses)
    names.push_back(pass.name);
  return names;
}

Status lowerToWarps(llvm::Module &module, llvm::TargetMachine &target,
                    const CodegenOptions &options) {
  Lowering lowering{module, target, options,
                    target.getMCSubtargetInfo()->checkFeatures("+avx512f")};
  for (llvm::Function &function : module)
    if (function.hasFnAttribute("aw-kernel") && !function.isDeclaration())
      lowering.kernel = &function;
  if (!lowering.kernel)
    return Status(StatusCode::InvalidInput, "the module has no kernel");
  lowering.name = lowering.kernel->getName().str();
  lowering.info.staticShared = numberAttribute(*lowering.kernel, "aw-static-shared");
  lowering.info.paramBytes = numberAttribute(*lowering.kernel, "aw-param-bytes");
  module.setDataLayout(target.createDataLayout());
  module.setTargetTriple(target.getTargetTriple().str());
  allowWideVectors(lowering);
  for (const LoweringPass &pass : kPasses) {
    if (Status status = pass.run(lowering); !status.ok())
      return std::move(status).annotated(lowering.name);
    if (options.afterPass)
      options.afterPass(pass.name);
    dump(lowering, pass.name);
#ifndef NDEBUG
    if (llvm::verifyModule(module, &llvm::errs()))
      return Status(StatusCode::System, std::string("broken code after ") + pass.name);
#endif
    if (options.stopAfter == pass.name)
      break;
  }
  return {};
}

} // namespace anywarp::codegen
