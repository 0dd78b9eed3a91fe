// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From an instruction to its emitter, which its row of spec/ptx names.
#include "codegen/emit/Emitter.h"
#include "ptx/Forms.h"

namespace anywarp::codegen {

void emitByForm(FunctionEmitter &e, const ptx::Instruction &inst) {
  const ptx::Form *form = inst.form ? inst.form : ptx::findForm(inst, e.source);
  const std::string head = "instruction '" + FunctionEmitter::spell(inst) + "' is not supported";
  if (!form) {
    e.poison(inst, head);
    return;
  }
  bool isEmitted = false;
  switch (form->emitter) {
  case ptx::Emitter::Absent:
    e.poison(inst, head + ": " + std::string(form->whyAbsent));
    return;
#define AW_EMITTER(name)                                                                           \
  case ptx::Emitter::name:                                                                         \
    isEmitted = emit##name(e, inst);                                                               \
    break;
#include "ptx/Emitters.inc.h"
  }
  if (!isEmitted)
    e.poison(inst, head);
}

} // namespace anywarp::codegen
