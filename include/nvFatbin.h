/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fat binaries made while a program runs: PTX, cubins and LTO-IR in, one image out, which
   cuModuleLoadData takes. Link with -lnvfatbin. */
#ifndef nvFatbin_INCLUDED
#define nvFatbin_INCLUDED

#include <stddef.h>

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum {
  NVFATBIN_SUCCESS = 0,
  NVFATBIN_ERROR_INTERNAL = 1,
  NVFATBIN_ERROR_ELF_ARCH_MISMATCH = 2,
  NVFATBIN_ERROR_ELF_SIZE_MISMATCH = 3,
  NVFATBIN_ERROR_MISSING_PTX_VERSION = 4,
  NVFATBIN_ERROR_NULL_POINTER = 5,
  NVFATBIN_ERROR_COMPRESSION_FAILED = 6,
  NVFATBIN_ERROR_COMPRESSED_SIZE_EXCEEDED = 7,
  NVFATBIN_ERROR_UNRECOGNIZED_OPTION = 8,
  NVFATBIN_ERROR_INVALID_ARCH = 9,
  NVFATBIN_ERROR_INVALID_NVVM = 10,
  NVFATBIN_ERROR_EMPTY_INPUT = 11,
  NVFATBIN_ERROR_MISSING_PTX_ARCH = 12,
  NVFATBIN_ERROR_PTX_ARCH_MISMATCH = 13,
  NVFATBIN_ERROR_MISSING_FATBIN = 14,
  NVFATBIN_ERROR_INVALID_INDEX = 15,
  NVFATBIN_ERROR_IDENTIFIER_REUSE = 16,
  NVFATBIN_ERROR_INTERNAL_PTX_OPTION = 17
} nvFatbinResult;

typedef struct _nvFatbinHandle *nvFatbinHandle;

/* Null for NVFATBIN_SUCCESS. */
const char *nvFatbinGetErrorString(nvFatbinResult result);
nvFatbinResult nvFatbinVersion(unsigned int *major, unsigned int *minor);

nvFatbinResult nvFatbinCreate(nvFatbinHandle *handle_indirect, const char **options,
                              size_t optionsCount);
nvFatbinResult nvFatbinDestroy(nvFatbinHandle *handle_indirect);

/* `arch` is the number alone: "90", "90a". `identifier` and `optionsCmdLine` may be null. */
nvFatbinResult nvFatbinAddPTX(nvFatbinHandle handle, const char *code, size_t size,
                              const char *arch, const char *identifier, const char *optionsCmdLine);
nvFatbinResult nvFatbinAddCubin(nvFatbinHandle handle, const void *code, size_t size,
                                const char *arch, const char *identifier);
nvFatbinResult nvFatbinAddLTOIR(nvFatbinHandle handle, const void *code, size_t size,
                                const char *arch, const char *identifier,
                                const char *optionsCmdLine);
/* The relocatable PTX of a host object. */
nvFatbinResult nvFatbinAddReloc(nvFatbinHandle handle, const void *code, size_t size);

/* The size first: it completes the image. */
nvFatbinResult nvFatbinSize(nvFatbinHandle handle, size_t *size);
nvFatbinResult nvFatbinGet(nvFatbinHandle handle, void *buffer);

#if defined(__cplusplus)
}
#endif

#endif
