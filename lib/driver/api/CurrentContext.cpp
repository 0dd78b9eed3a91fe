// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's sections "Context Management" and "Primary Context Management".
#include <span>

#include "driver/context/Device.h"
#include "driver/process/CaptureRules.h"
#include "driver/process/Process.h"
#include "driver/stream/Stream.h"

namespace anywarp::driver {

/// Version of the API that contexts answer to (cuCtxGetApiVersion).
static constexpr unsigned kContextApiVersion = 3020;

#include "driver/rules/CurrentContext.inc"

// -- Contexts -------------------------------------------------------------------------------------

static CUresult createContext(CUcontext *pctx, unsigned flags, CUdevice dev,
                              uint32_t multiprocessors = 0) {
  Device *device = findDevice(dev);
  if (CUresult result = checkNewContext(flags, device, multiprocessors))
    return result;
  Ref<Context> context = make<Context>(*device, flags, /*isPrimary=*/false, multiprocessors);
  if (CUresult result = Process::get().publish(Object::KindContext, context))
    return result;
  *pctx = handleOf(*context);
  ThreadState::get().push({std::move(context), nullptr, *pctx});
  return CUDA_SUCCESS;
}

CUresult cuCtxCreate(CUcontext *pctx, CUctxCreateParams *ctxCreateParams, unsigned int flags,
                     CUdevice dev) {
  if (!ctxCreateParams)
    return createContext(pctx, flags, dev);
  if (CUresult result = checkGraphicsQueue(*ctxCreateParams))
    return result;
  return driver::cuCtxCreate_v3(pctx, ctxCreateParams->execAffinityParams,
                                ctxCreateParams->numExecAffinityParams, flags, dev);
}

CUresult cuCtxCreate_v3(CUcontext *pctx, CUexecAffinityParam *paramsArray, int numParams,
                        unsigned int flags, CUdevice dev) {
  if (CUresult result = checkAffinities(paramsArray, numParams))
    return result;
  return createContext(pctx, flags, dev, numParams ? paramsArray->param.smCount.val : 0);
}

CUresult cuCtxGetExecAffinity(CUexecAffinityParam *pExecAffinity, CUexecAffinityType type) {
  pExecAffinity->type = type;
  pExecAffinity->param.smCount.val = currentContext().multiprocessors();
  return CUDA_SUCCESS;
}

/// The current context, once more.
CUresult cuCtxAttach(CUcontext *pctx, unsigned int) {
  ThreadState &thread = ThreadState::get();
  thread.current()->attach();
  *pctx = thread.currentHandle();
  return CUDA_SUCCESS;
}

CUresult cuCtxDetach(CUcontext ctx) {
  Context *context = ctx ? find<Context>(ctx) : nullptr;
  if (!context)
    return ctx ? absentContext(ctx) : CUDA_ERROR_INVALID_CONTEXT;
  if (!context->isActive()) // a primary one
    return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  if (context != ThreadState::get().current()) // documented: must be current
    return CUDA_ERROR_INVALID_CONTEXT;
  // A primary context's own count is that of cuDevicePrimaryCtxRetain.
  if (!context->detach())
    return CUDA_SUCCESS;
  if (!context->isPrimary())
    return edge::cuCtxDestroy(ctx);
  context->attach();
  return CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxDestroy(CUcontext ctx) {
  Context *context = find<Context>(ctx);
  if (!context)
    return absentContext(ctx);
  // A primary context goes by cuDevicePrimaryCtxRelease alone.
  if (context->isPrimary())
    return CUDA_ERROR_INVALID_CONTEXT;
  Process::get().noteGone(ctx, context->device());
  Ref<Object> removed =
      Process::get().handles.remove(Object::KindContext, reinterpret_cast<uint64_t>(ctx));
  if (!removed)
    return CUDA_ERROR_INVALID_CONTEXT;
  context->destroy();
  ThreadState &thread = ThreadState::get();
  if (thread.current() == context)
    thread.pop();
  return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent(CUcontext ctx) {
  ThreadState::Current named = ThreadState::named(ctx);
  if (!named.context)
    return CUDA_ERROR_INVALID_CONTEXT;
  ThreadState::get().push(std::move(named));
  return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent(CUcontext *pctx) {
  ThreadState::Current current = ThreadState::get().pop();
  if (!current.context)
    return CUDA_ERROR_INVALID_CONTEXT;
  if (pctx)
    *pctx = current.handle;
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext ctx) {
  ThreadState::Current named;
  if (ctx) {
    named = ThreadState::named(ctx);
    if (!named.context)
      return CUDA_ERROR_INVALID_CONTEXT;
  }
  ThreadState::get().setCurrent(std::move(named));
  return CUDA_SUCCESS;
}

/// A context tells its device when it is gone, too (seen).
CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext ctx) {
  Context *context;
  const CUresult result = usableContext(ctx, context);
  const bool isGone = result == CUDA_ERROR_CONTEXT_IS_DESTROYED && context;
  if (result && !isGone)
    return result;
  *device = context->device().ordinal();
  return CUDA_SUCCESS;
}

CUresult cuCtxSetFlags(unsigned int flags) {
  // Whether memory is mapped stays as it was said when the context was made.
  Context &context = currentContext();
  context.setFlags((flags & ~CU_CTX_MAP_HOST) | (context.flags() & CU_CTX_MAP_HOST));
  return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize() { return currentContext().synchronize(); }

CUresult cuCtxSynchronize_v2(Context &context) { return context.synchronize(); }

CUresult cuCtxSetSharedMemConfig(CUsharedconfig) { return refuseUnsafe(); }

/// Of a named context that is gone this and no other call says that it is none (seen).
CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int *version) {
  Context *context;
  const CUresult result = usableContext(ctx, context);
  if (result == CUDA_ERROR_CONTEXT_IS_DESTROYED || !context)
    return ctx ? CUDA_ERROR_INVALID_CONTEXT : result;
  *version = kContextApiVersion;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetStreamPriorityRange(int *leastPriority, int *greatestPriority) {
  if (leastPriority)
    *leastPriority = kLeastPriority;
  if (greatestPriority)
    *greatestPriority = kGreatestPriority;
  return CUDA_SUCCESS;
}

// -- Primary contexts -----------------------------------------------------------------------------

CUresult Device::retainPrimary(unsigned Primary::*references) {
  LockGuard lock(primary.mutex);
  Context &context = *primary.context;
  if (!context.isActive()) {
    if (CUresult lost = lostWith)
      return lost;
    if (!context.handleBits())
      if (CUresult result = Process::get().publish(Object::KindContext, primary.context))
        return result;
    context.activate(primary.flags);
  }
  ++(primary.*references);
  return CUDA_SUCCESS;
}

CUresult Device::releasePrimary(unsigned Primary::*references) {
  LockGuard lock(primary.mutex);
  if (primary.*references == 0)
    return primary.greens ? CUDA_ERROR_NOT_PERMITTED : CUDA_ERROR_INVALID_CONTEXT;
  --(primary.*references);
  if (!primary.references && !primary.greens && primary.context->isActive())
    primary.context->destroy();
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *pctx, Device &device) {
  if (CUresult result = device.retainPrimary(&Device::Primary::references))
    return result;
  *pctx = handleOf(*device.primary.context);
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxSetFlags(Device &device, unsigned int flags) {
  LockGuard lock(device.primary.mutex);
  device.primary.flags = flags;
  if (device.primary.context->isActive())
    device.primary.context->setFlags(flags);
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxGetState(Device &device, unsigned int *flags, int *active) {
  LockGuard lock(device.primary.mutex);
  *flags = device.primary.flags;
  *active = device.primary.context->isActive();
  return CUDA_SUCCESS;
}

/// Everything in the context goes, and the context itself until somebody retains it again. Who
/// retained it before is still to release it (seen).
CUresult cuDevicePrimaryCtxReset(Device &device) {
  LockGuard lock(device.primary.mutex);
  if (device.primary.greens)
    return CUDA_ERROR_NOT_PERMITTED;
  if (device.primary.context->isActive())
    device.primary.context->destroy();
  return CUDA_SUCCESS;
}

#include "driver/bodies/CurrentContext.inc"

} // namespace anywarp::driver
