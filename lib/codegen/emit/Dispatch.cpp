// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which chapter emits an instruction: the first of Chapters.def that takes it.
#include "codegen/emit/Emitter.h"

namespace anywarp::codegen {

bool emitByChapter(FunctionEmitter &e, const ptx::Instruction &inst) {
  using Chapter = bool (*)(FunctionEmitter &, const ptx::Instruction &);
  static constexpr Chapter kChapters[] = {
#define AW_CHAPTER(name) emit##name,
#include "codegen/emit/Chapters.def"
  };
  for (Chapter chapter : kChapters)
    if (chapter(e, inst))
      return true;
  return false;
}

} // namespace anywarp::codegen
