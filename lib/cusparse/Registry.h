// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The live handles and descriptors of all kinds. Any thread may call.
#pragma once

#include <memory>
#include <new>

#include "cusparse/Objects.h"

namespace anywarp::cusparse {

void enter(const void *object);
/// False: it was not there.
bool leave(const void *object);

/// Makes one; `*handle` receives it.
template <typename Object, typename Handle>
cusparseStatus_t create(Handle *handle, const Object &object) {
  auto *made = new (std::nothrow) Object(object);
  if (!made)
    return CUSPARSE_STATUS_ALLOC_FAILED;
  enter(made);
  *handle = made;
  return CUSPARSE_STATUS_SUCCESS;
}
template <typename Object> cusparseStatus_t create(Object **handle) {
  auto *made = new (std::nothrow) Object;
  if (!made)
    return CUSPARSE_STATUS_ALLOC_FAILED;
  enter(made);
  *handle = made;
  return CUSPARSE_STATUS_SUCCESS;
}
/// Null is fine, as seen.
template <typename Object> cusparseStatus_t destroy(const Object *object) {
  if (!object)
    return CUSPARSE_STATUS_SUCCESS;
  if (!leave(object))
    return CUSPARSE_STATUS_INVALID_VALUE;
  delete object;
  return CUSPARSE_STATUS_SUCCESS;
}

} // namespace anywarp::cusparse
