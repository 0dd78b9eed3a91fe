// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Protected calls on a worker's stack.
#include "exec/memory/Protect.h"

#include <cstdio>
#include <utility>

#include "exec/grid/Worker.h"
#include "exec/memory/Faults.h"

namespace anywarp::exec {

Status runProtected(void (*fn)(void *), void *arg) {
  Worker *worker = Worker::ofThread();
  if (!worker)
    return {StatusCode::OutOfMemory, "no memory for a stack"};
  if (worker->isInKernel())
    return {StatusCode::System, "protected call inside another"};
  ensureFaultHandlers();
  if (worker->stack().run(fn, arg))
    return {};
  FaultRecord record = std::exchange(worker->record(), FaultRecord());
  return {StatusCode::System, record.detail[0] ? record.detail : toString(record.fault)};
}

bool isProtected() {
  Worker *worker = Worker::current();
  return worker && worker->isInKernel();
}

void leaveProtected(const char *reason) {
  Worker *worker = Worker::current();
  FaultRecord &record = worker->record();
  std::snprintf(record.detail, sizeof record.detail, "%s", reason);
  worker->leave(Fault::Trap);
}

} // namespace anywarp::exec
