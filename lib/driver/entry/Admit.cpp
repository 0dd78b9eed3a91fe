// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which calls may run now.
#include "driver/entry/Entry.h"
#include "driver/process/Process.h"

namespace anywarp::driver::entry {

CUresult admit(const Rules &rules) {
  const Requires requires_ = rules.requires_;
  if (requires_ == Requires::None)
    return CUDA_SUCCESS;
  if (CUresult state = Process::state(); state != CUDA_SUCCESS)
    return state == CUDA_ERROR_NO_DEVICE ? CUDA_ERROR_NOT_INITIALIZED : state;
  const ThreadState &thread = ThreadState::get();
  if (thread.isInHostFunction())
    return rules.inHostFunction;
  if (requires_ == Requires::Initialized)
    return CUDA_SUCCESS;
  const bool isByHandle = requires_ == Requires::UsableContext ||
                          requires_ == Requires::HandleContext ||
                          requires_ == Requires::CodeContext;
  Context *context;
  const CUresult state = usableContext(context);
  if (!context && isByHandle)
    return CUDA_SUCCESS;
  // What handles stand for lives on where only a green context is gone.
  // A module goes with its context, so that the handle says it all (seen).
  const bool mayBeGone = requires_ == Requires::AnyContext || requires_ == Requires::CodeContext ||
                         (requires_ == Requires::HandleContext && context && context->isActive());
  return state == CUDA_ERROR_CONTEXT_IS_DESTROYED && mayBeGone ? CUDA_SUCCESS : state;
}

} // namespace anywarp::driver::entry
