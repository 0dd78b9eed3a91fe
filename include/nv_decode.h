// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libcufilt: the readable form of a mangled name (CUDA Binary Utilities, "Library Availability" of
// cu++filt).
#ifndef ANYWARP_NV_DECODE_H
#define ANYWARP_NV_DECODE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The name that `id` stands for, ending in NUL, or NULL. It is written to `output_buffer`, which
/// comes from malloc, has *length bytes and is replaced by a larger one if that is too small;
/// without one it is allocated. The caller frees what is returned. *length becomes the size of new
/// memory. *status: 0 done, -1 no memory, -2 `id` is no mangled name, -3 an argument is wrong.
char *__cu_demangle(const char *id, char *output_buffer, size_t *length, int *status);

#ifdef __cplusplus
}
#endif

#endif
