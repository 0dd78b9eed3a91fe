// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From an instruction to its emitter, which its row of spec/ptx names.
#include "codegen/emit/Emitter.h"
#include "ptx/Forms.h"

namespace anywarp::codegen {

void emitByForm(FunctionEmitter &e, const ptx::Instruction &inst) {
  const ptx::Form *form = inst.form ? inst.form : ptx::findForm(inst, e.source);
  if (!form)
    return e.refuse(inst);
  switch (form->emitter) {
  case ptx::Emitter::Absent:
    return e.poison(inst, "instruction '" + FunctionEmitter::spell(inst) +
                              "' is not supported: " + std::string(form->whyAbsent));
  case ptx::Emitter::Hint:
    return;
  case ptx::Emitter::Operation:
    return emitOperation(e, inst, *form);
#define AW_EMITTER(name)                                                                           \
  case ptx::Emitter::name:                                                                         \
    return emit##name(e, inst);
#include "ptx/Emitters.inc.h"
  }
}

} // namespace anywarp::codegen
