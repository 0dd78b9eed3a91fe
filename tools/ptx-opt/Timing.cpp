// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Timing.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "jit/Compiler.h"
#include "ptx/link/Reach.h"

using namespace anywarp;

Status printTimes(const ptx::Module &module, const ptx::Function &entry,
                  const exec::BlockShape &shape, unsigned width, bool isQuick, unsigned rounds) {
  jit::CompileRequest request;
  request.module = &module;
  request.entry = &entry;
  request.shape = shape;
  request.simdWidth = width;
  request.quick = isQuick;
  std::vector<jit::CompileStage> least;
  size_t bytes = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    std::vector<jit::CompileStage> stages;
    auto object = jit::compileToObject(request, jit::TargetCpu::host(), &stages);
    if (!object)
      return object.takeStatus();
    bytes = object->size();
    if (least.empty())
      least = stages;
    for (size_t i = 0; i < stages.size(); ++i)
      least[i].milliseconds = std::min(least[i].milliseconds, stages[i].milliseconds);
  }
  std::printf("%s\t%zu\t%zu", entry.name.c_str(), ptx::reachedInstructions(module, entry), bytes);
  for (const jit::CompileStage &stage : least)
    std::printf("\t%s=%.3f", stage.name.c_str(), stage.milliseconds);
  std::printf("\n");
  return {};
}
